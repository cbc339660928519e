"""Cards however they are typed."""

from __future__ import annotations

import pytest

from tdapp.rules.cards import DECK, card, cards
from tdapp.rules.errors import RuleError


@pytest.mark.parametrize(
    ("typed", "read"),
    [("As", "As"), ("aS", "As"), ("10h", "Th"), ("th", "Th"), ("A♠", "As"), ("♠A", "As"), ("♥️10", "Th"),
     (" q♦ ", "Qd"), ("s9", "9s"), ("♧2", "2c")],
)  # fmt: skip
def test_a_card_is_read_however_it_is_typed(typed: str, read: str) -> None:
    assert card(typed) == read


@pytest.mark.parametrize("typed", ["", "1s", "11h", "A", "s", "Asx", "Zs", "As2c", "🂡"])
def test_what_is_no_card_is_said(typed: str) -> None:
    with pytest.raises(RuleError) as refused:
        card(typed)
    assert (refused.value.code, refused.value.params) == ("card_unknown", {"card": typed})


@pytest.mark.parametrize(
    ("typed", "read"),
    [("AhKd", ("Ah", "Kd")), ("10h ♠A, 2c", ()), ("10h A♠, 2c", ("Th", "As", "2c")), ("", ()),
     ("♠A♥K", ("As", "Kh")), ("as-kd/2c", ("As", "Kd", "2c"))],
)  # fmt: skip
def test_cards_are_read_in_one_line(typed: str, read: tuple[str, ...]) -> None:
    if typed and not read:
        with pytest.raises(RuleError) as refused:
            cards(typed)
        assert refused.value.code == "card_unknown"
    else:
        assert cards(typed) == read


def test_a_card_seen_twice_is_named() -> None:
    with pytest.raises(RuleError) as refused:
        cards("As Kd ♠a".replace("♠a", "a♠"))
    assert (refused.value.code, refused.value.params) == ("card_twice", {"card": "As"})


def test_the_deck_has_52_cards_each_read_as_itself() -> None:
    assert len(set(DECK)) == 52
    assert tuple(card(one) for one in DECK) == DECK
