"""Parts of larger acts that move money."""

from __future__ import annotations

from tdapp.cash import queries
from tdapp.cash.models import Allocation, Payment, Prize
from tdapp.journal.recorder import Change
from tdapp.opens.models import BuyInOption, Entry, Open
from tdapp.rules import payouts
from tdapp.rules.errors import RuleError


def paid_already(entry: Entry, kind: str = "buy_in") -> bool:
    """Whether the entry has a live payment for that kind of option."""
    return Payment.objects.filter(entry=entry, option__kind=kind).exists()


def take(change: Change, *, entry: Entry, kind: str = "buy_in") -> Payment:
    """Take the price of an option and credit each of its funds. RuleError: ``nothing_to_buy``."""
    option = BuyInOption.objects.filter(open_id=entry.open_id, kind=kind, retired=False).first()
    if option is None:
        raise RuleError("nothing_to_buy", kind=kind)
    splits = list(option.splits.order_by("pk"))
    total = sum(split.amount for split in splits)
    payment = change.create(Payment, entry=entry, option=option, amount=total, at=change.now)
    for split in splits:
        change.create(Allocation, payment=payment, fund=split.fund, amount=split.amount)
    return payment


def void_payment(change: Change, payment: Payment) -> None:
    """Void a payment with its allocations. RuleError: ``payment_voided_already``."""
    if not Payment.objects.filter(pk=payment.pk).exists():
        raise RuleError("payment_voided_already", payment=payment.pk)
    for allocation in Allocation.objects.filter(payment=payment):
        change.void(allocation)
    change.void(payment)


def lock_prizes(change: Change, *, open: Open, pool: queries.Pool, overruled: tuple[str, ...]) -> None:
    """Freeze the prizes as the plan gives them now. RuleErrors of ``payouts.check_lock``."""
    amounts = payouts.amounts(pool.prize, queries.plan_of(open))
    # Promised prizes that come out once the debts are paid are promised rightly.
    promised = pool.prize + pool.owed
    try:
        payouts.check_lock(promised if sum(amounts) == promised else pool.prize, amounts)
    except RuleError as error:
        if not (error.overrule and error.code in overruled):
            raise
    for place, amount in enumerate(amounts, start=1):
        change.create(Prize, open=open, place=place, amount=amount)
    change.update(open, prizes_locked_at=change.now)
