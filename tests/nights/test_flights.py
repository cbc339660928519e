"""Nights of several first days, one of them perhaps with a single player: every act goes back and forth."""

from __future__ import annotations

import pytest

from tdapp.floor import rounds as acts
from tdapp.journal.undo import next_redo, next_undo, redo, undo
from tdapp.opens.models import Table, TableResult
from tdapp.rules import round_presets
from tdapp.rules.levels import Level
from tests.builders import Night
from tests.nights.back_and_forth import back_and_forth
from tests.nights.flight_acts import Days
from tests.nights.random_night import everything_shown
from tests.nights.test_rounds import playing, rounds_night, sitting

pytestmark = pytest.mark.django_db

LEVELS = tuple(Level.of_minutes(25 * n, 50 * n, 20) for n in range(1, 7))


def flights_night(days: list[int]) -> Night:
    """Day 1A, 1B, … with so many players each, in order of names; two levels a day."""
    night = rounds_night(round_presets.flights(len(days), 2), sum(days), levels=LEVELS)
    names = iter(night.entries)
    for flight, players in enumerate(days, start=1):
        entries = [night.entries[next(names)] for _ in range(players)]
        acts.assign_flight(open=night.open, entries=entries, flight=flight, **night.act)
    return night


def bag(night: Night, counts: dict[str, int]) -> None:
    [table] = playing(night)
    counted = {night.entries[name]: chips for name, chips in counts.items()}
    acts.finish_table(table=table, counts=counted, **night.act)


def test_who_is_alone_on_his_day_bags_what_he_was_given_and_sits_down_with_it_on_day_2_T_2_1():
    night = flights_night([3, 1])
    night.start()
    night.wait(minutes=40)
    bag(night, {"P00": 8000, "P01": 4000, "P02": 3000})
    begun = back_and_forth(night, lambda: acts.begin_round(open=night.open, seed="1B", **night.act))
    alone = night.entries["P03"]
    result = TableResult.objects.get(entry=alone)
    assert (result.place, result.chips, result.through) == (1, 5000, True)
    assert begun.params["groups"] == [[alone.pk]]
    assert night.field().chips_in_play == 20_000
    back_and_forth(night, lambda: acts.begin_round(open=night.open, seed="Day 2", **night.act))
    assert sorted(sitting(*playing(night))) == ["P00", "P01", "P02", "P03"]
    everyone = night.field()
    stacks = {one.name: everyone.sure_stack(one.id, night.now) for one in everyone.left}
    assert stacks == {"P00": 8000, "P01": 4000, "P02": 3000, "P03": 5000}
    assert everyone.chips_in_play == 20_000
    back_and_forth(night, lambda: night.out("P03"))


def test_a_bye_before_a_stage_of_fresh_stacks_still_hands_its_chips_in():
    night = rounds_night(round_presets.heads_up_bracket(), 3, levels=LEVELS)
    night.start()
    [bye] = TableResult.objects.filter(through=True)
    assert (bye.chips, night.field().handed_in(bye.entry_id)) == (None, True)
    assert Table.objects.filter(finished_at=None, closed_at=None).count() == 1


@pytest.mark.parametrize(("seed", "days"), [(13, [5, 1]), (2, [4, 3]), (7, [3, 2, 1])], ids=str)
def test_a_random_night_of_flights_is_undone_and_redone_act_by_act(seed: int, days: list[int]):
    night = flights_night(days)
    night.start()
    acting, shown = Days(night, seed), [everything_shown(night, night.now)]
    moments = [night.now]
    for _ in range(30):
        entry = acting.act()
        if entry is None:
            continue
        undo(entry=entry, actor=night.director, now=night.now)
        back = next_redo(night.open.stream)
        assert back is not None
        redo(entry=back, actor=night.director, now=night.now)
        moments.append(night.now)
        shown.append(everything_shown(night, night.now))
    assert len(shown) > 5
    for step in reversed(range(len(shown) - 1)):
        entry = next_undo(night.open.stream)
        assert entry is not None
        undo(entry=entry, actor=night.director, now=night.now)
        assert everything_shown(night, moments[step]) == shown[step], f"undoing {entry.kind}"
    for step in range(1, len(shown)):
        back = next_redo(night.open.stream)
        assert back is not None
        redo(entry=back, actor=night.director, now=night.now)
        assert everything_shown(night, moments[step]) == shown[step], f"redoing {back.params['kind_undone']}"
