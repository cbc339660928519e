"""A hand of a PHH file (Poker Hand History, a TOML dialect that other poker programs read and write).

Decides what of the format is read: which games, how large, and what a file's hand comes to.  ``phh_read``
makes these values out of text, ``phh_write`` text out of our hands, ``phh_table`` is the betting between
them, ``phh_results`` the pots.  Units: chips scaled to integers by ``digits`` (0.25 with two digits is 25);
seats are seat numbers; cards as ``rules.cards`` writes them; streets from 0 (before the flop).

A file's players stand in the order of the deal: p1 is the small blind, the last one the button; heads-up p1
is the big blind, p2 the button with the small blind, and the forced bets in the file are the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tdapp.rules.errors import Remark
from tdapp.rules.hand import Act

GAMES: Mapping[str, str] = {
    "NT": "no_limit",
    "FT": "fixed_limit",
    "NS": "no_limit",
    "PO": "pot_limit",
}
"""Codes of the games that are read, and how each is bet."""
OTHER_GAMES = ("FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")
"""Codes that the format knows and that are refused by name: high-low, stud and lowball games."""
HELD: Mapping[str, int] = {"NT": 2, "FT": 2, "NS": 2, "PO": 4}
"""Cards that a player holds."""
FROM_HAND: Mapping[str, int] = {"PO": 2}
BOARD = (0, 3, 4, 5)
"""Cards on the board when each street is bet."""
MOST_PLAYERS = 22
MOST_ACTIONS = 1000
MOST_HANDS = 1000
MOST_LETTERS = 2_000_000
MOST_DIGITS = 6
UNKNOWN = "??"


@dataclass(frozen=True)
class Player:
    """One player and what the hand took from him, in file order (p1 first).

    ``stack`` is before the hand, None where the file does not know it.  ``live`` and ``dead`` are what he put
    in (``rules.pots.Contribution``), ``cards`` those the file shows of him, ``shown`` at the showdown.
    """

    seat: int
    name: str
    stack: int | None
    ante: int
    blind: int
    live: int
    dead: int
    folded: bool
    all_in: bool
    cards: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    mucked: bool = False

    @property
    def put_in(self) -> int:
        return self.live + self.dead

    @property
    def out(self) -> bool:
        """Cannot win a contested pot."""
        return self.folded or self.mucked


@dataclass(frozen=True)
class About:
    """Where and when a hand was played; empty where nobody says.

    ``date`` is (year, month, day) as far as it is known (0 where not), ``time`` "21:05:00".  ``extra`` are
    a user's own fields, their names beginning with an underscore.
    """

    event: str = ""
    venue: str = ""
    table: str = ""
    hand: str = ""
    author: str = ""
    date: tuple[int, int, int] = (0, 0, 0)
    time: str = ""
    time_zone: str = ""
    level: int | None = None
    currency: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Phh:
    """A hand as a file tells it.

    ``unit`` is the least bet of the first street, ``big_bet`` that of the last two in a limit game.
    ``trimmed``: antes count for pots as bets do; otherwise they are dead money that everybody contests.
    ``over`` where the file tells the hand to its end.  ``finishing`` and ``winnings`` are the file's own
    say, in file order.
    """

    variant: str
    digits: int
    players: tuple[Player, ...]
    unit: int
    big_bet: int
    trimmed: bool
    acts: tuple[Act, ...]
    board: tuple[str, ...]
    over: bool
    seat_count: int | None = None
    finishing: tuple[int, ...] | None = None
    winnings: tuple[int, ...] | None = None
    about: About = About()
    remarks: tuple[Remark, ...] = ()

    @property
    def button(self) -> int:
        """The seat that acts last after the flop."""
        return self.players[-1].seat

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(one.seat for one in self.players)
