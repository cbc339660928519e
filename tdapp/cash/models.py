"""Money that changed hands, in the open's minor unit: payments by fund, prizes, payouts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import LIVE, BuyInOption, Entry, Open, Out, Split


class Purchase(Journaled):
    """A rebuy, add-on or re-entry that an entry bought, paid at once or on account.

    The buy-in itself is owed by every entry and has none.  ``price`` and ``chips`` are what the option
    said then; ``out_before`` is the id of the out that it took back, which no living row may refer to.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="purchases")
    option = models.ForeignKey(BuyInOption, on_delete=models.PROTECT, related_name="purchases")
    price = models.BigIntegerField()
    chips = models.BigIntegerField()
    out_before = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    order = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(price__gte=0),
                name="purchase_not_negative",
                violation_error_code="money_negative",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.option}"


class Payment(Journaled):
    """Money that an entry paid for one option, whole or in part; ``purchase`` None for the buy-in."""

    METHODS = [("cash", "cash"), ("transfer", "transfer"), ("card", "card")]

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    option = models.ForeignKey(BuyInOption, on_delete=models.PROTECT, related_name="payments")
    purchase = models.ForeignKey(Purchase, on_delete=models.PROTECT, null=True, related_name="payments")
    amount = models.BigIntegerField()
    method = models.CharField(max_length=10, choices=METHODS, default="cash")
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
    label = models.CharField(max_length=30, blank=True, default="")
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


class Expense(Journaled):
    """Money that left a fund: the room, the chips, a meal (of "prize": before the prizes, VIV-42).

    ``text`` says what for; ``handed_on`` is money that goes on elsewhere (the season's fund, the house's to
    the treasurer); ``amount`` is negative where money came in from outside (a sponsor).
    """

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="expenses")
    fund = models.CharField(max_length=10, choices=Split.FUNDS)
    label = models.CharField(max_length=30, blank=True, default="")
    amount = models.BigIntegerField()
    text = models.CharField(max_length=120, blank=True, default="")
    method = models.CharField(max_length=10, choices=Payment.METHODS, default="cash")
    handed_on = models.BooleanField(default=False)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.amount} from {self.fund}"


class SpecialPrize(Journaled):
    """A prize beside those of the places: best hand, first out, bubble, or a thing for a place ("a ham").

    ``amount`` comes out of ``fund`` (0 for a thing alone), ``text`` says what for or what else it is;
    ``place`` is whose it is where ``kind`` says so, ``entry`` to whom it was given and handed over.
    """

    KINDS = [("best_hand", "best hand"), ("first_out", "first out"), ("bubble", "bubble"),
             ("place", "a place"), ("other", "another prize")]  # fmt: skip

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="special_prizes")
    kind = models.CharField(max_length=10, choices=KINDS, default="other")
    text = models.CharField(max_length=80)
    fund = models.CharField(max_length=10, choices=Split.FUNDS, default="prize")
    amount = models.BigIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="special_prizes")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(amount__gte=0),
                name="special_prize_not_negative",
                violation_error_code="money_negative",
            )
        ]

    def __str__(self) -> str:
        return f"special prize of {self.amount}"


class Deal(Journaled):
    """What those left agreed to share (RULES 4.4): the method, and what is still played for.

    Its lines are ``DealShare``; a refused deal is undone, so only one lives.
    """

    METHODS = [("icm", "ICM"), ("chip_chop", "chip chop"), ("even", "even"), ("custom", "custom")]

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="deals")
    method = models.CharField(max_length=10, choices=METHODS)
    left_to_play_for = models.BigIntegerField(default=0)
    at = models.DateTimeField()
    order = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["open"], condition=LIVE, name="one_deal_per_open", violation_error_code="deal_already"
            )
        ]

    def __str__(self) -> str:
        return f"deal by {self.method}"


class DealShare(Journaled):
    """What a deal gives one entry, the stack it was reckoned from, and when he agreed."""

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="shares")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="deal_shares")
    stack = models.BigIntegerField()
    amount = models.BigIntegerField()
    agreed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["deal", "entry"],
                condition=LIVE,
                name="one_share_per_deal_entry",
                violation_error_code="deal_already",
            ),
            models.CheckConstraint(
                condition=models.Q(amount__gte=0),
                name="deal_share_not_negative",
                violation_error_code="money_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.entry}"


class BountyPrize(Journaled):
    """A bounty won: ``amount`` in cash to ``winner`` for ``head``, ``to_head`` added to the winner's own.

    ``out`` is the elimination that won it; several winners share one head in several rows, in odd-chip
    order.  Without an out it is the own head, which who is left at the end keeps.  Without a winner nobody
    took the head: ``amount`` fell to the prize pool.  ``envelope`` counts, from 0, the one that was opened.
    """

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="bounty_prizes")
    out = models.ForeignKey(Out, on_delete=models.PROTECT, null=True, related_name="bounty_prizes")
    head = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="bounties_won")
    amount = models.BigIntegerField()
    to_head = models.BigIntegerField(default=0)
    envelope = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.amount} for the head of {self.head}"


class TillCount(Journaled):
    """The drawer counted: {denomination: pieces}, what was expected then, and who counted it (``text``).

    ``counted`` holds ``other``, what was not counted by pieces; ``expected`` holds ``opening``, the float
    that lay in the drawer before.  A ``closed`` one is the last: the till is opened again before the next.
    """

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="till_counts")
    pieces = models.JSONField()
    other = models.BigIntegerField(default=0)
    opening = models.BigIntegerField(default=0)
    counted = models.BigIntegerField()
    expected = models.BigIntegerField()
    text = models.CharField(max_length=120, blank=True, default="")
    closed = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["open"],
                condition=LIVE & models.Q(closed=True),
                name="one_closed_till_per_open",
                violation_error_code="till_closed_already",
            )
        ]

    def __str__(self) -> str:
        return f"till: {self.counted} of {self.expected}"
