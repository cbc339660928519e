"""Rebuys, add-ons and re-entries: one tap where they are offered, a dialog for the rest, and what is owed."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from tdapp.accounts.roles import Role
from tdapp.cash import services as till
from tdapp.cash.models import Payment, Purchase
from tdapp.clock.queries import clock_face
from tdapp.desk import purchases as words
from tdapp.desk.dialogs import night_url, show, show_refused
from tdapp.desk.forms.purchases import BuyForm, PayForm, RefundForm, VoidForm
from tdapp.floor import purchases
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import BuyInOption, Entry, Open
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tdapp.web import figures
from tdapp.web.access import open_view
from tdapp.web.acts import act, new_seed, overruled
from tdapp.web.answers import done

BUY, DUES, PURCHASE = (f"desk/purchases/_{part}.html" for part in ("buy", "dues", "purchase"))


# -- buying ------------------------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def buy(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """What the player may buy, and why not; or sell him one of it (``option``)."""
    context = _buying(open, entry)
    options = [one.option for one in context["on_sale"]]
    if request.method == "GET":
        form = BuyForm(open=open, options=options, initial={"method": "cash"})
        return show(request, open, BUY, {**context, "form": form})
    form = BuyForm(request.POST, open=open, options=options)
    context |= {"form": form, "passed": overruled(request), "chosen": request.POST.get("option", "")}
    if not form.is_valid():
        return show(request, open, BUY, context, status=422)
    try:
        sold = _sell(request, open, entry, form)
    except RuleError as error:
        return show_refused(request, open, error, BUY, context)
    return done(request, open, sold, to=night_url(open))


def _sell(request: HttpRequest, open: Open, entry: int, form: BuyForm) -> JournalEntry:
    return purchases.buy(
        entry=_entry(open, entry),
        option=BuyInOption.objects.get(open=open, pk=form.cleaned_data["option"]),
        stack=form.cleaned_data.get("stack"),
        seed=new_seed(),
        overruled=overruled(request),
        **form.paying,
        **act(request),
    )


def _buying(open: Open, entry: int) -> dict[str, Any]:
    everyone = field(open)
    who = everyone.by_id.get(entry)
    if who is None:
        raise Http404
    shop = purchases.shop_of(open, everyone, clock_face(open, timezone.now(), everyone))
    return {"who": who, "on_sale": words.all_on_sale(open, shop, entry), "out": entry in everyone.out_ids}


def _entry(open: Open, pk: int) -> Entry:
    found: Entry = get_object_or_404(Entry.objects.select_related("open", "player"), open=open, pk=pk)
    return found


@open_view(Role.DIRECTOR)
@require_GET
def add_ons(request: HttpRequest, open: Open) -> HttpResponse:
    """Everybody who may take an add-on now, each with one tap; where nobody may, what speaks against it."""
    everyone = field(open)
    shop = purchases.shop_of(open, everyone, clock_face(open, timezone.now(), everyone))
    found = []
    for one in everyone.left:
        sold = [choice for choice in shop.proposed(one.id) if choice.offer.kind == "add_on"]
        found += [(one, words.on_sale(open, shop, sold[0], out=False))] if sold else []
    context = {"buyers": found, "why_not": () if found else words.against_add_ons(open, shop)}
    return show(request, open, "desk/purchases/_add_ons.html", context)


# -- voiding -----------------------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def purchase(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """What was bought and paid; void it, with the chips back or not."""
    row = get_object_or_404(
        Purchase.everything.select_related("entry__open", "entry__player", "option"), entry__open=open, pk=pk
    )
    context = _bought(open, row)
    form = VoidForm(request.POST or None)
    if request.method == "GET" or not form.is_valid():
        status = 200 if request.method == "GET" else 422
        return show(request, open, PURCHASE, context, status=status)
    try:
        voided = purchases.void_purchase(purchase=row, chips_back=form.back, **act(request))
    except RuleError as error:
        return show_refused(request, open, error, PURCHASE, context)
    return done(request, open, voided, to=night_url(open))


def _bought(open: Open, row: Purchase) -> dict[str, Any]:
    everyone = field(open)
    mine = words.accounts(open, everyone).get(row.entry_id, ())
    account = next((one for one in mine if one.due.purchase == row.pk), None)
    out = row.entry_id in everyone.out_ids
    return {"purchase": row, "account": account, "out": out, "name": str(row.entry.player)}


# -- what is owed ------------------------------------------------------------------------------------------


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def dues(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """What an entry has to pay and paid, and how; take a payment, whole or in part."""
    who = _entry(open, entry)
    context = _accounts(open, who)
    choices = [(one.key, one.title) for one in context["accounts"] if one.due.owed]
    initial = {"method": "cash", "due": choices[0][0] if choices else ""}
    form = PayForm(request.POST or None, open=open, dues=choices, initial=initial)
    context["form"] = form
    if request.method == "GET" or not form.is_valid():
        status = 200 if request.method == "GET" else 422
        return show(request, open, DUES, context, status=status)
    bought = Purchase.objects.filter(entry=who, pk=form.purchase or 0).first()
    try:
        taken = till.take_payment(
            entry=who,
            purchase=bought,
            amount=form.cleaned_data["amount"],
            method=form.cleaned_data["method"],
            **act(request),
        )
    except RuleError as error:
        return show_refused(request, open, error, DUES, context)
    return done(request, open, taken, to=night_url(open))


def _accounts(open: Open, who: Entry) -> dict[str, Any]:
    mine = words.accounts(open, field(open)).get(who.pk, ())
    return {"who": who, "accounts": mine, "owed": sum(one.due.owed for one in mine)}


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def refund(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Give a payment back, whole or in part."""
    payment = get_object_or_404(
        Payment.everything.select_related("entry__open", "entry__player"), entry__open=open, pk=pk
    )
    template = "desk/purchases/_refund.html"
    form = RefundForm(request.POST or None, open=open)
    context = {"payment": payment, "form": form, "how": words.method_word(payment.method)}
    context["paid"] = figures.money_of(open, payment.amount)
    if request.method == "GET" or not form.is_valid():
        status = 200 if request.method == "GET" else 422
        return show(request, open, template, context, status=status)
    amount = form.cleaned_data["amount"]
    try:
        if amount is None or amount == payment.amount:
            given = till.void_payment(payment=payment, **act(request))
        else:
            given = till.refund_payment(payment=payment, amount=amount, **act(request))
    except RuleError as error:
        return show_refused(request, open, error, template, context)
    return done(request, open, given, to=night_url(open))


urls: list[URLPattern] = [
    path("desk/<slug:code>/buy/<int:entry>/", buy, name="buy"),
    path("desk/<slug:code>/add-ons/", add_ons, name="add_ons"),
    path("desk/<slug:code>/purchases/<int:pk>/", purchase, name="purchase"),
    path("desk/<slug:code>/owes/<int:entry>/", dues, name="dues"),
    path("desk/<slug:code>/refund/<int:pk>/", refund, name="refund"),
]
