"""Tables for the tests of balancing: who sits where, and what a proposal leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tdapp.rules.balancing import Move
from tdapp.rules.button import Button, first_button
from tdapp.rules.seating import TableSeats

Tables = list[TableSeats[str]]


def seated(number: int, size: int, *occupied: int, last: Button | None = None) -> TableSeats[str]:
    """A table whose players are called by table and seat: "3.7"."""
    return TableSeats(number, size, {seat: f"{number}.{seat}" for seat in occupied}, last)


def tables_of(*counts: int, size: int = 9, button: int | None = None) -> Tables:
    """Tables of so many players in the first seats, the button of the last hand at seat ``button``."""
    found = []
    for number, count in enumerate(counts, 1):
        seats = range(1, count + 1)
        last = first_button(seats, button) if button and count > 1 else None
        found.append(seated(number, size, *seats, last=last))
    return found


def after(tables: Sequence[TableSeats[str]], moves: Sequence[Move[str]]) -> Tables:
    """The tables once everybody has moved; a move that is not legal fails."""
    seats = {table.number: dict(table.seats) for table in tables}
    for move in moves:
        assert move.from_seat is not None
        assert seats[move.from_table].pop(move.from_seat) == move.player
    for move in moves:
        assert move.player is not None
        assert move.to_seat is not None
        assert move.to_seat not in seats[move.to_table], "a seat for two"
        seats[move.to_table][move.to_seat] = move.player
    return [replace(t, seats=seats[t.number], size=max(t.size, *seats[t.number], 0)) for t in tables]


def counts(tables: Sequence[TableSeats[str]]) -> list[int]:
    return [len(table.seats) for table in tables]


def is_even(tables: Sequence[TableSeats[str]], gap: int) -> bool:
    """No two tables differ by more than the gap, but for full ones and those who are kept."""
    playing = [table for table in tables if table.seats]
    givers = [len(t.seats) for t in playing if set(t.seats.values()) - set(t.kept)]
    takers = [len(t.seats) for t in playing if len(t.seats) < t.capacity]
    return max(givers, default=0) - min(takers, default=99) <= gap


def is_explained(move: Move[str]) -> bool:
    """Whether a move says why this player and why this seat."""
    seat = {
        "worst": move.hands is not None and move.hands > 0,
        "big_blind": move.hands == 0,
        "single_big_blind": move.hands == 0,
        "lot": True,
    }
    who = {
        "balance": {"next_big_blind", "lot", "fewest_moves"},
        "break": {"table_breaks"},
        "final": {"final_table"},
        "redraw": {"redraw"},
        "compress": {"table_breaks"},
    }
    return move.reason in who[move.why] and seat[move.seat_reason]
