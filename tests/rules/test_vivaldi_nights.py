"""Whole Vivaldi nights in the pure rules: from the draw to the champion, whatever happens at the tables.

Every night has its own luck (a seed): who goes out when, two in one hand, caps reached, equal stacks and
open hands, cheats.  What must hold is checked here without asking the rules: every later table of four, no
two of a first table in round 2, everybody placed once, chips conserved at each table.
"""

from dataclasses import dataclass, field
from random import Random

import pytest

from tdapp.rules.brackets import check_groups, continue_with, seeds_of
from tdapp.rules.draw import shuffled
from tdapp.rules.errors import RuleError
from tdapp.rules.places import places
from tdapp.rules.replays import PlayedTable, replay, unseated
from tdapp.rules.round_presets import table_sizes, vivaldi
from tdapp.rules.rounds import RoundPlan, level_of_table, next_plan
from tdapp.rules.table_order import check_counts, table_order

STACK = 5000
CHIP = 100
SIZES = (4, 8, 12, 16, 20, 24, 32)


@dataclass
class Ended:
    """A table that was played: its order, best first, and the antes it saw."""

    order: tuple[int, ...]
    how: str
    antes: list[int]
    open_hands: int = 0


@dataclass
class Night:
    """A night as it was played: the groups of every round and the order at each table."""

    players: int
    luck: Random
    rounds: list[list[tuple[int, ...]]] = field(default_factory=list)
    ended: list[list[Ended]] = field(default_factory=list)
    outs: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def out(self) -> set[int]:
        return {player for group in self.outs for player in group}


def play_table(plan: RoundPlan, seated: tuple[int, ...], luck: Random) -> Ended:
    """Play one table to two left or to the cap; counts and open hands as a director would enter them."""
    left, outs, antes = list(seated), [], []
    capped = plan.limit_minutes and luck.random() < 0.3
    keep = luck.randint(plan.left, len(seated)) if capped and len(seated) > plan.left else plan.left
    while len(left) > keep:
        antes.append(level_of_table(plan.levels[0], len(seated) - len(left)).ante)
        together = luck.randint(1, min(2, len(left) - keep + (keep == plan.left and len(left) - keep == 1)))
        gone = luck.sample(left, together)
        left = [player for player in left if player not in gone]
        # Equal stacks before the hand: one group; else the smaller one first.
        outs += [tuple(gone)] if together == 2 and luck.random() < 0.5 else [(player,) for player in gone]
    antes.append(level_of_table(plan.levels[0], len(seated) - len(left)).ante)
    counts = counted(len(left), len(seated) * STACK, luck)
    chips = dict(zip(left, counts, strict=True))
    assert check_counts(chips, len(seated) * STACK, CHIP) == ()
    how = "limit" if len(left) > plan.left else "two_left"
    played: list[int] = []
    while True:
        try:
            order = table_order(seated, outs, chips, played, plan.advance)
            return Ended(order, how, antes, len(played))
        except RuleError as refused:
            assert refused.code == "open_hand_needed"
            played.append(luck.choice(refused.params["players"]))


def counted(players: int, total: int, luck: Random) -> list[int]:
    """Stacks in chips of 100 that come to the table's total; equal ones more often than by chance."""
    if players == 2 and luck.random() < 0.3:
        return [total // 2, total // 2]
    coarse = luck.choice([CHIP, 500, 2500])
    cuts = sorted(luck.randint(0, total // coarse) * coarse for _ in range(players - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]


def first_groups(players: list[int], plan: RoundPlan, seed: str) -> list[tuple[int, ...]]:
    drawn = list(shuffled(players, seed, "players"))
    groups = []
    for size in table_sizes(len(players), plan.tables):
        groups.append(tuple(drawn[:size]))
        drawn = drawn[size:]
    return groups


def play_night(players: int, seed: str) -> Night:
    night = Night(players, Random(seed))
    plans = vivaldi(players)
    coming = next_plan(plans, -1, players)
    groups = first_groups(list(range(players)), plans[0], seed)
    while coming is not None:
        index, plan = coming
        ended = [play_table(plan, group, night.luck) for group in groups]
        night.rounds.append(list(groups))
        night.ended.append(ended)
        results = [table.order[: plan.advance or len(table.order)] for table in ended]
        if plan.advance:
            # Lower places at a table first, so those better there are placed better.
            losers = [table.order[plan.advance :] for table in ended]
            depth = max(map(len, losers), default=0)
            for at in range(depth, 0, -1):
                night.outs += [(group[at - 1],) for group in losers if len(group) >= at]
        else:
            night.outs += [(player,) for player in reversed(ended[0].order[1:])]
            results = [ended[0].order[:1]]
        left = sum(map(len, results))
        assert left + len(night.out) == players
        coming = next_plan(plans, index, left)
        if coming is not None:
            groups = list(continue_with(results, coming[1].table_seats, seed))
            assert check_groups(groups, results, 4) == ()
    return night


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("luck", range(12))
def test_a_night_runs_to_a_champion_with_every_later_table_of_four_VIV_05_VIV_09(players, luck):
    night = play_night(players, f"night {luck}")
    later = [group for groups in night.rounds[1:] for group in groups]
    assert all(len(group) == 4 for group in later)
    found = places(range(players), night.outs)
    assert sorted(place.number for place in found.values()) == list(range(1, players + 1))
    final = night.ended[-1][0].order
    assert [found[player].number for player in final] == list(range(1, len(final) + 1))


@pytest.mark.parametrize("players", [players for players in SIZES if players >= 12])
@pytest.mark.parametrize("luck", range(12))
def test_nobody_meets_one_of_his_first_table_in_round_2_VIV_11(players, luck):
    night = play_night(players, f"night {luck}")
    first = {player: at for at, group in enumerate(night.rounds[0]) for player in group}
    for group in night.rounds[1]:
        assert len({first[player] for player in group}) == len(group)


@pytest.mark.parametrize("players", range(3, 61))
def test_any_number_of_players_comes_to_one_champion_rules_1_3(players):
    night = play_night(players, "any")
    assert len(night.outs) == players - 1
    assert all(len(group) == 4 for groups in night.rounds[1:] for group in groups)


def test_the_nights_above_met_caps_open_hands_and_antes_of_two_chips_VIV_17_VIV_25_VIV_26():
    ended = [
        table
        for players in SIZES
        for luck in range(12)
        for tables in play_night(players, f"night {luck}").ended
        for table in tables
    ]
    assert {table.how for table in ended} == {"limit", "two_left"}
    assert max(table.open_hands for table in ended) >= 2
    assert {ante for table in ended for ante in table.antes} == {100, 200}


@pytest.mark.parametrize("players", [12, 16, 20, 24, 32])
@pytest.mark.parametrize("luck", range(6))
def test_after_a_cheat_in_round_2_the_same_rules_fill_the_tables_that_fell_VIV_32(players, luck):
    night = play_night(players, f"night {luck}")
    firsts, seconds = night.rounds[0], night.rounds[1]
    came = {player: 100 + at for at, group in enumerate(firsts) for player in group}
    tables = [PlayedTable(100 + at, 1, group, limit_minutes=180) for at, group in enumerate(firsts)]
    tables += [
        PlayedTable(200 + at, 2, group, {player: came[player] for player in group})
        for at, group in enumerate(seconds)
    ]
    cheat = night.luck.choice(seconds[0])
    found = replay(tables, cheat)
    (again,) = found.again
    assert cheat not in again.players

    plan = vivaldi(players)[0]
    results = [table.order[:2] for table in night.ended[0]]
    at = again.table - 100
    results[at] = play_table(plan, again.players, night.luck).order[:2] if again.plays else again.players
    standing = {
        p for table in tables if table.round == 2 and table.id not in found.tables for p in table.players
    }
    groups = continue_with(unseated(results, standing), 4, "x")
    assert len(groups) == found.later
    # Those who sit in the end are exactly the two best of every first table, four to a table.
    assert {p for group in groups for p in group} | standing == {p for two in results for p in two}
    assert all(len(group) == 4 for group in groups)
    seeds = seeds_of(results)
    assert all(len({seeds[player][0] for player in group}) == 4 for group in groups)
