"""Who sits where: seat assignments and the draws that made them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import Entry, Round, Table

SITTING = models.Q(voided=False, ended_at__isnull=True)


class Seat(Journaled):
    """An entry in a seat from one moment to another; ended and created, never renumbered."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seatings")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seatings")
    from_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=SITTING,
                name="one_entry_per_seat",
                violation_error_code="seat_taken",
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=SITTING,
                name="one_seat_per_entry",
                violation_error_code="already_seated",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.table}, seat {self.number}"


class Draw(Journaled):
    """A draw that anyone can recompute with ``rules.draw`` from the seed and ``items``.

    ``seats``: items are the entry ids in order of sign-up and the (table, seat) places offered,
    ``draw.seats(entries, places, seed)`` gives the result as [entry, table, seat].  ``dealer``: items
    are a table and its seats taken, ``draw.pick(seats, seed, "first dealer <table>")`` the seat.
    """

    PURPOSES = [("seats", "seats"), ("dealer", "first dealer")]

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="draws")
    purpose = models.CharField(max_length=10, choices=PURPOSES)
    seed = models.CharField(max_length=40)
    items = models.JSONField()
    result = models.JSONField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"draw of {self.purpose} with seed {self.seed}"
