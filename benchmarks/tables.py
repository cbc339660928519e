"""How long the seats of a large field take: the draw, and what should move after many outs.

    python benchmarks/tables.py [--players 10 100 1000 10000] [--repeat 5] [--parts rules desk]

The parts:

rules  the pure rules: the seat draw of the whole field, and the proposal after 1 in 20 went out at random,
       with the tables that break or without; the number of moves is put beside a bound that is reckoned
       another way (below)
desk   what an out costs at the desk, with database and pages (benchmarks/outs.py says how)

The times are the best and the median of the repetitions, in ms of this process.

The bound: with the tables that break fixed, let P be their players.  Tables are even when all lie between m
and m + gap for some m (a full table may lie below).  For each m the players above m + gap must leave their
table, and below m some must come, of whom P come anyway; the least over all m cannot be undercut, whoever
moves.  It is counted from how many tables have how many players, not from tables.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO))

from benchmarks import outs  # noqa: E402
from tdapp.rules.balancing import Move, Policy, propose  # noqa: E402
from tdapp.rules.button import first_button  # noqa: E402
from tdapp.rules.seating import TableSeats, draw  # noqa: E402

SIZE = 10
"""Seats of a table."""
PLAYERS_PER_TABLE = 100 / 11
"""10,000 players sit at 1,100 tables."""
OUTS = 20
"""One in so many goes out."""
TARGET_MS = 500.0
TARGET_PLAYERS = 10_000

Tables = list[TableSeats[int]]


class Line(NamedTuple):
    """One line of the table: times in ms, None where there are no moves to count."""

    part: str
    players: int
    tables: int
    what: str
    best: float
    median: float
    broken: int | None = None
    moves: int | None = None
    balancing: int | None = None
    bound: int | None = None


POLICIES = {
    "propose, tables break": Policy(),
    "propose, 1 in 20 seats kept free": Policy(spare_seats=1),  # as many as went out: see ``policy_for``
    "propose, none breaks, gap 1": Policy(break_tables=False, max_gap=1),
    "propose, none breaks, gap 2": Policy(break_tables=False, max_gap=2),
}


def timed(work: Callable[[], object], repeat: int) -> tuple[float, float]:
    """The best and the median time of so many repetitions, in ms."""
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - began))
    return min(times), statistics.median(times)


# -- the pure rules ---------------------------------------------------------------------------------


def empty_tables(players: int) -> Tables:
    """Tables of ten, about nine players for each."""
    return [TableSeats(number, SIZE) for number in range(1, max(2, round(players / PLAYERS_PER_TABLE)) + 1)]


def drawn_field(players: int) -> Tables:
    """The field as it was drawn, with the button of every table."""
    seats: dict[int, dict[int, int]] = {table.number: {} for table in empty_tables(players)}
    for entry, (number, seat) in draw(range(players), empty_tables(players), "field"):
        seats[number][seat] = entry
    return [TableSeats(number, SIZE, there) for number, there in seats.items()]


def after_outs(tables: Tables, outs: int, seed: int) -> Tables:
    """The tables once so many have gone out at random since the last hand of each."""
    chance = random.Random(seed)
    players = [entry for table in tables for entry in table.seats.values()]
    gone = set(chance.sample(players, outs))
    found = []
    for table in tables:
        last = first_button(table.seats, chance.choice(sorted(table.seats)))
        left = {seat: entry for seat, entry in table.seats.items() if entry not in gone}
        found.append(TableSeats(table.number, SIZE, left, last))
    return found


def fewest_moves(standing: Tables, coming: int, gap: int) -> int:
    """The bound of the head of this file."""
    have = Counter(len(table.seats) for table in standing)
    total = coming + sum(n * times for n, times in have.items())
    best = total
    for low in range(SIZE + 1):
        high = min(low + gap, SIZE)
        if not low * len(standing) <= total <= high * len(standing):
            continue
        above = sum((n - high) * times for n, times in have.items() if n > high)
        below = sum((low - n) * times for n, times in have.items() if n < low)
        best = min(best, max(above, below - coming))
    return best


def policy_for(what: str, outs: int) -> Policy:
    policy = POLICIES[what]
    return Policy(spare_seats=outs) if policy.spare_seats else policy


def proposal(tables: Tables, what: str, outs: int, repeat: int) -> Line:
    """One policy's proposal, timed and counted."""
    policy = policy_for(what, outs)
    best, median = timed(lambda: propose(tables, policy, "proposal"), repeat)
    moves: tuple[Move[int], ...] = propose(tables, policy, "proposal")
    broken = {move.from_table for move in moves if move.why == "break"}
    standing = [table for table in tables if table.seats and table.number not in broken]
    coming = sum(len(table.seats) for table in tables if table.number in broken)
    balancing = sum(1 for move in moves if move.why == "balance")
    bound = fewest_moves(standing, coming, policy.gap(len(standing)))
    if any(move.why == "final" for move in moves):
        balancing = bound = 0
    players = sum(len(table.seats) for table in tables)
    seats = (len(broken), len(moves), balancing, bound)
    return Line("rules", players, len(tables), what, best, median, *seats)


def measure_rules(players: int, repeat: int) -> Iterator[Line]:
    """The draw of the field and the proposals after the outs."""
    empty, entries = empty_tables(players), range(players)
    yield Line(
        "rules", players, len(empty), "seat draw", *timed(lambda: draw(entries, empty, "draw"), repeat)
    )
    couples = [(n, n + 1) for n in range(0, players // 10, 2)]
    apart = timed(lambda: draw(entries, empty, "draw", apart=couples), repeat)
    yield Line("rules", players, len(empty), "seat draw, 1 in 10 kept apart", *apart)
    outs = max(1, players // OUTS)
    tables = after_outs(drawn_field(players), outs, players)
    for what in POLICIES:
        yield proposal(tables, what, outs, repeat)


# -- with the database ------------------------------------------------------------------------------
PARTS = ("rules", "desk")


# -- the table --------------------------------------------------------------------------------------

HEADINGS = (
    f"{'part':5}  {'players':>7}  {'tables':>6}  {'what':34}  {'best ms':>8}  {'median ms':>9}  "
    f"{'broken':>6}  {'moves':>6}  {'balancing':>9}  {'least possible':>14}"
)


def row(line: Line) -> str:
    counted = (line.broken, line.moves, line.balancing, line.bound)
    said = [("" if number is None else str(number)) for number in counted]
    return (
        f"{line.part:5}  {line.players:7}  {line.tables:6}  {line.what:34}  {line.best:8.1f}  "
        f"{line.median:9.1f}  {said[0]:>6}  {said[1]:>6}  {said[2]:>9}  {said[3]:>14}"
    ).rstrip()


def verdict(lines: list[Line]) -> list[str]:
    """Whether the targets are met, one sentence each."""
    said = []
    large = [line for line in lines if line.part == "rules" and line.players > TARGET_PLAYERS * 0.9]
    if large:
        slowest = max(large, key=lambda line: line.median)
        met = _met(slowest.median <= TARGET_MS)
        said.append(
            f"{met}: {slowest.what} of {slowest.players} players takes {slowest.median:.0f} ms, "
            f"at most {TARGET_MS:.0f}"
        )
    counted = [line for line in lines if line.bound is not None]
    if counted:
        worse = [line for line in counted if line.balancing != line.bound]
        said.append(
            f"{_met(not worse)}: {len(counted)} proposals, {len(worse)} with more moves than possible"
        )
    return said


def _met(met: bool) -> str:
    return "met" if met else "NOT MET"


def headline(repeat: int) -> str:
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    busy = f"load average {os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else ""
    return f"{machine}, {busy}; {repeat} repetitions, tables of {SIZE}, 1 in {OUTS} out at random"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", nargs="+", type=int, default=[10, 100, 1000, 10_000])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args()
    lines: list[Line] = []
    if "rules" in asked.parts:
        print(headline(asked.repeat), HEADINGS, sep="\n", flush=True)
        for players in asked.players:
            for line in measure_rules(players, asked.repeat):
                lines.append(line)
                print(row(line), flush=True)
        for sentence in verdict(lines):
            print(sentence)
    if "desk" in asked.parts:
        print("\nan out at the desk, tables of ten", flush=True)
        outs.main(["--entries", *map(str, asked.players)])


if __name__ == "__main__":
    main()
