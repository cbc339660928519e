"""Entries: who may sign up, rebuy and re-enter, and until when.

Decides SA-23 (ReSpawn), VIV-22's "out of chips", RULES 2.1 (late entry, re-entry) and 4.1 (an out is
not final while a rebuy is possible).  Chips and money are integers, time is playing time in seconds
(pauses excluded).  All refusals but a second entry of one player may be passed by the director.

Worked example (SA-23): a 500 entry with 50 % on top rebuys for ``rebuy_price(500, 50)`` = 750.
"""

from __future__ import annotations

from collections.abc import Collection

from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules


def check_sign_up(players_in_open: Collection[int], player: int, *, places: int | None = None) -> None:
    """One entry per player.  Raises ``player_already_in``; ``open_full`` (may be passed)."""
    if player in players_in_open:
        raise RuleError("player_already_in", player=player)
    if places is not None and len(players_in_open) >= places:
        raise RuleError("open_full", overrule=True, places=places)


def check_late_entry(level_number: int, closes_after: int | None) -> None:
    """Late entry is open up to and including level ``closes_after`` (None: until the end).

    In a break pass the number of the level before it.  Raises ``late_entry_closed`` (may be passed).
    """
    if closes_after is not None and level_number > closes_after:
        raise RuleError("late_entry_closed", overrule=True, level=level_number, closed_after=closes_after)


def check_rebuy(house: HouseRules, *, taken: int, stack: int, bb: int, played: int) -> None:
    """A rebuy for a player with ``stack`` chips, ``taken`` rebuys so far, after ``played`` seconds.

    At exactly the limit it is closed (SA-23).  Raises ``rebuys_not_played``, ``rebuy_limit``,
    ``rebuys_closed``, ``rebuy_not_needed``, all of which the director may pass.
    """
    if house.rebuys == "none":
        raise RuleError("rebuys_not_played", overrule=True)
    if house.rebuys == "limited" and taken >= house.rebuys_per_player:
        raise RuleError("rebuy_limit", overrule=True, taken=taken, limit=house.rebuys_per_player)
    if house.rebuy_minutes and played >= house.rebuy_minutes * 60:
        raise RuleError("rebuys_closed", overrule=True, minutes=house.rebuy_minutes)
    allowed = {"busted": stack == 0, "below_bb": stack < bb, "any": True}
    if not allowed[house.rebuy_when]:
        raise RuleError("rebuy_not_needed", overrule=True, when=house.rebuy_when, stack=stack, bb=bb)


def can_rebuy(house: HouseRules, *, taken: int, stack: int, bb: int, played: int) -> bool:
    """Whether a rebuy is open; while it is, an out is not final (RULES 4.1)."""
    try:
        check_rebuy(house, taken=taken, stack=stack, bb=bb, played=played)
    except RuleError:
        return False
    return True


def rebuy_price(price: int, surcharge: int) -> int:
    """The entry plus ``surcharge`` per cent, half a minor unit rounded up (SA-23)."""
    return price + rebuy_surcharge(price, surcharge)


def rebuy_surcharge(price: int, surcharge: int) -> int:
    """The part of a rebuy above the entry: it goes to the pool or the house (``rebuy_surcharge_to``)."""
    return (price * surcharge + 50) // 100


def check_reentry(still_in: bool) -> None:
    """A re-entry is for a player who is out, or who gives the old chips up.  Raises ``entry_still_in``."""
    if still_in:
        raise RuleError("entry_still_in", overrule=True)
