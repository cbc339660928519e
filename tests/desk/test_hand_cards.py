"""Cards in the hand form: typed beside the player, named in the house's words, refused with both places."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tdapp.hands.models import Hand, HandSeat
from tdapp.rules.house import PRESETS
from tests.builders import Night, spt_terms
from tests.desk.clients import text
from tests.desk.conftest import Desk
from tests.hands.dealing import night_with, places, sit, the_table

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")
BOARD = "Qd Jd Td 2c 3c"


@pytest.fixture
def night(db: None) -> Night:
    """Four in seats 1 to 4 with 20 € each; Ana deals."""
    night = night_with(*FOUR, now=timezone.now())
    sit(night, *FOUR)
    return night


def playing(**house: str) -> Night:
    """The same four under other house rules."""
    terms = replace(spt_terms(), house=replace(PRESETS["spt"], **house))
    night = night_with(*FOUR, terms=terms, now=timezone.now())
    sit(night, *FOUR)
    return night


def address(night: Night, name: str = "hand", **of: int) -> str:
    return reverse(f"desk:{name}", kwargs={"code": night.open.code, **(of or {"table": the_table(night).pk})})


def posted(night: Night, cards: dict[str, str], *, all_in: str = "Ana Bea", **more: Any) -> dict[str, Any]:
    """The form as a browser sends it; ``cards`` is name (or "board") → what is typed."""
    seat = {name: number for number, name in enumerate(FOUR, start=1)}
    data: dict[str, Any] = {"stamp": str(the_table(night).stamp), "button": "1"}
    for name, number in seat.items():
        state = "all_in" if name in all_in.split() else "fold"
        data |= {f"s{number}": state, f"a{number}": "", f"e{number}": str(night.entries[name].pk)}
    data |= {"b" if name == "board" else f"c{seat[name]}": typed for name, typed in cards.items()}
    return {**data, **more}


def previewed(client: Client, night: Night, cards: dict[str, str], **more: Any) -> str:
    data = posted(night, cards, **more)
    return text(client.post(address(night, "hand_preview"), data, headers={"HX-Request": "true"}))


def held(html: str) -> dict[str, str]:
    """Field → what is said beside it."""
    found = re.findall(r'id="hand-held-(\w+)"[^>]*>(.*?)</div>', html, flags=re.DOTALL)
    said = {field: " ".join(re.sub(r"<[^>]+>", " ", inner).split()) for field, inner in found}
    return {field: words for field, words in said.items() if words}


def chosen(html: str) -> list[tuple[str, str]]:
    """(pot, seat) of each winner that is ticked."""
    return re.findall(r'name="p(\d+)" value="(\d+)"[^>]* checked', html)


# -- what the form asks for ----------------------------------------------------------------------------


def test_every_player_has_a_field_for_cards_and_the_board_has_one(night: Night, desk: Desk) -> None:
    html = text(desk(night).get(address(night)))
    assert re.findall(r'name="(c\d|b)" id="hand-', html) == ["c1", "c2", "c3", "c4", "b"]
    assert html.count("data-folded") == 4
    assert html.count('data-card="') == 52
    assert '<details class="cards" id="hand-cards" data-cards>' in html


def test_a_game_that_only_the_director_judges_has_no_deck(desk: Desk) -> None:
    night = playing(game="other")
    html = text(desk(night).get(address(night)))
    assert "data-cards" not in html
    assert 'name="c1"' not in html


def test_five_card_draw_has_no_board_VIV_14(desk: Desk) -> None:
    night = playing(game="five_card_draw")
    html = text(desk(night).get(address(night)))
    assert 'name="c1"' in html
    assert 'name="b"' not in html
    assert 'name="c1" id="hand-c1" value="" maxlength="60" data-most="5"' in html


# -- the preview ---------------------------------------------------------------------------------------


def test_the_cards_name_each_hand_and_mark_the_winner_SPT_45(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, {"Ana": "AsKs", "Bea": "2h2d", "board": BOARD})
    assert held(html) == {"c1": "wins straight, ace high", "c2": "three twos"}
    assert chosen(html) == [("0", "1")]
    assert "data-complete" in html


def test_hands_are_named_in_the_viewers_language(night: Night, desk: Desk) -> None:
    client = desk(night)
    client.cookies["tapete_language"] = "es"
    html = previewed(client, night, {"Ana": "AsKs", "Bea": "2h2d", "board": BOARD})
    assert held(html) == {"c1": "gana escalera real", "c2": "trío de doses"}


def test_equal_hands_share_the_pot_whatever_their_suits_SPT_45(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, {"Ana": "AsKs", "Bea": "Ah Kh", "board": BOARD})
    assert held(html) == {"c1": "wins straight, ace high", "c2": "wins straight, ace high"}
    assert chosen(html) == [("0", "1"), ("0", "2")]


def test_suits_decide_under_vivaldi_and_the_hand_has_its_words_VIV_36(desk: Desk) -> None:
    night = playing(game="five_card_draw", suits="vivaldi", hand_names="vivaldi")
    cards = {"Ana": "JsJcTd5h3h", "Bea": "JdJhTc5s3d"}
    client = desk(night)
    assert held(previewed(client, night, cards)) == {
        "c1": "pair of jacks, with the J♠",
        "c2": "wins pair of jacks, with the J♦",
    }


def test_a_hand_of_fewer_cards_plays_on_and_is_said_to_VIV_30(desk: Desk) -> None:
    night = playing(game="five_card_draw")
    html = previewed(desk(night), night, {"Ana": "JsJcTd5h", "Bea": "AdKhTc5s3d"})
    assert held(html) == {"c1": "wins pair of jacks 4 of 5 cards", "c2": "ace high"}


def test_cards_may_be_typed_in_any_way_people_write_them(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, {"Ana": "♠A ♠k", "Bea": "10h/10s", "board": "qD jd, td 2C 3♣"})
    assert held(html) == {"c1": "wins straight, ace high", "c2": "three tens"}


def test_half_a_card_counts_for_nothing_until_it_is_whole(night: Night, desk: Desk) -> None:
    client = desk(night)
    for typed in ("A", "As", "As K", "As10"):
        html = previewed(client, night, {"Ana": typed, "Bea": "2h2d", "board": BOARD})
        assert held(html) == {"c2": "three twos"}
        assert "data-complete" not in html
        assert "data-asks" in html
        assert chosen(html) == []


def test_the_flop_names_hands_and_decides_nothing(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, {"Ana": "AsKs", "Bea": "QhQs", "board": "QdJdTd"})
    assert held(html)["c1"].startswith("straight, ace high")
    assert chosen(html) == []


def test_folded_cards_are_kept_and_win_nothing(night: Night, desk: Desk) -> None:
    cards = {"Ana": "AsKs", "Bea": "2h2d", "Cruz": "AhKh", "board": "Qd Jd Th 2c 3c"}
    html = previewed(desk(night), night, cards)
    assert held(html) == {"c1": "wins straight, ace high", "c2": "three twos"}
    assert chosen(html) == [("0", "1")]


# -- what is refused -----------------------------------------------------------------------------------


def test_a_card_in_two_places_is_named_with_both_of_them_fault_37(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, {"Ana": "AsKs", "Bea": "2h2d", "board": "2h Jd Td 9c 3c"})
    sentence = "2♥ was dealt twice, to Bea and to the board: correct one of the two."
    assert held(html) == {"c2": sentence, "b": sentence}
    assert "data-complete" not in html


def test_a_card_twice_in_one_hand_is_named_fault_37(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, {"Ana": "7h7h"})
    assert held(html) == {"c1": "7♥ stands here twice: correct one of the two."}


def test_a_folded_players_card_cannot_be_on_the_board_either_fault_37(night: Night, desk: Desk) -> None:
    html = previewed(desk(night), night, {"Cruz": "Jd4c", "board": BOARD})
    assert held(html)["c3"] == "J♦ was dealt twice, to Cruz and to the board: correct one of the two."


@pytest.mark.parametrize(
    ("cards", "field", "sentence"),
    [
        ({"Ana": "As1x"}, "c1", "“1x” is no card: type it like Ks, 10h or K♠."),
        ({"Ana": "AsKsQs"}, "c1", "3 cards are too many: 2 at most."),
        ({"Ana": "As"}, "c1", "Type 2 cards, or none."),
        ({"board": "2c3c"}, "b", "Type the flop, the turn and the river: 3, 4 or 5 cards, or none."),
        ({"board": "2c3c4c5c6c7c"}, "b", "6 cards are too many: 5 at most."),
    ],
)
def test_what_is_no_hand_is_not_saved_and_nothing_typed_is_lost(
    night: Night, desk: Desk, cards: dict[str, str], field: str, sentence: str
) -> None:
    answer = desk(night).post(address(night), posted(night, cards, p0=["1"], given0=""))
    html = text(answer)
    assert answer.status_code == 422
    assert held(html) == {field: sentence}
    assert f'value="{next(iter(cards.values()))}" maxlength' in html
    assert "data-cards open" in html
    assert not Hand.objects.exists()


# -- saved ---------------------------------------------------------------------------------------------


def test_cards_alone_settle_an_all_in_and_are_kept_with_the_hand(night: Night, desk: Desk) -> None:
    cards = {"Ana": "AsKs", "Bea": "2h2d", "Cruz": "4c4d", "board": BOARD}
    html = previewed(desk(night), night, cards)
    given = {f"p{pot}": seat for pot, seat in chosen(html)} | {"given0": "1"}
    assert desk(night).post(address(night), posted(night, cards, **given)).status_code == 302
    assert places(night)["Bea"] == (4, 4)
    hand = Hand.objects.get()
    assert hand.board == "QdJdTd2c3c"
    kept = {row.seat: row.cards for row in HandSeat.objects.filter(hand=hand)}
    assert kept == {1: "AsKs", 2: "2h2d", 3: "4c4d", 4: ""}
    html = text(desk(night).get(address(night, "hand_correct", hand=hand.pk)))
    assert 'name="c1" id="hand-c1" value="AsKs"' in html
    assert 'name="b" id="hand-b" value="QdJdTd2c3c"' in html
    assert held(html) == {"c1": "wins straight, ace high", "c2": "three twos"}


def test_without_cards_a_hand_is_saved_as_before(night: Night, desk: Desk) -> None:
    assert desk(night).post(address(night), posted(night, {}, p0=["2"], given0="")).status_code == 302
    assert places(night)["Ana"] == (4, 4)
    assert Hand.objects.get().board == ""
