"""Prizes that follow the field, fixed places, locked ones, what changed since, and ties (RULES 4.1-4.3)."""

from __future__ import annotations

import json

import pytest

from tdapp.cash import prizes as prizes_of
from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Payment
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.journal.undo import undo
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.prize_plans import tables_in
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db

MORE = ("Tanzania", "Andorra", "Malta")


@pytest.fixture
def night() -> Night:
    """Eight paid 10 euros each."""
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    return night


def plan(night: Night, made: PrizePlan) -> None:
    till.set_prizes(open=night.open, plan=made, **night.act)


def now(night: Night) -> cash.Prizes:
    return cash.prizes(Open.objects.get(pk=night.open.pk), night.pool())


def said(night: Night) -> list[str]:
    return [one.code for one in now(night).remarks]


# -- by the field ----------------------------------------------------------------------------------------


def test_places_and_money_follow_each_entry_until_they_are_locked_4_3_fault_94(night: Night):
    plan(night, PrizePlan("field", unit=100))
    assert now(night).amounts == (4000, 2400, 1600)
    night.sign_up(*MORE)
    assert now(night).amounts == (5500, 3300, 2200)
    door.withdraw(entry=night.entries["Malta"], **night.act)
    assert now(night).amounts == (5000, 3000, 2000)
    till.lock_prizes(open=night.open, **night.act)
    night.sign_up("Chipre")
    assert (now(night).amounts, now(night).unassigned) == ((5000, 3000, 2000), 1000)


def test_a_plan_by_field_is_set_taken_back_and_put_back(night: Night):
    made = PrizePlan("field", unit=100, share=25)
    back_and_forth(night, lambda: till.set_prizes(open=night.open, plan=made, **night.act))
    assert now(night).amounts == (4800, 3200)


def test_too_large_a_unit_pays_fewer_places_and_says_so_4_2(night: Night):
    plan(night, PrizePlan("field", unit=5000, paid=3))
    assert now(night).amounts == (8000,)
    assert "places_unpayable" in said(night)
    till.lock_prizes(open=night.open, **night.act)
    assert now(night).amounts == (8000,)


@pytest.mark.parametrize(("unit", "entries"), [(1, 5), (5, 8), (1000, 11)])
def test_the_published_tables_pay_the_whole_pool_of_a_night(shared_cases, unit: int, entries: int):
    night = make_night(spt_terms())
    night.sign_up(*(*BARBARISMO, *MORE)[:entries])
    for table in tables_in(json.loads((shared_cases / "structures" / "payouts.json").read_text("utf-8"))):
        plan(night, PrizePlan("field", unit=unit, table=table.to_dict()))
        found = now(night)
        assert sum(found.amounts) == entries * 1000
        assert list(found.amounts) == sorted(found.amounts, reverse=True)
        assert 0 not in found.amounts


# -- fixed places ----------------------------------------------------------------------------------------


def test_first_is_fifty_whatever_comes(night: Night):
    plan(night, PrizePlan("field", unit=100))
    back_and_forth(night, lambda: till.fix_prize(open=night.open, place=1, amount=5000, **night.act))
    assert (now(night).amounts, now(night).fixed) == ((5000, 1800, 1200), {1: 5000})
    night.sign_up(*MORE)
    assert now(night).amounts == (5000, 3600, 2400)
    back_and_forth(night, lambda: till.free_prize(open=night.open, place=1, **night.act))
    assert now(night).amounts == (5500, 3300, 2200)


def test_a_fixed_place_survives_other_shares_and_the_lock(night: Night):
    plan(night, PrizePlan("percent", ("50", "30", "20"), 100))
    till.fix_prize(open=night.open, place=3, amount=1000, **night.act)
    assert now(night).amounts == (4400, 2600, 1000)
    till.lock_prizes(open=night.open, **night.act)
    assert now(night).amounts == (4400, 2600, 1000)
    for act in (
        lambda: till.fix_prize(open=night.open, place=2, amount=1000, **night.act),
        lambda: till.free_prize(open=night.open, place=3, **night.act),
    ):
        with pytest.raises(RuleError, match="prizes_locked"):
            act()


def test_a_fixed_place_that_the_field_no_longer_pays_is_said(night: Night):
    plan(night, PrizePlan("field", unit=100))
    till.fix_prize(open=night.open, place=3, amount=1000, **night.act)
    for name in BARBARISMO[3:]:
        door.withdraw(entry=night.entries[name], **night.act)
    assert now(night).amounts == (3000,)
    assert "locked_place_unpaid" in said(night)


@pytest.mark.parametrize(
    ("made", "place", "amount", "code"),
    [
        (PrizePlan("field"), 4, 1000, "locked_place_unpaid"),
        (PrizePlan("field"), 1, 0, "prize_zero"),
        (PrizePlan("field"), 0, 5, "places_out_of_range"),
        (PrizePlan("field", fixed=((1, 3000),)), 2, 4000, "prizes_rise"),
        (PrizePlan("amounts", (5000, 3000)), 1, 6000, "prizes_fixed_already"),
        (PrizePlan("winner"), 1, 6000, "prizes_fixed_already"),
    ],
)
def test_what_cannot_be_fixed_is_refused(night: Night, made: PrizePlan, place: int, amount: int, code: str):
    plan(night, made)
    with pytest.raises(RuleError, match=code):
        till.fix_prize(open=night.open, place=place, amount=amount, **night.act)


def test_a_free_place_cannot_be_freed(night: Night):
    plan(night, PrizePlan("field"))
    with pytest.raises(RuleError, match="prize_not_fixed"):
        till.free_prize(open=night.open, place=1, **night.act)


# -- as they are typed -----------------------------------------------------------------------------------


def test_typed_prizes_that_rise_or_are_nothing_are_said_before_they_are_locked(night: Night):
    plan(night, PrizePlan("amounts", (2000, 6000, 0)))
    assert said(night)[:2] == ["prizes_rise", "prize_zero"]


# -- since when ------------------------------------------------------------------------------------------


def test_prizes_are_as_of_the_last_act_that_moved_them_and_final_since_they_were_locked(night: Night):
    plan(night, PrizePlan("field", unit=100))
    night.wait(minutes=10)
    night.sign_up("Tanzania")
    paid_at = night.now
    night.wait(minutes=10)
    night.start()
    night.out("Israel")
    assert prizes_of.as_of(night.open) == paid_at
    night.wait(minutes=10)
    till.lock_prizes(open=night.open, **night.act)
    night.open.refresh_from_db()
    assert (prizes_of.as_of(night.open), now(night).since) == (night.now, night.now)
    assert prizes_of.changes_since_lock(night.open) == ()


def test_what_changed_the_money_since_the_lock_is_listed_and_unlocking_is_journaled(night: Night):
    till.lock_prizes(open=night.open, **night.act)
    night.wait(minutes=5)
    payment = Payment.objects.get(entry=night.entries["Israel"])
    till.void_payment(payment=payment, **night.act)
    late = till.take_payment(entry=night.entries["Israel"], **night.act)
    night.open.refresh_from_db()
    kinds = [act.kind for act in prizes_of.changes_since_lock(night.open)]
    assert kinds == ["payment_taken", "payment_voided"]
    undo(entry=late, actor=night.director, now=night.now)
    assert [act.kind for act in prizes_of.changes_since_lock(night.open)] == ["payment_voided"]
    back_and_forth(night, lambda: till.unlock_prizes(open=night.open, **night.act))
    night.open.refresh_from_db()
    assert prizes_of.changes_since_lock(night.open) == ()


def test_an_undone_payment_moves_the_time_of_the_prizes_too(night: Night):
    night.sign_up("Tanzania", pay=False)
    night.wait(minutes=5)
    paid = till.take_payment(entry=night.entries["Tanzania"], **night.act)
    night.wait(minutes=5)
    undo(entry=paid, actor=night.director, now=night.now)
    assert prizes_of.as_of(night.open) == night.now


# -- ties and several out at once ------------------------------------------------------------------------


def out_together(night: Night, *names: str, equal: bool) -> None:
    rows = [night.entries[name] for name in names]
    groups = [rows] if equal else [[row] for row in rows]
    floor.record_outs(open=night.open, groups=groups, in_order=True, **night.act)


def won(night: Night) -> dict[str, int]:
    found = cash.winnings(night.open, night.field(), now(night))
    return {night.field().by_id[key].name: one.amount for key, one in found.items() if one.amount}


def test_two_out_in_one_hand_with_equal_stacks_share_second_and_third_4_1_fault_86(night: Night):
    plan(night, PrizePlan("amounts", (5000, 2000, 1000)))
    night.start()
    night.out("Israel", "Kosovo", "Francia", "Lituania", "Irán")
    out_together(night, "Letonia", "Inglaterra", equal=True)
    assert won(night) == {"Canadá": 5000, "Letonia": 1500, "Inglaterra": 1500}


def test_two_out_in_one_hand_in_order_of_their_stacks_win_by_place_4_1(night: Night):
    plan(night, PrizePlan("amounts", (5000, 2000, 1000)))
    night.start()
    night.out("Israel", "Kosovo", "Francia", "Lituania", "Irán")
    out_together(night, "Letonia", "Inglaterra", equal=False)
    assert won(night) == {"Canadá": 5000, "Inglaterra": 2000, "Letonia": 1000}


def test_three_equal_on_the_bubble_share_the_last_prize_to_the_cent_4_2_fault_95(night: Night):
    plan(night, PrizePlan("amounts", (5000, 2000, 1000)))
    night.start()
    night.out("Israel", "Kosovo", "Francia")
    out_together(night, "Lituania", "Irán", "Letonia", equal=True)
    assert won(night) == {"Letonia": 334, "Irán": 333, "Lituania": 333}


def test_an_undone_out_gives_its_prize_back_and_later_places_follow_fault_83(night: Night):
    plan(night, PrizePlan("amounts", (5000, 2000, 1000)))
    night.start()
    night.out("Israel", "Kosovo", "Francia", "Lituania")
    third = night.out("Irán")
    night.out("Letonia")
    assert won(night) == {"Letonia": 1000}
    undo(entry=third, actor=night.director, now=night.now)
    # Irán is in again: Letonia went out fourth of those left, before him.
    assert won(night) == {}
    night.out("Inglaterra")
    assert won(night) == {"Inglaterra": 1000}


@pytest.mark.parametrize(
    ("made", "sure"),
    [
        (PrizePlan("amounts", (5000, 2000, 1000)), [True, True, True, True, True, False, False]),
        (PrizePlan("percent", ("60", "40")), [True, True, True, True, True, True, False]),
        (PrizePlan("winner"), [True] * 7),
    ],
    ids=["amounts", "percent", "winner"],
)
def test_who_is_below_the_money_is_known_without_counting_it_4_2(night: Night, made, sure):
    plan(night, made)
    night.start()
    found = []
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
        found.append(cash.below_the_money(night.open, night.field()))
        # The last one left has the first place, which is paid.
        assert not found[-1] or won(night) == {}
    assert found == [*sure[:-1], False]


def test_once_the_prizes_are_locked_the_money_is_asked_4_2(night: Night):
    plan(night, PrizePlan("amounts", (5000, 2000, 1000)))
    night.start()
    night.out("Israel")
    assert cash.below_the_money(night.open, night.field())
    till.lock_prizes(open=night.open, **night.act)
    assert not cash.below_the_money(Open.objects.get(pk=night.open.pk), night.field())
