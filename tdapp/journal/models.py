"""The journal: who did what when, and every field it changed (DESIGN 3).

Fact rows are the truth; these rows are their history and make undo possible.
Images hold ids, numbers and codes. Free text (a nickname, an open's name) is kept
apart in ``Wording`` rows, so that a person can be forgotten without touching history.
"""

from __future__ import annotations

import secrets
from typing import ClassVar, TypeVar

from django.db import models

from tdapp.accounts.models import Device, User

SCHEMA = 1
"""Version of the images written now; undo refuses those it cannot read."""


def new_epoch() -> str:
    """A random name for one life of the data; it changes when a backup is restored."""
    return secrets.token_hex(6)


class Stream(models.Model):
    """One line of history: an open's, a tour's or the club's. One writer at a time."""

    KINDS = [("club", "club"), ("tour", "tour"), ("open", "open")]

    kind = models.CharField(max_length=8, choices=KINDS)
    version = models.BigIntegerField(default=0)
    epoch = models.CharField(max_length=12, default=new_epoch)

    def __str__(self) -> str:
        return f"{self.kind} stream {self.pk} at {self.version}"


class JournalEntry(models.Model):
    """One intention of one person, all of whose effects stand or fall together."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries")
    number = models.BigIntegerField()
    kind = models.CharField(max_length=40)
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    request_id = models.UUIDField(unique=True, null=True)
    params = models.JSONField(default=dict)
    schema = models.SmallIntegerField(default=SCHEMA)
    undoes = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="undone_by")
    undone = models.BooleanField(default=False)

    repeated: bool = False
    """Set on the instance returned to a request that had been answered before."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stream", "number"], name="one_entry_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class RowChange(models.Model):
    """One field of one row before and after an entry; a created row changes ``voided`` from True to False."""

    entry = models.ForeignKey(JournalEntry, on_delete=models.CASCADE, related_name="changes")
    model = models.CharField(max_length=60)
    row = models.BigIntegerField()
    field = models.CharField(max_length=60)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["model", "row"], name="changes_of_a_row")]

    def __str__(self) -> str:
        return f"{self.model} {self.row}.{self.field}: {self.before} → {self.after}"


class Wording(models.Model):
    """A free text that an image refers to by id; emptied when the person is forgotten."""

    model = models.CharField(max_length=60)
    row = models.BigIntegerField()
    text = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.text


M = TypeVar("M", bound=models.Model)


class LiveManager(models.Manager[M]):
    """Live rows only: what was voided is history."""

    def get_queryset(self) -> models.QuerySet[M]:
        return super().get_queryset().filter(voided=False)


class Journaled(models.Model):
    """A fact row. It is changed through ``recorder.Change`` only, and voided instead of deleted.

    ``stamp`` is the id of the last entry that wrote the row; undo moves it on, never back.
    """

    voided = models.BooleanField(default=False, editable=False)
    stamp = models.BigIntegerField(default=0, editable=False)

    objects = LiveManager()
    everything = models.Manager()  # noqa: DJ012 the linter takes a plain manager for a field

    class Meta:
        abstract = True
