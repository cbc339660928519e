"""Money that changed hands, in the open's minor unit: payments by fund, prizes, payouts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import LIVE, BuyInOption, Entry, Open, Split


class Payment(Journaled):
    """What an entry paid for one option."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    option = models.ForeignKey(BuyInOption, on_delete=models.PROTECT, related_name="payments")
    amount = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(amount__gte=0),
                name="payment_not_negative",
                violation_error_code="money_negative",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} paid {self.amount}"


class Allocation(Journaled):
    """The part of a payment that went to one fund."""

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="allocations")
    fund = models.CharField(max_length=10, choices=Split.FUNDS)
    amount = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.amount} to {self.fund}"


class Prize(Journaled):
    """A locked prize: the amount for one place, from 1."""

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="prizes")
    place = models.PositiveSmallIntegerField()
    amount = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["open", "place"], condition=LIVE, name="one_prize_per_place"),
            models.CheckConstraint(
                condition=models.Q(amount__gte=0),
                name="prize_not_negative",
                violation_error_code="money_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"place {self.place}: {self.amount}"


class Payout(Journaled):
    """A prize handed over, ticked off by the director."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payouts")
    amount = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=LIVE,
                name="one_payout_per_entry",
                violation_error_code="paid_out_already",
            )
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.entry}"
