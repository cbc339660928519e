"""Those who went on from a table and wait for the next round with their chips handed in; a table opened again
without those who are gone (VIV-06, VIV-31, VIV-32, TDA 71)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash import services as till
from tdapp.floor import replays, rounds, rulings
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.floor.next_rounds import next_round
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Out, Table, TableResult
from tdapp.rules import round_presets
from tdapp.rules.errors import RuleError
from tdapp.rules.rounds import RoundPlan
from tests.builders import Night
from tests.nights.back_and_forth import back_and_forth
from tests.nights.test_rounds import rounds_night
from tests.vivaldi import (
    begin,
    end,
    places,
    play_out,
    seen,
    sitting,
    standing,
    table_called,
    vivaldi_night,
)  # fmt: skip

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = vivaldi_night()
    night.start()
    night.wait(minutes=40)
    return night


def take_back(night: Night, entry: JournalEntry) -> JournalEntry:
    return undo(entry=entry, actor=night.director, now=night.now)


def disqualify(night: Night, name: str, **more: object) -> JournalEntry:
    return replays.disqualify(entry=night.entries[name], seed="lot", **more, **night.act)


def reopen(night: Night, label: str) -> JournalEntry:
    return rounds.reopen_table(table=table_called(night.open, label), **night.act)


def stacks(night: Night, names: list[str]) -> list[int]:
    everyone = night.field()
    return [everyone.stacks[night.entries[name].pk].chips for name in names]


def out_and_seated(night: Night) -> set[int]:
    seated = Seat.objects.filter(entry__open=night.open, ended_at=None).values_list("entry", flat=True)
    return set(seated) & night.field().out_ids


# -- waiting for the next round ------------------------------------------------------------------------


def test_who_waits_for_the_next_round_is_not_counted(night: Night):
    first = play_out(night, table_called(night.open, "A"))[0]
    counts = {night.entries[first]: 4000}
    with pytest.raises(RuleError, match="chips_handed_in") as refused:
        floor.count_chips(open=night.open, counts=counts, **night.act)
    assert refused.value.params["entry"] == night.entries[first].pk
    assert night.field().chips_in_play == 60_000


def test_who_waits_is_disqualified_without_chips_and_what_follows_is_undone(night: Night):
    one, *_ = play_out(night, table_called(night.open, "A"))
    there = sitting(table_called(night.open, "B"))
    floor.count_chips(open=night.open, counts={night.entries[there[1]]: 4000}, **night.act)
    back_and_forth(night, lambda: disqualify(night, one, chips=8000))
    everyone = night.field()
    assert (everyone.chips_in_play, stacks(night, [one])) == (60_000, [0])
    assert everyone.sure_stack(night.entries[there[1]].pk, night.now) == 4000, "nobody won chips of his"
    back_and_forth(night, lambda: night.out(there[0]))


def test_who_is_out_is_disqualified_without_a_count(night: Night):
    there = sitting(table_called(night.open, "A"))
    night.out(there[3])
    lines = len(night.field().ledgers[night.entries[there[3]].pk])
    disqualify(night, there[3], chips=8000)
    assert len(night.field().ledgers[night.entries[there[3]].pk]) == lines


def test_only_a_ruling_puts_out_who_waits_for_the_next_round(night: Night):
    one, two, *_ = play_out(night, table_called(night.open, "A"))
    with pytest.raises(RuleError, match="chips_handed_in") as refused:
        night.out(two)
    assert refused.value.overrule
    floor.record_outs(
        open=night.open, groups=[[night.entries[two]]], overruled=["chips_handed_in"], **night.act
    )
    assert places(night)[two] == 14
    assert one in [entrant.name for entrant in night.field().left]


def test_an_open_ended_between_two_rounds_pays_and_is_undone(night: Night):
    for label in "ABCD":
        play_out(night, table_called(night.open, label))
    left = [night.entries[entrant.name] for entrant in night.field().left]
    counts = {entry: 1000 * place for place, entry in enumerate(left, start=1)}
    ended = floor.finish_open(open=night.open, counts=counts, overruled=["rounds_to_come"], **night.act)
    night.open.refresh_from_db()
    assert places(night)[str(left[-1].player)] == 1
    take_back(night, till.pay_out(entry=left[-1], **night.act))
    redo(entry=take_back(night, ended), actor=night.director, now=night.now)
    night.open.refresh_from_db()
    floor.reopen_open(open=night.open, **night.act)
    assert not night.field().holding, "what was counted at the end are nobody's chips"
    take_back(night, rulings.note(open=night.open, text="They play on", **night.act))
    begin(night)
    assert night.field().chips_in_play == 40_000


# -- a disqualified player does not go on --------------------------------------------------------------


def test_the_place_of_a_disqualified_player_stays_empty_VIV_31(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.out(three)
    disqualify(night, two)
    back_and_forth(night, lambda: end(night, "A"))
    assert standing(seen(night, "A")) == {
        one: (1, "through"), two: (2, "disqualified"), three: (3, "out"), four: (4, "out"),
    }  # fmt: skip
    for label in "BCD":
        play_out(night, table_called(night.open, label))
    coming = next_round(night.open, night.field(), "lot")
    assert coming is not None
    assert [len(those) for those in coming.results] == [1, 2, 2, 2]


def test_who_is_still_in_moves_up_for_a_disqualified_player_VIV_31(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    disqualify(night, two, chips=9000)
    night.wait(minutes=150)
    with pytest.raises(RuleError, match="count_differs") as refused:
        end(night, "A", **{one: 6000, three: 3000, four: 11_000})
    assert refused.value.params["expected"] == 11_000
    end(night, "A", **{one: 6000, three: 3000, four: 2000})
    assert standing(seen(night, "A")) == {
        one: (1, "through"), three: (2, "through"), four: (3, "stays_out"), two: (4, "disqualified"),
    }  # fmt: skip


def test_nobody_goes_on_from_a_table_where_all_are_disqualified_VIV_31(night: Night):
    for name in (there := sitting(table_called(night.open, "A"))):
        disqualify(night, name)
    end(night, "A")
    assert not TableResult.objects.filter(table=table_called(night.open, "A"), through=True).exists()
    assert {state for _place, state in standing(seen(night, "A")).values()} == {"disqualified"}
    assert len(there) == 4


def test_who_is_disqualified_while_he_waits_is_shown_so_at_his_table_VIV_31(night: Night):
    one, two, *_ = play_out(night, table_called(night.open, "A"))
    disqualify(night, two)
    assert standing(seen(night, "A"))[two] == (2, "disqualified")
    assert standing(seen(night, "A"))[one] == (1, "through")


def test_who_is_disqualified_in_the_next_round_had_gone_on_from_his_table(night: Night):
    first = {label: play_out(night, table_called(night.open, label)) for label in "ABCD"}
    begin(night)
    disqualify(night, first["A"][0])
    assert standing(seen(night, "A"))[first["A"][0]] == (1, "through")


# -- a table opened again ------------------------------------------------------------------------------


def test_only_those_still_in_sit_at_a_table_opened_again_VIV_31(night: Night):
    one, two, three, four = play_out(night, table_called(night.open, "A"), 8800)
    night.wait(minutes=1)
    there = sitting(table_called(night.open, "B"))
    floor.count_chips(open=night.open, counts={night.entries[there[1]]: 4000}, **night.act)
    ruled = disqualify(night, two)
    back_and_forth(night, lambda: reopen(night, "A"))
    assert (sitting(table_called(night.open, "A")), out_and_seated(night)) == ([one], set())
    table = seen(night, "A")
    assert (table.state, table.how, table.chips) == ("count_needed", "last", 11_200), (
        "8800 left play with him"
    )
    assert (night.field().chips_in_play, stacks(night, [one, two])) == (71_200, [11_200, 0])
    assert night.field().sure_stack(night.entries[there[1]].pk, night.now) == 4000
    with pytest.raises(RuleError, match="undo_in_the_way"):
        take_back(night, ruled)
    back_and_forth(night, lambda: end(night, "A", **{one: 11_200}))
    assert standing(seen(night, "A")) == {
        one: (1, "through"), two: (2, "disqualified"), three: (3, "out"), four: (4, "out"),
    }  # fmt: skip


def test_who_was_put_out_while_he_waited_does_not_sit_down_again(night: Night):
    one, two, *_ = play_out(night, table_called(night.open, "A"), 8800)
    night.wait(minutes=1)
    gone = floor.record_outs(
        open=night.open, groups=[[night.entries[two]]], overruled=["chips_handed_in"], **night.act
    )
    reopen(night, "A")
    assert (sitting(table_called(night.open, "A")), out_and_seated(night)) == ([one], set())
    assert (seen(night, "A").chips, night.field().chips_in_play) == (11_200, 71_200)
    with pytest.raises(RuleError, match="undo_in_the_way"):
        take_back(night, gone)


def test_a_disqualification_outlives_the_count_that_is_taken_back_VIV_31(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.wait(minutes=150)
    end(night, "A", **{one: 10_000, two: 6000, three: 4000})
    ruled = disqualify(night, three)
    back_and_forth(night, lambda: reopen(night, "A"))
    assert sorted(sitting(table_called(night.open, "A"))) == sorted([one, two])
    assert Out.objects.get(entry=night.entries[three]).disqualified
    assert (seen(night, "A").chips, stacks(night, [one, two, three])) == (16_000, [10_000, 6000, 0])
    with pytest.raises(RuleError, match="undo_in_the_way"):
        take_back(night, ruled)
    end(night, "A", **{one: 9000, two: 7000})
    assert standing(seen(night, "A"))[three] == (3, "disqualified")
    assert places(night) == {four: 16, three: 15}


# -- after a replay ------------------------------------------------------------------------------------


def test_a_table_opened_again_after_a_replay_elsewhere_has_its_counted_stacks_VIV_32(night: Night):
    there = {label: play_out(night, table_called(night.open, label), 8800) for label in "ABCD"}
    night.wait(minutes=1)
    begin(night)
    night.wait(minutes=5)
    disqualify(night, there["B"][0], replay=True)
    assert night.field().chips_in_play == 15_000
    night.wait(minutes=1)
    back_and_forth(night, lambda: reopen(night, "A"))
    assert (stacks(night, there["A"][:2]), night.field().chips_in_play) == ([11_200, 8800], 35_000)
    assert (seen(night, "A").state, seen(night, "A").chips) == ("count_needed", 20_000)
    take_back(night, rulings.note(open=night.open, text="Counted anew", **night.act))
    end(night, "A", **{there["A"][0]: 9000, there["A"][1]: 11_000})
    assert standing(seen(night, "A"))[there["A"][1]] == (1, "through")
    assert night.field().chips_in_play == 15_000


def test_the_count_of_a_table_is_not_undone_once_its_chips_were_others(night: Night):
    there = sitting(table_called(night.open, "A"))
    night.out(there[3])
    night.out(there[2])
    counted = end(night, "A", **{there[0]: 11_200, there[1]: 8800})
    cheat, *_ = [play_out(night, table_called(night.open, label))[0] for label in "BCD"]
    begin(night)
    disqualify(night, cheat, replay=True)
    with pytest.raises(RuleError, match="play_has_gone_on"):
        take_back(night, counted)


def test_a_flight_that_was_played_again_ends_and_acts_are_undone_after_it_VIV_32():
    night = rounds_night(round_presets.flights(2, 3), 10)
    entries = list(night.entries.values())
    for flight, day in ((1, entries[:5]), (2, entries[5:])):
        rounds.assign_flight(open=night.open, entries=day, flight=flight, **night.act)
    night.start()
    night.wait(minutes=10)
    first = Table.objects.get(round__open=night.open, closed_at=None, started_at__isnull=False)
    disqualify(night, sitting(first)[0], replay=True)
    again = Table.objects.get(replay_of=first)
    there = sitting(again)
    night.wait(minutes=70)
    counts = {night.entries[name]: 5000 for name in there}
    overruled = ["table_still_plays", "count_differs"]
    done = rounds.finish_table(table=again, counts=counts, overruled=overruled, **night.act)
    redo(entry=take_back(night, done), actor=night.director, now=night.now)
    take_back(night, rulings.note(open=night.open, text="Day 1A is over", **night.act))


def test_who_carries_his_stack_on_after_rounds_of_fresh_ones_hands_nothing_in():
    heats = RoundPlan(ends="table", advance=2, left=2, table_seats=4)
    last = RoundPlan(seating="seeded", stacks="carry")
    night = rounds_night([heats, replace(heats, seating="seeded"), last], 16)
    night.start()
    for label in "ABCD":
        play_out(night, table_called(night.open, label))
    begin(night)
    night.wait(minutes=5)
    one, two, *_ = play_out(night, table_called(night.open, "1", 2), 8800)
    take_back(night, rulings.note(open=night.open, text="Table 1 is over", **night.act))
    assert stacks(night, [one, two]) == [11_200, 8800]
    counts = {night.entries[one]: 11_000, night.entries[two]: 9000}
    back_and_forth(night, lambda: floor.count_chips(open=night.open, counts=counts, **night.act))


def test_a_player_moved_between_tables_of_fresh_stacks_is_in_the_sum_of_the_round(night: Night):
    one = sitting(table_called(night.open, "A"))
    other = table_called(night.open, "B")
    taken = Seat.objects.filter(table=other, ended_at=None).values_list("number", flat=True)
    free = min({*range(1, other.seats + 1)} - {*taken})
    floor.move_player(
        entry=night.entries[one[3]], table=other, number=free,
        overruled=["seat_changes_never"], **night.act,
    )  # fmt: skip
    disqualify(night, one[2], chips=8000)
    for label in "CD":
        play_out(night, table_called(night.open, label))
    end(night, "A", **{one[0]: 7000, one[1]: 4000})
    there = sitting(other)
    night.out(*there[2:])
    with pytest.raises(RuleError, match="count_differs") as refused:
        end(night, "B", **{there[0]: 20_000, there[1]: 2000})
    assert refused.value.params == {"counted": 73_000, "expected": 72_000}
    end(night, "B", **{there[0]: 20_000, there[1]: 1000})


def moved_over(night: Night) -> tuple[list[str], str]:
    """One of table A is sent to table B: who sat at A, and the one sent."""
    one, other = sitting(table_called(night.open, "A")), table_called(night.open, "B")
    taken = Seat.objects.filter(table=other, ended_at=None).values_list("number", flat=True)
    free = min({*range(1, other.seats + 1)} - {*taken})
    floor.move_player(
        entry=night.entries[one[3]], table=other, number=free,
        overruled=["seat_changes_never"], **night.act,
    )  # fmt: skip
    return one, one[3]


def test_a_table_with_one_left_that_nobody_counted_is_in_the_sum_with_all_it_held(night: Night):
    """Nobody came to C or left it: its 20 000 stand there, less the 5000 that a disqualified player took."""
    one, _sent = moved_over(night)
    there = sitting(table_called(night.open, "C"))
    night.out(there[3], there[2])
    disqualify(night, there[1], chips=5000)
    end(night, "C")
    play_out(night, table_called(night.open, "D"))
    night.out(one[2])
    end(night, "A", **{one[0]: 9000, one[1]: 4000})
    there = sitting(table_called(night.open, "B"))
    night.out(*there[2:])
    with pytest.raises(RuleError, match="count_differs") as refused:
        end(night, "B", **{there[0]: 27_000, there[1]: 1000})
    assert refused.value.params == {"counted": 76_000, "expected": 75_000}
    end(night, "B", **{there[0]: 26_000, there[1]: 1000})


def test_a_table_that_somebody_left_with_one_uncounted_makes_the_sum_unknown(night: Night):
    """What the one left at A holds nobody counted, so nothing is said of B's count."""
    one, _sent = moved_over(night)
    for label in "CD":
        play_out(night, table_called(night.open, label))
    night.out(one[2])
    disqualify(night, one[1])
    end(night, "A")
    there = sitting(table_called(night.open, "B"))
    night.out(*there[2:])
    assert seen(night, "B").chips is None
    end(night, "B", **{there[0]: 20_000, there[1]: 3000})
    assert standing(seen(night, "B"))[there[0]] == (1, "through")
