"""Prizes lock by themselves at the close of registration, where the open asks for it (fault 94)."""

from __future__ import annotations

from dataclasses import replace

import pytest
import time_machine

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.clock.queries import clock_face
from tdapp.floor import purchases
from tdapp.floor.registration import Registration, lock_at_close, registration
from tdapp.floor.tasks import lock_prizes
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import BuyInOption, Open
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.purchases import Limits, Offer
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db

# Late entry ends with level 2, rebuys with level 3: at 22:00, after an hour of play.
LEVELS = (
    Level.of_minutes(25, 50, 20),
    replace(Level.of_minutes(50, 100, 20), entry_ends=True),
    replace(Level.of_minutes(100, 200, 20), rebuys_end=True),
    Level.of_minutes(200, 400, 20),
)
REBUY = Offer("rebuy", 5000, (("prize", 1000),), Limits(when="out"))
ASKING = PrizePlan("field", unit=100, at_close=True)


def night_of(prizes: PrizePlan = ASKING, levels: tuple[Level, ...] = LEVELS, **terms: object) -> Night:
    night = make_night(replace(timed_terms(), levels=levels, prizes=prizes, **{"options": (REBUY,), **terms}))
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def how(night: Night) -> Registration:
    open = Open.objects.get(pk=night.open.pk)
    everyone = night.field()
    return registration(open, everyone, clock_face(open, night.now, everyone), night.pool())


def sweep(night: Night) -> None:
    with time_machine.travel(night.now, tick=False):
        lock_prizes()


def locked(night: Night) -> cash.Prizes | None:
    found = cash.prizes(Open.objects.get(pk=night.open.pk), night.pool())
    return found if found.locked else None


def test_registration_is_over_when_late_entry_and_rebuys_are():
    night = night_of()
    assert how(night) == Registration(ends=True, closed=False)
    night.wait(minutes=41)
    assert not how(night).closed
    night.wait(minutes=18, seconds=59)
    assert not how(night).closed
    night.wait(seconds=1)
    assert how(night).closed


def test_where_nothing_marks_an_end_nobody_can_know():
    night = night_of(levels=tuple(replace(one, entry_ends=False, rebuys_end=False) for one in LEVELS))
    night.wait(hours=1)
    assert how(night) == Registration(ends=False, closed=False)
    sweep(night)
    assert locked(night) is None


def test_a_limit_of_the_offer_is_an_end_too():
    limited = replace(REBUY, limits=Limits(when="out", until_minute=30))
    plain = tuple(replace(one, entry_ends=False, rebuys_end=False) for one in LEVELS)
    night = night_of(levels=plain, options=(limited,))
    night.wait(minutes=29)
    assert not how(night).closed
    night.wait(minutes=2)
    assert how(night) == Registration(ends=True, closed=True)


def test_a_re_entry_without_an_end_keeps_registration_open():
    night = night_of(options=(REBUY, Offer("re_entry", 5000, (("prize", 1000),), Limits())))
    night.wait(minutes=41)
    # The end of late entry ends re-entries as well.
    assert not how(night).closed
    night.wait(minutes=20)
    assert how(night).closed


def test_before_the_start_registration_is_open():
    night = make_night(replace(timed_terms(), levels=LEVELS, prizes=ASKING))
    night.sign_up(*BARBARISMO)
    assert how(night) == Registration(ends=False, closed=False)


def test_prizes_lock_at_the_close_with_all_rebuys_in_them_fault_94():
    night = night_of()
    night.out("Israel")
    option = BuyInOption.objects.get(open=night.open, kind="rebuy")
    purchases.buy(entry=night.entries["Israel"], option=option, seed="s", **night.act)
    night.wait(minutes=59)
    sweep(night)
    assert locked(night) is None
    night.wait(minutes=1)
    sweep(night)
    found = locked(night)
    assert found is not None
    assert (found.amounts, found.since) == ((4500, 2700, 1800), night.now)
    entry = JournalEntry.objects.get(kind="prizes_locked")
    assert (entry.actor, entry.params) == (None, {"at_close": True, "overruled": []})


def test_who_unlocks_them_is_not_overruled_by_the_clock():
    night = night_of()
    night.wait(hours=1)
    sweep(night)
    till.unlock_prizes(open=night.open, **night.act)
    sweep(night)
    assert locked(night) is None


def test_who_takes_the_lock_back_is_not_overruled_either():
    night = night_of()
    night.wait(hours=1)
    sweep(night)
    undo(entry=JournalEntry.objects.get(kind="prizes_locked"), actor=night.director, now=night.now)
    sweep(night)
    assert locked(night) is None


def test_nothing_locks_by_itself_where_nobody_asked():
    night = night_of(replace(ASKING, at_close=False))
    night.wait(hours=1)
    sweep(night)
    assert locked(night) is None
    lock_at_close(open=night.open, **night.act)
    assert locked(night) is not None


def test_money_that_is_owed_is_waited_for():
    night = make_night(replace(timed_terms(), levels=LEVELS, prizes=ASKING, options=(REBUY,)))
    night.sign_up(*BARBARISMO[:-1])
    night.sign_up("Israel", pay=False)
    night.start()
    night.wait(hours=1)
    assert how(night) == Registration(ends=True, closed=True, owed=1000)
    sweep(night)
    assert locked(night) is None
    till.take_payment(entry=night.entries["Israel"], **night.act)
    sweep(night)
    found = locked(night)
    assert found is not None
    assert sum(found.amounts) == 8000


def test_prizes_that_do_not_sum_are_left_to_the_director():
    night = night_of(PrizePlan("amounts", (5000, 2000), at_close=True))
    night.wait(hours=1)
    sweep(night)
    assert locked(night) is None
    with pytest.raises(RuleError, match="prizes_do_not_sum"):
        lock_at_close(open=night.open, **night.act)


def test_the_lock_at_the_close_is_taken_back_and_put_back():
    night = night_of()
    with pytest.raises(RuleError, match="registration_open"):
        lock_at_close(open=night.open, **night.act)
    night.wait(hours=1)
    back_and_forth(night, lambda: lock_at_close(open=night.open, **night.act))
    with pytest.raises(RuleError, match="prizes_locked"):
        lock_at_close(open=night.open, **night.act)
