"""Entered hands: what each player put in and who won which pot."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import LIVE, Entry, Out, StackChange, Table


class Hand(Journaled):
    """One entered hand of a table, in chips of the open.

    ``winners`` lists the winning seat numbers of each pot, main pot first; ``button`` and the blinds'
    seats are seat numbers, empty ones too.  ``order`` is the place of its stack changes in the ledger;
    a corrected hand keeps it.  ``board`` are the common cards in one text ("AhKdQs"), ``line`` the betting
    as [street, seat, kind, to, [overruled codes]] (``rules.hand.Act``), each empty where nobody said;
    ``penalty``: the dealer had not called the ante and paid it for everybody (VIV-15).
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands")
    order = models.BigIntegerField()
    at = models.DateTimeField()
    sb = models.BigIntegerField()
    bb = models.BigIntegerField()
    ante = models.BigIntegerField(default=0)
    button = models.PositiveSmallIntegerField()
    small_blind = models.PositiveSmallIntegerField(null=True)
    big_blind = models.PositiveSmallIntegerField(null=True)
    winners = models.JSONField()
    board = models.CharField(max_length=20, blank=True, default="")
    line = models.JSONField(default=list)
    penalty = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"hand of {self.table}"


class HandSeat(Journaled):
    """One player's part in a hand: ``live`` and ``dead`` chips put in, chips received.

    ``cards`` in one text, ``called`` the category he called (VIV-21), ``for_him`` chips of ``live`` that
    the dealer paid (negative for the dealer, VIV-15); ``absent``: dealt in and killed (RULES 2.11).
    """

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="hand_seats")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="hand_seats")
    stack_before = models.BigIntegerField(null=True)
    live = models.BigIntegerField()
    dead = models.BigIntegerField(default=0)
    folded = models.BooleanField(default=False)
    all_in = models.BooleanField(default=False)
    forfeit = models.BooleanField(default=False)
    received = models.BigIntegerField(default=0)
    cards = models.CharField(max_length=24, blank=True, default="")
    called = models.CharField(max_length=16, blank=True, default="")
    for_him = models.BigIntegerField(default=0)
    absent = models.BooleanField(default=False)
    out = models.ForeignKey(Out, on_delete=models.PROTECT, null=True, related_name="hand_seats")
    stack_change = models.ForeignKey(
        StackChange, on_delete=models.PROTECT, null=True, related_name="hand_seats"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "seat"], condition=LIVE, name="one_part_per_seat"),
            models.CheckConstraint(
                condition=models.Q(live__gte=0, dead__gte=0),
                name="contribution_not_negative",
                violation_error_code="negative_chips",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} in {self.hand}"
