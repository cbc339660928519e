"""What an act on whole tables would change, asked before it is done (``with_tables``)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tdapp.floor import balancing
from tdapp.floor.balancing import Layout
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import Field
from tdapp.rules import breaking
from tdapp.rules.balancing import policy_of
from tdapp.rules.errors import RuleError
from tdapp.rules.seating import TableSeats


@dataclass(frozen=True)
class Question:
    """``verb`` is the act, ``tables`` those whose players get other seats, ``players`` how many these are.

    ``left`` is how many tables stand afterwards; ``whole`` whether all tables with players are meant.
    """

    verb: str
    tables: tuple[Table, ...]
    players: int
    left: int
    whole: bool


def question(open: Open, everyone: Field, now: datetime, verb: str, wanted: Collection[int]) -> Question:
    """What ``verb`` would change; ``wanted`` are the ids of the tables that were chosen.

    RuleError: ``table_gone``, ``same_table``, ``nothing_to_break``, ``nobody_to_seat``.
    """
    layout = balancing.layout_of(open, everyone, now=now)
    used = [table for table in layout.tables if table.seats]
    chosen = [table for table in used if layout.by_number[table.number].pk in wanted]
    going = _going(open, layout, verb, used, chosen)
    stays = verb == "redraw"
    return Question(
        verb,
        tuple(layout.by_number[table.number] for table in going),
        sum(len(set(table.seats.values()) - (layout.kept if stays else set())) for table in going),
        {"final": 1, "break": len(used) - 1, "compress": len(used) - len(going)}.get(verb, len(used)),
        len(going) == len(used),
    )


def _going(
    open: Open, layout: Layout, verb: str, used: list[TableSeats[int]], chosen: list[TableSeats[int]]
) -> list[TableSeats[int]]:
    if not used:
        raise RuleError("nobody_to_seat")
    if verb == "compress":
        broken = list(breaking.breaking(layout.tables, policy_of(house_of(open)), compress=True))
        if not broken:
            raise RuleError("nothing_to_break")
        return broken
    if verb == "swap" and len(chosen) < 2:
        raise RuleError("same_table")
    if verb == "break" and not chosen:
        raise RuleError("table_gone")
    return used if verb == "final" else chosen or used
