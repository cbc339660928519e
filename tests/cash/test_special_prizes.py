"""Prizes beside those of the places: set aside, proposed by the outs, given, taken back, off the list."""

from __future__ import annotations

import pytest

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash import special_prizes as special
from tdapp.cash.models import SpecialPrize
from tdapp.cash.special_prizes import SpecialFact
from tdapp.floor import services as floor
from tdapp.journal.undo import undo
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight of the Somontano tour, paid and playing for shares of the pool: 80 euros and 16 for the house."""
    night = make_night(spt_terms(house=200))
    night.sign_up(*BARBARISMO)
    till.set_prizes(open=night.open, plan=PrizePlan("percent", ("50", "30", "20"), 100), **night.act)
    night.start()
    return night


def add(night: Night, kind: str, **how: object) -> SpecialPrize:
    entry = special.add_special_prize(open=night.open, kind=kind, **{**how, **night.act})
    return SpecialPrize.objects.get(pk=entry.params["prize"])


def facts(night: Night) -> tuple[SpecialFact, ...]:
    open = Open.objects.get(pk=night.open.pk)
    everyone = night.field()
    return special.special_prizes(open, everyone, cash.prizes(open, night.pool()))


def proposed(night: Night) -> dict[str, list[str]]:
    return {one.kind: [who.name for who in one.proposed] for one in facts(night)}


def prizes(night: Night) -> tuple[int, ...]:
    return cash.prizes(night.open, night.pool()).amounts


# -- money -----------------------------------------------------------------------------------------------


def test_money_for_the_best_hand_is_set_aside_before_the_places_share_the_rest(night: Night):
    assert prizes(night) == (4000, 2400, 1600)
    back_and_forth(
        night,
        lambda: special.add_special_prize(open=night.open, kind="best_hand", amount=1000, **night.act),
    )
    assert prizes(night) == (3500, 2100, 1400)
    pool = night.pool()
    assert (pool.taken_for_prizes, pool.set_aside, pool.prize) == (8000, 1000, 7000)


def test_money_out_of_another_fund_leaves_the_places_alone(night: Night):
    prize = add(night, "first_out", amount=500, fund="house")
    assert prizes(night) == (4000, 2400, 1600)
    before = cash.till(night.open, night.pool()).in_hand
    special.give_special_prize(prize=prize, entry=night.entries["Israel"], **night.act)
    assert cash.till(night.open, night.pool()).in_hand == before - 500
    assert (night.pool().funds["house"], night.pool().house) == (1600, 1100)


def test_a_prize_is_given_and_its_money_leaves_the_till_then(night: Night):
    prize = add(night, "best_hand", amount=1000)
    before = cash.till(night.open, night.pool()).in_hand
    entry = night.entries["Irán"]
    back_and_forth(night, lambda: special.give_special_prize(prize=prize, entry=entry, **night.act))
    assert cash.till(night.open, night.pool()).in_hand == before - 1000
    assert prizes(night) == (3500, 2100, 1400)
    with pytest.raises(RuleError, match="special_prize_given"):
        special.give_special_prize(prize=prize, entry=night.entries["Kosovo"], **night.act)
    back_and_forth(night, lambda: special.take_special_prize_back(prize=prize, **night.act))
    assert cash.till(night.open, night.pool()).in_hand == before
    with pytest.raises(RuleError, match="special_prize_not_given"):
        special.take_special_prize_back(prize=prize, **night.act)


def test_money_that_locked_prizes_would_miss_is_asked_about(night: Night):
    till.lock_prizes(open=night.open, **night.act)
    with pytest.raises(RuleError) as asked:
        add(night, "best_hand", amount=1000)
    assert (asked.value.code, asked.value.overrule) == ("locked_prizes_uncovered", True)
    assert asked.value.params == {"assigned": 8000, "left": 7000}
    add(night, "best_hand", text="una copa")
    add(night, "bubble", amount=1000, fund="house")
    add(night, "best_hand", amount=1000, overruled=["locked_prizes_uncovered"])
    night.open.refresh_from_db()
    found = cash.prizes(night.open, night.pool())
    assert (found.amounts, found.unassigned) == ((4000, 2400, 1600), -1000)


def test_off_the_list_its_money_goes_back_to_the_places(night: Night):
    prize = add(night, "bubble", amount=1000)
    back_and_forth(night, lambda: special.void_special_prize(prize=prize, **night.act))
    assert prizes(night) == (4000, 2400, 1600)
    for act in (
        lambda: special.void_special_prize(prize=prize, **night.act),
        lambda: special.give_special_prize(prize=prize, entry=night.entries["Irán"], **night.act),
    ):
        with pytest.raises(RuleError, match="special_prize_voided"):
            act()


def test_who_has_a_prize_must_give_it_back_before_it_is_off_the_list(night: Night):
    prize = add(night, "other", text="un jamón")
    given = special.give_special_prize(prize=prize, entry=night.entries["Irán"], **night.act)
    with pytest.raises(RuleError, match="special_prize_given"):
        special.void_special_prize(prize=prize, **night.act)
    undo(entry=given, actor=night.director, now=night.now)
    special.void_special_prize(prize=prize, **night.act)
    assert facts(night) == ()


def test_a_prize_is_given_after_the_end_too_but_none_is_added(night: Night):
    prize = add(night, "best_hand", amount=1000)
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    special.give_special_prize(prize=prize, entry=night.entries["Irán"], **night.act)
    with pytest.raises(RuleError, match="finished_already"):
        add(night, "bubble", amount=500)
    with pytest.raises(RuleError, match="finished_already"):
        special.void_special_prize(prize=prize, **night.act)


# -- whose it is -----------------------------------------------------------------------------------------


def test_the_first_out_and_the_bubble_are_proposed_and_never_given_by_themselves(night: Night):
    add(night, "first_out", text="una copa")
    add(night, "bubble", amount=500)
    add(night, "best_hand", amount=500)
    assert proposed(night) == {"first_out": [], "bubble": [], "best_hand": []}
    night.out("Israel")
    assert proposed(night)["first_out"] == ["Israel"]
    for name in ("Kosovo", "Francia", "Lituania"):
        night.out(name)
    assert proposed(night) == {"first_out": ["Israel"], "bubble": [], "best_hand": []}
    night.out("Irán")
    assert proposed(night) == {"first_out": ["Israel"], "bubble": ["Irán"], "best_hand": []}
    night.out("Letonia")
    assert proposed(night)["bubble"] == ["Irán"]
    assert [one.given for one in facts(night)] == [None, None, None]


def test_an_undone_out_takes_the_proposal_along_fault_89(night: Night):
    add(night, "first_out", text="una copa")
    gone = night.out("Israel")
    undo(entry=gone, actor=night.director, now=night.now)
    assert proposed(night) == {"first_out": []}
    night.out("Kosovo")
    assert proposed(night) == {"first_out": ["Kosovo"]}


def test_those_who_tie_on_the_bubble_share_the_money_and_the_one_before_is_the_bubble_4_2(night: Night):
    add(night, "bubble", text="una copa")
    for name in ("Israel", "Kosovo", "Francia", "Lituania"):
        night.out(name)
    two = [night.entries[name] for name in ("Irán", "Letonia")]
    floor.record_outs(open=night.open, groups=[two], in_order=True, **night.act)
    # 3rd and 4th share the third prize: the best place without money is the fifth.
    assert proposed(night) == {"bubble": ["Lituania"]}


def test_a_thing_for_a_place_goes_to_who_holds_it_tied_or_not(night: Night):
    add(night, "place", place=7, text="un jamón")
    two = [night.entries[name] for name in ("Israel", "Kosovo")]
    floor.record_outs(open=night.open, groups=[two], in_order=True, **night.act)
    assert sorted(proposed(night)["place"]) == ["Israel", "Kosovo"]


# -- what cannot be --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"kind": "worst_hand", "amount": 500}, "special_prize_unknown"),
        ({"kind": "bubble"}, "special_prize_empty"),
        ({"kind": "other", "text": "   "}, "special_prize_empty"),
        ({"kind": "other", "amount": 500}, "name_missing"),
        ({"kind": "other", "text": "x" * 81}, "name_too_long"),
        ({"kind": "place", "text": "un jamón"}, "special_prize_without_place"),
        ({"kind": "bubble", "amount": -5}, "money_negative"),
        ({"kind": "bubble", "amount": 5, "fund": "cena"}, "no_such_fund"),
    ],
)
def test_a_prize_that_says_too_little_is_refused(night: Night, how: dict[str, object], code: str):
    with pytest.raises(RuleError, match=code):
        special.add_special_prize(open=night.open, **how, **night.act)
    assert facts(night) == ()


def test_nobody_of_another_open_gets_a_prize(night: Night):
    prize = add(night, "best_hand", amount=500)
    other = make_night(spt_terms("Naval"), tour=night.tour, director=night.director)
    other.sign_up("Canadá")
    with pytest.raises(RuleError, match="entry_withdrawn"):
        special.give_special_prize(prize=prize, entry=other.entries["Canadá"], **night.act)
