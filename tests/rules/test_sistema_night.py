"""A Sistema night in pure rules, many times: SIS-14…18, SIS-23, RULES 2.2, 2.3 and the length of 1.4.

36 players on four tables of ten are drawn, hands are dealt, somebody goes out now and then, what is proposed
is done.  The model of who goes out when (RULES 1.4, "20 big blinds in play"): at the end of a level so many
are left that each has at least 20 big blinds, the last of a fraction included, players = ⌈T / (20 · BB)⌉, so
that with T chips the night ends in the first level with 20 · BB ≥ T.  The outs of a level fall on hands and
players drawn by lot.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from tdapp.rules.balancing import Move, Policy, halted, policy_of, propose
from tdapp.rules.breaking import final_table
from tdapp.rules.button import Button, first_button, next_button
from tdapp.rules.house import PRESETS
from tdapp.rules.presets import SISTEMA_BLINDS, SISTEMA_STACK
from tdapp.rules.seating import TableSeats, draw, places
from tests.rules.tables import Tables, after, counts, is_even, is_explained

PLAYERS, SEATS = 36, 10
HOUSE = PRESETS["sistema"]
POLICY = replace(policy_of(HOUSE), max_gap=0)
HANDS = 6
"""Hands of each table in a level: enough for every button to go round."""
NIGHTS = 1000


def left_after(level: int, players: int, chips: int) -> int:
    """How many are left when this level (from 1) ends."""
    bb = 2 * SISTEMA_BLINDS[level - 1]
    return min(players, max(1, -(-chips // (20 * bb))))


def last_level(players: int) -> int:
    """The first level with 20 big blinds for all the chips there are."""
    chips = players * SISTEMA_STACK
    return next(n for n, sb in enumerate(SISTEMA_BLINDS, 1) if 20 * 2 * sb >= chips)


class Night:
    """One night: the tables as they are, and what has been moved."""

    def __init__(self, seed: str, policy: Policy = POLICY, players: int = PLAYERS) -> None:
        self.seed = seed
        self.policy = policy
        self.chance = random.Random(seed)
        self.moved: Counter[str] = Counter()
        self.moves: list[Move[str]] = []
        names = [f"player {n}" for n in range(1, players + 1)]
        empty = places([], players, SEATS)
        seats: dict[int, dict[int, str]] = {table.number: {} for table in empty}
        for name, (number, seat) in draw(names, [TableSeats[str](t.number, t.size) for t in empty], seed):
            seats[number][seat] = name
        self.tables: Tables = [
            self._dealt(TableSeats(number, SEATS, there)) for number, there in seats.items()
        ]
        self.level = 0

    def _dealt(self, table: TableSeats[str]) -> TableSeats[str]:
        """A first hand with the dealer by lot."""
        seat = self.chance.choice(sorted(table.seats))
        return replace(table, button=first_button(table.seats, seat))

    def play(self) -> None:
        """To the last player, level by level."""
        everybody = sum(counts(self.tables))
        while sum(counts(self.tables)) > 1:
            self.level += 1
            outs = sum(counts(self.tables)) - left_after(self.level, everybody, everybody * SISTEMA_STACK)
            hands = Counter(self.chance.randrange(HANDS) for _ in range(outs))
            for hand in range(HANDS):
                self._deal()
                for _ in range(hands[hand]):
                    self._out()
                    self._settle()

    def _deal(self) -> None:
        for index, table in enumerate(self.tables):
            if len(table.seats) > 1:
                assert table.button is not None
                following = next_button(table.button, table.seats, rule=self.policy.button_rule)
                self.tables[index] = replace(table, button=following)

    def _out(self) -> None:
        index, seat = self.chance.choice(
            [(index, seat) for index, table in enumerate(self.tables) for seat in table.seats]
        )
        table = self.tables[index]
        there = {number: player for number, player in table.seats.items() if number != seat}
        self.tables[index] = replace(table, seats=there)

    def _settle(self) -> None:
        """Do what is proposed, and look at every move."""
        before = {table.number: table for table in self.tables}
        final = final_table(self.tables, self.policy)
        moves = propose(self.tables, self.policy, self.seed, moved=self.moved)
        check_moves(moves, before, self.policy)
        waits = {move.to_table: move.wait for move in moves if move.wait}
        for index, table in enumerate(self.tables):
            if waits.get(table.number) and table.button is not None:
                here = dealt(table.button, set(table.seats), waits[table.number], self.policy)
                self.tables[index] = replace(table, button=here)
        self.tables = after(self.tables, moves)
        if final is not None and moves:
            number = final.number
            self.tables = [self._dealt(t) if t.number == number else t for t in self.tables]
        self.moved.update(str(move.player) for move in moves)
        self.moves += moves
        check_tables(self.tables, self.policy)
        assert propose(self.tables, self.policy, self.seed) == ()


def dealt(button: Button, occupied: set[int], hands: int, policy: Policy) -> Button:
    """The last hand after so many more."""
    for _ in range(hands):
        button = next_button(button, occupied, rule=policy.button_rule)
    return button


def all_between(goal: TableSeats[str], occupied: set[int], policy: Policy) -> bool:
    """Whether every free seat lies between the next hand's button and its big blind."""
    assert goal.button is not None
    for seat in set(goal.free) - occupied:
        here = next_button(goal.button, {*occupied, seat}, rule=policy.button_rule)
        assert here.button is not None
        assert here.bb is not None
        if (seat - here.button) % SEATS == 0 or (seat - here.button) % SEATS >= (
            here.bb - here.button
        ) % SEATS:
            return False
    return True


def check_moves(moves: tuple[Move[str], ...], before: dict[int, TableSeats[str]], policy: Policy) -> None:
    """Each to a free seat, never the small blind, the player due, from the fullest table, with a reason."""
    players = [move.player for move in moves]
    assert len(set(players)) == len(players)
    size = {number: len(table.seats) for number, table in before.items()}
    seats = {number: set(table.seats) for number, table in before.items()}
    gone: dict[int, set[int]] = {number: set() for number in before}
    for move in moves:
        assert move.from_seat is not None
        assert move.to_seat is not None
        assert is_explained(move)
        source, goal = before[move.from_table], before[move.to_table]
        if move.why != "final":
            assert move.to_seat in goal.free
        if move.why != "balance":
            continue
        assert source.button is not None
        assert goal.button is not None
        # From the fullest table, the first in order of those; there the next big blind.
        assert size[source.number] == max(size.values())
        assert source.number == min(n for n, players in size.items() if players == max(size.values()))
        due = next_button(source.button, set(source.seats) - gone[source.number], rule=policy.button_rule)
        assert move.from_seat == due.bb
        # Never to the small blind: where no other seat is free, a hand later.
        here = dealt(goal.button, seats[goal.number], move.wait, policy)
        first = next_button(here, {*seats[goal.number], move.to_seat}, rule=policy.button_rule)
        assert move.wait == 0 or all_between(goal, seats[goal.number], policy)
        assert first.sb != move.to_seat
        assert (move.hands == 0) == (first.bb == move.to_seat)
        gone[source.number].add(move.from_seat)
        size[source.number] -= 1
        size[goal.number] += 1
        seats[goal.number].add(move.to_seat)


def check_tables(tables: Tables, policy: Policy) -> None:
    playing = [table for table in tables if table.seats]
    assert is_even(playing, policy.gap(len(playing)))
    assert len(playing) == 1 or min(counts(playing)) > 1
    assert halted(playing, policy) == ()
    # As few tables as hold everybody; two stay until the final table.
    everybody = sum(counts(playing))
    assert len(playing) == max(-(-everybody // SEATS), 1)


def test_the_length_of_a_night_is_the_one_of_the_sheet() -> None:
    assert [last_level(n) for n in (10, 20, 30, 40, 60, 100, 160)] == [7, 9, 11, 12, 14, 16, 18]
    chips = 36 * SISTEMA_STACK
    assert [left_after(n, 36, chips) for n in range(1, 13)] == [36, 36, 34, 17, 9, 6, 4, 3, 2, 2, 2, 1]


def test_a_thousand_sistema_nights_are_even_legal_explained_and_end_in_time() -> None:
    moves: Counter[str] = Counter()
    for number in range(NIGHTS):
        night = Night(f"night {number}")
        assert sorted(counts(night.tables)) == [9, 9, 9, 9]
        night.play()
        assert night.level == last_level(PLAYERS) == 12
        assert sorted(counts(night.tables)) == [0, 0, 0, 1]
        assert max(night.moved.values()) <= 6
        moves.update(move.why for move in night.moves)
    # Two tables broken of about nine each, then a final of ten, and the balancing in between.
    assert set(moves) == {"break", "balance", "final"}


@pytest.mark.parametrize("rule", ["sa_dead_dealer", "moving"])
@pytest.mark.parametrize("gap", [1, 2])
def test_it_is_so_under_other_button_rules_and_gaps_too(rule: str, gap: int) -> None:
    for number in range(20):
        night = Night(f"night {number}", replace(POLICY, button_rule=rule, max_gap=gap))
        night.play()
        assert night.level == 12
        assert sorted(counts(night.tables)) == [0, 0, 0, 1]


def test_the_same_night_again_is_the_same_move_by_move() -> None:
    nights = [Night("night 7"), Night("night 7"), Night("night 8")]
    for night in nights:
        night.play()
    assert nights[0].moves == nights[1].moves
    assert nights[0].moves != nights[2].moves


def test_without_the_buttons_a_night_is_just_as_even_and_no_move_falls_on_the_same_twice_running() -> None:
    night = Night("night 1")
    night.tables = [replace(table, button=None) for table in night.tables]
    for _ in range(20):
        night._out()
        moves = propose(night.tables, POLICY, night.seed, moved=night.moved)
        for move in moves:
            if move.why == "balance":
                (table,) = (one for one in night.tables if one.number == move.from_table)
                least = min(night.moved[player] for player in table.seats.values())
                assert night.moved[str(move.player)] == least
        night.moved.update(str(move.player) for move in moves)
        night.tables = after(night.tables, moves)
        check_tables([replace(t, button=Button(1, 2, 3)) for t in night.tables], POLICY)
