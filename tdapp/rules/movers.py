"""Which player of a table moves, and which seat he gets at the other one.

Decides "who" and "where to" of RULES 2.3 (TDA 11): the player due to be big blind next, to the worst
position; where nobody knows the button, who was moved least and then the lot, or the rule in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from tdapp.rules.button import Button, order
from tdapp.rules.draw import pick, shuffled
from tdapp.rules.seating import Place, TableSeats
from tdapp.rules.table_policy import Policy
from tdapp.rules.worst_seat import after_hands, hands_until_big_blind, next_hand, worst

K = TypeVar("K")


@dataclass(frozen=True)
class Who(Generic[K]):
    """Who moves and why he; ``player`` None where the rule is applied at the table."""

    player: K | None
    seat: int | None
    reason: str
    passed_over: tuple[K, ...] = ()


@dataclass(frozen=True)
class NewSeat:
    """The seat somebody gets and why; ``number`` None where the rule is applied at the table."""

    number: int | None
    reason: str
    hands: int | None = None
    wait: int = 0


class Room(Generic[K]):
    """A table while a proposal is made: its seats change with every move.

    ``last`` is the last hand dealt before the moves, None where nobody knows.
    """

    def __init__(self, table: TableSeats[K], policy: Policy, seed: str, words: bool = False) -> None:
        self.before = table
        self.policy = policy
        self.seed = seed
        self.words = words
        self.seats: dict[int, K] = dict(table.seats)
        self.last: Button | None = after_hands(table.button, table.seats, policy, policy.wait_hands)
        self.arrivals = 0
        if next_hand(self.last, table.seats, policy) is None:
            self.last = self.last if len(table.seats) < 2 and _known(self.last) else None

    @property
    def free(self) -> list[int]:
        return [seat for seat in self.before.free if seat not in self.seats]

    def leave(self, seat: int | None) -> None:
        """Somebody has left; who it is only the table knows if ``seat`` is None."""
        if seat is None:
            self.last = None
        else:
            del self.seats[seat]

    def arrive(self, seat: int | None, player: K | None) -> None:
        """Somebody has come."""
        self.arrivals += 1
        if seat is None or player is None:
            self.last = None
        else:
            self.seats[seat] = player

    def hands_to(self, seat: int) -> int:
        """Hands before who comes to ``seat`` has the big blind, -1 if nobody knows."""
        found = hands_until_big_blind(self.last, {*self.seats, seat}, self.policy, [seat])
        return found.get(seat, -1)

    def against_play(self) -> list[K]:
        """The players from the last big blind on against the direction of play."""
        start = self.last.bb if self.last is not None and self.last.bb is not None else 1
        back = "anticlockwise" if self.policy.direction == "clockwise" else "clockwise"
        seats = order(self.seats, start, back)
        first = seats[-1:] if start in self.seats else ()
        return [self.seats[seat] for seat in (*first, *seats[: len(seats) - len(first)])]

    def table(self) -> TableSeats[K]:
        """The table as it is now."""
        return replace(self.before, seats=dict(self.seats), button=self.last)


def mover(
    source: Room[K],
    goal: Room[K],
    moved: Mapping[K, int],
    apart: Collection[tuple[K, K]],
    vacated: int | None,
) -> Who[K]:
    """Who leaves ``source`` for ``goal``."""
    seats, reason = _candidates(source, goal, moved, vacated)
    if not seats:
        return Who(None, None, reason)
    there = set(goal.seats.values())
    meets = {one for pair in apart for one, other in (pair, pair[::-1]) if other in there}
    asked = [seat for seat in seats if source.seats[seat] not in source.before.kept]
    seat = next((one for one in asked if source.seats[one] not in meets), asked[0])
    by_lot = reason in ("lot", "fewest_moves")
    passed = () if by_lot else tuple(source.seats[one] for one in seats[: seats.index(seat)])
    return Who(source.seats[seat], seat, reason, passed)


def seat_for(goal: Room[K], who: Who[K], vacated: int | None) -> NewSeat:
    """The seat the mover gets at ``goal``."""
    if who.reason == "same_position" and vacated is not None:
        return NewSeat(vacated, "vacated")
    free, purpose = goal.free, f"seat {goal.before.number} {goal.arrivals}"
    found = worst(goal.last, goal.seats, free, goal.policy) if goal.policy.seat == "worst" else None
    if found is None:
        if goal.words and goal.policy.seat == "worst":
            return NewSeat(None, "at_table")
        return NewSeat(pick(free, goal.seed, purpose), "lot")
    number = pick(found.seats, goal.seed, purpose)
    reason = "single_big_blind" if found.single else "worst" if found.hands else "big_blind"
    return NewSeat(number, reason, found.hands, found.wait)


def by_blind(
    broken: Sequence[TableSeats[K]],
    rooms: Mapping[int, Room[K]],
    drawn: Sequence[tuple[K, Place]],
) -> tuple[tuple[K, Place], ...]:
    """The players of broken tables by blind instead of by lot, with as many to each table as were drawn.

    Of each table in turn: who had the big blind last gets the best seat left, the one that has it latest
    where he goes, and then the others against the direction of play.  Seats whose big blind nobody
    knows come last, equal ones by table and seat.
    """
    quota = Counter(table for _, (table, _) in drawn)
    best = sorted(
        (-rooms[number].hands_to(seat), number, seat) for number in quota for seat in rooms[number].free
    )
    given: list[tuple[K, Place]] = []
    for table in broken:
        room = Room(table, rooms[next(iter(quota))].policy, "")
        for player in room.against_play():
            place = next(one for one in best if quota[one[1]] > 0)
            best.remove(place)
            quota[place[1]] -= 1
            given.append((player, place[1:]))
    return tuple(given)


def _candidates(
    source: Room[K], goal: Room[K], moved: Mapping[K, int], vacated: int | None
) -> tuple[list[int], str]:
    """The seats of the source in the order in which their players are asked, and why; none: at the table."""
    policy = source.policy
    if policy.who == "lot":
        return _by_lot(source, {}), "lot"
    if policy.who == "same_position" and vacated is not None and vacated not in goal.seats:
        position = _position(vacated, goal)
        if position is not None and source.last is not None and source.last.button is not None:
            seats = order(source.seats, source.last.button, policy.direction)
            start = min(position, len(seats) - 1)
            return [*seats[start:], *seats[:start]], "same_position"
    here = next_hand(source.last, source.seats, policy)
    if here is not None and here.bb is not None:
        later = order(source.seats, here.bb, policy.direction)
        return [here.bb, *(seat for seat in later if seat != here.bb)], "next_big_blind"
    if source.words:
        return [], "next_big_blind"
    return _by_lot(source, moved), "fewest_moves" if moved else "lot"


def _by_lot(source: Room[K], moved: Mapping[K, int]) -> list[int]:
    """The seats of those moved least, by lot among equals."""
    purpose = f"who {source.before.number}"
    drawn = shuffled(sorted(source.seats), source.seed, purpose)
    return sorted(drawn, key=lambda seat: moved.get(source.seats[seat], 0))


def _position(seat: int, goal: Room[K]) -> int | None:
    """How many players sat between the button and this seat, who went out being one of them."""
    if goal.last is None or goal.last.button is None:
        return None
    return order({*goal.seats, seat}, goal.last.button, goal.policy.direction).index(seat)


def _known(last: Button | None) -> bool:
    return last is not None and last.button is not None and last.bb is not None
