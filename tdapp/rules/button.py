"""The button: who deals, who posts, in what order people act and take odd chips.

Decides RULES 2.4 (dead button), SA-07 (dead dealer), SPT-43 (moving button), VIV-13 (the deal rotates),
the change to heads-up, and the order round the table in both directions (SPT-08…14, SA-03, SIS-20).
Button, small blind and big blind are **seat numbers**, never players, and seats are numbered clockwise,
so a seat may be empty: an empty button is a dead button, an empty small blind is not posted.

Worked example (T-2.4c): seats 1–5, last BTN 1, SB 2, BB 3, seat 3 goes out → BTN 2, SB 3 (empty, so
nobody posts it), BB 4.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from tdapp.rules.errors import RuleError

Direction = Literal["clockwise", "anticlockwise"]
Rule = Literal["tda_dead", "sa_dead_dealer", "moving"]
HeadsUp = Literal["small_blind", "big_blind"]


@dataclass(frozen=True)
class Button:
    """Three seat numbers of one hand.  ``sb`` and ``bb`` are None in a game without blinds."""

    button: int | None
    sb: int | None
    bb: int | None


def order(seats: Collection[int], start: int, direction: str = "clockwise") -> tuple[int, ...]:
    """The seats after ``start`` in the direction of play; ``start`` itself comes last if it is one."""
    if direction not in ("clockwise", "anticlockwise"):
        raise RuleError("unknown_choice", setting="direction", choice=direction)
    rising = sorted(set(seats))
    if direction == "clockwise":
        return (*(s for s in rising if s > start), *(s for s in rising if s <= start))
    falling = rising[::-1]
    return (*(s for s in falling if s < start), *(s for s in falling if s >= start))


def odd_chip_order(
    button: int | None, occupied: Collection[int], direction: str = "clockwise"
) -> tuple[int, ...]:
    """Who takes odd chips first: from the seat after the button, the button last (SPT-25, SA-18, RULES 2.7).

    Raises ``button_unknown``.
    """
    return order(occupied, _known(button), direction)


def first_street_order(
    button: Button, occupied: Collection[int], direction: str = "clockwise"
) -> tuple[int, ...]:
    """Who acts when before the flop, the big blind last (SPT-14); without blinds from the dealer's side."""
    start = button.bb if button.bb is not None else _known(button.button)
    return order(occupied, start, direction)


def later_street_order(
    button: Button, occupied: Collection[int], direction: str = "clockwise"
) -> tuple[int, ...]:
    """Who acts when after the flop: the small blind or the next one first, the button last (SPT-19)."""
    return order(occupied, _known(button.button), direction)


def small_blind_posted(button: Button, occupied: Collection[int]) -> int | None:
    """The seat that posts the small blind, None where it is dead or the game has none."""
    return button.sb if button.sb in occupied else None


def is_dead(button: Button, occupied: Collection[int]) -> bool:
    """Whether the button lies at an empty seat."""
    return button.button is not None and button.button not in occupied


def first_button(
    occupied: Collection[int],
    seat: int,
    direction: str = "clockwise",
    heads_up_button: str = "small_blind",
    *,
    blinds: bool = True,
) -> Button:
    """The first hand with the drawn dealer at ``seat`` (SPT-39, SA-03, VIV-13).

    Raises ``too_few_players``, ``seat_empty``.
    """
    players = _players(occupied)
    if seat not in players:
        raise RuleError("seat_empty", seat=seat)
    if not blinds:
        return Button(seat, None, None)
    after = order(players, seat, direction)
    if len(players) > 2:
        return Button(seat, after[0], after[1])
    return _heads_up(players, seat if heads_up_button == "big_blind" else after[0], heads_up_button)


def may_be_dead(players: int, rule: str) -> bool:
    """Whether a button may lie at an empty seat (RULES 2.4): not where it moves to a player, nor heads-up."""
    return rule != "moving" and players > 2


def button_seen(
    occupied: Collection[int],
    seat: int,
    *,
    rule: str,
    direction: str = "clockwise",
    heads_up_button: str = "small_blind",
    last: Button | None = None,
) -> Button:
    """The hand whose button somebody sees at ``seat``, with the next two players as blinds.

    Where that is the hand which follows ``last``, its blinds are as the rule has them, dead ones too
    (T-2.4c).  The seat may be empty where the rule leaves a dead button there (RULES 2.4).  Raises
    ``too_few_players``, ``seat_empty``, ``unknown_choice``.
    """
    players = _players(occupied)
    if last is not None and last.button is not None:
        following = next_button(
            last, players, rule=rule, direction=direction, heads_up_button=heads_up_button
        )
        if following.button == seat:
            return following
    if seat in players or not may_be_dead(len(players), rule):
        return first_button(players, seat, direction, heads_up_button)
    return _dealer_at(seat, players, direction)


def next_button(
    last: Button,
    occupied: Collection[int],
    *,
    rule: str,
    direction: str = "clockwise",
    heads_up_button: str = "small_blind",
) -> Button:
    """The next hand's button and blinds among the seats still ``occupied``.

    With two left every rule is the same: the next player after the last big blind has it, the other
    one the small blind, so nobody has the big blind twice running; the button is with the small
    blind, or with the big blind where the house says so (SPT-44).  Seats are stored even where they
    are empty.  Raises ``too_few_players``, ``button_unknown``, ``unknown_choice``.
    """
    if rule not in ("tda_dead", "sa_dead_dealer", "moving"):
        raise RuleError("unknown_choice", setting="button_rule", choice=rule)
    players = _players(occupied)
    if last.bb is None:
        return Button(order(players, _known(last.button), direction)[0], None, None)
    after_bb = order(players, last.bb, direction)
    if len(players) == 2:
        return _heads_up(players, after_bb[0], heads_up_button)
    if rule == "moving":
        return _dealer_at(order(players, _known(last.button), direction)[0], players, direction)
    if last.sb is None or last.button in (last.sb, last.bb):
        return _grown(last.bb, players, rule, direction)
    if rule == "sa_dead_dealer":
        return _dealer_at(last.sb, players, direction)
    if last.sb == after_bb[0]:  # only newcomers sit between the blinds
        return _grown(last.bb, players, rule, direction)
    return Button(last.sb, last.bb, after_bb[0])


def next_positions(
    seats: Collection[int],
    last: Button | tuple[int | None, int | None, int | None],
    rule: str,
    direction: str = "clockwise",
) -> Button:
    """The next hand's seats for button, small and big blind; what other programs call.

    ``seats`` are the occupied seat numbers, ``last`` the hand before as a Button or as (button, SB, BB).
    The decision is ``next_button``'s, with the small blind on the button where two are left (RULES 2.4).
    Worked example (SA-07): ``next_positions([1, 2, 4, 5], (1, 2, 3), "sa_dead_dealer")`` is BTN 2, SB 4,
    BB 5.  Raises ``too_few_players``, ``button_unknown``, ``unknown_choice``.
    """
    before = last if isinstance(last, Button) else Button(*last)
    return next_button(before, seats, rule=rule, direction=direction)


def _dealer_at(seat: int, players: Collection[int], direction: str) -> Button:
    """Dealer at ``seat``, empty or not; the next two players post."""
    after = order(players, seat, direction)
    return Button(seat, after[0], after[1])


def _heads_up(players: Collection[int], bb: int, heads_up_button: str) -> Button:
    if heads_up_button not in ("small_blind", "big_blind"):
        raise RuleError("unknown_choice", setting="heads_up_button", choice=heads_up_button)
    (sb,) = set(players) - {bb}
    return Button(sb if heads_up_button == "small_blind" else bb, sb, bb)


def _grown(last_bb: int, players: Collection[int], rule: str, direction: str) -> Button:
    """More than two after heads-up: no third seat to follow, so the button goes before the small blind."""
    after = order(players, last_bb, direction)
    if rule == "sa_dead_dealer" and last_bb not in players:
        return Button(after[-1], after[0], after[1])
    before = [seat for seat in after if seat != last_bb]
    return Button(before[-1], last_bb, before[0])


def _players(occupied: Collection[int]) -> frozenset[int]:
    players = frozenset(occupied)
    if len(players) < 2:
        raise RuleError("too_few_players", players=len(players))
    return players


def _known(button: int | None) -> int:
    if button is None:
        raise RuleError("button_unknown")
    return button
