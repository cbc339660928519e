"""Undo and redo: taking back what an entry did, and putting it back (DESIGN 3).

An entry can be taken back when each field it changed still holds what it wrote, no live
row refers to a row it created, and the stream's invariants hold afterwards.  Entries that
are themselves undone block nothing.  Redo is the undo of the undo.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import models

from tdapp.accounts.models import Device, User
from tdapp.journal import images, invariants, kinds
from tdapp.journal.models import SCHEMA, Journaled, JournalEntry, RowChange, Stream
from tdapp.journal.recorder import Change, batches, living_references, once, record
from tdapp.rules.errors import RuleError

BACK_AND_FORTH = ("undo", "redo")

Key = tuple[str, int]
"""A row: its model's label and its id."""


@dataclass(frozen=True)
class Step:
    """The net effect of an entry on one field."""

    row: Journaled
    field: models.Field[Any, Any]
    before: Any
    after: Any

    @property
    def key(self) -> Key:
        return key_of(self.row)


def key_of(row: Journaled) -> Key:
    return row._meta.label_lower, row.pk


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
    """Voids first, then fields, then revivals: so partial unique constraints see no false clash.

    The number of queries grows with the models an act wrote, not with its rows.
    """
    steps = _net_steps(target)
    texts = images.texts_of([(s.field, kept) for s in steps for kept in (s.before, s.after)])
    falls = [s.row for s in steps if s.field.name == "voided" and s.after is False]
    rises = [s.row for s in steps if s.field.name == "voided" and s.after is True]
    fallen = {key_of(row) for row in falls}
    kept = [s for s in steps if s.field.name != "voided" and s.key not in fallen]
    fields = _by_row(kept, texts)
    _check_nothing_later(target, steps, fallen, texts)
    _check_no_references(target, falls, fallen, kept)
    _check_refers_to_living(target, rises, fields)
    _check_no_clash(target, rises, fields, fallen)
    change.void_all(falls)
    change.update_each(fields)
    change.revive_all(rises)
    JournalEntry.objects.filter(pk=target.pk).update(undone=True)
    kind = target.params["kind_undone"] if target.kind == "undo" else target.kind
    invariants.check(change.stream, kind)


def _net_steps(target: JournalEntry) -> list[Step]:
    net: dict[tuple[str, int, str], list[Any]] = {}
    for one in target.changes.order_by("pk"):
        net.setdefault((one.model, one.row, one.field), [one.before, None])[1] = one.after
    rows: dict[str, dict[int, Any]] = {}
    for label, ids in _ids_by_model((label, pk) for label, pk, _ in net).items():
        rows[label] = apps.get_model(label).everything.in_bulk(ids)
    return [
        Step(rows[label][pk], images.field_of(rows[label][pk], name), before, after)
        for (label, pk, name), (before, after) in net.items()
        if name != "voided" or before != after
    ]


def _ids_by_model(keys: Iterable[Key]) -> dict[str, list[int]]:
    found: dict[str, dict[int, None]] = {}
    for label, pk in keys:
        found.setdefault(label, {})[pk] = None
    return {label: list(ids) for label, ids in found.items()}


def _by_row(steps: Iterable[Step], texts: Mapping[int, str]) -> list[tuple[Journaled, dict[str, Any]]]:
    grouped: dict[Key, tuple[Journaled, dict[str, Any]]] = {}
    for step in steps:
        _, values = grouped.setdefault(step.key, (step.row, {}))
        values[step.field.attname] = images.restored(step.field, step.before, texts)
    return list(grouped.values())


def _check_nothing_later(
    target: JournalEntry, steps: list[Step], fallen: set[Key], texts: Mapping[int, str]
) -> None:
    later = _later(target, steps)
    for step in steps:
        fell = step.key in fallen
        blocking = later.get((step.key, "" if fell else step.field.name))
        if blocking is not None:
            raise _in_the_way(target, JournalEntry.objects.get(pk=blocking))
        if fell and step.field.name != "voided":
            continue
        if not images.holds(step.row, step.field, step.after, texts):
            raise RuleError("undo_in_the_way", entry=target.pk, by=step.row.stamp, by_kind=None)


def _later(target: JournalEntry, steps: Iterable[Step]) -> dict[tuple[Key, str], int]:
    """The last act (its id) after this one that wrote a field of a row, or ("") any of them."""
    found: dict[tuple[Key, str], int] = {}
    for label, ids in _ids_by_model(step.key for step in steps).items():
        for some in batches(ids):
            changes = RowChange.objects.filter(
                model=label, row__in=some, entry__pk__gt=target.pk, entry__undone=False
            ).exclude(entry__kind__in=BACK_AND_FORTH)
            for pk, name, entry in changes.order_by("entry").values_list("row", "field", "entry"):
                found[((label, pk), name)] = found[((label, pk), "")] = entry
    return found


def _check_no_references(
    target: JournalEntry, falls: list[Journaled], fallen: set[Key], kept: list[Step]
) -> None:
    """No living row may refer to one that falls, but for those that let go of it with the same act."""
    let_go = {
        (step.key, step.field.related_model, step.after)
        for step in kept
        if step.field.is_relation and step.before != step.after
    }
    for row, living in living_references(falls, fallen):
        if (key_of(living), type(row), row.pk) not in let_go:
            raise _in_the_way_of(target, living)


def _check_refers_to_living(
    target: JournalEntry, rises: list[Journaled], restored: list[tuple[Journaled, dict[str, Any]]]
) -> None:
    """No row that rises, and none that lives and gets a reference back, may refer to one voided since; one
    query for each model referred to."""
    risen = {key_of(row) for row in rises}
    future = {key_of(row): values for row, values in restored}
    living = [row for row, _ in restored if not row.voided]
    wanted: dict[type[Journaled], set[int]] = {}
    for row in (*rises, *living):
        values = future.get(key_of(row), {})
        for field in row._meta.concrete_fields:
            model = field.related_model
            if not (isinstance(model, type) and issubclass(model, Journaled)):
                continue
            if key_of(row) in risen or field.attname in values:
                wanted.setdefault(model, set()).add(values.get(field.attname, getattr(row, field.attname)))
    for model, ids in wanted.items():
        for gone in model.everything.filter(pk__in=ids - {None}, voided=True):
            if key_of(gone) not in risen:
                raise _in_the_way_of(target, gone)


def _check_no_clash(
    target: JournalEntry,
    rises: list[Journaled],
    restored: list[tuple[Journaled, dict[str, Any]]],
    fallen: set[Key],
) -> None:
    """Say which later act took the place (a seat, say) that a row would have again."""
    again: dict[Key, tuple[Journaled, dict[str, Any]]] = {}
    for row, values in [*restored, *((row, {"voided": False}) for row in rises)]:
        _, future = again.setdefault(key_of(row), (row, {}))
        future.update(values)
    leaving_out, futures = fallen | set(again), [(row, _future(row, new)) for row, new in again.values()]
    held = _held(futures)
    for row, future in futures:
        for constraint in _unique(type(row)):
            for other in held.get((constraint.name, _alike(type(row), constraint, future)), ()):
                if key_of(other) not in leaving_out and _bites(constraint, type(row), future):
                    raise _in_the_way_of(target, other)


def _unique(model: type[Journaled]) -> list[models.UniqueConstraint]:
    return [one for one in model._meta.constraints if isinstance(one, models.UniqueConstraint)]


def _held(
    futures: Iterable[tuple[Journaled, dict[str, Any]]],
) -> dict[tuple[str, tuple[Any, ...]], list[Journaled]]:
    """Who holds what rows will hold: by the constraint and the combination that it allows once."""
    found: dict[tuple[str, tuple[Any, ...]], list[Journaled]] = {}
    by_type: dict[type[Journaled], list[dict[str, Any]]] = {}
    for row, future in futures:
        by_type.setdefault(type(row), []).append(future)
    for model, rows in by_type.items():
        for constraint in _unique(model):
            wanted = {_alike(model, constraint, one) for one in rows if _bites(constraint, model, one)}
            for combination, other in _holders(model, constraint, wanted):
                found.setdefault((constraint.name, combination), []).append(other)
    return found


def _future(row: Journaled, values: Mapping[str, Any]) -> dict[str, Any]:
    """What a row's fields will hold."""
    now = {field.attname: images.value_of(row, field) for field in row._meta.concrete_fields}
    return {**now, **values}


def _alike(
    model: type[Journaled], constraint: models.UniqueConstraint, row: Mapping[str, Any]
) -> tuple[Any, ...]:
    """What no two rows may have alike."""
    return tuple(row[images.field_of(model, name).attname] for name in constraint.fields)


def _bites(constraint: models.UniqueConstraint, model: type[Journaled], row: Mapping[str, Any]) -> bool:
    """Whether the constraint looks at a row with these values: to a database nothing equals nothing."""
    condition = constraint.condition or models.Q()
    return met(condition, model, row) and None not in _alike(model, constraint, row)


def met(condition: models.Q, model: type[Journaled], row: Mapping[str, Any]) -> bool:
    """Whether values fulfil the condition of a constraint; asking the database would cost a query a row.

    Raises NotImplementedError for a lookup that no constraint of ours has.
    """
    results = []
    for child in condition.children:
        if isinstance(child, models.Q):
            results.append(met(child, model, row))
            continue
        assert isinstance(child, tuple)
        name, _, lookup = child[0].partition("__")
        value = row[images.field_of(model, name).attname]
        if lookup not in ("", "isnull"):
            raise NotImplementedError(child[0])
        results.append((value is None) == child[1] if lookup else value == child[1])
    if condition.connector not in (models.Q.AND, models.Q.OR):
        raise NotImplementedError(condition.connector)
    whole = all(results) if condition.connector == models.Q.AND else any(results)
    return whole != condition.negated


def _holders(
    model: type[Journaled], constraint: models.UniqueConstraint, wanted: set[tuple[Any, ...]]
) -> Iterable[tuple[tuple[Any, ...], Journaled]]:
    """The rows that the constraint looks at and that hold one of these combinations now, with it."""
    names = [images.field_of(model, name).attname for name in constraint.fields]
    rows = model.everything.filter(constraint.condition or models.Q())
    for some in batches(list(wanted)):
        at_most = {f"{name}__in": {one[place] for one in some} for place, name in enumerate(names)}
        for other in rows.filter(**at_most).order_by("pk"):
            combination = tuple(getattr(other, name) for name in names)
            if combination in wanted:
                yield combination, other


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
