"""What the director does with money: take it, void it, lock the prizes, hand them over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

from tdapp.cash import queries, steps
from tdapp.cash.agreed import deal_of
from tdapp.cash.dues import Due, dues
from tdapp.cash.models import Payment, Payout, Prize, Purchase
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import FOLLOWING, PrizePlan


@once
def take_payment(
    *,
    entry: Entry,
    purchase: Purchase | None = None,
    amount: int | None = None,
    method: str = "cash",
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Take what is owed of the buy-in, or of a ``purchase``, whole or only ``amount`` of it; each split
    credits its fund ("10 € + 2 €": SPT-33).

    Debts may be paid whatever happened since, after the end too.  RuleError: ``nothing_to_buy``,
    ``entry_withdrawn``, ``purchase_voided_already``, ``purchase_paid`` (entry), ``payment_not_positive``,
    ``payment_above_price`` (amount, owed); ``paid_already`` (the buy-in may be taken twice on purpose).
    """
    with record(entry.open.stream, "payment_taken", **act) as change:
        _check_entered(entry)
        due = _due(entry, purchase)
        again = due is not None and purchase is None and due.paid > 0 and not due.owed
        if again and "paid_already" not in overruled:
            raise RuleError("paid_already", overrule=True, entry=entry.pk)
        if purchase is None:
            payment = steps.take(change, entry=entry, amount=amount, method=method, again=again)
        elif due is None or not due.owed:
            raise RuleError("purchase_paid", entry=entry.pk)
        else:
            payment = steps.pay_purchase(change, purchase=purchase, amount=amount, method=method)
        change.note(entry=entry.pk, player=entry.player_id, payment=payment.pk, amount=payment.amount)
        change.note(purchase=purchase.pk if purchase else None, method=method)
        change.note(owed=0 if again or due is None else due.owed - payment.amount)
    return change.entry


def _due(entry: Entry, purchase: Purchase | None) -> Due | None:
    """What is to be paid of the buy-in or of a purchase. RuleError: ``purchase_voided_already``."""
    pk = purchase.pk if purchase else None
    mine = dues(entry.open, field(entry.open)).get(entry.pk, ())
    due = next((one for one in mine if one.purchase == pk), None)
    if due is None and pk is not None:
        raise RuleError("purchase_voided_already", entry=entry.pk)
    return due


@once
def take_all_payments(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Take the buy-in, or its rest, of everybody who owes it ("all paid"). RuleError: ``nobody_owes``."""
    with record(open.stream, "payments_taken", **act) as change:
        everybody = dues(open, field(open)).values()
        owing = [due.entry for own in everybody for due in own if due.purchase is None and due.owed]
        if not owing:
            raise RuleError("nobody_owes")
        entries = Entry.objects.filter(pk__in=owing).order_by("order", "pk")
        taken = [steps.take(change, entry=entry) for entry in entries]
        change.note(entries=owing, amount=sum(payment.amount for payment in taken))
    return change.entry


@once
def settle_debts(*, entry: Entry, method: str = "cash", **act: Unpack[Act]) -> JournalEntry:
    """Take all that an entry owes, for the buy-in and for what it bought; after the end too.

    RuleError: ``nobody_owes``, ``entry_withdrawn``.
    """
    with record(entry.open.stream, "payments_taken", **act) as change:
        _check_entered(entry)
        owing = [due for due in dues(entry.open, field(entry.open)).get(entry.pk, ()) if due.owed]
        if not owing:
            raise RuleError("nobody_owes")
        bought = Purchase.objects.in_bulk([due.purchase for due in owing if due.purchase is not None])
        for due in owing:
            if due.purchase is None:
                steps.take(change, entry=entry, method=method)
            else:
                steps.pay_purchase(change, purchase=bought[due.purchase], method=method)
        change.note(entries=[entry.pk], amount=sum(due.owed for due in owing), method=method)
    return change.entry


@once
def refund_payment(*, payment: Payment, amount: int, **act: Unpack[Act]) -> JournalEntry:
    """Give back a part of a payment, each fund its share (RULES 4.5); what goes back is owed again.

    RuleError: ``payment_voided_already``, ``payment_not_positive``, ``refund_above_payment`` (amount, paid).
    """
    with record(payment.entry.open.stream, "payment_refunded", **act) as change:
        steps.refund(change, payment=payment, amount=amount)
        change.note(entry=payment.entry_id, player=payment.entry.player_id, amount=amount)
        change.note(payment=payment.pk)
    return change.entry


@once
def void_payment(*, payment: Payment, **act: Unpack[Act]) -> JournalEntry:
    """Void a payment whatever came after it; the money goes back to the player.

    RuleError: ``payment_voided_already``.
    """
    open = payment.entry.open
    with record(open.stream, "payment_voided", **act) as change:
        steps.void_payment(change, payment)
        change.note(
            entry=payment.entry_id,
            player=payment.entry.player_id,
            payment=payment.pk,
            amount=payment.amount,
        )
    return change.entry


@once
def set_prizes(*, open: Open, plan: PrizePlan, **act: Unpack[Act]) -> JournalEntry:
    """Say how the pool is shared; what is unassigned is said, not refused. RuleError: ``prizes_locked``."""
    with record(open.stream, "prizes_set", **act) as change:
        _changeable(open)
        change.update(open, prize_plan=plan.to_dict())
    return change.entry


@once
def fix_prize(*, open: Open, place: int, amount: int, **act: Unpack[Act]) -> JournalEntry:
    """Fix one place, whatever comes: the others share the rest ("first is 500").

    RuleError: ``prizes_locked``, ``prizes_fixed_already`` (nothing is reckoned in such a plan),
    ``locked_place_unpaid`` (place, places), and those of ``PrizePlan.with_fixed``.
    """
    with record(open.stream, "prize_fixed", **act) as change:
        plan = _changeable(open)
        places = queries.places_paid(open)
        if plan.kind not in FOLLOWING:
            raise RuleError("prizes_fixed_already")
        if place > places:
            raise RuleError("locked_place_unpaid", place=place, places=places)
        change.update(open, prize_plan=plan.with_fixed(place, amount).to_dict())
        change.note(place=place, amount=amount)
    return change.entry


@once
def free_prize(*, open: Open, place: int, **act: Unpack[Act]) -> JournalEntry:
    """Let a fixed place follow the pool again. RuleError: ``prizes_locked``, ``prize_not_fixed`` (place)."""
    with record(open.stream, "prize_freed", **act) as change:
        plan = _changeable(open)
        if place not in dict(plan.fixed):
            raise RuleError("prize_not_fixed", place=place)
        change.update(open, prize_plan=plan.with_fixed(place, None).to_dict())
        change.note(place=place)
    return change.entry


def _changeable(open: Open) -> PrizePlan:
    """The plan as it is now. RuleError: ``prizes_locked``."""
    open.refresh_from_db()
    if open.prizes_locked_at is not None:
        raise RuleError("prizes_locked")
    return queries.plan_of(open)


@once
def lock_prizes(*, open: Open, overruled: Collection[str] = (), **act: Unpack[Act]) -> JournalEntry:
    """Freeze the prizes. RuleError: ``prizes_locked``, and those of ``payouts.check_lock``."""
    with record(open.stream, "prizes_locked", **act) as change:
        _changeable(open)
        pool = queries.pool(open, field(open))
        steps.lock_prizes(change, open=open, pool=pool, overruled=tuple(overruled))
        change.note(overruled=sorted(overruled))
    return change.entry


@once
def unlock_prizes(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Let the prizes follow the pool again. RuleError: ``prizes_not_locked``, ``finished_already``,
    ``deal_already`` (what was agreed is shared of them)."""
    with record(open.stream, "prizes_unlocked", **act) as change:
        open.refresh_from_db()
        if open.prizes_locked_at is None:
            raise RuleError("prizes_not_locked")
        if open.finished_at is not None:
            raise RuleError("finished_already")
        if deal_of(open) is not None:
            raise RuleError("deal_already")
        for prize in Prize.objects.filter(open=open):
            change.void(prize)
        change.update(open, prizes_locked_at=None)
    return change.entry


@once
def pay_out(*, entry: Entry, **act: Unpack[Act]) -> JournalEntry:
    """Tick a prize as handed over. RuleError: ``no_prize``, ``paid_out_already``."""
    open = entry.open
    with record(open.stream, "prize_paid", **act) as change:
        open.refresh_from_db()
        everyone = field(open)
        prizes = queries.prizes(open, queries.pool(open, everyone))
        won = queries.winnings(open, everyone, prizes).get(entry.pk)
        if won is None or not won.amount:
            raise RuleError("no_prize", entry=entry.pk)
        if won.handed:
            raise RuleError("paid_out_already", entry=entry.pk)
        change.create(Payout, entry=entry, amount=won.amount, at=change.now)
        change.note(entry=entry.pk, player=entry.player_id, amount=won.amount)
    return change.entry


@once
def take_prize_back(*, entry: Entry, **act: Unpack[Act]) -> JournalEntry:
    """Untick a prize that was handed over by mistake. RuleError: ``not_paid_out``."""
    with record(entry.open.stream, "prize_taken_back", **act) as change:
        payout = Payout.objects.filter(entry=entry).first()
        if payout is None:
            raise RuleError("not_paid_out", entry=entry.pk)
        change.void(payout)
        change.note(entry=entry.pk, player=entry.player_id, amount=payout.amount)
    return change.entry


def _check_entered(entry: Entry) -> None:
    if not Entry.objects.filter(pk=entry.pk).exists():
        raise RuleError("entry_withdrawn", entry=entry.pk)
