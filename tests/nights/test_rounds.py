"""Whole nights in rounds through services: Vivaldi with 4 to 32 players, heats, shootout, bracket, flights,
Sistema (RULES 1.3, SIS-14, DESIGN 8)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tdapp.cash import queries as cash
from tdapp.clock.queries import clock_face, current_round
from tdapp.floor import door, rounds
from tdapp.floor import services as floor
from tdapp.floor import tables as floor_tables
from tdapp.floor.models import Seat
from tdapp.floor.next_rounds import next_round
from tdapp.floor.queries import unseated
from tdapp.floor.round_queries import RoundView, rounds_of
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Entry, Open, Out, Round, StackChange, Table, TableResult
from tdapp.rules import round_presets
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.rounds import RoundPlan
from tests.builders import Night, make_night, timed_terms
from tests.nights.back_and_forth import back_and_forth
from tests.nights.random_night import everything_shown
from tests.vivaldi import sitting, vivaldi_night

pytestmark = pytest.mark.django_db

SHARES = PrizePlan("percent", ("50", "30", "20"))
VIVALDI = [
    (4, [1]), (8, [2, 1]), (12, [4, 2, 1]), (16, [4, 2, 1]), (20, [4, 2, 1]),
    (24, [8, 4, 2, 1]), (32, [8, 4, 2, 1]),
]  # fmt: skip
"""Players, and how many tables each round has (RULES 1.3)."""


def names(count: int) -> list[str]:
    return [f"P{n:02}" for n in range(count)]


def rounds_night(
    plans: Sequence[RoundPlan], players: int, *, beside: Night | None = None, **terms: Any
) -> Night:
    """A night of those stages with its players signed up, stacks of 5000, levels of 20 minutes."""
    told = replace(timed_terms("Copa"), **{"rounds": tuple(plans), "prizes": SHARES, **terms})
    night = make_night(told, tour=beside.tour, director=beside.director) if beside else make_night(told)
    door.sign_up_list(open=night.open, nicknames=names(players), pay=True, **night.act)
    night.entries = {
        e.player.nickname: e for e in Entry.objects.filter(open=night.open).select_related("player", "open")
    }
    return night


def views(night: Night) -> tuple[RoundView, ...]:
    night.open.refresh_from_db()
    everyone = night.field()
    return rounds_of(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)


def playing(night: Night) -> list[Table]:
    """The tables of the round being played that are not over."""
    round = current_round(night.open)
    tables = Table.objects.filter(round=round, finished_at=None, closed_at=None, annulled_at=None)
    return list(tables.order_by("number"))


def play_down(night: Night, table: Table, left: int, lot: random.Random) -> list[str]:
    """Players go out one by one until so many are left; those are returned."""
    there = sitting(table)
    lot.shuffle(there)
    for name in there[left:]:
        night.wait(minutes=lot.randint(1, 5))
        night.out(name, by=there[0])
    return there[:left]


def count(night: Night, table: Table, those: Sequence[str], total: int, lot: random.Random) -> None:
    """Chips for those left, no two alike, and the table is over."""
    parts = sorted(lot.sample(range(1, total // 100), len(those) - 1))
    chips = [100 * (b - a) for a, b in zip([0, *parts], [*parts, total // 100], strict=True)]
    order = [night.entries[name] for name in sorted(those, key=lambda name: -chips[those.index(name)])]
    rounds.finish_table(
        table=table,
        counts={night.entries[name]: one for name, one in zip(those, chips, strict=True)},
        open_hand=order,
        **night.act,
    )


def check_places(night: Night, players: int) -> None:
    """Everybody has a place, no two the same; later rounds stand above earlier ones."""
    everyone = night.field()
    assert sorted(place.first for place in everyone.places.values()) == list(range(1, players + 1))
    last_round: dict[int, int] = {}
    for entry, number in Seat.objects.filter(
        table__round__open=night.open, table__annulled_at=None
    ).values_list("entry", "table__round__number"):
        last_round[entry] = max(last_round.get(entry, 0), number)
    by_place = sorted(everyone.places, key=lambda entry: everyone.places[entry].first)
    reached = [last_round[entry] for entry in by_place]
    assert reached == sorted(reached, reverse=True)


# -- Vivaldi -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "tables"), VIVALDI)
def test_a_vivaldi_night_runs_to_a_champion_every_later_table_of_four(players: int, tables: list[int]):
    lot = random.Random(players)
    night = vivaldi_night(names(players))
    night.start()
    for number, expected in enumerate(tables, start=1):
        at = playing(night)
        assert len(at) == expected
        sizes = [len(sitting(table)) for table in at]
        assert sum(sizes) == (players if number == 1 else 4 * expected)
        assert max(sizes) - min(sizes) <= 1
        assert number == 1 or set(sizes) == {4}
        assert night.field().chips_in_play == 5000 * sum(sizes)
        if number == len(tables):
            break
        met = {table.label: set(sitting(table)) for table in at}
        for table in at:
            those = play_down(night, table, 2, lot)
            count(night, table, those, 5000 * sizes[at.index(table)], lot)
        rounds.begin_round(open=night.open, seed=str(players), **night.act)
        for table in playing(night) if expected > 2 else []:
            assert all(len(met[label] & set(sitting(table))) <= 1 for label in met), "VIV-11"
    (final,) = playing(night)
    one, two = play_down(night, final, 2, lot)
    floor.finish_open(
        open=night.open, counts={night.entries[one]: 12_000, night.entries[two]: 8000}, **night.act
    )
    check_places(night, players)
    everyone = night.field()
    assert everyone.places[night.entries[one].pk].first == 1
    assert everyone.places[night.entries[two].pk].first == 2


def test_a_vivaldi_night_of_16_with_a_tie_a_double_out_and_a_cap_is_played_to_the_prizes_VIV_42():
    night = vivaldi_night()
    night.start()
    a, b, c, d = playing(night)
    tie = sitting(a)
    night.out(*reversed(tie[2:]))
    told = {night.entries[name]: 10_000 for name in tie[:2]}
    with pytest.raises(RuleError, match="open_hand_needed"):
        rounds.finish_table(table=a, counts=told, **night.act)
    rounds.finish_table(table=a, counts=told, open_hand=[night.entries[tie[1]]], **night.act)
    double = sitting(b)
    night.out(double[3])
    stacks = {
        night.entries[double[0]]: 15_000,
        night.entries[double[1]]: 3000,
        night.entries[double[2]]: 2000,
    }
    floor.count_chips(open=night.open, counts=stacks, **night.act)
    floor.record_outs(
        open=night.open, groups=[[night.entries[double[1]], night.entries[double[2]]]], **night.act
    )
    rounds.finish_table(
        table=b, counts={night.entries[double[0]]: 20_000, night.entries[double[1]]: 0}, **night.act
    )
    night.wait(minutes=180)
    for table in (c, d):
        there = [night.entries[name] for name in sitting(table)]
        counts = dict(zip(there, (9300, 6000, 3800, 900), strict=True))
        rounds.finish_table(table=table, counts=counts, **night.act)
    rounds.begin_round(open=night.open, seed="s", **night.act)
    lot = random.Random(1)
    for table in playing(night):
        count(night, table, play_down(night, table, 2, lot), 20_000, lot)
    rounds.begin_round(open=night.open, seed="s", **night.act)
    one, two = play_down(night, playing(night)[0], 2, lot)
    floor.finish_open(
        open=night.open, counts={night.entries[one]: 11_000, night.entries[two]: 9000}, **night.act
    )
    check_places(night, 16)
    money = cash.pool(night.open, night.field())
    won = cash.winnings(night.open, night.field(), cash.prizes(night.open, money))
    share = [
        won[key].amount for key, place in sorted(night.field().places.items(), key=lambda o: o[1].first)[:4]
    ]
    assert share == [money.prize * percent // 100 for percent in (60, 20, 15, 5)]


def test_a_night_in_rounds_is_undone_act_by_act_to_its_start_and_put_back_again():
    lot = random.Random(12)
    night = vivaldi_night(names(8))
    later = night.now + timedelta(hours=30)
    acts: list[JournalEntry] = [night.start()]
    shown = [everything_shown(night, later)]

    def done(entry: JournalEntry) -> None:
        acts.append(entry)
        shown.append(everything_shown(night, later))

    for table in playing(night):
        there = sitting(table)
        for name in there[2:]:
            done(night.out(name))
        counts = {night.entries[there[0]]: 11_000, night.entries[there[1]]: 9000}
        done(rounds.finish_table(table=table, counts=counts, **night.act))
    done(rounds.reopen_table(table=table, **night.act))
    done(rounds.finish_table(table=table, counts=counts, **night.act))
    done(rounds.begin_round(open=night.open, seed="s", **night.act))
    there = sitting(playing(night)[0])
    lot.shuffle(there)
    done(night.out(there[3]))
    done(night.out(there[2]))
    equal = {night.entries[name]: 10_000 for name in there[:2]}
    won = [night.entries[there[0]]]
    done(floor.finish_open(open=night.open, counts=equal, open_hand=won, **night.act))
    undos = []
    for entry, before in zip(reversed(acts[1:]), reversed(shown[:-1]), strict=True):
        undos.append(undo(entry=entry, actor=night.director, now=night.now))
        assert everything_shown(night, later) == before, f"after undoing {entry.kind}"
    for back, after in zip(reversed(undos), shown[1:], strict=True):
        redo(entry=back, actor=night.director, now=night.now)
        assert everything_shown(night, later) == after


# -- other ways to play in rounds ----------------------------------------------------------------------


def test_heats_end_with_fresh_stacks_in_one_final():
    lot = random.Random(2)
    night = rounds_night(round_presets.heats(tables=3, advance=3, stack=4000), 24)
    night.start()
    assert [len(sitting(table)) for table in playing(night)] == [8, 8, 8]
    for table in playing(night):
        count(night, table, play_down(night, table, 3, lot), 8 * 4000, lot)
    night.wait(minutes=10)
    back_and_forth(night, lambda: rounds.begin_round(open=night.open, seed="heats", **night.act))
    (final,) = playing(night)
    assert len(sitting(final)) == 9
    assert night.field().chips_in_play == 9 * 4000
    face = clock_face(night.open, night.now, night.field())
    assert (face.state, face.position.index, face.seconds) == ("running", 0, 20 * 60)
    (winner,) = play_down(night, final, 1, lot)
    floor.finish_open(open=night.open, **night.act)
    check_places(night, 24)
    assert night.field().places[night.entries[winner].pk].first == 1


def test_a_shootout_is_played_until_one_table_holds_all():
    lot = random.Random(3)
    night = rounds_night(round_presets.shootout(advance=1, table_seats=4), 30)
    night.start()
    sizes = []
    while len(tables := playing(night)) > 1:
        sizes.append(sorted(len(sitting(table)) for table in tables))
        for table in tables:
            (winner,) = play_down(night, table, 1, lot)
            rounds.finish_table(table=table, counts={}, **night.act)
            assert TableResult.objects.get(table=table, place=1).entry == night.entries[winner]
        rounds.begin_round(open=night.open, seed="shoot", **night.act)
    assert sizes == [[3, 3, 4, 4, 4, 4, 4, 4], [4, 4]]
    assert len(sitting(tables[0])) == 2
    play_down(night, tables[0], 1, lot)
    floor.finish_open(open=night.open, **night.act)
    check_places(night, 30)


@pytest.mark.parametrize(("players", "byes"), [(8, 0), (11, 5), (6, 2)])
def test_a_heads_up_bracket_has_byes_until_the_numbers_are_a_power_of_two(players: int, byes: int):
    lot = random.Random(players)
    night = rounds_night(round_presets.heads_up_bracket(), players)
    night.start()
    rested = TableResult.objects.filter(table__round__number=1)
    assert rested.count() == byes
    assert [len(sitting(table)) for table in playing(night)] == [2] * ((players - byes) // 2)
    assert len(night.field().playing) == players
    assert night.field().chips_in_play == 5000 * (players - byes)
    while len(tables := playing(night)) > 1 or next_round(night.open, night.field(), "x") is not None:
        for table in tables:
            play_down(night, table, 1, lot)
            rounds.finish_table(table=table, counts={}, **night.act)
        rounds.begin_round(open=night.open, seed="bracket", **night.act)
        assert all(len(sitting(table)) == 2 for table in playing(night))
    play_down(night, tables[0], 1, lot)
    floor.finish_open(open=night.open, **night.act)
    check_places(night, players)


def test_flights_end_with_bags_that_are_counted_checked_and_carried_into_day_2():
    lot = random.Random(5)
    night = rounds_night(round_presets.flights(2, 2), 30)
    first, second = names(30)[:17], names(30)[17:]
    for flight, those in ((1, first), (2, second)):
        rounds.assign_flight(
            open=night.open, entries=[night.entries[name] for name in those], flight=flight, **night.act
        )
    night.start()
    assert sorted(name for table in playing(night) for name in sitting(table)) == sorted(first)
    assert len(night.field().playing) == 17
    day_1a = play_a_day(night, lot, 17 * 5000, goes=6, moved=True)
    coming = next_round(night.open, night.field(), "x")
    assert (coming.plan.flight, coming.players) == (True, 13)
    back_and_forth(night, lambda: rounds.begin_round(open=night.open, seed="1B", **night.act))
    assert sorted(name for table in playing(night) for name in sitting(table)) == sorted(second)
    assert unseated(night.open, night.field()) == ()
    assert night.field().chips_in_play == 30 * 5000
    day_1b = play_a_day(night, lot, 13 * 5000, goes=4)
    assert [view.state for view in views(night)] == ["done", "done", "coming"]
    rounds.begin_round(open=night.open, seed="Day 2", **night.act)
    stacks = {name: night.field().stacks[night.entries[name].pk].chips for name in {**day_1a, **day_1b}}
    assert stacks == {**day_1a, **day_1b}
    tables = playing(night)
    assert sorted(len(sitting(table)) for table in tables) == [6, 7, 7]
    face = clock_face(night.open, night.now, night.field())
    assert (face.position.number, face.seconds) == (3, 20 * 60)
    assert not StackChange.objects.filter(source__in=["round", "back"]).exists()


def play_a_day(
    night: Night, lot: random.Random, total: int, goes: int, *, moved: bool = False
) -> dict[str, int]:
    """Two levels in which so many go out; the bags of the others, counted table by table.

    ``moved``: somebody changes tables, so that only all tables together make the sum.
    """
    for table in playing(night):
        there = sitting(table)
        for name in there[: goes - 1 if table == playing(night)[0] else 1]:
            night.out(name)
    if moved:
        one, other = playing(night)
        free = next(n for n in range(1, 10) if not Seat.objects.filter(table=other, number=n).exists())
        floor.move_player(entry=night.entries[sitting(one)[0]], table=other, number=free, **night.act)
    night.wait(minutes=39)
    assert {table.state for table in played_now(night).tables} == {"playing"}
    night.wait(minutes=1)
    assert {(table.state, table.how) for table in played_now(night).tables} == {("count_needed", "levels")}
    bags: dict[str, int] = {}
    tables, begun = playing(night), {table.label: table.chips for table in played_now(night).tables}
    assert set(begun.values()) == {None} if moved else sum(begun.values()) == total
    for table in tables:
        there = sitting(table)
        rest = total - sum(bags.values()) - 1000 * (len(tables) - 1 - tables.index(table))
        mine = dict(zip(there, shares(rest if moved else begun[table.label], len(there), lot), strict=True))
        counts = {night.entries[name]: bag for name, bag in mine.items()}
        if table is tables[-1]:
            wrong = {**counts, night.entries[there[0]]: mine[there[0]] + 25}
            with pytest.raises(RuleError, match="count_differs"):
                rounds.finish_table(table=table, counts=wrong, **night.act)
        rounds.finish_table(table=table, counts=counts, **night.act)
        bags |= mine
    assert sum(bags.values()) == total
    assert not Seat.objects.filter(ended_at=None, entry__open=night.open).exists()
    return bags


def shares(total: int, parts: int, lot: random.Random) -> list[int]:
    """A sum of chips of 25 in so many parts."""
    cuts = sorted(lot.sample(range(1, total // 25), parts - 1))
    return [25 * (b - a) for a, b in zip([0, *cuts], [*cuts, total // 25], strict=True)]


def played_now(night: Night) -> RoundView:
    return next(view for view in views(night) if view.state == "playing")


def test_the_rounds_of_sistema_are_stretches_of_one_schedule_and_begin_by_themselves_SIS_14():
    levels = tuple(Level.of_minutes(10 * n, 20 * n, 20) for n in range(1, 19))
    with_breaks = (*levels[:6], Level.break_of(10), *levels[6:12], Level.break_of(10), *levels[12:])
    night = rounds_night(round_presets.sistema(), 36, levels=with_breaks)
    night.start()
    states = []
    for minutes in (0, 119, 125, 130, 250, 260, 400):
        begun = Open.objects.get(pk=night.open.pk).started_at
        everyone = night.field()
        now = begun + timedelta(minutes=minutes)
        shown = rounds_of(night.open, everyone, clock_face(night.open, now, everyone), now)
        states.append([view.state for view in shown])
        assert [view.number for view in shown] == [1, 2, 3]
        assert sum(bool(view.tables) for view in shown) == 1
    assert states == [
        ["playing", "coming", "coming"],
        ["playing", "coming", "coming"],
        ["playing", "coming", "coming"],
        ["done", "playing", "coming"],
        ["done", "playing", "coming"],
        ["done", "done", "playing"],
        ["done", "done", "playing"],
    ]
    assert Round.objects.count() == 1
    assert next_round(night.open, night.field(), "x") is None


def test_a_field_that_shrinks_to_so_many_is_drawn_anew_with_its_stacks():
    plans = (
        RoundPlan(ends="field", left=6),
        RoundPlan(seating="draw", stacks="carry", tables=1, table_seats=6),
    )
    night = rounds_night(plans, 12)
    night.start()
    lot = random.Random(7)
    left = names(12)
    with pytest.raises(RuleError, match="round_not_over") as refused:
        rounds.begin_round(open=night.open, seed="final", **night.act)
    assert refused.value.params == {"left": 12, "until": 6}
    for name in lot.sample(left, 6):
        night.out(name)
        left.remove(name)
    night.wait(minutes=25)
    floor.count_chips(open=night.open, counts={night.entries[left[0]]: 35_000}, **night.act)
    back_and_forth(night, lambda: rounds.begin_round(open=night.open, seed="final", **night.act))
    (table,) = playing(night)
    assert sorted(sitting(table)) == sorted(left)
    assert night.field().stacks[night.entries[left[0]].pk].chips == 35_000
    face = clock_face(night.open, night.now, night.field())
    assert face.position.number == 2
    for name in left[1:]:
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    check_places(night, 12)


def test_more_prizes_than_one_round_knows_are_paid_by_place():
    night = rounds_night(
        round_presets.heats(tables=2, advance=2), 8, prizes=PrizePlan("percent", ("50", "30", "20"), unit=100)
    )
    night.start()
    lot = random.Random(9)
    for table in playing(night):
        count(night, table, play_down(night, table, 2, lot), 20_000, lot)
    rounds.begin_round(open=night.open, seed="f", **night.act)
    play_down(night, playing(night)[0], 1, lot)
    floor.finish_open(open=night.open, **night.act)
    everyone = night.field()
    won = cash.winnings(night.open, everyone, cash.prizes(night.open, night.pool()))
    assert [one.amount for one in sorted(won.values(), key=lambda one: -one.amount)] == [4000, 2400, 1600]
    assert Out.objects.count() == 7


def test_players_kept_apart_are_not_drawn_to_one_table_of_the_next_round():
    plans = (RoundPlan(ends="field", left=6), RoundPlan(stacks="carry", tables=2))
    night = rounds_night(plans, 8)
    one, other = night.entries["P00"], night.entries["P01"]
    floor_tables.keep_apart(one=one, other=other, **night.act)
    night.start()
    night.out("P07")
    night.out("P06")
    for seed in range(12):
        coming = next_round(night.open, night.field(), str(seed))
        assert sorted(map(len, coming.groups)) == [3, 3]
        assert not any({one.pk, other.pk} <= set(group) for group in coming.groups)
