"""What the desk says of purchases: what may be bought by whom, what each bought, paid how, and still owes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tdapp.cash import dues as money
from tdapp.cash.dues import Due
from tdapp.cash.models import Payment
from tdapp.floor.purchases import Shop
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.purchases import Choice
from tdapp.web import figures, messages

OFFERED_AFTER = 3
"""So many of those who went out last are offered the way back in beside the tables."""


def kind_word(kind: str) -> str:
    """ "Rebuy"."""
    words = {
        "buy_in": _("Buy-in"),
        "rebuy": _("Rebuy"),
        "add_on": _("Add-on"),
        "re_entry": _("Re-entry"),
    }
    return words[kind]


def method_word(method: str) -> str:
    """How money changed hands."""
    return {"cash": _("in cash"), "transfer": _("by transfer"), "card": _("by card")}[method]


@dataclass(frozen=True)
class OnSale:
    """One thing that may be bought: its option's id, what it is called, its price, its chips (units).

    ``why_not`` are sentences; ``open`` once there is none.  ``forfeits`` what the buyer holds (T-2.1a).
    """

    option: int
    title: str
    kind: str
    price: str
    chips: int
    why_not: tuple[str, ...]
    forfeits: bool

    @property
    def open(self) -> bool:
        return not self.why_not


def on_sale(open: Open, shop: Shop, choice: Choice, *, out: bool) -> OnSale:
    """A choice in words."""
    price = shop.prices[choice.offer.key]
    title = kind_word(price.kind) + (f", {price.name}" if price.name else "")
    return OnSale(
        price.option,
        title,
        price.kind,
        figures.split_of(open, price.splits),
        price.chips,
        tuple(messages.refusal(reason, open).text for reason in choice.reasons),
        price.kind == "re_entry" and not out,
    )


def all_on_sale(open: Open, shop: Shop, entry: int) -> tuple[OnSale, ...]:
    """Everything that entry may buy now, and what not and why; no add-on for who is out."""
    out = entry in shop.field.out_ids
    found = [one for one in shop.choices(entry) if not (out and one.offer.kind == "add_on")]
    return tuple(on_sale(open, shop, one, out=out) for one in found)


def against_add_ons(open: Open, shop: Shop) -> tuple[str, ...]:
    """Why those still in may take no add-on, each reason once, as it is for the first whom it concerns."""
    every = (one for who in shop.field.left for one in shop.choices(who.id) if one.offer.kind == "add_on")
    first: dict[str, RuleError] = {}
    for one in every:
        for reason in one.reasons:
            first.setdefault(reason.code, reason)
    return tuple(messages.refusal(reason, open).text for reason in first.values())


def offered(open: Open, shop: Shop, entry: int) -> OnSale | None:
    """The way back in that is offered unasked to who is out; None where there is none."""
    found = [one for one in shop.proposed(entry) if one.offer.kind in ("rebuy", "re_entry")]
    return on_sale(open, shop, found[0], out=True) if found else None


def suggestions(shop: Shop | None) -> list[Remark]:
    """Offered, never done unasked: ``rebuy_offer`` (entry, kind, amount, option, until: seconds of play or
    None, level) for those who went out last, ``add_on_offer`` (amount, chips) in its break."""
    if shop is None:
        return []
    found = []
    for out in shop.field.outs[: -OFFERED_AFTER - 1 : -1]:
        ways = [one for one in shop.proposed(out.entry) if one.offer.kind in ("rebuy", "re_entry")]
        found += [way_back(shop, out.entry, one) for one in ways[:1]]
    left = shop.field.left
    for entrant in left:
        sold = [one for one in shop.proposed(entrant.id) if one.offer.kind == "add_on"]
        if sold:
            price = shop.prices[sold[0].offer.key]
            found.append(Remark("add_on_offer", {"amount": price.total, "chips": price.chips}))
            break
    return found


def way_back(shop: Shop, entry: int, choice: Choice) -> Remark:
    """Who may come back in, for how much, until when."""
    offer, price = choice.offer, shop.prices[choice.offer.key]
    return Remark(
        "rebuy_offer",
        {
            "entry": entry,
            "kind": price.kind,
            "amount": price.total,
            "option": price.option,
            "until": offer.limits.until_minute * 60 or None,
            "level": offer.limits.until_level or None,
        },
    )


def after_out(open: Open, shop: Shop, entries: tuple[int, ...]) -> str:
    """What is said behind an out: who may come back in, or that it is final (RULES 4.1)."""
    if not shop.buys_back:
        return ""
    said = []
    for entry in entries:
        ways = [one for one in shop.proposed(entry) if one.offer.kind in ("rebuy", "re_entry")]
        if ways:
            said.append(messages.remark(way_back(shop, entry, ways[0]), open))
        elif not shop.is_final(entry):
            name = shop.field.by_id[entry].name
            said.append(_("%(name)s may still come back in: the place is not final yet.") % {"name": name})
    if not said:
        return _("That is final.")
    return " ".join(said)


# -- what was bought and paid ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paid:
    """One payment: its id, amount (minor units), how and when."""

    id: int
    amount: int
    method: str
    at: datetime

    @property
    def how(self) -> str:
        return method_word(self.method)


@dataclass(frozen=True)
class Account:
    """One thing an entry has to pay, with what was paid of it."""

    due: Due
    paid: tuple[Paid, ...]

    @property
    def title(self) -> str:
        name = self.due.price.name
        return kind_word(self.due.price.kind) + (f", {name}" if name else "")

    @property
    def key(self) -> str:
        """What a form calls it: the purchase's id, "buy_in" for the buy-in."""
        return str(self.due.purchase or "buy_in")

    @property
    def unusual(self) -> bool:
        """Whether it was paid in another way than at once in cash."""
        return len(self.paid) > 1 or any(one.method != "cash" for one in self.paid)

    @property
    def how(self) -> str:
        """ "in cash, by card"."""
        return ", ".join(dict.fromkeys(one.how for one in self.paid))


def accounts(
    open: Open, field: Field, owed: dict[int, tuple[Due, ...]] | None = None
) -> dict[int, tuple[Account, ...]]:
    """For each entry all it has to pay and what it paid; one query more than ``dues``."""
    found = money.dues(open, field) if owed is None else owed
    rows = Payment.objects.filter(entry__open=open, entry__voided=False).order_by("pk")
    paid: dict[tuple[int, int | None], list[Paid]] = {}
    for pk, entry, purchase, amount, method, at in rows.values_list(
        "pk", "entry", "purchase", "amount", "method", "at"
    ):
        paid.setdefault((entry, purchase), []).append(Paid(pk, amount, method, at))
    return {
        entry: tuple(Account(due, tuple(paid.get((entry, due.purchase), ()))) for due in mine)
        for entry, mine in found.items()
    }
