"""Undo and redo: taking back what an entry did, and putting it back (DESIGN 3).

An entry can be taken back when each field it changed still holds what it wrote, no live
row refers to a row it created, and the stream's invariants hold afterwards.  Entries that
are themselves undone block nothing.  Redo is the undo of the undo.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import models

from tdapp.accounts.models import Device, User
from tdapp.journal import images, invariants, kinds
from tdapp.journal.models import SCHEMA, Journaled, JournalEntry, RowChange, Stream
from tdapp.journal.recorder import Change, living_references, once, record
from tdapp.rules.errors import RuleError

BACK_AND_FORTH = ("undo", "redo")


@dataclass(frozen=True)
class Step:
    """The net effect of an entry on one field."""

    row: Journaled
    field: models.Field[Any, Any]
    before: Any
    after: Any


@once
def undo(
    *,
    entry: JournalEntry,
    actor: User | None,
    now: datetime,
    device: Device | None = None,
    request_id: uuid.UUID | None = None,
) -> JournalEntry:
    """Take back an act. Returns the entry of the undo.

    RuleError: ``undone_already``, ``not_undoable``, ``undo_in_the_way`` (with ``by``, the id of the
    later entry, and its ``by_kind``), ``undo_too_old`` (written by another version of the images),
    or the code of an invariant or constraint that would break.
    """
    with record(
        entry.stream, "undo", actor=actor, now=now, device=device, request_id=request_id, undoes=entry,
        kind_undone=entry.kind, entry=entry.pk,
    ) as change:  # fmt: skip
        target = _fresh(entry)
        if not kinds.get(target.kind).undoable:
            raise RuleError("not_undoable", kind=target.kind)
        _take_back(change, target)
    return change.entry


@once
def redo(
    *,
    entry: JournalEntry,
    actor: User | None,
    now: datetime,
    device: Device | None = None,
    request_id: uuid.UUID | None = None,
) -> JournalEntry:
    """Put back the act that ``entry`` (an undo) took back. RuleErrors as ``undo``."""
    with record(
        entry.stream, "redo", actor=actor, now=now, device=device, request_id=request_id, undoes=entry,
        kind_redone=entry.params.get("kind_undone"), entry=entry.undoes_id,
    ) as change:  # fmt: skip
        target = _fresh(entry)
        if target.kind != "undo" or target.undoes_id is None:
            raise RuleError("not_undoable", kind=target.kind)
        _take_back(change, target)
        JournalEntry.objects.filter(pk=target.undoes_id).update(undone=False)
    return change.entry


def next_undo(stream: Stream, device: Device | None = None) -> JournalEntry | None:
    """The act that the undo button takes back: the device's own last one, else the last of all."""
    acts = _acts(stream).filter(undone=False).order_by("-number")
    own = acts.filter(device=device).first() if device else None
    return own or acts.first()


def next_redo(stream: Stream, device: Device | None = None) -> JournalEntry | None:
    """The undo that the redo button reverses: the last one with no act after it."""
    last_act = _acts(stream).order_by("-number").values_list("number", flat=True).first() or 0
    undos = stream.entries.filter(kind="undo", undone=False, number__gt=last_act).order_by("-number")
    own = undos.filter(device=device).first() if device else None
    return own or undos.first()


def _acts(stream: Stream) -> models.QuerySet[JournalEntry]:
    silent = [name for name in kinds.names() if not kinds.get(name).undoable]
    return stream.entries.exclude(kind__in=silent)


def _fresh(entry: JournalEntry) -> JournalEntry:
    target = JournalEntry.objects.get(pk=entry.pk)
    if target.undone:
        raise RuleError("undone_already", entry=target.pk)
    if target.schema != SCHEMA:
        raise RuleError("undo_too_old", entry=target.pk)
    return target


def _take_back(change: Change, target: JournalEntry) -> None:
    """Voids first, then fields, then revivals: so partial unique constraints see no false clash."""
    steps = _net_steps(target)
    falls = [s.row for s in steps if s.field.name == "voided" and s.after is False]
    rises = [s.row for s in steps if s.field.name == "voided" and s.after is True]
    fallen = {(row._meta.label_lower, row.pk) for row in falls}
    kept = [
        s for s in steps if s.field.name != "voided" and (s.row._meta.label_lower, s.row.pk) not in fallen
    ]
    _check_nothing_later(target, steps, fallen)
    _check_no_references(target, falls, fallen, kept)
    _check_no_clash(target, rises, _by_row(kept), fallen)
    for row in falls:
        change.void(row)
    for row, values in _by_row(kept):
        change.update(row, **values)
    for row in rises:
        change.revive(row)
    JournalEntry.objects.filter(pk=target.pk).update(undone=True)
    kind = target.params["kind_undone"] if target.kind == "undo" else target.kind
    invariants.check(change.stream, kind)


def _net_steps(target: JournalEntry) -> list[Step]:
    net: dict[tuple[str, int, str], list[Any]] = {}
    for one in target.changes.order_by("pk"):
        net.setdefault((one.model, one.row, one.field), [one.before, None])[1] = one.after
    steps = []
    rows: dict[tuple[str, int], Journaled] = {}
    for (label, pk, name), (before, after) in net.items():
        if name == "voided" and before == after:
            continue
        model = apps.get_model(label)
        row = rows.setdefault((label, pk), model.everything.get(pk=pk))
        steps.append(Step(row, images.field_of(row, name), before, after))
    return steps


def _by_row(steps: Iterable[Step]) -> list[tuple[Journaled, dict[str, Any]]]:
    grouped: dict[int, tuple[Journaled, dict[str, Any]]] = {}
    for step in steps:
        _, values = grouped.setdefault(id(step.row), (step.row, {}))
        values[step.field.attname] = images.restored(step.field, step.before)
    return list(grouped.values())


def _check_nothing_later(target: JournalEntry, steps: list[Step], fallen: set[tuple[str, int]]) -> None:
    for step in steps:
        label = step.row._meta.label_lower
        later = RowChange.objects.filter(
            model=label, row=step.row.pk, entry__pk__gt=target.pk, entry__undone=False
        ).exclude(entry__kind__in=BACK_AND_FORTH)
        if (label, step.row.pk) not in fallen:
            later = later.filter(field=step.field.name)
        blocking = later.order_by("-entry").select_related("entry").first()
        if blocking is not None:
            raise _in_the_way(target, blocking.entry)
        if (label, step.row.pk) in fallen and step.field.name != "voided":
            continue
        if not images.holds(step.row, step.field, step.after):
            raise RuleError("undo_in_the_way", entry=target.pk, by=step.row.stamp, by_kind=None)


def _check_no_references(
    target: JournalEntry, falls: list[Journaled], fallen: set[tuple[str, int]], kept: list[Step]
) -> None:
    """No living row may refer to one that falls, but for those that let go of it with the same act."""
    let_go = {
        (step.row._meta.label_lower, step.row.pk, step.field.related_model, step.after)
        for step in kept
        if step.field.is_relation and step.before != step.after
    }
    for row, living in living_references(falls, fallen):
        if (living._meta.label_lower, living.pk, type(row), row.pk) not in let_go:
            raise _in_the_way_of(target, living)


def _check_no_clash(
    target: JournalEntry,
    rises: list[Journaled],
    restored: list[tuple[Journaled, dict[str, Any]]],
    fallen: set[tuple[str, int]],
) -> None:
    """Say which later act took the place (a seat, say) that a row would have again."""
    again: dict[tuple[str, int], tuple[Journaled, dict[str, Any]]] = {}
    for row, values in [*restored, *((row, {"voided": False}) for row in rises)]:
        _, future = again.setdefault((row._meta.label_lower, row.pk), (row, {}))
        future.update(values)
    for row, future in again.values():
        for constraint in row._meta.constraints:
            if isinstance(constraint, models.UniqueConstraint):
                _check_unique(target, row, future, constraint, fallen | set(again))


def _check_unique(
    target: JournalEntry,
    row: Journaled,
    future: dict[str, Any],
    constraint: models.UniqueConstraint,
    leaving_out: set[tuple[str, int]],
) -> None:
    fields = row._meta.concrete_fields
    after = {field.attname: images.value_of(row, field) for field in fields} | future
    condition = constraint.condition or models.Q()
    if constraint.condition is not None:
        # A relation stands for its id: the condition is looked at without the database's tables.
        kinds_of = {one.name: models.BigIntegerField() if one.is_relation else one for one in fields}
        values = {one.name: models.Value(after[one.attname], kinds_of[one.name]) for one in fields}
        if not condition.check(values):
            return
    alike = {name: after[images.field_of(row, name).attname] for name in constraint.fields}
    if None in alike.values():  # to a database nothing equals nothing
        return
    for other in type(row).everything.filter(condition, **alike):
        if (other._meta.label_lower, other.pk) not in leaving_out:
            raise _in_the_way_of(target, other)


def _in_the_way_of(target: JournalEntry, row: Journaled) -> RuleError:
    """The refusal that names the act which last wrote ``row``."""
    made = (
        RowChange.objects.filter(model=row._meta.label_lower, row=row.pk, entry__undone=False)
        .exclude(entry__kind__in=BACK_AND_FORTH)
        .order_by("-entry")
        .select_related("entry")
        .first()
    )
    if made is None:
        return RuleError("undo_in_the_way", entry=target.pk, by=row.stamp, by_kind=None)
    return _in_the_way(target, made.entry)


def _in_the_way(target: JournalEntry, blocking: JournalEntry) -> RuleError:
    return RuleError(
        "undo_in_the_way", entry=target.pk, kind=target.kind, by=blocking.pk, by_kind=blocking.kind
    )
