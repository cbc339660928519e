"""Hand-for-hand play: its clock, its ticks, the bubble, and who shares which place (RULES 2.9)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.clock import services as clock
from tdapp.clock.queries import clock_face
from tdapp.floor import hand_for_hand as h4h
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.hands.models import Hand
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Entry, Out, Table
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tests.builders import Night, make_night, timed_terms
from tests.hands.dealing import enter

pytestmark = pytest.mark.django_db

NAMES = ("Canadá", "Inglaterra", "Letonia", "Irán", "Lituania", "Francia", "Kosovo", "Israel")


def two_tables(*, ties: str = "by_level", paid: int = 3, levels: tuple[Level, ...] = ()) -> Night:
    """Eight players at two tables of four, two minutes a hand; 7:00 are left of the first level."""
    terms = timed_terms()
    house = replace(PRESETS["tda"], table_seats=4, h4h_ties=ties)
    prizes = PrizePlan("amounts", (5000, 2000, 1000)[:paid])
    night = make_night(replace(terms, house=house, prizes=prizes, levels=levels or terms.levels))
    night.sign_up(*NAMES)
    night.start()
    night.wait(minutes=13)
    return night


def tables(night: Night) -> list[Table]:
    return list(Table.objects.filter(round__open=night.open).order_by("number"))


def at_table(night: Night, number: int) -> list[Entry]:
    """Who sits at a table, by seat."""
    seats = Seat.objects.filter(table__round__open=night.open, table__number=number, ended_at=None)
    return [seat.entry for seat in seats.select_related("entry__open").order_by("number")]


def shown(night: Night) -> tuple[str, int, str]:
    face = clock_face(night.open, night.now, night.field())
    assert face.position is not None
    assert face.seconds is not None
    return face.state, face.position.index, f"{face.seconds // 60}:{face.seconds % 60:02d}"


def begin(night: Night):
    return h4h.begin_hand_for_hand(open=night.open, **night.act)


def tick_all(night: Night) -> None:
    for table in tables(night):
        h4h.tick_table(table=table, **night.act)


def next_hand(night: Night, **more: Any):
    return h4h.next_hand(open=night.open, **more, **night.act)


def view(night: Night):
    night.open.refresh_from_db()
    return h4h.view(night.open, night.field(), 3)


def put_out(night: Night, *entries: Entry):
    return floor.record_outs(open=night.open, groups=[[one] for one in entries], **night.act)


def places(night: Night, *entries: Entry) -> list[tuple[int, int]]:
    found = night.field().places
    return [(found[one.pk].first, found[one.pk].last) for one in entries]


def refused(code: str, service: Any, **words: Any) -> RuleError:
    with pytest.raises(RuleError) as error:
        service(**words)
    assert error.value.code == code
    return error.value


# -- the clock ------------------------------------------------------------------------------------------


def test_each_hand_takes_two_minutes_and_the_fourth_brings_the_next_level_T_2_9a():
    night = two_tables()
    begun = begin(night)
    seen = [shown(night)]
    for _hand in range(4):
        night.wait(minutes=5)
        tick_all(night)
        last = next_hand(night)
        seen.append(shown(night))
    assert seen == [
        ("paused", 0, "7:00"),
        ("paused", 0, "5:00"),
        ("paused", 0, "3:00"),
        ("paused", 0, "1:00"),
        ("paused", 1, "19:00"),
    ]
    assert last.params["index"] == 1
    undone = undo(entry=last, **night.act)
    assert (shown(night), view(night).hand) == (("paused", 0, "1:00"), 4)
    redo(entry=undone, **night.act)
    assert (shown(night), view(night).hand) == (("paused", 1, "19:00"), 5)
    refused("undo_in_the_way", undo, entry=begun, **night.act)


def test_it_ends_where_the_clock_stood_and_undo_gives_hand_for_hand_back():
    night = two_tables()
    begin(night)
    night.wait(minutes=30)
    ended = h4h.end_hand_for_hand(open=night.open, **night.act)
    assert (shown(night), view(night)) == (("running", 0, "7:00"), None)
    night.wait(minutes=1)
    assert shown(night) == ("running", 0, "6:00")
    undone = undo(entry=ended, **night.act)
    assert (shown(night), view(night).hand) == (("paused", 0, "7:00"), 1)
    redo(entry=undone, **night.act)
    assert (shown(night), view(night)) == (("running", 0, "6:00"), None)


def test_its_beginning_is_undone_to_the_time_that_would_have_been():
    night = two_tables()
    begun = begin(night)
    night.wait(minutes=2)
    undone = undo(entry=begun, **night.act)
    assert (shown(night), view(night)) == (("running", 0, "5:00"), None)
    redo(entry=undone, **night.act)
    assert (shown(night), view(night).hand) == (("paused", 0, "7:00"), 1)


def test_time_never_runs_through_a_break_which_begins_whole_and_runs():
    levels = (Level.of_minutes(25, 50, 14), Level.break_of(10), Level.of_minutes(50, 100, 20))
    night = two_tables(levels=levels)
    begin(night)
    tick_all(night)
    assert shown(night) == ("paused", 0, "1:00")
    next_hand(night)
    assert shown(night) == ("break", 1, "10:00")
    night.wait(minutes=13)
    assert shown(night) == ("running", 2, "17:00")
    tick_all(night)
    next_hand(night)
    assert shown(night) == ("paused", 2, "18:00")


def test_the_clock_is_resumed_only_by_ending_it():
    night = two_tables()
    begin(night)
    refused("hand_for_hand_runs", clock.resume_clock, open=night.open, **night.act)
    refused("hand_for_hand_already", h4h.begin_hand_for_hand, open=night.open, **night.act)
    h4h.end_hand_for_hand(open=night.open, **night.act)
    refused("no_hand_for_hand", h4h.end_hand_for_hand, open=night.open, **night.act)


# -- ticks and the count --------------------------------------------------------------------------------


def test_the_next_hand_waits_for_every_table_in_use_or_is_overruled():
    night = two_tables()
    begin(night)
    one, other = tables(night)
    ticked = h4h.tick_table(table=one, **night.act)
    assert ([t.number for t in view(night).waiting], [t.number for t in view(night).done]) == ([2], [1])
    refused("ticked_already", h4h.tick_table, table=one, **night.act)
    assert refused("tables_still_play", next_hand, night=night).params["tables"] == (2,)
    undone = undo(entry=ticked, **night.act)
    assert len(view(night).waiting) == 2
    redo(entry=undone, **night.act)
    done = next_hand(night, overruled=["tables_still_play"])
    assert (tuple(done.params["waiting"]), view(night).hand, len(view(night).waiting)) == ((2,), 2, 2)
    h4h.tick_table(table=other, **night.act)


def test_a_table_with_one_player_left_is_waited_for_by_nobody():
    night = two_tables()
    for entry in at_table(night, 2)[:3]:
        put_out(night, entry)
    begin(night)
    assert [table.number for table in view(night).waiting] == [1]


def test_the_players_counted_must_be_those_recorded_or_it_is_passed():
    night = two_tables()
    begin(night)
    tick_all(night)
    error = refused("players_left_differ", next_hand, night=night, left=7)
    assert (error.params["counted"], error.params["recorded"], error.overrule) == (7, 8, True)
    next_hand(night, left=8)
    tick_all(night)
    next_hand(night, left=7, overruled=["players_left_differ"])


def test_the_bubble_is_announced_only_when_it_has_burst_and_was_confirmed():
    night = two_tables()
    begin(night)
    for entry in [*at_table(night, 1)[:2], *at_table(night, 2)[:2]]:
        put_out(night, entry)
    assert (view(night).left, view(night).to_go, view(night).bubble_burst) == (4, 1, False)
    refused("bubble_not_burst", h4h.confirm_bubble, open=night.open, **night.act)
    put_out(night, at_table(night, 1)[0])
    assert (view(night).bubble_burst, view(night).bubble_at) == (True, None)
    refused("players_left_differ", h4h.confirm_bubble, open=night.open, left=4, **night.act)
    done = h4h.confirm_bubble(open=night.open, left=3, **night.act)
    assert (view(night).bubble_at, view(night).bubble_burst) == (night.now, False)
    refused("bubble_burst_already", h4h.confirm_bubble, open=night.open, **night.act)
    undone = undo(entry=done, **night.act)
    assert view(night).bubble_burst
    redo(entry=undone, **night.act)
    assert view(night).bubble_at == night.now


# -- places ---------------------------------------------------------------------------------------------


def three_out(night: Night) -> tuple[Entry, Entry, Entry]:
    """A (5000) and C (3000) at one table, B (4000) at the other, stacks counted (T-2.9b)."""
    (a, c, *_), (b, *_) = at_table(night, 1), at_table(night, 2)
    counts = {a: 5000, c: 3000, b: 4000}
    floor.count_chips(open=night.open, counts=counts, **night.act)
    return a, b, c


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ("by_level", [(6, 7), (6, 7), (8, 8)]),
        ("share_all", [(6, 8), (6, 8), (6, 8)]),
        ("by_stack", [(6, 6), (7, 7), (8, 8)]),
    ],
)
@pytest.mark.parametrize("order", ["abc", "cba", "bac", "acb"])
def test_outs_of_one_hand_share_as_the_house_says_in_whatever_order_they_are_tapped_T_2_9b(
    ties: str, expected: list[tuple[int, int]], order: str
):
    night = two_tables(ties=ties)
    begin(night)
    a, b, c = three_out(night)
    for letter in order:
        put_out(night, {"a": a, "b": b, "c": c}[letter])
    assert places(night, a, b, c) == expected


@pytest.mark.parametrize(
    ("ties", "money"),
    [("share_all", (100, 100, 100)), ("by_level", (150, 150, 0)), ("by_stack", (300, 0, 0))],
)
def test_the_last_prize_of_300_goes_as_the_house_ties_T_2_9b(ties: str, money: tuple[int, int, int]):
    night = two_tables(ties=ties)
    prizes = PrizePlan("amounts", (1000, 900, 800, 700, 600, 300))
    till.set_prizes(open=night.open, plan=prizes, **night.act)
    begin(night)
    a, b, c = three_out(night)
    for entry in (c, a, b):
        put_out(night, entry)
    won = cash.winnings(night.open, night.field(), cash.prizes(night.open, night.pool()))
    found = tuple(won[one.pk].amount if one.pk in won else 0 for one in (a, b, c))
    assert found == money


def test_two_of_one_table_at_once_and_one_of_the_other():
    night = two_tables()
    begin(night)
    a, b, c = three_out(night)
    put_out(night, b)
    both = put_out(night, a, c)
    assert places(night, a, b, c) == [(6, 7), (6, 7), (8, 8)]
    before = list(Out.objects.order_by("pk").values_list("entry", "order"))
    undone = undo(entry=both, **night.act)
    assert places(night, b) == [(8, 8)]
    redo(entry=undone, **night.act)
    assert list(Out.objects.order_by("pk").values_list("entry", "order")) == before


def test_an_out_that_moved_nobody_is_undone_first_or_last():
    night = two_tables()
    begin(night)
    a, b, _c = three_out(night)
    first = put_out(night, a)
    put_out(night, b)
    assert places(night, a, b) == [(7, 8), (7, 8)]
    undo(entry=first, **night.act)
    assert places(night, b) == [(8, 8)]


def test_at_one_table_only_an_unknown_stack_is_asked_for():
    night = two_tables()
    begin(night)
    night.wait(minutes=30)
    (a, c, *_), (b, *_) = at_table(night, 1), at_table(night, 2)
    put_out(night, a, b)
    assert places(night, a, b) == [(7, 8), (7, 8)]
    other = at_table(night, 1)[1]
    with pytest.raises(RuleError) as asked:
        put_out(night, c, other)
    assert set(asked.value.params["players"]) == {c.pk, other.pk}


def test_outs_of_the_next_hand_and_of_play_before_are_placed_apart():
    night = two_tables()
    before = at_table(night, 1)[0]
    put_out(night, before)
    begin(night)
    one, two = at_table(night, 1)[0], at_table(night, 2)[0]
    put_out(night, one)
    tick_all(night)
    next_hand(night)
    put_out(night, two)
    assert places(night, before, one, two) == [(8, 8), (7, 7), (6, 6)]
    h4h.end_hand_for_hand(open=night.open, **night.act)
    put_out(night, at_table(night, 1)[0])
    assert places(night, before, one, two) == [(8, 8), (7, 7), (6, 6)]


def test_an_entered_hand_shares_with_an_out_by_tap_and_is_undone_whole():
    night = two_tables()
    begin(night)
    tapped = at_table(night, 2)[0]
    put_out(night, tapped)
    winner, loser, *rest = at_table(night, 1)
    names = {entry.pk: name for name, entry in night.entries.items()}
    chips = {names[winner.pk]: ("in", 5000), names[loser.pk]: ("all", 5000)}
    chips |= {names[one.pk]: ("fold", 0) for one in rest}
    entered = enter(night, chips, [[names[winner.pk]]])
    assert places(night, tapped, loser) == [(7, 8), (7, 8)]
    undo(entry=entered, **night.act)
    assert (places(night, tapped), Hand.objects.count()) == ([(8, 8)], 0)


def test_the_number_of_queries_does_not_grow_with_the_tables(django_assert_max_num_queries):
    night = two_tables()
    begin(night)
    everyone = night.field()
    with django_assert_max_num_queries(5):
        h4h.view(night.open, everyone, 3)
    assert timedelta(seconds=view(night).seconds) == timedelta(minutes=2)
