"""Places of those out in one synchronised hand (RULES 2.9): a step of recording outs and hands.

Every out keeps the act that recorded it; what the outs of a hand share is their ``order``, which decides
the places.  At one table they stand as recorded (by the stacks before the hand, or as the director said);
across tables the house's ``h4h_ties`` decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tdapp.clock.queries import current_round, running_hand_for_hand
from tdapp.floor.hand_for_hand import BEGUN
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Change
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open, Out
from tdapp.opens.queries import Field
from tdapp.opens.steps import ORDER_STEP
from tdapp.rules.hand_for_hand import TableOut, order_across_tables
from tdapp.rules.house import HouseRules
from tdapp.rules.places import same_hand_order, same_hand_played_out


def before_hand(open: Open, everyone: Field) -> Field:
    """What was known before the hand: the outs of the same synchronised hand moved chips only in it."""
    if running_hand_for_hand(current_round(open)) is None:
        return everyone
    begun = _begun(open)
    return replace(everyone, outs=tuple(out for out in everyone.outs if out.hand <= begun))


def by_stacks(
    *,
    open: Open,
    entries: Sequence[Entry],
    known: Mapping[int, int | None],
    open_hand: Sequence[int] = (),
) -> list[list[Entry]]:
    """Several out by one act in order of elimination, by their ``known`` stacks before the hand.

    Hand for hand the tables are ranked one by one: only there does an unknown stack decide anything.
    ``open_hand``: the order of equal ones, best first (VIV-25).
    RuleError: ``stack_order_needed`` (players), ``open_hand_needed`` (players, what).
    """
    rule = house_of(open).same_hand_outs
    by_id = {entry.pk: entry for entry in entries}
    apart = [list(by_id)]
    if running_hand_for_hand(current_round(open)) is not None:
        seats = Seat.objects.filter(entry__in=by_id, ended_at=None).order_by("table", "entry")
        at = dict(seats.values_list("entry", "table"))
        apart = [
            [key for key in by_id if at.get(key) == table] for table in dict.fromkeys(map(at.get, by_id))
        ]
    return [
        [by_id[key] for key in group]
        for here in apart
        for group in same_hand_played_out({key: known[key] for key in here}, rule, open_hand)
    ]


def place_together(change: Change, *, open: Open) -> None:
    """Order all who are out in the synchronised hand that is being played; nothing outside such play."""
    if running_hand_for_hand(current_round(open)) is None:
        return
    live = Out.objects.filter(entry__open=open, entry__voided=False)
    outs = list(live.filter(hand__gt=_begun(open), disqualified=False).order_by("order", "pk"))
    if len(outs) < 2:
        return
    others = live.exclude(pk__in=[out.pk for out in outs]).order_by("-order").values_list("order", flat=True)
    groups = _groups(outs, house_of(open))
    orders = _orders(groups, least=others.first() or 0, base=change.entry.pk * ORDER_STEP)
    for order, group in zip(orders, groups, strict=True):
        for out in group:
            change.update(out, order=order)


def _begun(open: Open) -> int:
    """The act with which the synchronised hand began."""
    acts = JournalEntry.objects.filter(stream=open.stream_id, kind__in=BEGUN, undone=False)
    return acts.order_by("-pk").values_list("pk", flat=True).first() or 0


def _groups(outs: Sequence[Out], house: HouseRules) -> list[list[Out]]:
    """Those out in order of elimination; a group ties."""
    by_pk = {out.pk: out for out in outs}
    tables = tables_of_outs(outs)
    mode = house.h4h_ties
    if mode == "by_stack" and all(out.stack_before is not None for out in outs):
        shown = [TableOut(out.pk, tables[out.pk], out.stack_before) for out in outs]
        found = order_across_tables(shown, mode, house.same_hand_outs)
    else:
        # Where a stack nobody knows would decide across tables, they tie as their tables rank them.
        ranked = _ranked_at_tables(outs, tables, house)
        shown = [TableOut(pk, tables[pk], rank) for pk, rank in ranked.items()]
        found = order_across_tables(shown, "by_level" if mode == "by_stack" else mode)
    return [[by_pk[pk] for pk in group] for group in found]


def tables_of_outs(outs: Sequence[Out]) -> dict[int, int]:
    """The table at which each out was sitting, by the out's id; 0 where nobody knows."""
    last = Seat.objects.filter(entry__in=[out.entry_id for out in outs]).order_by("pk")
    at = dict(last.values_list("entry", "table"))
    return {out.pk: at.get(out.entry_id, 0) for out in outs}


def _ranked_at_tables(outs: Sequence[Out], tables: dict[int, int], house: HouseRules) -> dict[int, int]:
    """A rank for each out among those of his table, the higher the better."""
    ranked: dict[int, int] = {}
    for table in set(tables.values()):
        here = [out for out in outs if tables[out.pk] == table]
        stacks = {out.pk: out.stack_before for out in here}
        by_stacks = len({out.hand for out in here}) > 1 and None not in stacks.values()
        if by_stacks:
            groups = same_hand_order(stacks, house.same_hand_outs)
            ranked |= {pk: rank for rank, group in enumerate(groups) for pk in group}
        else:
            ranked |= {out.pk: out.order for out in here}
    return ranked


def _orders(groups: Sequence[Sequence[Out]], *, least: int, base: int) -> list[int]:
    """An order for each group, later than ``least`` and rising; orders that fit already stay.

    So the undo of an out is in nobody's way as long as no other one had to move for it.
    """
    before = {out.pk: out.order for group in groups for out in group}
    found: list[int] = []
    for group in groups:
        fitting = [before[out.pk] for out in group if before[out.pk] > (found[-1] if found else least)]
        if not fitting:
            return [base + place for place in range(len(groups))]
        found.append(min(fitting))
    return found
