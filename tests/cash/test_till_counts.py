"""The till counted and closed, with a difference and without; each act undone and redone (RULES 4.5)."""

from __future__ import annotations

import uuid

import pytest

from tdapp.cash import services as money
from tdapp.cash.models import TillCount
from tdapp.cash.till_counts import Drawer, count_till, drawer, reopen_till
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.rules.errors import Remark, RuleError
from tests.builders import BARBARISMO, Night, make_night, spt_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight paid "10 + 2": 96.00 in the drawer."""
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    return night


def seen(night: Night) -> Drawer:
    return drawer(night.open, night.field())


def count(night: Night, pieces: dict[int, int], **more: object) -> JournalEntry:
    return count_till(open=night.open, pieces=pieces, **more, **night.act)


def test_the_float_is_part_of_what_is_expected(night: Night):
    count(night, {5000: 1, 2000: 4, 1000: 1, 200: 3}, opening=5000, text=" Ana ")
    found = seen(night)
    assert (found.cash, found.opening, found.expected) == (9600, 5000, 14_600)
    assert found.last is not None
    assert (found.last.counted, found.last.difference, found.last.text) == (14_600, 0, "Ana")
    assert found.last.pieces == {5000: 1, 2000: 4, 1000: 1, 200: 3}
    assert not found.closed


def test_money_that_is_no_cash_is_not_expected_in_the_drawer():
    night = make_night(spt_terms(house=200))
    night.sign_up("Canadá", "Irán", pay=False)
    money.take_payment(entry=night.entries["Canadá"], method="card", **night.act)
    money.take_payment(entry=night.entries["Irán"], **night.act)
    assert seen(night).expected == 1200


def test_a_till_that_does_not_agree_is_closed_only_on_purpose_and_the_difference_stays_named(night: Night):
    with pytest.raises(RuleError) as refused:
        count(night, {2000: 4, 1000: 1, 200: 2}, close=True)
    assert (refused.value.code, refused.value.overrule) == ("till_differs", True)
    assert refused.value.params == {"expected": 9600, "counted": 9400, "difference": -200}
    assert not TillCount.objects.exists()
    entry = count(night, {2000: 4, 1000: 1, 200: 2}, close=True, overruled=["till_differs"])
    assert entry.params["overruled"] == ["till_differs"]
    last = seen(night).last
    assert last is not None
    assert (last.closed, last.difference) == (True, -200)


def test_a_closed_till_is_opened_again_before_the_next_count(night: Night):
    count(night, {2000: 4}, other=1600, close=True)
    with pytest.raises(RuleError) as refused:
        count(night, {2000: 4}, other=1600)
    assert (refused.value.code, refused.value.params) == ("till_closed_already", {"at": night.now})
    reopen_till(open=night.open, **night.act)
    with pytest.raises(RuleError, match="till_not_closed"):
        reopen_till(open=night.open, **night.act)
    count(night, {2000: 4}, other=1600, close=True)
    assert TillCount.objects.count() == 2


def test_a_payment_after_the_closing_is_taken_and_said(night: Night):
    closed = night.now
    count(night, {}, other=9600, close=True)
    assert seen(night).remarks() == ()
    night.wait(minutes=5)
    night.sign_up("Chile")
    assert seen(night).remarks() == (Remark("till_moved_since", {"at": closed, "moved": 1200}),)
    undo(entry=JournalEntry.objects.filter(kind="signed_up").latest("pk"), actor=None, now=night.now)
    assert seen(night).remarks() == ()


def test_a_prize_handed_over_leaves_the_drawer_and_debts_come_in_after_the_end():
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO, pay=False)
    entries = [night.entries[name] for name in BARBARISMO]
    for entry in entries[:7]:
        money.take_payment(entry=entry, **night.act)
    night.start()
    night.out(*reversed(BARBARISMO[1:]))
    floor.finish_open(open=night.open, overruled=["debts_open"], **night.act)
    assert seen(night).cash == 7 * 1200
    money.pay_out(entry=entries[0], **night.act)
    assert seen(night).cash == 7 * 1200 - 5000
    count(night, {}, other=3400, close=True)
    money.settle_debts(entry=entries[7], **night.act)
    assert seen(night).moved == 1200


def test_only_notes_and_coins_of_the_currency_are_counted(night: Night):
    with pytest.raises(RuleError) as refused:
        count(night, {700: 1})
    assert (refused.value.code, refused.value.params) == ("no_such_denomination", {"value": 700})
    with pytest.raises(RuleError, match="pieces_negative"):
        count(night, {500: -1})
    with pytest.raises(RuleError, match="money_line_negative"):
        count(night, {}, opening=-1)


def test_a_double_tap_counts_once(night: Night):
    act = {**night.act, "request_id": uuid.uuid4()}
    first = count_till(open=night.open, pieces={}, other=9600, close=True, **act)
    again = count_till(open=night.open, pieces={}, other=9600, close=True, **act)
    assert (again.pk, again.repeated) == (first.pk, True)


def test_counting_closing_and_opening_again_are_undone_and_redone(night: Night):
    def shown() -> object:
        return seen(night), list(TillCount.objects.values_list("pk", "closed"))

    acts = (
        lambda: count(night, {2000: 4}, opening=1000),
        lambda: count(night, {2000: 4}, close=True, overruled=["till_differs"]),
        lambda: reopen_till(open=night.open, **night.act),
    )
    for act in acts:
        before = shown()
        entry = act()
        after = shown()
        assert after != before
        back = undo(entry=entry, actor=night.director, now=night.now)
        assert shown() == before, entry.kind
        redo(entry=back, actor=night.director, now=night.now)
        assert shown() == after, entry.kind


def test_a_closing_is_not_put_back_beside_another(night: Night):
    closed = count(night, {}, other=9600, close=True)
    back = undo(entry=closed, actor=None, now=night.now)
    count(night, {}, other=9600, close=True)
    with pytest.raises(RuleError, match="undo_in_the_way"):
        redo(entry=back, actor=None, now=night.now)
