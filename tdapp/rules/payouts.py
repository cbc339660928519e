"""Payouts: from a pool and a prize plan to the money of each place and each player.

Decides RULES 4.2, 4.3, 4.5, SPT-35 and SPT-42; ``prize_plans`` reckons the plans that follow
the field.  Units: minor units of the currency.
Until the director locks them prizes may differ from the pool ("10 € unassigned"); only
``check_lock`` asks for the exact sum.  Worked example: 80 € by 62.5/25/12.5 % in whole
euros is 50/20/10; two players tied for 2nd-3rd of 500/300/200 get 250 each.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeVar, cast, get_args

from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import Weight, exact_weight, share
from tdapp.rules.places import Place

K = TypeVar("K", bound=Hashable)
MOST_PLACES = 500
"""Places that can be paid."""
Kind = Literal["amounts", "percent", "winner", "field"]
FOLLOWING = ("percent", "field")
"""Kinds that are reckoned anew from the pool, so that single places may be fixed in them."""


@dataclass(frozen=True)
class PrizePlan:
    """How the pool is shared, best place first.

    ``amounts``: ``values`` are integers in minor units (SPT-35).  ``percent``: decimal
    strings such as "62.5", rounded to ``unit`` (4.2).  ``winner``: last man standing, no
    values (SPT-42).  ``field``: shares that follow the number of entries (4.3), those of ``table``
    (``payout_tables.Table`` as a dict) or our own; ``paid`` places of them, or ``share`` per cent of the
    entries, or (both 0) as many as the table says.

    ``fixed`` are places that get their amount whatever comes, as (place, minor units); ``at_close``
    asks to lock the prizes once nobody can enter or buy back in any more.  Raises RuleError
    ``prize_plan_unreadable`` (value), ``prize_negative`` (place), ``unit_too_small`` (unit),
    ``paid_percent_out_of_range``, ``places_out_of_range`` (most), and for fixed places ``prize_zero``
    (place), ``prizes_rise`` (place, amount, above).
    """

    kind: Kind
    values: tuple[int | str, ...] = ()
    unit: int = 1
    table: Mapping[str, object] | None = None
    paid: int = 0
    share: int = 0
    fixed: tuple[tuple[int, int], ...] = ()
    at_close: bool = False

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind) or (self.kind in ("winner", "field") and self.values):
            raise RuleError("prize_plan_unreadable", value=str(self.kind))
        if not isinstance(self.unit, int) or self.unit < 1:
            raise RuleError("unit_too_small", unit=self.unit)
        expected = int if self.kind == "amounts" else str
        for number, value in enumerate(self.values, start=1):
            if not isinstance(value, expected):
                raise RuleError("prize_plan_unreadable", value=str(value))
            if exact_weight(value) < 0:
                raise RuleError("prize_negative", place=number)
        if not 0 <= self.share <= 100:
            raise RuleError("paid_percent_out_of_range")
        if not 0 <= self.paid <= MOST_PLACES:
            raise RuleError("places_out_of_range", most=MOST_PLACES)
        _check_fixed(self.fixed)

    @property
    def places_paid(self) -> int:
        """How many places are listed; 0 where that follows the field (``prize_plans.shares_of``)."""
        return 1 if self.kind == "winner" else len(self.values)

    def to_dict(self) -> dict[str, object]:
        """The plan for JSON, without what it does not say; ``from_dict`` reads it back equal."""
        more: dict[str, object] = {
            "table": self.table,
            "paid": self.paid,
            "share": self.share,
            "fixed": [list(pair) for pair in self.fixed],
            "at_close": self.at_close,
        }
        plain = {"kind": self.kind, "values": list(self.values), "unit": self.unit}
        return {**plain, **{key: value for key, value in more.items() if value}}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> PrizePlan:
        kind, values, unit = data.get("kind"), data.get("values", []), data.get("unit", 1)
        table, fixed = data.get("table"), data.get("fixed", [])
        paid, part = data.get("paid", 0), data.get("share", 0)
        if not isinstance(values, list | tuple) or not isinstance(unit, int):
            raise RuleError("prize_plan_unreadable", value=str(values))
        if not isinstance(table, Mapping | None) or not isinstance(fixed, list | tuple):
            raise RuleError("prize_plan_unreadable", value=str(fixed))
        if not isinstance(paid, int) or not isinstance(part, int):
            raise RuleError("prize_plan_unreadable", value=str(paid))
        pairs = tuple((int(place), int(amount)) for place, amount in fixed)
        at_close = bool(data.get("at_close"))
        # The kind is checked when it is made.
        return cls(cast(Kind, kind), tuple(values), unit, table or None, paid, part, pairs, at_close)

    def with_fixed(self, place: int, amount: int | None) -> PrizePlan:
        """The plan with that place fixed to the amount, or (None) free again.

        Raises ``places_out_of_range`` (most), ``prize_negative`` (place), ``prize_zero`` (place),
        ``prizes_rise`` (place, amount, above).
        """
        pairs = {**dict(self.fixed), place: amount}
        kept = tuple((where, much) for where, much in sorted(pairs.items()) if much is not None)
        return replace(self, fixed=kept)


def _check_fixed(fixed: Sequence[tuple[int, int]]) -> None:
    above: int | None = None
    for place, amount in sorted(fixed):
        if not 1 <= place <= MOST_PLACES:
            raise RuleError("places_out_of_range", most=MOST_PLACES)
        if amount < 0:
            raise RuleError("prize_negative", place=place)
        if not amount:
            raise RuleError("prize_zero", place=place)
        if above is not None and amount > above:
            raise RuleError("prizes_rise", place=place, amount=amount, above=above)
        above = amount


def percent_sum(plan: PrizePlan) -> Fraction:
    """What the percentages add up to, exactly; 100 when nothing is left open."""
    return sum((exact_weight(value) for value in plan.values), Fraction(0))


def amounts(pool: int, plan: PrizePlan) -> tuple[int, ...]:
    """The prize of each paid place, best first.

    Percentages that add up to 100 give exactly the pool; below 100 the rest stays
    unassigned, above 100 more than the pool is assigned (see ``unassigned``).
    """
    if plan.kind == "winner":
        return (pool,)
    if plan.kind == "amounts":
        return tuple(int(value) for value in plan.values)
    whole = percent_sum(plan)
    if not whole:
        return (0,) * len(plan.values)
    if whole > 100:
        return share(int(pool * whole / 100), plan.values, plan.unit)
    # The open part takes its share like one more, last place.
    return share(pool, (*plan.values, 100 - whole), plan.unit)[:-1]


def prizes(pool: int, shares: Sequence[Weight], unit: int = 1) -> tuple[int, ...]:
    """The pool by ``shares`` (per cent or any weights, best place first) in whole ``unit``s (RULES 4.2).

    The sum is always the pool, and no place gets more than the one above it.  Raises what ``money.share``
    does, ``prizes_rise`` (place, amount, above) and ``prize_zero`` (place) for a paid place that gets
    nothing ("reduce unit or places"); an empty pool gives zeros.
    """
    found = share(pool, shares, unit)
    for place, amount in enumerate(found[1:], start=2):
        if amount > found[place - 2]:
            raise RuleError("prizes_rise", place=place, amount=amount, above=found[place - 2])
    if pool and 0 in found:
        raise RuleError("prize_zero", place=found.index(0) + 1)
    return found


def unassigned(pool: int, prizes: Sequence[int]) -> int:
    """What of the pool no place has yet; negative where the prizes exceed it."""
    return pool - sum(prizes)


def check_lock(pool: int, prizes: Sequence[int]) -> None:
    """Refuse to lock prizes that cannot be paid as they stand (SPT-35, 4.2).

    Raises RuleError ``prize_negative`` (place), ``prize_zero`` (place), ``prizes_rise``
    (place, amount, above) and, when all else is right, ``prizes_do_not_sum`` (pool,
    assigned, missing); the last may be overruled: an organiser may keep what is missing or add
    what is over (``missing`` below 0).  Prizes of zero are right for an empty pool.
    """
    for number, amount in enumerate(prizes, start=1):
        if amount < 0:
            raise RuleError("prize_negative", place=number)
        if not amount and pool:
            raise RuleError("prize_zero", place=number)
        if number > 1 and amount > prizes[number - 2]:
            raise RuleError("prizes_rise", place=number, amount=amount, above=prizes[number - 2])
    missing = unassigned(pool, prizes)
    if missing:
        raise RuleError("prizes_do_not_sum", overrule=True, pool=pool, assigned=sum(prizes), missing=missing)


def remarks(pool: int, prizes: Sequence[int], buy_in: int) -> tuple[Remark, ...]:
    """What is odd about the prizes and stops nothing.

    ``prizes_unassigned`` (missing), ``prizes_above_pool`` (over), ``prize_below_buy_in``
    (place, amount, buy_in); of those that could not be locked ``prizes_rise`` (place, amount, above) and
    ``prize_zero`` (place).
    """
    said = []
    for place, amount in enumerate(prizes, start=1):
        if place > 1 and amount > prizes[place - 2]:
            said.append(Remark("prizes_rise", {"place": place, "amount": amount, "above": prizes[place - 2]}))
            break
    if pool and 0 in prizes:
        said.append(Remark("prize_zero", {"place": list(prizes).index(0) + 1}))
    missing = unassigned(pool, prizes)
    if missing > 0:
        said.append(Remark("prizes_unassigned", {"missing": missing}))
    if missing < 0:
        said.append(Remark("prizes_above_pool", {"over": -missing}))
    if prizes and 0 < min(prizes) < buy_in:
        lowest = min(prizes)
        place = len(prizes) - list(reversed(prizes)).index(lowest)
        said.append(Remark("prize_below_buy_in", {"place": place, "amount": lowest, "buy_in": buy_in}))
    return tuple(said)


def shared(
    places: Mapping[K, Place],
    prizes: Sequence[int],
    unit: int,
    order: Sequence[K],
    *,
    unpaid: Collection[K] = (),
) -> dict[K, int]:
    """The money of every placed player, 0 for places that are not paid (4.1, 4.2).

    Tied players share the sum of their places in ``unit`` (the smallest cash unit);
    leftover units go to the tied in ``order`` (the draw, or registration).  ``unpaid``
    are the disqualified: they get nothing and the paid places move up (4.1.5, VIV-31).
    """
    at = {key: index for index, key in enumerate(order)}
    money = dict.fromkeys(places, 0)
    for place in sorted(set(places.values())):
        tied = [key for key, where in places.items() if where == place and key not in unpaid]
        if not tied:
            continue
        tied.sort(key=lambda key: at.get(key, len(at)))
        moved_up = sum(1 for key in unpaid if key in places and places[key].first < place.first)
        first = place.first - 1 - moved_up
        money.update(
            zip(tied, share(sum(prizes[first : first + len(tied)]), [1] * len(tied), unit), strict=True)
        )
    return money


# RULES 4.3: from, to (players), percentages; where rows overlap the first is proposed.
COMMON: tuple[tuple[int, int | None, tuple[str, ...]], ...] = (
    (0, 5, ("100",)),
    (7, 10, ("50", "30", "20")),
    (6, 8, ("60", "40")),
    (6, 8, ("65", "35")),
    (6, 8, ("70", "30")),
    (20, 20, ("45", "25", "15", "10", "5")),
    (11, 15, ("50", "30", "20")),
    (11, 20, ("40", "30", "20", "10")),
    (16, 20, ("50", "30", "20")),
    (21, 27, ("40", "30", "15", "10", "5")),
    (28, 45, ("37", "22", "15", "11", "8", "7")),
    (28, 45, ("40", "24", "16", "12", "8")),
    (30, 40, ("35", "25", "12.5", "10", "7.5", "5", "5")),
    (46, None, ("30", "20", "12", "10", "8", "6.5", "5.5", "4.5", "3.5")),
    (28, None, ("40", "30", "15", "10", "5")),
)


def common(players: int, unit: int = 1) -> tuple[PrizePlan, ...]:
    """The usual plans for a field of this size, the proposed one first (4.3)."""
    return tuple(
        PrizePlan("percent", values, unit)
        for low, high, values in COMMON
        if low <= players and (high is None or players <= high)
    )


def suggested(players: int, unit: int = 1) -> PrizePlan:
    """The plan proposed for a field of this size (4.3): 8 players 50/30/20."""
    return common(max(players, 0), unit)[0]


def prize_pool(taken: Iterable[int], costs: int = 0) -> int:
    """The pool: what was taken for prizes less the costs paid from it (4.5); fees are not in ``taken``.

    Raises RuleError ``costs_above_pool`` (taken, costs).
    """
    total = sum(taken)
    if costs > total:
        raise RuleError("costs_above_pool", taken=total, costs=costs)
    return total - costs


def overlay(pool: int, guarantee: int = 0) -> int:
    """What the organiser adds to reach the guarantee (4.5)."""
    return max(0, guarantee - pool)


def payable(pool: int, guarantee: int = 0) -> int:
    """What is paid out: the guarantee or the pool, whichever is more (4.5)."""
    return pool + overlay(pool, guarantee)
