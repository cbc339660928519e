"""A prize plan at work: from the pool and the number of entries to the prize of each place.

Decides RULES 4.2 and 4.3 for every kind of plan: what no unit can pay is not promised, fixed places keep
their amount, and nothing rises down the places.  Minor units; entries are people, whatever they bought.

Worked example: 20 entries of 10 euros under our own tables, in whole euros: 45/25/15/10/5 per cent of 200 are
90/50/30/20/10; with the first fixed to 100 the rest is 46/27/18/9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdapp.rules import payouts
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import exact_weight
from tdapp.rules.payout_tables import Applied, Table, apply, curve, places_paid, proposed, read, with_locked
from tdapp.rules.payouts import FOLLOWING, MOST_PLACES, PrizePlan


def shares_of(plan: PrizePlan, entries: int) -> tuple[str, ...]:
    """The shares of the places that a plan pays in such a field, per cent, best place first; () for amounts.

    Never more places than entries, never a share above the one before.
    """
    if plan.kind == "winner":
        return ("100",)
    if plan.kind == "percent":
        return tuple(str(value) for value in plan.values)
    if plan.kind == "amounts":
        return ()
    table = read(plan.table) if plan.table else None
    wanted = plan.paid or (places_paid(entries, plan.share) if plan.share else 0)
    if wanted:
        return _so_many(table, min(wanted, max(entries, 1), MOST_PLACES))
    if table is None:
        return proposed(entries)
    return _falling(table.bracket(entries).shares)[: max(entries, 1)]


def places(plan: PrizePlan, entries: int) -> int:
    """How many places a plan pays in such a field, whatever the pool."""
    return plan.places_paid if plan.kind != "field" else len(shares_of(plan, entries))


def reckoned(plan: PrizePlan, pool: int, entries: int) -> Applied:
    """The prizes of a plan, best place first, the shares they came from, and what is odd about them.

    Remarks: ``places_unpayable`` (wanted, paid, unit) where the unit is too large for so many places,
    ``shares_do_not_sum`` (percent) of a table, ``locked_place_unpaid`` (place, places) of a fixed place below
    the paid ones.  Typed amounts stay as they are typed.
    """
    shares = shares_of(plan, entries)
    if plan.kind not in FOLLOWING:
        return Applied(payouts.amounts(pool, plan), shares)
    if plan.fixed:
        return _around_fixed(plan, pool, shares)
    if plan.kind == "field":
        return apply(pool, shares, plan.unit)
    found = payouts.amounts(pool, plan)
    if pool and 0 in found and any(found):
        return _payable(plan, pool, shares) or Applied(found, shares)
    return Applied(found, shares)


def _payable(plan: PrizePlan, pool: int, shares: Sequence[str]) -> Applied | None:
    """As many of typed percentages as can be paid; None where they rise, which is refused when they lock."""
    try:
        found = apply(_assigned(plan, pool), shares, plan.unit)
    except RuleError:
        return None
    said = tuple(one for one in found.remarks if one.code == "places_unpayable")
    return Applied(found.prizes, found.shares, said)


def _assigned(plan: PrizePlan, pool: int) -> int:
    """What typed percentages give of the pool: less where they leave a part of it open."""
    return int(pool * payouts.percent_sum(plan) / 100) if plan.kind == "percent" else pool


def _around_fixed(plan: PrizePlan, pool: int, shares: Sequence[str]) -> Applied:
    """The rest of the pool around the places that are fixed."""
    fixed = {place: amount for place, amount in plan.fixed if place <= len(shares)}
    said = [
        Remark("locked_place_unpaid", {"place": place, "places": len(shares)})
        for place, _ in plan.fixed
        if place not in fixed
    ]
    least, paid = max(fixed, default=1), len(shares)
    found = with_locked(_assigned(plan, pool), shares, fixed, plan.unit)
    while pool and paid > least and 0 in found:
        paid -= 1
        found = with_locked(_assigned(plan, pool), shares[:paid], fixed, plan.unit)
    if paid < len(shares):
        said.append(Remark("places_unpayable", {"wanted": len(shares), "paid": paid, "unit": plan.unit}))
    return Applied(found, tuple(shares[:paid]), tuple(said))


def _so_many(table: Table | None, wanted: int) -> tuple[str, ...]:
    """The shares of so many places: the table's, where a row of it pays just as many, else our curve."""
    rows = table.brackets if table else ()
    found = next((row.shares for row in rows if row.places_paid == wanted), None)
    return _falling(found) if found else curve(wanted)


def _falling(shares: Sequence[str]) -> tuple[str, ...]:
    """Printed shares in their order; where one is above the last, the larger first."""
    return tuple(sorted(shares, key=exact_weight, reverse=True))


def tables_in(data: object) -> tuple[Table, ...]:
    """The payout tables of a file: one in the interchange form, or a list of them; a variant is a table.

    Raises ``payout_table_unreadable`` (bracket, from 1; 0 the table itself).
    """
    rows = data if isinstance(data, list) else [data]
    if not rows:
        raise RuleError("payout_table_unreadable", bracket=0)
    return tuple(part for row in rows for part in _variants(_read(row)))


def _read(row: object) -> Table:
    if not isinstance(row, Mapping):
        raise RuleError("payout_table_unreadable", bracket=0)
    return read(row)


def _variants(table: Table) -> tuple[Table, ...]:
    names = list(dict.fromkeys(one.variant for one in table.brackets))
    if len(names) == 1:
        return (table,)
    return tuple(
        Table(
            f"{table.name} ({name})" if name else table.name,
            tuple(one for one in table.brackets if one.variant == name),
            table.by_places,
        )
        for name in names
    )
