"""Parts of larger acts that move money."""

from __future__ import annotations

from collections.abc import Mapping

from tdapp.cash import dues, queries
from tdapp.cash.models import Allocation, Payment, Prize, Purchase
from tdapp.cash.prizes import reckoned
from tdapp.journal.recorder import Change
from tdapp.opens.funds import named, stored
from tdapp.opens.models import BuyInOption, Entry, Open
from tdapp.rules import funds, payouts
from tdapp.rules.errors import RuleError


def take(
    change: Change,
    *,
    entry: Entry,
    amount: int | None = None,
    method: str = "cash",
    again: bool = False,
) -> Payment:
    """Take the buy-in, or what is missing of it, or only ``amount``; each split credits its fund.

    Who began to pay goes on paying the same price, others what they signed up for; ``again`` takes one more.
    RuleError: ``nothing_to_buy``, ``payment_not_positive``, ``payment_above_price``.
    """
    begun = Payment.objects.filter(entry=entry, purchase=None).order_by("pk")
    option = None if again else next((one.option for one in begun.select_related("option")), entry.buy_in)
    if option is None:
        usual = BuyInOption.objects.filter(open_id=entry.open_id, kind="buy_in", retired=False)
        option = usual.order_by("name", "position", "pk").first()
    if option is None:
        raise RuleError("nothing_to_buy", kind="buy_in")
    paid = {} if again else dues.paid_for(entry)
    return _pay(change, entry=entry, option=option, paid=paid, amount=amount, method=method)


def pay_purchase(
    change: Change, *, purchase: Purchase, amount: int | None = None, method: str = "cash"
) -> Payment:
    """Take what is missing of a rebuy, add-on or re-entry, or only ``amount``.

    RuleError: ``payment_not_positive``, ``payment_above_price``.
    """
    paid = dues.paid_for(purchase.entry, purchase)
    return _pay(
        change,
        entry=purchase.entry,
        option=purchase.option,
        paid=paid,
        amount=amount,
        method=method,
        purchase=purchase,
    )


def _pay(
    change: Change,
    *,
    entry: Entry,
    option: BuyInOption,
    paid: Mapping[str, int],
    amount: int | None,
    method: str,
    purchase: Purchase | None = None,
) -> Payment:
    splits = [(named(s.fund, s.label), s.amount) for s in option.splits.order_by("pk")]
    price = sum(part for _, part in splits)
    amount = price - sum(paid.values()) if amount is None else amount
    # The whole price goes as it is said, a part of 0 included.
    parts = splits if not any(paid.values()) and amount == price else funds.part_payment(splits, paid, amount)
    payment = change.create(
        Payment,
        entry=entry,
        option=option,
        purchase=purchase,
        amount=amount,
        method=method,
        at=change.now,
    )
    for fund, part in parts:
        change.create(Allocation, payment=payment, amount=part, **stored(fund))
    return payment


def refund(change: Change, *, payment: Payment, amount: int) -> None:
    """Give a part of a payment back: each fund gives up its share (RULES 4.5).

    RuleError: ``payment_voided_already``, ``payment_not_positive``, ``refund_above_payment``.
    """
    payment.refresh_from_db()
    if payment.voided:
        raise RuleError("payment_voided_already", payment=payment.pk)
    rows = list(Allocation.objects.filter(payment=payment).order_by("pk"))
    back = dict(funds.refund([(named(one.fund, one.label), one.amount) for one in rows], amount))
    for one in rows:
        change.update(one, amount=one.amount - back.get(named(one.fund, one.label), 0))
    change.update(payment, amount=payment.amount - amount)


def void_payment(change: Change, payment: Payment) -> None:
    """Void a payment with its allocations, of what is left of it. RuleError: ``payment_voided_already``."""
    payment.refresh_from_db()
    if payment.voided:
        raise RuleError("payment_voided_already", payment=payment.pk)
    for allocation in Allocation.objects.filter(payment=payment):
        change.void(allocation)
    change.void(payment)


def lock_prizes(change: Change, *, open: Open, pool: queries.Pool, overruled: tuple[str, ...]) -> None:
    """Freeze the prizes as the plan gives them now. RuleErrors of ``payouts.check_lock``."""
    amounts = reckoned(open, pool).prizes
    # Promised prizes that come out once the debts are paid are promised rightly.
    promised = pool.promised
    try:
        payouts.check_lock(promised if sum(amounts) == promised else pool.prize, amounts)
    except RuleError as error:
        if not (error.overrule and error.code in overruled):
            raise
    for place, amount in enumerate(amounts, start=1):
        change.create(Prize, open=open, place=place, amount=amount)
    change.update(open, prizes_locked_at=change.now)
