"""Outs put right in a night of rounds: each round keeps its places, each table its count (VIV-25, 26, 42)."""

from __future__ import annotations

import pytest

from tdapp.cash import queries as cash
from tdapp.floor import corrections, replays, rounds
from tdapp.floor import services as floor
from tdapp.floor.corrections import OutChange
from tdapp.journal.undo import undo
from tdapp.opens.models import Out, TableResult
from tdapp.rules import round_presets
from tdapp.rules.errors import RuleError
from tests.builders import Night, make_night
from tests.nights.back_and_forth import back_and_forth
from tests.nights.test_rounds import names, rounds_night
from tests.vivaldi import (
    begin,
    end,
    finish,
    places,
    play_out,
    second_round,
    sitting,
    table_called,
    vivaldi_night,
)

pytestmark = pytest.mark.django_db
EIGHT = ("Rosa", "Iván", "Marta", "Beltrán", "Olga", "Hugo", "Lía", "Pau")


@pytest.fixture
def night() -> Night:
    """Eight at two tables, playing for five minutes."""
    night = vivaldi_night(EIGHT)
    night.start()
    night.wait(minutes=5)
    return night


def out_of(night: Night, name: str) -> Out:
    return Out.objects.get(entry=night.entries[name])


def correct(night: Night, name: str, **what):
    beside = {key: out_of(night, other) for key, other in what.items() if isinstance(other, str)}
    correction = OutChange(**{**what, **beside})
    return corrections.change_out(out=out_of(night, name), correction=correction, seed="s", **night.act)


def result(night: Night, label: str) -> dict[str, int]:
    rows = TableResult.objects.filter(table=table_called(night.open, label)).order_by("place", "pk")
    return {str(row.entry.player): row.place for row in rows}


def final(night: Night) -> tuple[dict[str, list[str]], list[str]]:
    """Both tables are played and the final begins, where two go out: the tables and the final, by seat."""
    tables = {label: play_out(night, table_called(night.open, label)) for label in "AB"}
    begin(night)
    night.wait(minutes=5)
    four = sitting(table_called(night.open, "1", 2))
    night.out(four[0])
    night.wait(minutes=5)
    night.out(four[1])
    return tables, four


# -- places of a later round stand above those of an earlier one ------------------------------------------


def test_an_out_of_the_final_stays_above_those_of_the_first_round_VIV_42(night: Night):
    tables, four = final(night)
    before = places(night)
    assert (before[four[0]], before[four[1]]) == (4, 3)
    lost = [name for label in "AB" for name in tables[label][2:]]
    for other in lost:
        for where in ("before", "after"):
            with pytest.raises(RuleError, match="out_of_other_round"):
                correct(night, four[0], **{where: other})
            with pytest.raises(RuleError, match="out_of_other_round"):
                correct(night, other, **{where: four[0]})
    assert places(night) == before
    back_and_forth(night, lambda: correct(night, four[1], before=four[0]))
    assert places(night) == {**before, four[0]: 3, four[1]: 4}


def test_the_fourth_of_the_final_keeps_the_fourth_prize_VIV_42(night: Night):
    tables, four = final(night)
    with pytest.raises(RuleError, match="out_of_other_round"):
        correct(night, four[0], before=tables["A"][3])
    counts = {night.entries[four[2]]: 12_000, night.entries[four[3]]: 8000}
    floor.finish_open(open=night.open, counts=counts, **night.act)
    night.open.refresh_from_db()
    everyone = night.field()
    won = cash.winnings(night.open, everyone, cash.prizes(night.open, night.pool()))
    assert {everyone.by_id[key].name for key in won} == set(four)


def test_in_the_first_round_outs_of_two_tables_are_put_in_order(night: Night):
    a, b = (sitting(table_called(night.open, label)) for label in "AB")
    night.out(a[3])
    night.out(b[3])
    back_and_forth(night, lambda: correct(night, a[3], after=b[3]))
    assert places(night) == {b[3]: 8, a[3]: 7}


def test_flights_are_one_stage_so_outs_of_two_days_are_put_in_order():
    night = rounds_night(round_presets.flights(2, 2), 12)
    for flight, those in ((1, names(12)[:6]), (2, names(12)[6:])):
        entries = [night.entries[name] for name in those]
        rounds.assign_flight(open=night.open, entries=entries, flight=flight, **night.act)
    night.start()
    table = table_called(night.open, "1")
    first, *others = sitting(table)
    night.out(first)
    night.wait(minutes=45)
    finish(night, table, dict.fromkeys(others, 6000))
    begin(night)
    second = sitting(table_called(night.open, "1", 2))[0]
    night.out(second)
    back_and_forth(night, lambda: correct(night, first, after=second))
    with pytest.raises(RuleError, match="next_round_began"):
        corrections.reinstate(out=out_of(night, first), seed="s", **night.act)
    assert sorted(places(night).items(), key=lambda one: one[1])[-2:] == [(first, 11), (second, 12)]


def test_who_went_on_and_leaves_before_the_next_round_is_passed_by_nobody(night: Night):
    there = play_out(night, table_called(night.open, "A"))
    other = sitting(table_called(night.open, "B"))[3]
    night.out(other)
    gone = [[night.entries[there[1]]]]
    floor.record_outs(open=night.open, groups=gone, overruled=["chips_handed_in"], **night.act)
    assert places(night) == {there[3]: 8, there[2]: 7, other: 6, there[1]: 5}
    for where in ("before", "after"):
        with pytest.raises(RuleError, match="out_of_other_round"):
            correct(night, other, **{where: there[1]})
    correct(night, other, before=there[3])
    assert places(night) == {other: 8, there[3]: 7, there[2]: 6, there[1]: 5}


def test_who_went_on_and_is_put_out_stands_above_all_who_go_out_in_that_round_later_RULES_4_1(night: Night):
    """A single loser, several in one hand, and those who are counted and do not go on."""
    there = play_out(night, table_called(night.open, "A"))
    gone = [[night.entries[there[1]]]]
    floor.record_outs(open=night.open, groups=gone, overruled=["chips_handed_in"], **night.act)
    assert places(night) == {there[3]: 8, there[2]: 7, there[1]: 6}
    others = sitting(table_called(night.open, "B"))
    back_and_forth(night, lambda: night.out(others[3]))
    assert places(night) == {there[3]: 8, there[2]: 7, others[3]: 6, there[1]: 5}
    night.wait(minutes=180)
    counts = dict(zip(others, (9000, 6000, 5000), strict=False))
    back_and_forth(night, lambda: end(night, "B", **counts))
    assert places(night) == {there[3]: 8, there[2]: 7, others[3]: 6, others[2]: 5, there[1]: 4}


def test_two_out_in_one_hand_keep_their_order_below_who_went_on_RULES_4_1(night: Night):
    there = play_out(night, table_called(night.open, "A"))
    gone = [[night.entries[there[1]]]]
    floor.record_outs(open=night.open, groups=gone, overruled=["chips_handed_in"], **night.act)
    others = sitting(table_called(night.open, "B"))
    Out.objects.filter(entry=night.entries[there[1]]).update(
        order=Out.objects.get(entry=night.entries[there[2]]).order + 2
    )
    night.out(others[3], others[2])
    assert places(night) == {there[3]: 8, there[2]: 7, others[3]: 6, others[2]: 5, there[1]: 4}


def test_who_is_disqualified_between_rounds_stands_where_the_ruling_found_him_RULES_4_1(night: Night):
    there = play_out(night, table_called(night.open, "A"))
    replays.disqualify(entry=night.entries[there[1]], seed="s", **night.act)
    other = sitting(table_called(night.open, "B"))[3]
    night.out(other)
    assert places(night) == {there[3]: 8, there[2]: 7, there[1]: 6, other: 5}


def test_a_disqualified_player_is_no_bound_for_the_others_VIV_31(night: Night):
    _tables, four = final(night)
    replays.disqualify(entry=night.entries[four[2]], seed="s", **night.act)
    correct(night, four[0], after=four[1])
    assert places(night)[four[0]] < places(night)[four[1]]


# -- Vivaldi players share no place ----------------------------------------------------------------------


def test_no_two_players_share_a_place_by_a_correction_VIV_25(night: Night):
    tables, four = final(night)
    before = places(night)
    for one, other in ((four[0], four[1]), (tables["A"][2], tables["A"][3])):
        with pytest.raises(RuleError, match="places_not_shared"):
            correct(night, one, same_as=other)
    assert places(night) == before


def test_two_out_in_one_hand_are_not_said_to_be_equal_either_VIV_25(night: Night):
    *_, three, four = sitting(table_called(night.open, "A"))
    pair = [night.entries[three], night.entries[four]]
    with pytest.raises(RuleError, match="open_hand_needed"):
        floor.record_outs(open=night.open, groups=[pair], in_order=True, **night.act)
    floor.record_outs(open=night.open, groups=[pair[:1], pair[1:]], in_order=True, **night.act)
    assert places(night) == {three: 8, four: 7}


def test_where_the_house_shares_places_they_may_be_equal():
    night = make_night()
    night.sign_up(*EIGHT)
    night.start()
    night.out("Rosa")
    night.out("Pau")
    correct(night, "Pau", same_as="Rosa")
    assert places(night) == {"Rosa": 7, "Pau": 7}


# -- a counted table --------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_the_result_of_a_table_follows_the_order_of_its_outs(night: Night, begun):
    first, second, third, fourth = play_out(night, table_called(night.open, "A"))
    if begun:
        play_out(night, table_called(night.open, "B"))
        begin(night)
    assert result(night, "A") == {first: 1, second: 2, third: 3, fourth: 4}
    back_and_forth(night, lambda: correct(night, third, before=fourth))
    assert result(night, "A") == {first: 1, second: 2, fourth: 3, third: 4}
    assert places(night)[third] == places(night)[fourth] + 1
    back_and_forth(night, lambda: correct(night, third, after=fourth))
    assert result(night, "A") == {first: 1, second: 2, third: 3, fourth: 4}


def test_an_out_at_another_table_leaves_the_result_as_it_is(night: Night):
    there = play_out(night, table_called(night.open, "A"))
    other = sitting(table_called(night.open, "B"))[3]
    night.out(other)
    correct(night, other, before=there[3])
    assert result(night, "A") == {name: place for place, name in enumerate(there, start=1)}
    assert places(night) == {other: 8, there[3]: 7, there[2]: 6}


def test_an_order_put_right_before_the_count_is_not_taken_back_under_it(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.out(three)
    swapped = correct(night, three, before=four)
    done = end(night, "A", **{one: 12_000, two: 8000})
    assert result(night, "A") == {one: 1, two: 2, four: 3, three: 4}
    with pytest.raises(RuleError, match="play_has_gone_on"):
        undo(entry=swapped, actor=night.director, now=night.now)
    assert places(night) == {three: 8, four: 7}
    undo(entry=done, actor=night.director, now=night.now)
    undo(entry=swapped, actor=night.director, now=night.now)
    assert places(night) == {four: 8, three: 7}


def test_what_was_counted_is_not_put_in_another_order_VIV_26(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.wait(minutes=180)
    end(night, "A", **{one: 9000, two: 7000, three: 4000})
    for name, where, other in ((three, "before", four), (four, "after", three)):
        with pytest.raises(RuleError, match="result_stands"):
            correct(night, name, **{where: other})
    assert result(night, "A") == {one: 1, two: 2, three: 3, four: 4}


def test_nobody_comes_back_to_a_counted_table_before_its_count_is_taken_back(night: Night):
    there = play_out(night, table_called(night.open, "A"))
    table = table_called(night.open, "A")
    playing = sitting(table_called(night.open, "B"))
    night.out(playing[3])
    refused = (
        lambda: corrections.reinstate(out=out_of(night, there[2]), seed="s", **night.act),
        lambda: correct(night, there[2], entry=night.entries[there[0]]),
        lambda: correct(night, there[2], entry=night.entries[playing[0]]),
        lambda: correct(night, playing[3], entry=night.entries[there[1]]),
    )
    for act in refused:
        with pytest.raises(RuleError, match="result_stands") as raised:
            act()
        assert raised.value.params == {"label": "A"}
    assert result(night, "A") == {name: place for place, name in enumerate(there, start=1)}
    rounds.reopen_table(table=table, **night.act)
    correct(night, there[2], entry=night.entries[there[1]])
    assert set(sitting(table)) == {there[0], there[2]}


def test_nobody_comes_back_to_a_round_that_another_one_follows():
    night = vivaldi_night()
    tables = second_round(night)
    lost, on = tables["A"][3], tables["A"][0]
    with pytest.raises(RuleError, match="next_round_began"):
        corrections.reinstate(out=out_of(night, lost), seed="s", **night.act)
    with pytest.raises(RuleError, match="next_round_began"):
        correct(night, lost, entry=night.entries[on])


def test_who_put_him_out_is_said_late_at_a_counted_table_too(night: Night):
    there = play_out(night, table_called(night.open, "A"))
    back_and_forth(night, lambda: correct(night, there[3], by=night.entries[there[0]]))
    assert out_of(night, there[3]).by == night.entries[there[0]]
