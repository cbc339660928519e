"""Blinds that rise with outs never sink again, also when who went out buys back in (SPT-38, VIV-17)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.clock.queries import clock_face
from tdapp.clock.services import go_to_level
from tdapp.floor import purchases
from tdapp.floor.out_levels import levels_of_outs
from tdapp.floor.set_up import Terms
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import BuyInOption, Table
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.purchases import Limits, Offer
from tdapp.rules.rounds import RoundPlan
from tdapp.web.recall import Recall
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.nights.back_and_forth import back_and_forth
from tests.vivaldi import seen, sitting, table_called

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

REBUY = Offer("rebuy", 2000, (("prize", 1000),), Limits(when="out"))


@pytest.fixture
def night() -> Night:
    """Eight players, 0.25/0.50 doubling with every second out (SPT-38)."""
    night = make_night(rebuys(spt_terms()))
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def rebuys(terms: Terms) -> Terms:
    return replace(terms, options=(REBUY,))


def buy_back(night: Night, name: str) -> JournalEntry:
    option = BuyInOption.objects.get(open=night.open, kind="rebuy", retired=False)
    return purchases.buy(entry=night.entries[name], option=option, seed="s", **night.act)


def blinds(night: Night) -> tuple[int, int, int]:
    """Small blind, big blind, and the outs until they double."""
    position = clock_face(night.open, night.now, night.field()).position
    assert position is not None
    return position.level.sb, position.level.bb, position.outs_to_next


def test_a_rebuy_leaves_the_blinds_where_the_outs_brought_them_SPT_38(night: Night):
    night.out("Israel")
    assert blinds(night) == (25, 50, 1)
    night.out("Kosovo")
    assert blinds(night) == (50, 100, 2)
    back_and_forth(night, lambda: buy_back(night, "Kosovo"))
    assert blinds(night) == (50, 100, 2)
    night.out("Francia")
    assert blinds(night) == (50, 100, 1)
    night.out("Kosovo")
    assert blinds(night) == (100, 200, 2)


def test_an_out_that_is_taken_back_never_happened_SPT_38(night: Night):
    night.out("Israel")
    out = night.out("Kosovo")
    assert blinds(night) == (50, 100, 2)
    undo(entry=out, actor=night.director, now=night.now)
    assert blinds(night) == (25, 50, 1)


def test_taking_the_rebuy_back_changes_no_level_and_taking_the_out_back_does_SPT_38(night: Night):
    night.out("Israel")
    out = night.out("Kosovo")
    bought = buy_back(night, "Kosovo")
    undo(entry=bought, actor=night.director, now=night.now)
    assert blinds(night) == (50, 100, 2)
    undo(entry=out, actor=night.director, now=night.now)
    assert blinds(night) == (25, 50, 1)


def test_each_out_keeps_the_level_of_its_hand_whatever_was_bought_back_SPT_38(night: Night):
    first, second = night.out("Israel"), night.out("Kosovo")
    buy_back(night, "Israel")
    third = night.out("Francia")
    levels = {
        night.field().by_id[key].name: level.bb
        for key, level in levels_of_outs(night.open, night.field()).items()
    }
    assert levels == {"Kosovo": 50, "Francia": 100}
    recall = Recall(night.open)
    raised = [recall.raised_to(hand.pk) for hand in (first, second, third)]
    assert [level and level.bb for level in raised] == [None, 100, None]


def test_a_level_set_by_hand_stays_when_somebody_buys_back_in_SPT_38(night: Night):
    for name in ("Israel", "Kosovo", "Francia"):
        night.out(name)
    go_to_level(open=night.open, index=3, **night.act)
    assert blinds(night)[:2] == (200, 400)
    buy_back(night, "Francia")
    assert blinds(night) == (200, 400, 1)


def test_a_rebuy_leaves_the_ante_of_a_table_where_the_first_out_brought_it_VIV_17():
    """A round that ends with the field, so that rebuys stay open in it."""
    round = RoundPlan(tables=2, table_seats=4, levels=(Level(0, 0, 100),), level_trigger="table")
    terms = replace(timed_terms(), house=PRESETS["vivaldi"], levels=(Level(0, 0, 100),), rounds=(round,))
    night = make_night(rebuys(terms))
    night.sign_up(*BARBARISMO)
    night.start()
    here, there = (table.label for table in Table.objects.filter(round__open=night.open).order_by("number"))
    first = sitting(table_called(night.open, here))[0]
    assert (seen(night, here).ante, seen(night, there).ante) == (100, 100)
    night.out(first)
    assert (seen(night, here).ante, seen(night, there).ante) == (200, 100)
    night.wait(minutes=2)
    bought = buy_back(night, first)
    assert len(sitting(table_called(night.open, here))) == 4
    assert (seen(night, here).ante, seen(night, there).ante) == (200, 100)
    undo(entry=bought, actor=night.director, now=night.now)
    assert (seen(night, here).ante, seen(night, there).ante) == (200, 100)
