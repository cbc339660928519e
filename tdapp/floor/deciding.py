"""What rounds add to outs and to the end: a decided table, who stays in, open hands, orders of replays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tdapp.cash.queries import places_paid
from tdapp.clock.queries import current_round, trigger_of
from tdapp.floor import round_steps
from tdapp.floor.models import Seat
from tdapp.floor.played import following, played, sat_at_table
from tdapp.floor.table_faces import faces_of
from tdapp.journal.recorder import Change
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open, Ruling, Table
from tdapp.opens.queries import Field
from tdapp.opens.round_plans import plan_of_round
from tdapp.opens.steps import finish_entry, new_orders
from tdapp.rules import draw_poker
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.rounds import RoundPlan
from tdapp.rules.table_order import table_groups


@dataclass(frozen=True)
class AtTable:
    """A table where somebody goes out: its plan, how many are left in, whether some go on from it."""

    table: Table
    plan: RoundPlan
    left: tuple[int, ...]
    last: bool

    @property
    def down_to(self) -> int:
        """With how many left the table is decided."""
        return max(self.plan.left, self.plan.advance)


def tables_of_outs(open: Open, everyone: Field, entries: Sequence[Entry]) -> dict[int, AtTable]:
    """Entry id → the table he sits at, where tables of rounds end by themselves; empty in other opens."""
    if not open.round_plans:
        return {}
    sitting = Seat.objects.filter(entry__in=entries, ended_at=None).select_related("table__round__open")
    seats = {seat.entry_id: seat.table for seat in sitting}
    beside: dict[int, list[int]] = {}
    there = Seat.objects.filter(table__in={table.pk for table in seats.values()}, ended_at=None)
    for key, other in there.values_list("table", "entry").order_by("number"):
        beside.setdefault(key, []).append(other)
    last = is_last_round(open, everyone)
    found = {}
    for entry, table in seats.items():
        plan = plan_of_round(table.round) or RoundPlan()
        left = tuple(key for key in beside[table.pk] if key not in everyone.out_ids)
        found[entry] = AtTable(table, plan, left, last)
    return found


def is_last_round(open: Open, everyone: Field) -> bool:
    """Whether the open ends with the round that is played."""
    stored = played(open)
    return following(stored, stored.current, everyone) is None


def who_stays(
    open: Open,
    everyone: Field,
    at: Mapping[int, AtTable],
    ordered: list[list[Entry]],
    overruled: Collection[str],
) -> tuple[list[list[Entry]], list[Entry]]:
    """Who is really out, in order of elimination, and who stays in because the table keeps so many (VIV-25).

    RuleError: ``table_decided`` (label, left), ``open_hand_needed`` (players, what) where equal ones are
    both among those who would stay and those who would not, or the house has equal ones play it.
    """
    plays = house_of(open).same_hand_outs == "stack_before_open_hand"
    if tied := next((group for group in ordered if plays and len(group) > 1), None):
        raise RuleError("open_hand_needed", players=tuple(entry.pk for entry in tied), what="out")
    kept: list[Entry] = []
    for here in {one.table.pk: one for one in at.values() if one.plan.ends == "table"}.values():
        if len(here.left) <= here.down_to and not (here.last and "table_decided" in overruled):
            raise RuleError("table_decided", overrule=here.last, label=here.table.label, left=len(here.left))
        if here.last:
            continue
        going = [[e for e in group if at[e.pk].table.pk == here.table.pk] for group in ordered]
        staying = here.down_to - (len(here.left) - sum(map(len, going)))
        for group in reversed(going):
            if len(group) > staying > 0:
                raise RuleError("open_hand_needed", players=tuple(e.pk for e in group), what="out")
            kept += group if staying > 0 else []
            staying -= len(group)
    stays = {entry.pk for entry in kept}
    out = [[entry for entry in group if entry.pk not in stays] for group in ordered]
    return [group for group in out if group], kept


def orders(change: Change, at: Mapping[int, AtTable], ordered: Sequence[Sequence[Entry]]) -> dict[int, int]:
    """Orders behind every earlier out; at a table that is played again before those of later rounds."""
    first = next(iter(at.values()), None)
    if first is None:
        return new_orders(change, ordered)
    return round_steps.out_orders(change, table=first.table, groups=ordered)


def levels(change: Change, open: Open, everyone: Field, at: Mapping[int, AtTable]) -> dict[int, int | None]:
    """Entry id → the line of the schedule its table plays, where tables have levels of their own."""
    return {
        entry: level_of_outs(open, here.table, everyone, change)
        for entry, here in at.items()
        if trigger_of(open, here.table.round) != "outs"
    }


def level_of_outs(open: Open, table: Table, everyone: Field, change: Change) -> int | None:
    """The line of the schedule at which somebody goes out at a table; None where the outs of all decide."""
    round = table.round
    if trigger_of(open, round) == "outs":
        return None
    sat = {table.pk: sat_at_table(table)}
    return faces_of(open, round, everyone, change.now, [table], sat)[table.pk].index


def most_out(open: Open, table: Table, everyone: Field, players: int) -> int | None:
    """How many of so many players a hand may put out at a table from which some go on; None: any number.

    RuleError: ``table_decided`` (label, left).
    """
    plan = plan_of_round(table.round) if open.round_plans else None
    if plan is None or plan.ends != "table" or is_last_round(open, everyone):
        return None
    down_to = max(plan.left, plan.advance)
    if players <= down_to:
        raise RuleError("table_decided", label=table.label, left=players)
    return players - down_to


def check_last_round(open: Open, everyone: Field, overruled: Collection[str]) -> None:
    """RuleError ``rounds_to_come`` (number: of this one), which may be overruled: they share what is left."""
    if not open.round_plans or len(everyone.left) < 2 or "rounds_to_come" in overruled:
        return
    if not is_last_round(open, everyone):
        raise RuleError("rounds_to_come", overrule=True, number=current_round(open).number)


def plays_out(house: HouseRules) -> bool:
    """Whether equal counts at the end play an open hand instead of sharing a place (VIV-08, VIV-09)."""
    return house.end_mode == "two_left_count"


def tied_for_a_prize(
    open: Open, everyone: Field, staying_out: Sequence[Sequence[int]]
) -> tuple[int, tuple[int, ...]] | None:
    """The best paid place that equal ones who stay out of the next round would share, and who they are.

    ``staying_out`` are entries of one table still in, best first, equal ones together.  Who has most there
    is asked about by VIV-26 only for the places that go on; behind them a place may be shared, as its
    order decides nothing.  Where that place is paid equal counts play an open hand (VIV-08, VIV-25): no
    prize is shared.  None also where the house shares prizes.
    """
    paid = places_paid(open) if plays_out(house_of(open)) else 0
    last = len(everyone.left)
    tied = None
    for group in reversed(staying_out):
        first = last - len(group) + 1
        if len(group) > 1 and first <= paid:
            tied = first, tuple(group)
        last = first - 1
    return tied


def play_out(
    change: Change,
    *,
    open: Open,
    counts: Mapping[Entry, int],
    open_hand: Sequence[int],
    cards: Mapping[int, Sequence[str]] | None = None,
) -> None:
    """Put out who lost an open hand in the final, and whoever stands below; nothing where nobody ties.

    RuleError: ``open_hand_needed`` (players, what, place).
    """
    if len(counts) < 2 or not plays_out(house_of(open)):
        return
    chips = {entry.pk: count for entry, count in counts.items()}
    groups = table_groups(list(chips), (), chips, open_hand, 0)
    order = [key for group in groups for key in group]
    tied = [at for at in range(len(order) - 1) if chips[order[at]] == chips[order[at + 1]]]
    if not tied:
        return
    rows = {entry.pk: entry for entry in counts}
    below = [[rows[key]] for key in reversed(order[tied[0] + 1 :])]
    placed = new_orders(change, below)
    for entry in (entry for group in below for entry in group):
        finish_entry(
            change,
            entry=entry,
            order=placed[entry.pk],
            hand=change.entry.pk,
            stack_before=chips[entry.pk],
        )
        for seat in Seat.objects.filter(entry=entry, ended_at=None):
            change.update(seat, ended_at=change.now)
    keep_open_hand(change, open=open, table=None, order=open_hand, cards=cards)


def keep_open_hand(
    change: Change,
    *,
    open: Open,
    table: Table | None,
    order: Sequence[int],
    cards: Mapping[int, Sequence[str]] | None = None,
    at: datetime | None = None,
    hand: int | None = None,
) -> Ruling:
    """Keep that equal ones played an open hand, and how it went: best first, with the cards where somebody
    said them, by entry (VIV-08).  ``hand`` is the order of the entered hand it followed.

    RuleError: those of ``draw_poker.five_cards``.
    """
    return change.create(
        Ruling,
        open=open,
        table=table,
        kind="open_hand",
        figures=open_hand_figures(order, cards or {}),
        at=at or change.now,
        order=change.entry.pk if hand is None else hand,
    )


def open_hand_figures(order: Sequence[int], cards: Mapping[int, Sequence[str]]) -> dict[str, Any]:
    """What a ruling keeps of an open hand: ``order`` and, where they are known, ``cards`` as "AhKd…"."""
    held = {str(key): "".join(draw_poker.five_cards(cards[key])) for key in order if key in cards}
    return {"order": list(order), **({"cards": held} if held else {})}
