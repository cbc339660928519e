"""Payout tables: how many places are paid in a field of any size, and with what shares.

Decides RULES 4.3 (our own tables, number paid by entries or as a share of them) and what becomes of tables
that others printed.  Shares are per cent as decimal strings, best place first; prizes are in minor units
and come from ``payouts.prizes``, so that they sum to the pool, never rise and never are nothing.

Worked example: 20 entries are paid 45/25/15/10/5 by the common table; 80 entries at 15 per cent are twelve
places by our own curve, 22.93 to 3.53 per cent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import Weight, exact_weight, share
from tdapp.rules.payouts import COMMON, MOST_PLACES, prizes

# RULES 4.3: usually 10 to 25 per cent of the entries are paid.
USUAL_PERCENT = 15
LONGEST_NAME = 80
"""Letters of a table's name."""
FEWEST_PERCENT, MOST_PERCENT = 10, 25


@dataclass(frozen=True)
class Bracket:
    """The shares for fields of ``low`` to ``high`` entries (None: no end), best place first.

    A bracket may stand for a number of paid places instead: then ``places_paid`` says so and ``low`` is 0.
    ``variant`` names a second opinion of the same source.
    """

    low: int
    high: int | None
    shares: tuple[str, ...]
    variant: str = ""

    @property
    def places_paid(self) -> int:
        return len(self.shares)

    @property
    def total(self) -> Fraction:
        """What the shares add up to; 100 where they are right."""
        return sum((exact_weight(part) for part in self.shares), Fraction(0))

    def holds(self, entries: int) -> bool:
        return self.low <= entries and (self.high is None or entries <= self.high)


@dataclass(frozen=True)
class Table:
    """A payout table: its brackets in order, those by field or those by number of places paid.

    ``remarks`` say what was odd when it was read.
    """

    name: str
    brackets: tuple[Bracket, ...]
    by_places: bool = False
    remarks: tuple[Remark, ...] = ()

    def bracket(self, entries: int, variant: str = "") -> Bracket:
        """The first bracket that holds so many entries, else the nearest one.

        Of a table by number of places the one nearest to what ``places_paid`` gives.
        """
        mine = [one for one in self.brackets if one.variant == variant] or list(self.brackets)
        if self.by_places:
            wanted = places_paid(entries)
            return min(mine, key=lambda one: (abs(one.places_paid - wanted), one.places_paid))
        return next((one for one in mine if one.holds(entries)), None) or min(
            mine, key=lambda one: _distance(one, entries)
        )

    def shares(self, entries: int, variant: str = "") -> tuple[str, ...]:
        """The shares for so many entries; never more places than entries."""
        return self.bracket(entries, variant).shares[: max(entries, 1)]

    def to_dict(self) -> dict[str, object]:
        """The table for JSON, in the form that ``read`` takes."""
        field = (lambda b: {"places_paid": b.places_paid}) if self.by_places else _entries
        return {
            "name": self.name,
            "brackets": [
                {
                    **field(one),
                    **({"variant": one.variant} if one.variant else {}),
                    "places": [
                        {"from": place, "to": place, "percent": part}
                        for place, part in enumerate(one.shares, start=1)
                    ],
                }
                for one in self.brackets
            ],
        }


@dataclass(frozen=True)
class Applied:
    """The prizes of a field, best place first, the shares they came from, and what is odd about them."""

    prizes: tuple[int, ...]
    shares: tuple[str, ...]
    remarks: tuple[Remark, ...] = ()


def places_paid(entries: int, percent: int = USUAL_PERCENT) -> int:
    """How many places are paid of so many entries: ``percent`` of them, half a place rounded up, at least 1.

    Raises ``paid_percent_out_of_range``.
    """
    if not 1 <= percent <= 100:
        raise RuleError("paid_percent_out_of_range")
    return max(1, (2 * entries * percent + 100) // 200)


def curve(places: int) -> tuple[str, ...]:
    """Our own shares for so many places: the usual ones up to nine, beyond them ever flatter.

    Place i weighs 1/(i + 1), in hundredths of a per cent; they sum to 100 exactly and never rise.  Raises
    ``places_out_of_range`` (most).
    """
    if not 1 <= places <= MOST_PLACES:
        raise RuleError("places_out_of_range", most=MOST_PLACES)
    usual = next((shares for _, _, shares in COMMON if len(shares) == places), None)
    if usual:
        return usual
    hundredths = share(10_000, [Fraction(1, place + 1) for place in range(1, places + 1)])
    return tuple(f"{part / 100:.2f}".rstrip("0").rstrip(".") for part in hundredths)


def proposed(entries: int, percent: int | None = None) -> tuple[str, ...]:
    """Our own shares for a field: the common table up to 65 entries, beyond or for a ``percent`` the curve.

    Never more places than entries.  Raises ``paid_percent_out_of_range``, ``places_out_of_range`` (most).
    """
    if percent is None:
        found = next((one for one in OURS.brackets if one.holds(entries)), None)
        if found:
            return found.shares[: max(entries, 1)]
    return curve(min(places_paid(entries, percent or USUAL_PERCENT), max(entries, 1)))


OURS = Table(
    "Tapete",
    tuple(
        Bracket(low, 65 if high is None else high, shares)
        for low, high, shares in COMMON
        # Of the open-ended rows the curve takes over.
        if not (high is None and low < 46)
    ),
)
"""The common tables of RULES 4.3 by field, where rows overlap the proposed one first."""


def apply(pool: int, shares: Sequence[str], unit: int = 1) -> Applied:
    """The prizes of a pool by these shares: exact, never rising, no paid place with nothing (RULES 4.2).

    Where units are too large for so many places fewer are paid, and ``places_unpayable`` (wanted, paid,
    unit) says so; ``shares_do_not_sum`` (percent) where they are not 100.  An empty pool pays zeros.
    Raises what ``payouts.prizes`` does but for ``prize_zero``.
    """
    said = _sum_remark(shares)
    for paid in range(len(shares), 0, -1):
        try:
            found = prizes(pool, shares[:paid], unit)
        except RuleError as error:
            if error.code == "prize_zero":
                continue
            raise
        if paid < len(shares):
            missing = {"wanted": len(shares), "paid": paid, "unit": unit}
            said = (*said, Remark("places_unpayable", missing))
        return Applied(found, tuple(shares[:paid]), said)
    return Applied(prizes(pool, shares, unit), tuple(shares), said)


def apply_table(table: Table, entries: int, pool: int, unit: int = 1, variant: str = "") -> Applied:
    """The prizes that a table gives a field.  Raises what ``apply`` does."""
    return apply(pool, table.shares(entries, variant), unit)


def with_locked(
    pool: int, shares: Sequence[Weight], locked: Mapping[int, int], unit: int = 1
) -> tuple[int, ...]:
    """Prizes anew, but for those of places that are ``locked`` (place from 1: amount), which survive.

    The rest of the pool goes to the other places by their shares, none above a locked one that is better or
    below one that is worse; so with too little room the sum may differ from the pool (``payouts.unassigned``
    says by how much).  Raises ``locked_place_unpaid`` (place, places), ``prize_negative`` (place),
    ``prizes_rise`` where locked ones do.
    """
    _check_locked(locked, len(shares))
    bounds = [_bounds(place, locked) for place in range(1, len(shares) + 1)]
    found = dict(locked)
    while free := [place for place in range(1, len(shares) + 1) if place not in found]:
        rest = max(0, pool - sum(found.values()))
        weights = [shares[place - 1] for place in free]
        if not any(exact_weight(weight) for weight in weights):
            weights = [1] * len(free)
        parts = dict(zip(free, share(rest, weights, unit), strict=True))
        over = {p: bounds[p - 1][1] for p in free if _above(parts[p], bounds[p - 1][1])}
        under = {p: bounds[p - 1][0] for p in free if parts[p] < bounds[p - 1][0]}
        if not over and not under:
            found.update(parts)
            break
        # What is cut off at the top against what is missing below: the larger correction stands first.
        cut = sum(parts[p] - most for p, most in over.items() if most is not None)
        lack = sum(least - parts[p] for p, least in under.items())
        fixed = over if cut >= lack else under
        found.update({place: amount for place, amount in fixed.items() if amount is not None})
    return tuple(found[place] for place in range(1, len(shares) + 1))


# -- tables that others printed ---------------------------------------------------------------------------


def read(data: Mapping[str, object]) -> Table:
    """A table out of the interchange form: "name" and "brackets" with "entries" [low, high] (high None: no
    end) or "places_paid", and "places" as {"from", "to", "percent"}.

    Remarked: ``bracket_sum`` (bracket, percent) where shares do not add up to 100 (a "sum_percent" that
    claims another sum is passed over: what is printed for the places counts), ``bracket_rises`` (bracket,
    place), ``bracket_overlaps`` (bracket) and ``bracket_gap`` (bracket, low, high: fields that no bracket
    holds).  Raises ``payout_table_unreadable`` (bracket, from 1; 0 the table itself).
    """
    rows = data.get("brackets")
    if not isinstance(rows, list) or not rows:
        raise RuleError("payout_table_unreadable", bracket=0)
    by_places = "places_paid" in rows[0] if isinstance(rows[0], Mapping) else False
    brackets = tuple(_read_bracket(row, number) for number, row in enumerate(rows, start=1))
    name = " ".join(str(data.get("name", "")).split())[:LONGEST_NAME]
    return Table(name, brackets, by_places, _oddities(brackets, by_places))


def _read_bracket(row: object, number: int) -> Bracket:
    unreadable = RuleError("payout_table_unreadable", bracket=number)
    if not isinstance(row, Mapping) or not isinstance(row.get("places"), list):
        raise unreadable
    shares: list[str] = []
    for line in row["places"]:
        try:
            first, last, percent = int(line["from"]), int(line["to"]), line["percent"]
            part = exact_weight(percent)
        except (KeyError, TypeError, ValueError, OverflowError, RuleError):
            raise unreadable from None
        if first != len(shares) + 1 or not first <= last <= MOST_PLACES or part < 0:
            raise unreadable
        shares += [_decimal(percent)] * (last - first + 1)
    low, high = _field(row, unreadable)
    if not any(exact_weight(part) for part in shares):
        raise unreadable
    return Bracket(low, high, tuple(shares), str(row.get("variant", "")))


def _field(row: Mapping[str, object], unreadable: RuleError) -> tuple[int, int | None]:
    if "places_paid" in row:
        return 0, None
    entries = row.get("entries")
    if not isinstance(entries, list | tuple) or len(entries) != 2:
        raise unreadable
    low, high = entries
    if not isinstance(low, int) or not isinstance(high, int | None) or (high is not None and high < low):
        raise unreadable
    return low, high


def _oddities(brackets: Sequence[Bracket], by_places: bool) -> tuple[Remark, ...]:
    said = []
    for number, one in enumerate(brackets, start=1):
        if one.total != 100:
            said.append(Remark("bracket_sum", {"bracket": number, "percent": _decimal(one.total)}))
        exact = [exact_weight(part) for part in one.shares]
        rises = next((at + 2 for at in range(len(exact) - 1) if exact[at + 1] > exact[at]), None)
        if rises:
            said.append(Remark("bracket_rises", {"bracket": number, "place": rises}))
    if not by_places:
        said += _neighbours(brackets)
    return tuple(said)


def _neighbours(brackets: Sequence[Bracket]) -> list[Remark]:
    """Fields that two brackets hold, or none."""
    said = []
    for number, (one, following) in enumerate(pairwise(brackets), start=2):
        if following.variant != one.variant:
            continue
        if one.high is None or following.low <= one.high:
            said.append(Remark("bracket_overlaps", {"bracket": number}))
        elif following.low > one.high + 1:
            gap = {"bracket": number, "low": one.high + 1, "high": following.low - 1}
            said.append(Remark("bracket_gap", gap))
    return said


# -- small parts ------------------------------------------------------------------------------------------


def _sum_remark(shares: Sequence[str]) -> tuple[Remark, ...]:
    total = sum((exact_weight(part) for part in shares), Fraction(0))
    return () if total == 100 else (Remark("shares_do_not_sum", {"percent": _decimal(total)}),)


def _decimal(value: Weight) -> str:
    """12.5 → "12.5", 100.0 → "100"; a third at most to two decimals."""
    if isinstance(value, str):
        return value
    exact = exact_weight(value)
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.4f}".rstrip("0")


def _entries(one: Bracket) -> dict[str, object]:
    return {"entries": [one.low, one.high]}


def _distance(one: Bracket, entries: int) -> int:
    return one.low - entries if entries < one.low else entries - (one.high or entries)


def _above(amount: int, most: int | None) -> bool:
    return most is not None and amount > most


def _bounds(place: int, locked: Mapping[int, int]) -> tuple[int, int | None]:
    """The least and the most that a place may get between the locked ones around it."""
    better = [amount for where, amount in locked.items() if where < place]
    worse = [amount for where, amount in locked.items() if where > place]
    return max(worse, default=0), min(better, default=None)


def _check_locked(locked: Mapping[int, int], places: int) -> None:
    above = None
    for place, amount in sorted(locked.items()):
        if not 1 <= place <= places:
            raise RuleError("locked_place_unpaid", place=place, places=places)
        if amount < 0:
            raise RuleError("prize_negative", place=place)
        if above is not None and amount > above:
            raise RuleError("prizes_rise", place=place, amount=amount, above=above)
        above = amount
