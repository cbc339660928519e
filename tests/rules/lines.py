"""Hands told act by act: "4 r 600" is seat 4 to 600, "4 c" checks or calls, "4 f" folds, "4 a" is all-in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tdapp.rules import pots
from tdapp.rules.betting_line import Play, Start, begin
from tdapp.rules.button import Button, odd_chip_order
from tdapp.rules.hand import Act
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.levels import Level

TDA = replace(PRESETS["tda"], ante="none")
SPT = PRESETS["spt"]
VIVALDI = PRESETS["vivaldi"]
DEEP = 100_000


def start(
    *seats: int, blinds: tuple[int, int] = (50, 100), ante: int = 0, stacks: Any = None, **of: Any
) -> Start:
    """Deep stacks unless told; the button is at the first seat, the blinds at the next two."""
    heads_up = len(seats) == 2
    button = Button(seats[0], seats[0 if heads_up else 1], seats[1 if heads_up else 2])
    told = {"button": button, "level": Level(*blinds, ante), **of}
    return Start(seats, dict.fromkeys(seats, DEEP) | dict(stacks or {}), **told)


def on(here: Play, *acts: str, overrule: bool = False) -> Play:
    """The hand after those acts, each on the street that is bet; a breach fails unless overruled."""
    for told in acts:
        seat, letter, *to = told.split()
        one = here.now.player(int(seat))
        kind = {"f": "fold", "a": "all_in", "r": "raise" if here.now.highest else "bet"}.get(letter)
        if letter == "c":
            kind = "call" if here.now.price(one) else "check"
        act = Act(here.street, one.seat, str(kind), int(to[0]) if to else 0)
        found = here.breaches(act)
        if found and not overrule:
            raise found[0]
        here = here.after(replace(act, overruled=tuple(breach.code for breach in found)))
    return here


def line(here: Start, *acts: str, house: HouseRules = TDA) -> Play:
    """A hand from its forced bets on."""
    return on(begin(here, house), *acts)


def put_in(here: Play) -> dict[int, tuple[int, int]]:
    """Seat → live and dead chips."""
    return {part.seat: (part.live, part.dead) for part in here.parts}


def live(here: Play) -> dict[int, int]:
    """Seat → live chips."""
    return {part.seat: part.live for part in here.parts}


def received(here: Play, ranks: Mapping[int, int], unit: int = 1) -> dict[int, int]:
    """Seat → chips that the hand brings, the uncalled part included; ``ranks`` 1 is best."""
    by_seat = {part.seat: part for part in here.parts}
    order = odd_chip_order(here.start.button.button, list(by_seat), here.house.direction)
    given = [
        pots.Contribution(
            seat,
            by_seat[seat].live,
            by_seat[seat].dead,
            out=by_seat[seat].folded,
            forfeit=by_seat[seat].forfeit,
            rank=None if by_seat[seat].folded else ranks.get(seat),
        )
        for seat in order
    ]
    return dict(pots.settle(given, unit=unit).received)
