"""The prizes of the places: as the plan gives them or as locked, and who has won what (RULES 4.1-4.3).

Minor units of the open's currency; places from 1.  The pool is ``cash.queries.Pool``, the one for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from django.db.models import Q

from tdapp.cash.agreed import DealFact, deal_of
from tdapp.cash.dues import every_price, usual
from tdapp.cash.models import Payout, Prize
from tdapp.journal.models import JournalEntry, RowChange
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Field
from tdapp.rules import deals, payouts, prize_plans
from tdapp.rules.errors import Remark
from tdapp.rules.payout_tables import Applied
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.places import Place

MONEY_KINDS = (
    *("open_created", "terms_changed", "signed_up", "list_signed_up", "withdrawn"),
    *("payment_taken", "payments_taken", "payment_voided", "payment_refunded", "bought", "purchase_voided"),
    *("prizes_set", "prizes_locked", "prizes_unlocked", "prize_fixed", "prize_freed"),
    *("expense_recorded", "expense_changed", "expense_voided", "guarantee_set"),
    *("special_prize_added", "special_prize_voided"),
)
"""Kinds of acts after which the prizes may be others."""


class Money(Protocol):
    """What the prizes are reckoned from: what the places share, and what they share once debts are paid."""

    @property
    def prize(self) -> int: ...

    @property
    def promised(self) -> int: ...


@dataclass(frozen=True)
class Prizes:
    """The prize of each place, best first; where a ``deal`` stands those who made it share the first ones.

    ``unassigned`` is what no place has of the pool and of what is still owed to it; negative where the
    prizes exceed both.  Shares follow the pool as it stands, so of them nothing is unassigned for debts.
    ``owed`` is what of it has not been paid yet: no more than the rest lies with the prizes.
    ``since`` is when they were locked; ``fixed`` the places (→ amount) that keep theirs whatever comes.
    """

    amounts: tuple[int, ...]
    locked: bool
    unassigned: int
    remarks: tuple[Remark, ...]
    deal: DealFact | None = None
    since: datetime | None = None
    fixed: Mapping[int, int] = field(default_factory=dict)
    owed: int = 0

    def of_place(self, place: int) -> int:
        """The prize of a place from 1; 0 where none is paid."""
        return self.amounts[place - 1] if place <= len(self.amounts) else 0

    @property
    def paid_places(self) -> int:
        return len(self.amounts)


@dataclass(frozen=True)
class Winning:
    """What an entry has won, and what of it was handed over (more, where places changed since)."""

    entry: int
    amount: int
    handed: int

    @property
    def paid(self) -> bool:
        return self.handed == self.amount


def plan_of(open: Open) -> PrizePlan:
    """How the open's pool is shared."""
    return PrizePlan.from_dict(open.prize_plan)


def entries_of(open: Open) -> int:
    """The entries that a plan by field counts: all signed up and not withdrawn, whatever they bought."""
    return Entry.objects.filter(open=open).count()


def places_paid(open: Open) -> int:
    """How many places the plan pays, whatever the pool."""
    plan = plan_of(open)
    return prize_plans.places(plan, entries_of(open) if plan.kind == "field" else 0)


def below_the_money(open: Open, everyone: Field) -> bool:
    """Whether for sure nobody who has a place is paid, said without asking for the money: the plan pays
    fewer, even where prizes of the disqualified fall to the next, and nothing is locked or agreed."""
    shifted = sum(out.disqualified for out in everyone.outs)
    best = min((place.first for place in everyone.places.values()), default=None)
    if open.prizes_locked_at is not None or (best is not None and best <= places_paid(open) + shifted):
        return False
    return deal_of(open) is None


def reckoned(open: Open, pool: Money) -> Applied:
    """The prizes as the plan gives them now, locked or not."""
    plan = plan_of(open)
    return prize_plans.reckoned(plan, pool.prize, entries_of(open) if plan.kind == "field" else 0)


def prizes(open: Open, pool: Money) -> Prizes:
    """The prizes as they stand: locked ones, else the plan over the present pool."""
    locked, plan = open.prizes_locked_at is not None, plan_of(open)
    said: tuple[Remark, ...] = ()
    if locked:
        amounts = tuple(Prize.objects.filter(open=open).order_by("place").values_list("amount", flat=True))
    else:
        found = reckoned(open, pool)
        amounts, said = found.prizes, found.remarks
    price = usual(every_price(open)).get("buy_in")
    # What is owed counts: prizes that come out once the debts are paid are right.
    promised = pool.promised if locked or plan.kind == "amounts" else pool.prize
    said += payouts.remarks(promised, amounts, price.total if price else 0)
    # Until the start players are still coming, so prizes above the pool are as they should be; from
    # then on the players know the prizes, and a low one is no news.
    quiet = "prizes_above_pool" if open.started_at is None else "prize_below_buy_in"
    said = tuple(one for one in said if one.code != quiet)
    missing = payouts.unassigned(promised, amounts)
    owed = max(0, min(missing, promised - pool.prize))
    if locked:
        said = tuple(_of_locked(one, owed) for one in said)
    fixed = dict(plan.fixed) if not locked else {}
    return Prizes(amounts, locked, missing, said, deal_of(open), open.prizes_locked_at, fixed, owed)


def _of_locked(said: Remark, owed: int) -> Remark:
    """What is odd about prizes that nobody can change any more: said without advice for before the lock."""
    if said.code == "prizes_unassigned":
        return Remark("prizes_left_over", {**said.params, "owed": owed})
    return Remark("locked_above_pool", said.params) if said.code == "prizes_above_pool" else said


def as_of(open: Open) -> datetime | None:
    """When the prizes last could change: since then they are as they are; locked, since they were."""
    if open.prizes_locked_at is not None:
        return open.prizes_locked_at
    last = JournalEntry.objects.filter(stream=open.stream_id).filter(
        Q(kind__in=MONEY_KINDS) | Q(undoes__kind__in=MONEY_KINDS)
    )
    return last.order_by("-number").values_list("at", flat=True).first()


def changes_since_lock(open: Open) -> tuple[JournalEntry, ...]:
    """The acts since the prizes were locked that would have changed them, the latest first."""
    if open.prizes_locked_at is None:
        return ()
    locks = RowChange.objects.filter(model="opens.open", row=open.pk, field="prizes_locked_at")
    number = locks.order_by("-pk").values_list("entry__number", flat=True).first()
    if number is None:
        return ()
    later = JournalEntry.objects.filter(stream=open.stream_id, number__gt=number)
    return tuple(later.filter(kind__in=MONEY_KINDS, undone=False).order_by("-number"))


def won(everyone: Field, prizes: Prizes, places: Mapping[int, Place] | None = None) -> dict[int, int]:
    """Entry → money won by place, or by agreement (RULES 4.1, 4.2, 4.4); the disqualified get nothing.

    ``places`` are those of the field unless others are asked about.
    """
    places = everyone.places if places is None else places
    order = [entrant.id for entrant in everyone.entrants]
    unpaid = [out.entry for out in everyone.outs if out.disqualified]
    deal = prizes.deal
    if deal is None:
        return payouts.shared(places, prizes.amounts, 1, order, unpaid=unpaid)
    left = deal.left_to_play_for
    return deals.won(places, prizes.amounts, deal.amounts, left, order, unpaid=unpaid)


def winnings(open: Open, everyone: Field, prizes: Prizes) -> dict[int, Winning]:
    """What each placed entry wins, ties sharing their places (RULES 4.1, 4.2), and what was handed over."""
    order = [entrant.id for entrant in everyone.entrants]
    shared = won(everyone, prizes)
    handed = dict(Payout.objects.filter(entry__open=open).values_list("entry", "amount"))
    return {
        entry: Winning(entry, shared.get(entry, 0), handed.get(entry, 0))
        for entry in order
        if shared.get(entry) or handed.get(entry)
    }
