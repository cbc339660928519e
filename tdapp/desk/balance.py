"""The page of a balance: moves to tick with their reasons, buttons to say, what else tables can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.floor.balancing import Proposal, Step, TableNow
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules.button import may_be_dead
from tdapp.rules.errors import Remark
from tdapp.web import balance_remarks

CODES = ("balance", "table_breaks", "table_halts", "final_table")
"""The remarks about tables (``balancing.remarks``)."""
BUTTONS_OPEN = 3
"""So many tables without a known button are asked for at once; more stay folded."""


def lot_seed(open: Open, everyone: Field) -> str:
    """The seed of a proposal's lots: nobody outside knows it, and it stays until somebody comes or goes."""
    facts = f"{open.code} {len(everyone.entrants)} {len(everyone.outs)}"
    return salted_hmac("tdapp.balance", facts).hexdigest()[:16]


def key_of(remark: Remark) -> str:
    """What names a suggestion about tables: "not now" lasts until the tables are different ones."""
    said = {
        name: value for name, value in remark.params.items() if name in ("table", "other", "gap", "tables")
    }
    return ":".join([remark.code, *(f"{name}={value}" for name, value in sorted(said.items()))])


@dataclass(frozen=True)
class Choice:
    """One option of a field: its value, its words, whether it is chosen."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class Line:
    """One move as the page asks about it: who and where to, each with all that are possible.

    It is ticked unless hands are to be dealt at the other table before anybody may sit down there.
    """

    step: Step
    who: tuple[Choice, ...]
    to: tuple[Choice, ...]
    ticked: bool
    reason: str
    rule: str

    @property
    def key(self) -> str:
        return self.step.key


def lines(found: Proposal, who: str, typed: Mapping[str, str] | None = None) -> tuple[Line, ...]:
    """The moves to be ticked; ``typed`` is what was sent before, ``who`` the house's ``balance_who``."""
    return tuple(_line(step, who, typed) for step in found.steps)


def _place(table: TableNow, seat: int) -> str:
    return _("table %(table)s, seat %(seat)s") % {"table": table.label, "seat": seat}


def _line(step: Step, who: str, typed: Mapping[str, str] | None) -> Line:
    table, move = step.before, step.move
    mine = f"{step.entrant.id}-{table.id}-{move.from_seat}"
    there = f"{step.after.id}-{move.to_seat}"
    if typed is not None:
        mine, there = typed.get(f"who_{step.key}", mine), typed.get(f"to_{step.key}", there)
    people = [
        (f"{entrant.id}-{table.id}-{seat}", f"{entrant.name} · {_place(table, seat)}")
        for seat, entrant in table.sitting
        if entrant.id not in table.kept
    ]
    seats = [(f"{step.after.id}-{seat}", _place(step.after, seat)) for seat in step.after.free]
    reasons = [balance_remarks.who_words(step), balance_remarks.seat_words(step)]
    reasons.append(balance_remarks.wait_words(step))
    return Line(
        step=step,
        who=tuple(Choice(value, words, value == mine) for value, words in people),
        to=tuple(Choice(value, words, value == there) for value, words in seats),
        ticked=not move.wait if typed is None else f"move_{step.key}" in typed,
        reason=" · ".join(part for part in reasons if part),
        rule=balance_remarks.rule_words(step, who) if step.in_words else "",
    )


@dataclass(frozen=True)
class ButtonField:
    """Where the dealer button of a table is asked for; ``seat`` is 0 where nobody knows."""

    table: TableNow
    seat: int
    shown: bool
    seats: tuple[Choice, ...]


def button_fields(found: Proposal, button_rule: str) -> tuple[ButtonField, ...]:
    """The tables whose button decides something, those nobody knows first."""
    unknown = sum(1 for table in found.concerned if table.button is None)
    fields = [
        ButtonField(
            table,
            table.button or 0,
            table.button is None and unknown <= BUTTONS_OPEN,
            _button_seats(table, button_rule),
        )
        for table in found.concerned
    ]
    return tuple(sorted(fields, key=lambda one: one.seat != 0))


def _button_seats(table: TableNow, rule: str) -> tuple[Choice, ...]:
    """The seats where the button may lie: also empty ones, where it may be a dead button (RULES 2.4)."""
    people = {seat: f"{seat} {entrant.name}" for seat, entrant in table.sitting}
    empty = set(range(1, table.size + 1)) if may_be_dead(len(people), rule) else {table.button or 0} - {0}
    words = {seat: _("seat %(seat)s, empty") % {"seat": seat} for seat in empty} | people
    return tuple(Choice(str(seat), words[seat], seat == table.button) for seat in sorted(words))
