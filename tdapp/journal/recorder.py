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

BATCH = 500
"""How many rows one statement names: SQLite takes no endless list."""

M = TypeVar("M", bound=Journaled)
T = TypeVar("T")
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
        made = model.objects.bulk_create(
            [model(**row, stamp=self.entry.pk) for row in rows], batch_size=BATCH
        )
        for row in made:
            self._note(row, "voided", True, False)
        return made

    def update(self, row: M, **values: Any) -> M:
        """Set fields of a row; what has the value already is left alone. ``row`` is brought up to date."""
        self.update_each([(row, values)])
        return row

    def update_all(self, rows: Sequence[Journaled], **values: Any) -> None:
        """Set fields of many rows to the same values: a thousand seats left at once."""
        self.update_each([(row, values) for row in rows])

    def update_each(self, rows: Sequence[tuple[Journaled, Mapping[str, Any]]]) -> None:
        """Set fields of many rows of any models, each to values of its own, in a number of queries that grows
        with the models and sets of fields only."""
        for model, group in by_model([row for row, _ in rows]).items():
            wanted = [(row, values) for row, values in rows if type(row) is model]
            stored = model.everything.in_bulk([row.pk for row in group])
            told: list[tuple[Journaled, models.Field[Any, Any], Any, Any]] = []
            together: dict[tuple[str, ...], list[Journaled]] = {}
            for row, values in wanted:
                changed = []
                for name, value in values.items():
                    field = images.field_of(row, name)
                    before = images.value_of(stored[row.pk], field)
                    setattr(row, name, value)
                    after = images.value_of(row, field)
                    if before != after:
                        changed.append(field.name)
                        told.append((row, field, before, after))
                if changed:
                    together.setdefault(tuple(sorted(changed)), []).append(row)
            self._note_all(told)
            for names, those in together.items():
                self._write(model, names, those)

    def void(self, row: Journaled) -> None:
        """Take a row out of the living; nothing is deleted."""
        self.void_all([row])

    def void_all(self, rows: Iterable[Journaled]) -> None:
        """Take rows of any models out of the living, in a number of queries that grows with the models."""
        self._set_voided(rows, True)

    def revive(self, row: Journaled) -> None:
        """Bring a voided row back."""
        self.revive_all([row])

    def revive_all(self, rows: Iterable[Journaled]) -> None:
        """Bring voided rows of any models back."""
        self._set_voided(rows, False)

    def touch(self, row: Journaled) -> None:
        """Stamp a row without changing it: whoever acts on how it looked before is refused (``expected``)."""
        self._write(type(row), (), [row])

    def note(self, **params: Any) -> None:
        """Add ids and codes to the entry's parameters, for the story and for a repeated request."""
        self.entry.params = {**self.entry.params, **params}

    def flush(self) -> None:
        """Write the changes and the parameters; called once by ``record``. Raises ``StillReferred``."""
        for row, living in living_references(self._voided):
            raise StillReferred(f"{living!r} refers to {row!r}, which is voided")
        RowChange.objects.bulk_create(self._changes, batch_size=BATCH)
        JournalEntry.objects.filter(pk=self.entry.pk).update(params=self.entry.params)

    def _set_voided(self, rows: Iterable[Journaled], voided: bool) -> None:
        for model, group in by_model(rows).items():
            for row in group:
                row.voided = voided
                self._note(row, "voided", not voided, voided)
            if voided:
                self._voided += group
            self._write(model, ("voided",), group)

    def _write(self, model: type[Journaled], names: Sequence[str], rows: Sequence[Journaled]) -> None:
        """Write the named fields of rows as they are set now, and their stamps."""
        for row in rows:
            row.stamp = self.entry.pk
        fields = [images.field_of(model, name) for name in names]
        values = [images.value_of(rows[0], field) for field in fields]
        if all([images.value_of(row, field) for field in fields] == values for row in rows):
            alike = {field.attname: value for field, value in zip(fields, values, strict=True)}
            for some in batches([row.pk for row in rows]):
                model.everything.filter(pk__in=some).update(**alike, stamp=self.entry.pk)
        else:
            model.everything.bulk_update(rows, [*names, "stamp"])

    def _note_all(self, told: Sequence[tuple[Journaled, models.Field[Any, Any], Any, Any]]) -> None:
        """Note (row, field, value before, value after)."""
        before = images.images_of([(row, field, value) for row, field, value, _ in told])
        after = images.images_of([(row, field, value) for row, field, _, value in told])
        for (row, field, _, _), old, new in zip(told, before, after, strict=True):
            self._note(row, field.name, old, new)

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


def by_model(rows: Iterable[Journaled]) -> dict[type[Journaled], list[Journaled]]:
    """The rows by their model, in order."""
    found: dict[type[Journaled], list[Journaled]] = {}
    for row in rows:
        found.setdefault(type(row), []).append(row)
    return found


def batches(all_of: Sequence[T]) -> Iterator[Sequence[T]]:
    """The same in portions that one statement may name."""
    return (all_of[start : start + BATCH] for start in range(0, len(all_of), BATCH))


def living_references(
    rows: Iterable[Journaled], leaving_out: Container[tuple[str, int]] = ()
) -> Iterator[tuple[Journaled, Journaled]]:
    """Pairs of one of ``rows`` and a living row that refers to it; ``leaving_out`` as (model label, id)."""
    those = list(rows)
    found: dict[tuple[str, int], list[Journaled]] = {}
    for model, group in by_model(those).items():
        for relation in model._meta.related_objects:
            referring = relation.related_model
            if not (isinstance(referring, type) and issubclass(referring, Journaled)):
                continue
            key = relation.field.attname
            for some in batches([row.pk for row in group]):
                for living in referring.objects.filter(**{f"{key}__in": some}).order_by("pk"):
                    found.setdefault((model._meta.label_lower, getattr(living, key)), []).append(living)
    for row in those:
        for living in found.get((row._meta.label_lower, row.pk), ()):
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
