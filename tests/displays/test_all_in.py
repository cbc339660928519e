"""An all-in over the screens: shown, brought up to date, over with its hand; undone and done again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import pytest

from tdapp.displays import services
from tdapp.displays.models import Announcement
from tdapp.displays.queries import all_in_on, announcements
from tdapp.hands.equities import AllIn
from tdapp.journal.undo import redo, undo
from tdapp.rules.cards import cards
from tdapp.rules.errors import RuleError
from tdapp.web.story import sentence
from tests.builders import Night, make_night, spt_terms
from tests.hands.dealing import enter, night_with, sit, the_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = night_with("Ana", "Bea", "Cruz")
    sit(night, "Ana", "Bea", "Cruz")
    return night


def shown(night: Night, board: str = "", names: Iterable[str] = ("Ana", "Bea")) -> AllIn:
    held = dict(zip(names, ("AhAd", "KhKd"), strict=True))
    entries = tuple(sorted(night.entries[name].pk for name in held))
    hands = sorted((night.entries[name].pk, cards(text)) for name, text in held.items())
    return AllIn(tuple(hands), cards(board), ((4000, entries),), cards("2s2d"))


def seen(night: Night) -> AllIn | None:
    """What the screens show."""
    said = announcements(night.open, night.now)
    return said[-1].all_in if said else None


def test_an_all_in_is_kept_with_its_cards_and_can_be_undone(night: Night) -> None:
    entry = services.show_all_in(open=night.open, table=the_table(night), shown=shown(night), **night.act)
    assert sentence(entry, night.open) == "On the screens: All-in at table 1"
    assert seen(night) == shown(night)
    undone = undo(entry=entry, **night.act)
    assert seen(night) is None
    redo(entry=undone, **night.act)
    assert seen(night) == shown(night)


def test_the_next_cards_replace_what_the_table_showed(night: Night) -> None:
    services.show_all_in(open=night.open, table=the_table(night), shown=shown(night), **night.act)
    night.wait(seconds=30)
    flop = shown(night, "2c7d9s")
    entry = services.show_all_in(open=night.open, table=the_table(night), shown=flop, **night.act)
    assert seen(night) == flop
    assert Announcement.objects.count() == 1
    undo(entry=entry, **night.act)
    assert seen(night) == shown(night)


def test_it_is_over_once_the_hand_is_entered_and_comes_back_when_that_is_undone(night: Night) -> None:
    services.show_all_in(open=night.open, table=the_table(night), shown=shown(night), **night.act)
    night.wait(seconds=30)
    hand = enter(night, {"Ana": ("all", 2000), "Bea": ("all", 2000)}, [["Ana"]])
    assert seen(night) is None
    assert all_in_on(the_table(night), night.now) is None
    undo(entry=hand, **night.act)
    assert seen(night) == shown(night)


def test_it_is_taken_off_by_hand_or_ends_by_itself(night: Night) -> None:
    services.show_all_in(open=night.open, table=the_table(night), shown=shown(night), **night.act)
    row = all_in_on(the_table(night), night.now)
    assert row is not None
    night.wait(seconds=5)
    services.end_announcement(announcement=row, **night.act)
    assert seen(night) is None
    services.show_all_in(open=night.open, table=the_table(night), shown=shown(night), **night.act)
    night.now += services.ALL_IN_STAYS - timedelta(seconds=1)
    assert seen(night) is not None
    night.wait(seconds=1)
    assert seen(night) is None


def test_a_plain_announcement_is_no_all_in_and_other_opens_tables_are_refused(night: Night) -> None:
    with pytest.raises(RuleError, match="message_kind_unknown"):
        services.announce(open=night.open, kind="all_in", table=the_table(night), **night.act)
    other = make_night(spt_terms("Open de Graus"), tour=night.tour, director=night.director)
    other.sign_up("Canadá", "Irán")
    other.start()
    with pytest.raises(RuleError, match="announced_table_missing"):
        services.show_all_in(open=night.open, table=the_table(other), shown=shown(night), **night.act)
