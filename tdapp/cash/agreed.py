"""The deal that stands, as everything that pays prizes reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tdapp.cash.models import Deal, DealShare
from tdapp.opens.models import Open


@dataclass(frozen=True)
class DealFact:
    """What those left agreed to (RULES 4.4): entry → amount, largest first, and → stack (0: not counted).

    ``left_to_play_for`` goes to the winner; ``entry`` is the journal entry that made the deal.
    """

    entry: int
    method: str
    left_to_play_for: int
    amounts: Mapping[int, int]
    stacks: Mapping[int, int]

    @property
    def total(self) -> int:
        """The prizes that the deal took the place of."""
        return sum(self.amounts.values()) + self.left_to_play_for


def deal_of(open: Open) -> DealFact | None:
    """The deal that stands; None without one."""
    deal = Deal.objects.filter(open=open).first()
    if deal is None:
        return None
    rows = list(
        DealShare.objects.filter(deal=deal)
        .order_by("-amount", "-stack", "pk")
        .values_list("entry", "amount", "stack")
    )
    return DealFact(
        deal.order,
        deal.method,
        deal.left_to_play_for,
        {entry: amount for entry, amount, _ in rows},
        {entry: stack for entry, _, stack in rows},
    )
