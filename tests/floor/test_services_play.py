"""Start, outs, counts and both endings (SPT-40, SPT-41, SPT-42, RULES 4.1; faults 86, 89, 124)."""

from __future__ import annotations

import uuid

import pytest

from tdapp.cash import queries as cash
from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.floor.queries import seat_map, suggestions
from tdapp.opens.models import Entry, Out
from tdapp.rules.errors import RuleError
from tdapp.seasons.services import post_results, take_results_back
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def entries(night: Night, *names: str) -> list[Entry]:
    return [night.entries[name] for name in names]


def places(night: Night) -> dict[str, tuple[int, int]]:
    everyone = night.field()
    return {everyone.by_id[key].name: (p.first, p.last) for key, p in everyone.places.items()}


def winners(night: Night) -> dict[str, int]:
    everyone = night.field()
    won = cash.winnings(night.open, everyone, cash.prizes(night.open, night.pool()))
    return {everyone.by_id[key].name: one.amount for key, one in won.items()}


def counts(night: Night, **chips: int) -> dict[Entry, int]:
    return {night.entries[name]: count for name, count in chips.items()}


def count(night: Night, **chips: int):
    return floor.count_chips(open=night.open, counts=counts(night, **chips), **night.act)


def together(night: Night, *names: str, **more):
    """Out in one hand, their stacks to decide."""
    return floor.record_outs(open=night.open, groups=[entries(night, *names)], **more, **night.act)


def finish(night: Night, overruled=(), **chips: int):
    return floor.finish_open(
        open=night.open, counts=counts(night, **chips) or None, overruled=overruled, **night.act
    )


def suggested(night: Night) -> list[tuple[str, dict]]:
    everyone = night.field()
    face = clock_face(night.open, night.now, everyone)
    tables = seat_map(night.open, everyone, face, night.now)
    pool = night.pool()
    prizes, debts = cash.prizes(night.open, pool), cash.debts(night.open, everyone)
    said = suggestions(night.open, everyone, prizes, debts, tables)
    return [(one.code, dict(one.params)) for one in said]


# -- the start -----------------------------------------------------------------------------------------


def test_the_start_seats_the_unseated_and_gives_everybody_the_same_stack_SPT_36():
    night = make_night()
    night.sign_up(*BARBARISMO, pay=False)
    night.start()
    everyone = night.field()
    assert {stack.chips for stack in everyone.stacks.values()} == {2000}
    assert (len(everyone.left), everyone.chips_in_play, everyone.average) == (8, 16000, 2000)
    assert ("debts", {"entries": tuple(e.pk for e in night.entries.values())}) in suggested(night)


def test_an_open_starts_once_and_with_two_players():
    night = make_night()
    night.sign_up("Canadá")
    with pytest.raises(RuleError, match="too_few_players"):
        night.start()
    night.sign_up("Irán")
    night.start()
    with pytest.raises(RuleError, match="started_already"):
        night.start()


def test_nothing_is_played_before_the_start():
    night = make_night()
    night.sign_up(*BARBARISMO)
    for act in (lambda: night.out("Israel"), lambda: count(night, Israel=1), lambda: finish(night)):
        with pytest.raises(RuleError, match="not_started"):
            act()


# -- outs ----------------------------------------------------------------------------------------------


def test_an_out_frees_the_seat_and_has_a_place(night: Night):
    entry = back_and_forth(night, lambda: night.out("Israel", by="Canadá"))
    assert entry.params == {"entries": [night.entries["Israel"].pk], "by": night.entries["Canadá"].pk}
    assert places(night) == {"Israel": (8, 8)}
    out = Out.objects.get()
    assert (out.stack_before, out.level, out.hand) == (2000, None, entry.pk)


def test_two_in_one_hand_are_ordered_by_the_stacks_before_it_RULES_4_1(night: Night):
    count(night, Israel=900, Kosovo=400)
    back_and_forth(night, lambda: together(night, "Israel", "Kosovo"))
    assert places(night) == {"Israel": (7, 7), "Kosovo": (8, 8)}


def test_two_in_one_hand_with_equal_stacks_are_tied_fault_86(night: Night):
    count(night, Israel=900, Kosovo=900)
    together(night, "Israel", "Kosovo")
    assert places(night) == {"Israel": (7, 8), "Kosovo": (7, 8)}


def test_where_a_stack_is_not_known_the_director_is_asked_and_answers_by_order_or_equal(night: Night):
    night.out("Francia", by="Israel")
    with pytest.raises(RuleError, match="stack_order_needed") as caught:
        together(night, "Israel", "Kosovo")
    assert caught.value.params["players"] == tuple(e.pk for e in entries(night, "Israel", "Kosovo"))
    assert places(night) == {"Francia": (8, 8)}
    back_and_forth(night, lambda: night.out("Kosovo", "Israel"))
    assert places(night) == {"Francia": (8, 8), "Kosovo": (7, 7), "Israel": (6, 6)}
    together(night, "Irán", "Letonia", in_order=True)
    assert places(night)["Irán"] == places(night)["Letonia"] == (4, 5)


def test_a_double_tap_on_an_out_is_one_out(night: Night):
    act = {**night.act, "request_id": uuid.uuid4()}
    for _ in range(2):
        floor.record_outs(open=night.open, groups=[entries(night, "Israel")], **act)
    assert Out.objects.count() == 1


@pytest.mark.parametrize(
    ("groups", "by", "code"),
    [
        ([["Israel"]], None, "out_already"),
        ([["Kosovo"]], "Israel", "by_is_out"),
        ([["Kosovo"]], "Kosovo", "out_by_himself"),
        ([["Kosovo"], ["Kosovo"]], None, "out_already"),
        ([], None, "nobody_left"),
        ([list(BARBARISMO[:7])], None, "nobody_left"),
        ([["Tanzania"]], None, "not_playing"),
        ([["Kosovo"]], "Tanzania", "by_is_out"),
    ],
)
def test_an_out_that_cannot_be_is_refused_and_changes_nothing_fault_124(night: Night, groups, by, code):
    night.out("Israel")
    night.sign_up("Tanzania")
    who = [entries(night, *group) for group in groups]
    with pytest.raises(RuleError, match=code):
        floor.record_outs(
            open=night.open, groups=who, by=night.entries[by] if by else None, in_order=True, **night.act
        )
    assert Out.objects.count() == 1


def test_players_of_another_open_are_not_playing_here(night: Night):
    other = make_night(tour=night.tour, director=night.director)
    other.sign_up("Tanzania", "Andorra")
    other.start()
    for act in (
        lambda: floor.record_outs(open=night.open, groups=[[other.entries["Tanzania"]]], **night.act),
        lambda: floor.count_chips(open=night.open, counts={other.entries["Tanzania"]: 1}, **night.act),
    ):
        with pytest.raises(RuleError, match="not_playing"):
            act()


def test_an_out_of_a_timed_open_keeps_its_level():
    night = make_night(timed_terms(minutes=20))
    night.sign_up("Canadá", "Irán", "Letonia")
    night.start()
    night.wait(minutes=45)
    night.out("Letonia")
    assert Out.objects.get().level == 2


# -- counts --------------------------------------------------------------------------------------------


def test_chips_are_counted_for_those_still_in(night: Night):
    back_and_forth(night, lambda: count(night, Canadá=3125, Irán=875))
    assert night.field().stacks[night.entries["Canadá"].pk].chips == 3125


@pytest.mark.parametrize(
    ("chips", "code"),
    [({"Canadá": -1}, "chips_negative"), ({"Israel": 100}, "not_playing"), ({}, "nothing_counted")],
)
def test_a_count_that_cannot_be_is_refused(night: Night, chips, code):
    night.out("Israel")
    with pytest.raises(RuleError, match=code):
        count(night, **chips)


# -- the end -------------------------------------------------------------------------------------------


def out_until(night: Night, left: int) -> None:
    for name in reversed(BARBARISMO[left:]):
        night.out(name)


def test_the_last_one_left_ends_the_open_and_locks_the_prizes_SPT_40(night: Night):
    out_until(night, 1)
    assert suggested(night)[0] == ("finish", {"entry": night.entries["Canadá"].pk})
    back_and_forth(night, lambda: finish(night))
    assert winners(night) == {"Canadá": 5000, "Inglaterra": 2000, "Letonia": 1000}
    assert cash.prizes(night.open, night.pool()).locked
    assert clock_face(night.open, night.now, night.field()).state == "finished"


def test_with_as_many_left_as_are_paid_the_chips_are_counted_SPT_41():
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    out_until(night, 3)
    night.open.house["end_mode"] = "paid_places_count"
    night.open.save(update_fields=["house"])
    assert suggested(night)[0] == ("count", {"left": 3})
    back_and_forth(night, lambda: finish(night, Canadá=3000, Inglaterra=8000, Letonia=5000))
    assert winners(night) == {"Inglaterra": 5000, "Letonia": 2000, "Canadá": 1000}


def test_equal_counts_share_the_money_of_their_places_SPT_41(night: Night):
    out_until(night, 3)
    finish(night, Canadá=4000, Inglaterra=4000, Letonia=8000)
    assert winners(night) == {"Letonia": 5000, "Canadá": 1500, "Inglaterra": 1500}
    assert places(night)["Canadá"] == (2, 3)


def test_a_last_hand_that_takes_out_too_many_pays_the_bigger_stack_SPT_41(night: Night):
    out_until(night, 4)
    count(night, Letonia=3000, Irán=1000)
    together(night, "Letonia", "Irán")
    finish(night, Canadá=9000, Inglaterra=7000)
    assert winners(night) == {"Canadá": 5000, "Inglaterra": 2000, "Letonia": 1000}
    assert (places(night)["Letonia"], places(night)["Irán"]) == ((3, 3), (4, 4))


def test_a_double_out_on_the_bubble_with_equal_stacks_shares_the_last_prize_SPT_41(night: Night):
    out_until(night, 4)
    count(night, Letonia=1000, Irán=1000)
    together(night, "Letonia", "Irán")
    finish(night, Canadá=9000, Inglaterra=7000)
    assert winners(night) == {"Canadá": 5000, "Inglaterra": 2000, "Letonia": 500, "Irán": 500}


def test_every_survivor_and_nobody_else_is_counted_SPT_41(night: Night):
    out_until(night, 3)
    left = tuple(e.pk for e in entries(night, "Canadá", "Inglaterra", "Letonia"))
    for chips in (
        {},
        {"Canadá": 1, "Inglaterra": 2},
        {"Canadá": 1, "Inglaterra": 2, "Letonia": 3, "Irán": 4},
    ):
        with pytest.raises(RuleError, match="count_needed") as caught:
            finish(night, **chips)
        assert caught.value.params["entries"] == left
    with pytest.raises(RuleError, match="chips_negative"):
        finish(night, Canadá=1, Inglaterra=2, Letonia=-3)
    night.out("Letonia", "Inglaterra")
    with pytest.raises(RuleError, match="count_needed"):
        finish(night, Israel=500)
    assert night.field().stacks[night.entries["Israel"].pk].chips == 2000


def test_finishing_with_debts_is_asked_about_and_may_be_passed():
    night = make_night()
    night.sign_up(*BARBARISMO[:7])
    night.sign_up("Israel", pay=False)
    night.start()
    out_until(night, 1)
    with pytest.raises(RuleError, match="debts_open") as caught:
        finish(night)
    assert caught.value.overrule
    assert caught.value.params["entries"] == (night.entries["Israel"].pk,)
    entry = finish(night, overruled=["debts_open"])
    assert entry.params["overruled"] == ["debts_open"]


def test_prizes_short_of_the_pool_are_asked_about_at_the_end():
    night = make_night(spt_terms(prizes=(5000, 2000)))
    night.sign_up(*BARBARISMO)
    night.start()
    out_until(night, 1)
    with pytest.raises(RuleError, match="prizes_do_not_sum") as caught:
        finish(night)
    assert (caught.value.overrule, caught.value.params["missing"]) == (True, 1000)
    finish(night, overruled=["prizes_do_not_sum"])


def test_a_finished_open_changes_only_after_it_is_reopened(night: Night):
    out_until(night, 1)
    finish(night)
    table = night.open.rounds.get().tables.get()
    for act in (
        lambda: night.out("Canadá"),
        lambda: count(night, Canadá=1),
        lambda: finish(night),
        lambda: floor.draw_seats(open=night.open, seed="s", **night.act),
        lambda: floor.draw_dealer(open=night.open, seed="s", **night.act),
        lambda: floor.set_button(table=table, seat=1, **night.act),
        lambda: floor.start_play(open=night.open, seed="s", **night.act),
        lambda: floor.swap_seats(first=night.entries["Canadá"], second=night.entries["Irán"], **night.act),
    ):
        with pytest.raises(RuleError, match="finished_already"):
            act()
    back_and_forth(night, lambda: floor.reopen_open(open=night.open, **night.act))
    with pytest.raises(RuleError, match="not_finished"):
        floor.reopen_open(open=night.open, **night.act)
    count(night, Canadá=16000)


def test_posted_results_are_taken_back_before_reopening(night: Night):
    out_until(night, 1)
    finish(night)
    post_results(open=night.open, **night.act)
    with pytest.raises(RuleError, match="posted_already"):
        floor.reopen_open(open=night.open, **night.act)
    take_results_back(open=night.open, **night.act)
    floor.reopen_open(open=night.open, **night.act)


# -- suggestions ---------------------------------------------------------------------------------------


def test_before_the_start_a_draw_then_the_start_is_suggested():
    night = make_night()
    assert suggested(night) == []
    night.sign_up("Canadá")
    assert [code for code, _ in suggested(night)] == ["field_outside_advice"]
    night.sign_up(*BARBARISMO[1:7])
    assert suggested(night) == [("draw", {"players": 7})]
    floor.draw_seats(open=night.open, seed="s", **night.act)
    assert suggested(night) == [("start", {"players": 7})]


def test_six_players_are_a_remark_and_never_a_block_SPT_34():
    night = make_night(spt_terms(prizes=(4000, 2000)))
    night.sign_up(*BARBARISMO[:6])
    assert ("field_outside_advice", {"players": 6, "least": 7, "most": 9}) in suggested(night)
    night.start()
    assert suggested(night) == []


def test_after_the_end_posting_is_suggested(night: Night):
    out_until(night, 1)
    finish(night)
    assert suggested(night) == [("post", {})]
    post_results(open=night.open, **night.act)
    assert suggested(night) == []
