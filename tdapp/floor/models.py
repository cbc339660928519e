"""Who sits where: seat assignments and the draws that made them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import Entry, Round, Table

SITTING = models.Q(voided=False, ended_at__isnull=True)


class Seat(Journaled):
    """An entry in a seat from one moment to another; ended and created, never renumbered.

    ``confirmed_at`` is when somebody saw the player sitting there.  Who ``waits`` came in between the
    small blind and the button and is dealt in once the button has passed (T-2.1b).
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seatings")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seatings")
    from_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)
    waits = models.BooleanField(default=False)

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


class Move(Journaled):
    """A player sent from one seat to another, and why; ``order`` is the act that sent him.

    A mistake put right ("actually sits at…") is a ``correction``: it counts for nobody.
    """

    REASONS = [("balance", "balance"), ("break", "table broken"), ("final", "final table"),
               ("redraw", "redraw"), ("compress", "compressed"), ("swap", "swap"), ("moved", "moved"),
               ("correction", "correction")]  # fmt: skip

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="moves")
    before = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=10, choices=REASONS)
    at = models.DateTimeField()
    order = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.entry}: {self.before} to {self.after}"


class Draw(Journaled):
    """A draw that anyone can recompute with ``rules.draw`` from the seed and ``items``.

    ``seats``: items are the entry ids in order of sign-up and the (table, seat) places offered,
    ``draw.seats(entries, places, seed)`` gives the result as [entry, table, seat].  ``dealer``: items
    are a table and its seats taken, ``draw.pick(seats, seed, "first dealer <table>")`` the seat.
    """

    PURPOSES = [("seats", "seats"), ("dealer", "first dealer"), ("break", "table broken"),
                ("balance", "balance"), ("redraw", "redraw"), ("round", "round")]  # fmt: skip

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="draws")
    purpose = models.CharField(max_length=10, choices=PURPOSES)
    seed = models.CharField(max_length=40)
    items = models.JSONField()
    result = models.JSONField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"draw of {self.purpose} with seed {self.seed}"
