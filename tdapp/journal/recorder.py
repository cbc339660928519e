"""The one door through which every fact changes (DESIGN 3).

    with recorder.record(stream, "out_recorded", actor=…, now=…, request_id=…) as change:
        change.create(Out, entry=entry, at=now)
        change.update(seat, ended_at=now)

One record is one transaction and one journal entry.  It takes the stream's next number
first, so there is one writer of a stream at a time on SQLite and PostgreSQL alike.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial, wraps
from typing import Any, NotRequired, ParamSpec, TypedDict, TypeVar

from django.db import IntegrityError, models, transaction
from django.db.models import F

from tdapp.accounts.models import Device, User
from tdapp.journal import constraints, images, kinds, listeners
from tdapp.journal.models import Journaled, JournalEntry, RowChange, Stream
from tdapp.rules.errors import RuleError

M = TypeVar("M", bound=Journaled)
P = ParamSpec("P")


class StillReferred(Exception):
    """A programming error: an act voids a row that living rows refer to, so it could not be redone."""


class Repeated(Exception):
    """This request was answered before; ``entry`` is the first answer."""

    def __init__(self, entry: JournalEntry) -> None:
        super().__init__(entry)
        self.entry = entry


@dataclass(frozen=True)
class Expected:
    """A row as the page showed it; the act is refused if it changed meanwhile."""

    row: Journaled
    stamp: int


class Act(TypedDict):
    """Who does something, when, from which device, and by which request: every service's last words.

    ``by_display`` is the id of the television set whose keys were pressed; the entry's parameters keep it.
    """

    actor: User | None
    now: datetime
    device: NotRequired[Device | None]
    request_id: NotRequired[uuid.UUID | None]
    expected: NotRequired[Iterable[Expected]]
    by_display: NotRequired[int]


class Change:
    """What an open record may do to rows: create, update, void, revive."""

    def __init__(self, entry: JournalEntry) -> None:
        self.entry = entry
        self.stream: Stream = entry.stream
        self.now: datetime = entry.at
        self._changes: list[RowChange] = []
        self._voided: list[Journaled] = []

    def create(self, model: type[M], **values: Any) -> M:
        """Insert a row and return it."""
        row = model(**values, stamp=self.entry.pk)
        row.save(force_insert=True)
        self._note(row, "voided", True, False)
        return row

    def create_all(self, model: type[M], rows: Iterable[Mapping[str, Any]]) -> list[M]:
        """Insert many rows at once and return them: a draw of a thousand seats is one act."""
        made = model.objects.bulk_create([model(**row, stamp=self.entry.pk) for row in rows], batch_size=500)
        for row in made:
            self._note(row, "voided", True, False)
        return made

    def update(self, row: M, **values: Any) -> M:
        """Set fields of a row; what has the value already is left alone. ``row`` is brought up to date."""
        stored = type(row).everything.get(pk=row.pk)
        changed = []
        for name, value in values.items():
            field = images.field_of(row, name)
            before = images.value_of(stored, field)
            setattr(row, name, value)
            after = images.value_of(row, field)
            if before != after:
                changed.append(field.name)
                self._note(row, field.name, images.image(row, field, before), images.image(row, field, after))
        if changed:
            self._stamp(row, changed)
        return row

    def update_all(self, rows: Sequence[M], **values: Any) -> None:
        """Set fields of many rows of one model to the same values: a thousand seats left at once."""
        if not rows:
            return
        model = type(rows[0])
        stored = model.everything.in_bulk([row.pk for row in rows])
        changed: list[int] = []
        for row in rows:
            before = stored[row.pk]
            for name, value in values.items():
                field = images.field_of(row, name)
                old = images.value_of(before, field)
                setattr(row, name, value)
                new = images.value_of(row, field)
                if old != new:
                    changed.append(row.pk)
                    self._note(row, field.name, images.image(row, field, old), images.image(row, field, new))
        for start in range(0, len(changed), 500):
            model.everything.filter(pk__in=changed[start : start + 500]).update(**values, stamp=self.entry.pk)

    def void(self, row: Journaled) -> None:
        """Take a row out of the living; nothing is deleted."""
        self._set_voided(row, True)

    def revive(self, row: Journaled) -> None:
        """Bring a voided row back."""
        self._set_voided(row, False)

    def touch(self, row: Journaled) -> None:
        """Stamp a row without changing it: whoever acts on how it looked before is refused (``expected``)."""
        self._stamp(row, [])

    def note(self, **params: Any) -> None:
        """Add ids and codes to the entry's parameters, for the story and for a repeated request."""
        self.entry.params = {**self.entry.params, **params}

    def flush(self) -> None:
        """Write the changes and the parameters; called once by ``record``. Raises ``StillReferred``."""
        for row, living in living_references(self._voided):
            raise StillReferred(f"{living!r} refers to {row!r}, which is voided")
        RowChange.objects.bulk_create(self._changes, batch_size=500)
        JournalEntry.objects.filter(pk=self.entry.pk).update(params=self.entry.params)

    def _set_voided(self, row: Journaled, voided: bool) -> None:
        row.voided = voided
        if voided:
            self._voided.append(row)
        self._note(row, "voided", not voided, voided)
        self._stamp(row, ["voided"])

    def _stamp(self, row: Journaled, fields: Iterable[str]) -> None:
        row.stamp = self.entry.pk
        row.save(update_fields=[*fields, "stamp"])

    def _note(self, row: models.Model, field: str, before: Any, after: Any) -> None:
        self._changes.append(
            RowChange(
                entry=self.entry,
                model=row._meta.label_lower,
                row=row.pk,
                field=field,
                before=before,
                after=after,
            )
        )


def living_references(
    rows: Iterable[Journaled], leaving_out: Container[tuple[str, int]] = ()
) -> Iterator[tuple[Journaled, Journaled]]:
    """Pairs of one of ``rows`` and a living row that refers to it; ``leaving_out`` as (model label, id)."""
    for row in rows:
        for relation in row._meta.related_objects:
            model = relation.related_model
            if not (isinstance(model, type) and issubclass(model, Journaled)):
                continue
            for living in model.objects.filter(**{relation.field.name: row.pk}):
                if (living._meta.label_lower, living.pk) not in leaving_out:
                    yield row, living


def once(service: Callable[P, JournalEntry]) -> Callable[P, JournalEntry]:
    """Answer a request seen before with its first answer (a double tap on "10 €" pays once).

    The returned entry then has ``repeated`` set, and ``undone`` if it was taken back since.
    """

    @wraps(service)
    def answered(*args: P.args, **kwargs: P.kwargs) -> JournalEntry:
        try:
            return service(*args, **kwargs)
        except Repeated as seen:
            seen.entry.repeated = True
            return seen.entry

    return answered


@contextmanager
def record(
    stream: Stream,
    kind: str,
    *,
    actor: User | None,
    now: datetime,
    device: Device | None = None,
    request_id: uuid.UUID | None = None,
    expected: Iterable[Expected] = (),
    undoes: JournalEntry | None = None,
    **params: Any,
) -> Iterator[Change]:
    """Open a record: one transaction, one entry, all or nothing.

    RuleError: ``changed_meanwhile`` (a row in ``expected``), ``request_used_already`` (by an act of
    another kind), or the code of a database constraint that bites. Raises ``Repeated`` for a request
    seen before; services are wrapped in ``once``, which answers it.
    """
    kinds.get(kind)
    try:
        with transaction.atomic(durable=True):
            entry = _open_entry(stream, kind, actor, now, device, request_id, undoes, params)
            _check_expected(expected)
            change = Change(entry)
            yield change
            change.flush()
            changed = listeners.Changed(stream.pk, entry.stream.epoch, entry.stream.version)
            transaction.on_commit(partial(listeners.notify, changed))
    except IntegrityError as error:
        raise constraints.refusal(error) from error


def _open_entry(
    stream: Stream,
    kind: str,
    actor: User | None,
    now: datetime,
    device: Device | None,
    request_id: uuid.UUID | None,
    undoes: JournalEntry | None,
    params: dict[str, Any],
) -> JournalEntry:
    # The update comes first: it takes the stream's lock, so that what is read below is the last word.
    Stream.objects.filter(pk=stream.pk).update(version=F("version") + 1)
    if request_id is not None:
        seen = JournalEntry.objects.select_related("stream").filter(request_id=request_id).first()
        if seen is not None and (seen.kind != kind or (seen.stream_id != stream.pk and not _is_new(stream))):
            # An old page sent again with another button: answering with the first act would hide this one.
            raise RuleError("request_used_already")
        if seen is not None:
            raise Repeated(seen)
    locked = Stream.objects.get(pk=stream.pk)
    return JournalEntry.objects.create(
        stream=locked,
        number=locked.version,
        kind=kind,
        actor=actor,
        device=device,
        at=now,
        request_id=request_id,
        undoes=undoes,
        params=params,
    )


def _is_new(stream: Stream) -> bool:
    """Whether nothing was ever done in it: a second tap on "make it" comes with a stream of its own."""
    return not JournalEntry.objects.filter(stream=stream).exists()


@contextmanager
def new_stream(kind: str) -> Iterator[Stream]:
    """A stream for what begins with it (a tour, an open); gone again where that comes to nothing."""
    stream = Stream.objects.create(kind=kind)
    try:
        yield stream
    except BaseException:
        Stream.objects.filter(pk=stream.pk, entries=None).delete()
        raise


def _check_expected(expected: Iterable[Expected]) -> None:
    for one in expected:
        stamp = type(one.row).everything.values_list("stamp", flat=True).get(pk=one.row.pk)
        if stamp != one.stamp:
            raise RuleError("changed_meanwhile", model=one.row._meta.label_lower, row=one.row.pk, by=stamp)


def announce(stream: Stream) -> None:
    """Give a stream a new version without an entry: something it shows changed in another stream."""
    Stream.objects.filter(pk=stream.pk).update(version=F("version") + 1)
    stream.refresh_from_db()
    listeners.notify(listeners.Changed(stream.pk, stream.epoch, stream.version))
