"""What balancing and breaking are told and what they say: the policy, a move, a halt.

Decides the settings of RULES 2.2 and 2.3.  Every club and every published rule has its own; none is
built in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from tdapp.rules.house import HouseRules

K = TypeVar("K")


@dataclass(frozen=True)
class Policy:
    """How tables are kept even; every club has its own, so each is a setting.

    How even: ``max_gap`` is the largest difference allowed between two tables (0: 1 up to four tables, 2
    above: RULES 2.3), ``gap_at`` a list of (tables left, gap) that comes before it; moves are proposed as
    they stand after ``wait_hands`` more hands.
    Who: ``next_big_blind`` (TDA 11), ``lot``, or ``same_position`` (as many players from the button as
    the one who went out).  ``source`` is the table to take from: ``fullest`` (ties in table order) or
    ``next_number`` (the next full table by number).  Where to: ``seat`` is ``worst`` or ``lot``.
    ``unknown_button``: ``lot`` names a player (fewest moves first, then by lot) and a seat by lot,
    ``words`` leaves them open, to be found at the table.
    Breaking: ``break_tables`` as soon as the others hold everybody and ``spare_seats`` more; ``break_at``
    is a list of (players left, tables) with so few of whom there are no more tables than that.
    ``break_seats`` of a broken table's players: ``draw`` (RULES 2.2) or ``by_blind`` (who just paid the
    big blind gets the best seat).  ``final_table`` is the number at which the last tables become one (0:
    RULES 2.2 by table size), ``final_draw`` whether all its seats are drawn anew; ``redraw_at``: with so
    many tables left after a break everybody is drawn anew.
    Halting: ``halt_at`` is how many short of the fullest a table stops (3; 0: never), ``halt_when``:
    ``blinds_affected`` or ``at_once``.
    """

    max_gap: int = 0
    who: str = "next_big_blind"
    source: str = "fullest"
    break_tables: bool = True
    final_table: int = 0
    halt_at: int = 3
    direction: str = "clockwise"
    button_rule: str = "tda_dead"
    heads_up_button: str = "small_blind"
    gap_at: tuple[tuple[int, int], ...] = ()
    wait_hands: int = 0
    seat: str = "worst"
    unknown_button: str = "lot"
    spare_seats: int = 0
    break_at: tuple[tuple[int, int], ...] = ()
    break_seats: str = "draw"
    final_draw: bool = True
    redraw_at: tuple[int, ...] = ()
    halt_when: str = "blinds_affected"

    def gap(self, tables: int) -> int:
        """The largest difference allowed while so many tables are left (RULES 2.3)."""
        for left, gap in sorted(self.gap_at):
            if tables <= left:
                return gap
        return self.max_gap or (1 if tables <= 4 else 2)


def policy_of(house: HouseRules) -> Policy:
    """How this house keeps its tables even; what it does not say is as TDA has it."""
    return Policy(
        max_gap=house.max_table_gap,
        who=house.balance_who,
        source=house.balance_from,
        break_tables=house.seat_changes == "balance" and house.break_tables == "fit",
        final_table=house.final_table_at,
        halt_at=house.halt_short,
        wait_hands=house.wait_hands,
        direction=house.direction,
        button_rule=house.button_rule,
        heads_up_button=house.heads_up_button,
    )


@dataclass(frozen=True)
class Move(Generic[K]):
    """One player sent to another seat, and why him, why there.

    ``player`` and ``from_seat`` are None, and ``to_seat`` too, where buttons are unknown and the rule is
    applied at the table ("the next big blind of table 3 takes the worst seat of table 1").

    ``why`` is ``balance``, ``break``, ``final``, ``redraw`` or ``compress``.  ``reason`` says why this
    player: ``next_big_blind``, ``same_position``, ``fewest_moves`` or ``lot`` (the button is unknown),
    ``table_breaks``, ``final_table``, ``redraw``.  ``seat_reason`` says why this seat: ``worst`` (the
    soonest to have the big blind), ``big_blind`` (at once), ``single_big_blind`` (at once, without a
    small blind), ``vacated``, ``lot``, ``by_blind``, ``at_table`` (found there).
    ``hands`` is how many hands are dealt there before the one in which the new seat has the big blind (0:
    he has it at once), None if unknown.  ``wait`` is how many hands are dealt before he moves.
    ``passed_over`` were due before him and stay (kept in their seat, or kept apart from somebody there).
    """

    player: K | None
    from_table: int
    from_seat: int | None
    to_table: int
    to_seat: int | None
    why: str
    reason: str
    hands: int | None = None
    seat_reason: str = ""
    wait: int = 0
    passed_over: tuple[K, ...] = ()


@dataclass(frozen=True)
class Halt:
    """A table that stops dealing until it is balanced, ``short`` players short of the fullest.

    ``reason``: ``big_blind_empty`` (the next big blind would fall on an empty seat), ``short`` (the
    policy halts at once), or ``button_unknown`` (it stops once the blinds are affected: look there).
    """

    table: int
    short: int
    reason: str
