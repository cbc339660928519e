"""Balancing: who moves from which table to which seat, which table breaks, which one waits.

Decides RULES 2.2 and 2.3 (TDA 11), SIS-16…18 ("acoplamiento"), the final table and two-table rules.

Worked example (T-2.3d): tables of 9, 8 and 6 players, largest gap 1: one move from the first to the third,
the player due to have the big blind next, to the seat that has it soonest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from tdapp.rules.breaking import breaking, final_seats, final_table
from tdapp.rules.button import order
from tdapp.rules.levelling import Levels, Load, level
from tdapp.rules.movers import Room, by_blind, mover, seat_for
from tdapp.rules.seating import Place, TableSeats, draw
from tdapp.rules.table_policy import Halt, Move, Policy, policy_of
from tdapp.rules.worst_seat import hands_until_big_blind

__all__ = ["Halt", "Move", "Policy", "compress", "halted", "policy_of", "propose", "redraw", "short_tables"]

K = TypeVar("K")


def propose(
    tables: Sequence[TableSeats[K]],
    policy: Policy,
    seed: str,
    *,
    moved: Mapping[K, int] | None = None,
    apart: Collection[tuple[K, K]] = (),
    vacated: Mapping[int, int] | None = None,
    after: int = 0,
) -> tuple[Move[K], ...]:
    """What should move now, nothing if all is well: the players of tables that break, then the balancing.

    With the tables that break fixed, as few others as possible move; nobody moves twice, and everybody
    goes to his final seat at once.  Tables without players take no part.  ``moved`` is how often each
    player was moved before (fewest first where buttons are unknown); pairs in ``apart`` do not meet while
    that can be helped; ``vacated`` is table → the seat of who just went out (``same_position``);
    ``after`` the table that gave a player last (``next_number``).  Final table: ``why`` ``final``.
    Raises ``not_enough_seats``.
    """
    last = final_table(tables, policy)
    if last is not None:
        return _to_final(tables, last, policy, seed)
    broken = breaking(tables, policy)
    left = sum(1 for table in tables if table.seats) - len(broken)
    if broken and left in policy.redraw_at:
        gone = {table.number for table in broken}
        kept_on = [table.number for table in tables if table.seats and table.number not in gone]
        return redraw(tables, policy, seed, onto=kept_on, apart=apart)
    return _even(tables, broken, policy, seed, "break", moved or {}, apart, vacated or {}, after)


def compress(
    tables: Sequence[TableSeats[K]], policy: Policy, seed: str, *, apart: Collection[tuple[K, K]] = ()
) -> tuple[Move[K], ...]:
    """The moves to the fewest tables that hold everybody, whatever the policy says about breaking.

    ``why`` is ``compress`` for the players of the tables that go, ``balance`` for the others.
    """
    broken = breaking(tables, policy, compress=True)
    return _even(tables, broken, policy, seed, "compress", {}, apart, {}, 0)


def redraw(
    tables: Sequence[TableSeats[K]],
    policy: Policy,
    seed: str,
    *,
    onto: Collection[int] = (),
    apart: Collection[tuple[K, K]] = (),
) -> tuple[Move[K], ...]:
    """Everybody drawn anew among the tables ``onto`` (all that have players); who is kept stays there.

    A move for everybody whose seat is another one; the buttons are drawn anew too, so ``hands`` is None.
    Raises ``not_enough_seats``.
    """
    chosen = [t for t in tables if (t.number in onto if onto else t.seats)]
    where = _places(tables)
    kept = {
        player: where[player] for table in chosen for player in table.seats.values() if player in table.kept
    }
    empty = [replace(table, seats={}, button=None) for table in chosen]
    drawn = draw(list(where), empty, seed, kept=kept, apart=apart)
    return _moves(drawn, where, "redraw", "redraw")


def short_tables(tables: Sequence[TableSeats[K]], policy: Policy) -> dict[int, int]:
    """Table number → how many players it is short of the fullest, where that is ``halt_at`` or more.

    Counted by eliminations: a smaller table that is full is not short.
    """
    playing = [table for table in tables if table.seats]
    fullest = max((len(table.seats) for table in playing), default=0)
    short = {table.number: min(fullest, table.capacity) - len(table.seats) for table in playing}
    return {number: by for number, by in short.items() if policy.halt_at and by >= policy.halt_at}


def halted(tables: Sequence[TableSeats[K]], policy: Policy) -> tuple[Halt, ...]:
    """The tables that stop dealing (RULES 2.3): three short of the fullest and the blinds affected.

    The blinds are affected when the seat after the last big blind is empty, so that the next one would
    fall on it.  Where the button is unknown the director is told to look.
    """
    short = short_tables(tables, policy)
    found = []
    for table in tables:
        if table.number not in short:
            continue
        reason = _why_halted(table, policy)
        if reason:
            found.append(Halt(table.number, short[table.number], reason))
    return tuple(found)


def _why_halted(table: TableSeats[K], policy: Policy) -> str:
    if policy.halt_when == "at_once":
        return "short"
    if table.button is None or table.button.bb is None:
        return "button_unknown"
    there = [seat for seat in range(1, table.size + 1) if seat not in table.blocked]
    following = order(there, table.button.bb, policy.direction)[0]
    return "" if following in table.seats else "big_blind_empty"


def _places(tables: Sequence[TableSeats[K]]) -> dict[K, Place]:
    return {table.seats[seat]: (table.number, seat) for table in tables for seat in sorted(table.seats)}


def _moves(
    drawn: Sequence[tuple[K, Place]], where: Mapping[K, Place], why: str, reason: str
) -> tuple[Move[K], ...]:
    """A move for everybody whom the draw gave another place."""
    return tuple(
        Move(player, *where[player], *place, why, reason, seat_reason="lot")
        for player, place in drawn
        if where[player] != place
    )


def _to_final(
    tables: Sequence[TableSeats[K]], last: TableSeats[K], policy: Policy, seed: str
) -> tuple[Move[K], ...]:
    """Everybody at one table: seats drawn anew, or only for those who come."""
    where = _places(tables)
    stay = {
        player: where[player]
        for player in last.seats.values()
        if player in last.kept or not policy.final_draw
    }
    seats = final_seats(last, len(where))
    size = max((*seats, *last.seats), default=last.size)
    empty = TableSeats[K](last.number, size, blocked=[n for n in range(1, size + 1) if n not in seats])
    return _moves(draw(list(where), [empty], seed, kept=stay), where, "final", "final_table")


def _even(
    tables: Sequence[TableSeats[K]],
    broken: Sequence[TableSeats[K]],
    policy: Policy,
    seed: str,
    why: str,
    moved: Mapping[K, int],
    apart: Collection[tuple[K, K]],
    vacated: Mapping[int, int],
    after: int,
) -> tuple[Move[K], ...]:
    """Break these tables and level the others."""
    gone = {table.number for table in broken}
    standing = [table for table in tables if table.seats and table.number not in gone]
    loads = [
        Load(
            table.number,
            len(table.seats),
            table.capacity,
            sum(1 for player in table.seats.values() if player in table.kept),
        )
        for table in standing
    ]
    arriving = sum(len(table.seats) for table in broken)
    levels = level(loads, arriving, policy.gap(len(standing)), source=policy.source, after=after)
    if not levels.arrivals:
        return ()
    words = policy.unknown_button == "words" and not arriving
    rooms = {table.number: Room(table, policy, seed, words) for table in standing}
    balanced = _balance(levels, rooms, moved, apart, vacated)
    if not broken:
        return tuple(balanced)
    drawn = _broken_players(broken, rooms, policy, seed, why, apart)
    return (*drawn, *balanced)


def _balance(
    levels: Levels,
    rooms: Mapping[int, Room[K]],
    moved: Mapping[K, int],
    apart: Collection[tuple[K, K]],
    vacated: Mapping[int, int],
) -> list[Move[K]]:
    """Each player who leaves a table that stays, with the seat he gets."""
    moves: list[Move[K]] = []
    free = dict(vacated)
    for source, goal in zip(levels.leaves, levels.arrivals, strict=False):
        who = mover(rooms[source], rooms[goal], moved, apart, free.get(goal))
        seat = seat_for(rooms[goal], who, free.pop(goal, None))
        moves.append(
            Move(
                who.player,
                source,
                who.seat,
                goal,
                seat.number,
                "balance",
                who.reason,
                seat.hands,
                seat.reason,
                seat.wait + rooms[goal].policy.wait_hands,
                who.passed_over,
            )
        )
        rooms[source].leave(who.seat)
        rooms[goal].arrive(seat.number, who.player)
    return _counted_together(moves, rooms)


def _counted_together(moves: Sequence[Move[K]], rooms: Mapping[int, Room[K]]) -> list[Move[K]]:
    """The same with the hands until the big blind as they are once all have arrived: of two who come to one
    table the later seat waits for the other's big blind too.  Who must wait to move is counted alone."""
    arriving: dict[int, set[int]] = {}
    for move in moves:
        if move.hands is not None and move.to_seat is not None:
            arriving.setdefault(move.to_table, set()).add(move.to_seat)
    hands = {
        number: hands_until_big_blind(rooms[number].last, rooms[number].seats, rooms[number].policy, seats)
        for number, seats in arriving.items()
        if len(seats) > 1
    }
    found = []
    for move in moves:
        count = hands.get(move.to_table, {}).get(move.to_seat or 0)
        alone = count is None or move.hands is None or move.wait > rooms[move.to_table].policy.wait_hands
        if alone or count == move.hands:
            found.append(move)
        else:
            found.append(replace(move, hands=count, seat_reason="worst" if count else "big_blind"))
    return found


def _broken_players(
    broken: Sequence[TableSeats[K]],
    rooms: Mapping[int, Room[K]],
    policy: Policy,
    seed: str,
    why: str,
    apart: Collection[tuple[K, K]],
) -> list[Move[K]]:
    """The double-blind draw for the players of the tables that break (RULES 2.2), seats and players apart."""
    where = _places(broken)
    standing = [room.table() for room in rooms.values()]
    drawn = draw(list(where), standing, seed, apart=apart)
    reason = "lot"
    if policy.break_seats == "by_blind" and all(table.button for table in broken):
        drawn, reason = by_blind(broken, rooms, drawn), "by_blind"
    seats: dict[int, set[int]] = {}
    for _, (number, seat) in drawn:
        seats.setdefault(number, set()).add(seat)
    hands = {
        (number, seat): count
        for number, new in seats.items()
        for seat, count in hands_until_big_blind(
            rooms[number].last, {*rooms[number].seats, *new}, policy, new
        ).items()
    }
    return [
        Move(player, *where[player], *place, why, "table_breaks", hands.get(place), reason)
        for player, place in drawn
    ]
