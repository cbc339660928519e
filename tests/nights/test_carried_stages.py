"""Stages that carry seats, stacks and clock on: nobody is counted where one of them ends (SIS-14)."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from tdapp.clock.queries import clock_face
from tdapp.desk.rounds import board
from tdapp.floor import rounds as acts
from tdapp.floor.next_rounds import next_round
from tdapp.journal.undo import next_redo, redo, undo
from tdapp.opens.models import Open, Round
from tdapp.rules import round_presets
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.rounds import RoundPlan
from tdapp.web.night import public_night
from tests.builders import Night
from tests.nights.test_rounds import playing, rounds_night, sitting, views

pytestmark = pytest.mark.django_db

LEVELS = tuple(Level.of_minutes(10 * n, 20 * n, 20) for n in range(1, 19))
WITH_BREAKS = (*LEVELS[:6], Level.break_of(10), *LEVELS[6:12], Level.break_of(10), *LEVELS[12:])

MOMENTS = {
    "level 6": 119, "break after level 6": 125, "level 7": 131, "level 8": 155, "level 12": 249,
    "break after level 12": 255, "level 13": 261, "level 18": 379, "after level 18": 381,
}  # fmt: skip


@pytest.mark.parametrize("minutes", MOMENTS.values(), ids=MOMENTS)
def test_no_table_of_sistema_is_counted_when_a_round_ends_SIS_14(minutes: int):
    night = rounds_night(round_presets.sistema(), 36, levels=WITH_BREAKS)
    night.start()
    night.open.refresh_from_db()
    now = night.open.started_at + timedelta(minutes=minutes)
    found = board(night.open, now)
    cards = [card for column in found.columns for card in column.cards if card.id]
    assert len(cards) == 4
    assert {card.kind for card in cards} == {"playing"}
    assert {card.ask for card in cards} == {""}
    assert found.remarks == ()
    shown = public_night(night.open, now)
    assert [one.counting for one in shown.board.rounds] == [(), (), ()]


def test_stages_carried_on_and_then_drawn_anew_are_counted_after_the_last_of_them():
    """Two levels, carried on for two more, then everybody left drawn anew with fresh stacks."""
    carried = RoundPlan(seating="carry", stacks="carry", ends="levels", level_count=2)
    plans = (RoundPlan(ends="levels", level_count=2), carried, RoundPlan(tables=1, table_seats=9))
    night = rounds_night(plans, 12, levels=LEVELS[:6])
    night.start()
    for minutes, due in ((0, False), (41, False), (79, False), (80, True)):
        night.now = Open.objects.get(pk=night.open.pk).started_at + timedelta(minutes=minutes)
        tables = [table for view in views(night) for table in view.tables]
        assert {table.how for table in tables} == {"levels" if due else ""}, minutes
    night.now -= timedelta(minutes=1)
    with pytest.raises(RuleError, match="table_still_plays"):
        count(night)
    night.wait(minutes=1)
    assert next_round(night.open, night.field(), "x").how == "levels"
    count(night)
    count(night)
    acts.begin_round(open=night.open, seed="x", **night.act)
    assert [one.plan_index for one in Round.objects.order_by("number")] == [0, 2]


def count(night: Night) -> None:
    """Count the first table that plays: 5000 each, and everybody goes on."""
    table = playing(night)[0]
    acts.finish_table(table=table, counts={night.entries[name]: 5000 for name in sitting(table)}, **night.act)


def test_day_2_with_levels_of_its_own_count_goes_on_counting_where_day_1_stopped():
    """Day 1 of two levels, Day 2 of two more (3 and 4), then a final with the stacks as they are."""
    day = RoundPlan(ends="levels", level_count=2, flight=True)
    merged = RoundPlan(seating="merge", stacks="carry", ends="levels", level_count=2)
    plans = (day, merged, RoundPlan(stacks="carry"))
    night = rounds_night(plans, 12, levels=LEVELS[:6])
    night.start()
    night.wait(minutes=40)
    count(night)
    count(night)
    acts.begin_round(open=night.open, seed="x", **night.act)
    for minutes, due in ((0, False), (39, False), (40, True)):
        shown = {
            table.how for view in views_after(night, minutes) if view.number == 2 for table in view.tables
        }
        assert shown == {"levels" if due else ""}, minutes
    night.wait(minutes=40)
    count(night)
    count(night)
    acts.begin_round(open=night.open, seed="y", **night.act)
    assert clock_face(night.open, night.now, night.field()).position.number == 5


def views_after(night: Night, minutes: int):
    night.wait(minutes=minutes)
    found = views(night)
    night.wait(minutes=-minutes)
    return found


def test_the_bags_of_day_1A_are_known_at_the_start_of_day_2_as_those_of_day_1B():
    """A whole Day 1B lies between, with outs by tap that moved chips nobody wrote down."""
    day = RoundPlan(ends="levels", level_count=2, flight=True)
    plans = (day, day, RoundPlan(seating="merge", stacks="carry"))
    night = rounds_night(plans, 6, levels=LEVELS[:6])
    players = list(night.entries)
    for flight, those in ((1, players[:3]), (2, players[3:])):
        entries = [night.entries[name] for name in those]
        acts.assign_flight(open=night.open, entries=entries, flight=flight, **night.act)
    night.start()
    night.wait(minutes=40)
    bags = {players[0]: 8000, players[1]: 4000, players[2]: 3000}
    bag(night, bags)
    acts.begin_round(open=night.open, seed="1B", **night.act)
    night.wait(minutes=30)
    night.out(players[5])
    night.wait(minutes=10)
    bags |= bag(night, {players[3]: 9000, players[4]: 6000})
    night.wait(minutes=24 * 60)
    known = sure(night)
    assert known == dict.fromkeys(bags)
    begun = acts.begin_round(open=night.open, seed="Day 2", **night.act)
    assert sure(night) == bags
    assert night.field().chips_in_play == 30_000
    [table] = [table for view in views(night) if view.state == "playing" for table in view.tables]
    assert {row.entrant.name: row.chips for row in table.rows} == bags
    undo(entry=begun, **night.act)
    assert sure(night) == known
    redo(entry=next_redo(night.open.stream), **night.act)
    assert sure(night) == bags
    night.out(players[2])
    assert set(sure(night).values()) == {None}


def bag(night: Night, counts: dict[str, int]) -> dict[str, int]:
    """The table that plays is counted, and everybody goes on."""
    [table] = playing(night)
    acts.finish_table(
        table=table, counts={night.entries[name]: chips for name, chips in counts.items()}, **night.act
    )
    return counts


def sure(night: Night) -> dict[str, int | None]:
    """The stacks of those in that are known for sure now."""
    everyone = night.field()
    return {one.name: everyone.sure_stack(one.id, night.now) for one in everyone.left}


def test_the_screen_asks_for_no_count_where_one_is_left_and_for_bags_where_a_flight_ends(client: Client):
    night = rounds_night(round_presets.shootout(1, 3), 6)
    night.start()
    night.out(*sitting(playing(night)[0])[:2])
    shown = public_night(night.open, night.now).board.now
    assert [(table.state, table.says) for table in shown.tables] == [
        ("count_needed", "one left: done"), ("playing", "25 / 50"),
    ]  # fmt: skip
    assert shown.counting == ()
    assert "Count the chips" not in client.get(f"/screen/{night.open.code}/").content.decode()
    night = rounds_night(round_presets.flights(2, 2), 6, beside=night)
    night.start()
    night.wait(minutes=40)
    found = public_night(night.open, night.now)
    assert [table.says for table in found.board.now.counting] == ["levels over: bag the chips"]
    assert set(found.lines.values()) == {"bag your chips"}
    with time_machine.travel(night.now, tick=False):
        page = client.get(f"/screen/{night.open.code}/").content.decode()
    assert "Bag the chips" in page
    assert "Count the chips" not in page
