"""What voiding a payment would change: the pool, the house, the prizes, and whether he owes again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from django.utils.translation import gettext as _

from tdapp.cash import queries as cash
from tdapp.cash.dues import Due, dues
from tdapp.cash.models import Allocation, Payment
from tdapp.cash.queries import Pool
from tdapp.desk.changes import Choice, Group, Line
from tdapp.journal.models import JournalEntry, RowChange
from tdapp.opens.funds import named
from tdapp.opens.models import Entry, Open, StackChange
from tdapp.opens.queries import Entrant, Field, field
from tdapp.rules import funds
from tdapp.web import figures

OWES, PAID, WITHDRAWN = "owes", "paid", "withdrawn"


@dataclass(frozen=True)
class Refund:
    """A chosen correction: the payment to void (None for a sign-up nobody paid), or the whole sign-up."""

    entry: Entry
    payment: Payment | None
    withdraw: bool


def taken_by(act: JournalEntry) -> list[Payment]:
    """The payments that an act took and that still stand."""
    made = RowChange.objects.filter(entry=act, model="cash.payment", field="voided", before=True)
    rows = made.values_list("row", flat=True)
    return list(Payment.objects.filter(pk__in=list(rows)).select_related("entry__player").order_by("pk"))


def entered_by(act: JournalEntry) -> list[Entry]:
    """The entries that an act signed up and that still stand."""
    made = RowChange.objects.filter(entry=act, model="opens.entry", field="voided", before=True)
    rows = made.values_list("row", flat=True)
    return list(Entry.objects.filter(pk__in=list(rows)).select_related("player").order_by("order"))


def offers(open: Open, act: JournalEntry) -> tuple[Group, ...]:
    """For everybody who paid or signed up with that act what may be changed."""
    payments = taken_by(act)
    groups = [_for_payment(open, payment) for payment in payments]
    paying = {payment.entry_id for payment in payments}
    played = _have_played([entry.pk for entry in entered_by(act)])
    for entry in entered_by(act):
        if entry.pk not in paying and entry.pk not in played:
            choice = Choice(f"entry:{entry.pk}:{WITHDRAWN}", _("Sign-up withdrawn"))
            groups.append(Group(str(entry.player), (choice,)))
    return tuple(groups)


def _for_payment(open: Open, payment: Payment) -> Group:
    """Paid twice: he stays paid. Otherwise he owes again, or his sign-up is withdrawn if he has no chips."""
    amount = figures.money_of(open, payment.amount)
    title = _("%(name)s, %(amount)s") % {"name": str(payment.entry.player), "amount": amount}
    if payment.purchase_id is not None:
        return Group(title, (Choice(f"payment:{payment.pk}:{OWES}", _("Void it: owes again")),))
    due = _due(open, payment)
    others = Payment.objects.filter(entry=payment.entry_id, purchase=None).exclude(pk=payment.pk)
    if others.exists() and due.paid - payment.amount >= due.price.total:
        return Group(title, (Choice(f"payment:{payment.pk}:{PAID}", _("Void this one: stays paid")),))
    found = [Choice(f"payment:{payment.pk}:{OWES}", _("Void it: owes again"))]
    if not _have_played([payment.entry_id]):
        found.append(Choice(f"payment:{payment.pk}:{WITHDRAWN}", _("Void it: does not play")))
    return Group(title, tuple(found))


def _due(open: Open, payment: Payment) -> Due:
    """What the payment was for."""
    mine = dues(open, field(open))[payment.entry_id]
    return next(due for due in mine if due.purchase == payment.purchase_id)


def _have_played(entries: list[int]) -> set[int]:
    return set(StackChange.objects.filter(entry__in=entries).values_list("entry", flat=True))


def wanted(open: Open, word: str) -> Refund:
    """The rows behind a choice that was on offer."""
    what, pk, outcome = word.split(":")
    if what == "entry":
        return Refund(Entry.objects.select_related("open").get(open=open, pk=pk), None, True)
    payment = Payment.objects.select_related("entry__open").get(entry__open=open, pk=pk)
    return Refund(payment.entry, payment, outcome == WITHDRAWN)


def effect(open: Open, everyone: Field, refund: Refund) -> tuple[Line, ...]:
    """The money before and after; who owes; prizes that follow the pool."""
    before, after = _pools(open, everyone, refund)
    money = [
        (_("Prize pool"), before.prize, after.prize),
        (_("House"), before.house, after.house),
        (_("Cash in hand"), cash.till(open, before).in_hand, cash.till(open, after).in_hand),
    ]
    lines = [
        Line(what, figures.money_of(open, old), figures.money_of(open, new))
        for what, old, new in money
        if old != new
    ]
    return (*lines, *_prizes(open, before, after), _outcome(open, everyone, refund))


def _pools(open: Open, everyone: Field, refund: Refund) -> tuple[Pool, Pool]:
    before = cash.pool(open, everyone)
    gone = Payment.objects.filter(entry=refund.entry) if refund.withdraw else [refund.payment]
    parts = Allocation.objects.filter(payment__in=[one.pk for one in gone if one]).select_related("payment")
    back = [
        funds.Line("refund", named(one.fund, one.label), one.amount, cast(funds.Method, one.payment.method))
        for one in parts
    ]
    return before, replace(before, lines=(*before.lines, *back))


def _prizes(open: Open, before: Pool, after: Pool) -> list[Line]:
    old, new = cash.prizes(open, before), cash.prizes(open, after)
    places = range(1, old.paid_places + 1)
    return [
        Line(figures.ordinal(place), *(figures.money_of(open, one.of_place(place)) for one in (old, new)))
        for place in places
        if old.of_place(place) != new.of_place(place)
    ]


def _outcome(open: Open, everyone: Field, refund: Refund) -> Line:
    who: Entrant = everyone.by_id[refund.entry.pk]
    if refund.withdraw:
        return Line(who.name, _("signed up"), _("not in this open"))
    due = next(one for one in dues(open, everyone)[who.id] if one.purchase == _purchase_of(refund))
    left = due.paid - (refund.payment.amount if refund.payment else 0)
    owed = max(0, due.price.total - left)
    after = _("owes %(amount)s") % {"amount": figures.money_of(open, owed)} if owed else _("paid")
    return Line(who.name, _("paid %(amount)s") % {"amount": figures.money_of(open, due.paid)}, after)


def _purchase_of(refund: Refund) -> int | None:
    return refund.payment.purchase_id if refund.payment else None
