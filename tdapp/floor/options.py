"""What can be bought in an open, written to the rows that hold it and read back as the rules' offers.

The usual buy-in belongs to the terms themselves; here are rebuys, add-ons, re-entries, and the variants of
each for who comes early or late, told apart by a name.
"""

from __future__ import annotations

from collections.abc import Sequence

from tdapp.cash.dues import Price, every_price
from tdapp.cash.models import Payment, Purchase
from tdapp.journal.recorder import Change
from tdapp.opens.funds import stored
from tdapp.opens.models import BuyInOption, Entry, Open, Split
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.purchases import Offer, as_dict, rebuy_of

LONGEST_NAME = 40
"""Letters of an option's name."""
MOST = 20
"""So many options beside the buy-in are told apart on a page."""


def name_of(offer: Offer) -> str:
    """What tells an offer apart from others of its kind; empty for the usual one."""
    return "" if offer.key == offer.kind else offer.key


def check_options(offers: Sequence[Offer]) -> None:
    """Refuse options that nobody could tell apart or buy.

    RuleError: ``options_too_many`` (most), ``option_twice`` (number: of the second, kind),
    ``option_without_name`` (number: a buy-in beside the usual one needs one), ``name_too_long``, and
    those of a fund's name (``funds.stored``).
    """
    if len(offers) > MOST:
        raise RuleError("options_too_many", most=MOST)
    seen = set()
    for number, offer in enumerate(offers, start=1):
        name = names.kept_text(name_of(offer), LONGEST_NAME)
        if offer.kind == "buy_in" and not name:
            raise RuleError("option_without_name", number=number)
        if (offer.kind, name.casefold()) in seen:
            raise RuleError("option_twice", number=number, kind=offer.kind)
        seen.add((offer.kind, name.casefold()))
        for fund, _ in offer.splits:
            stored(fund)


def options_of(open: Open) -> tuple[Offer, ...]:
    """What can be bought now beside the usual buy-in, in order."""
    return tuple(offer_of(price) for price in every_price(open).values() if not _usual(price))


def _usual(price: Price) -> bool:
    return price.retired or (price.kind == "buy_in" and not price.name)


def offer_of(price: Price) -> Offer:
    """An option as the rules read it; its key is its name, or its kind."""
    return Offer(price.kind, price.chips, price.splits, price.limits, price.name)  # type: ignore[arg-type]


def write_options(change: Change, *, open: Open, offers: Sequence[Offer]) -> None:
    """Bring the stored options to these: what was paid keeps its own price, so that one is retired and a
    new one made; new limits and another order are for everybody."""
    standing = {
        (one.kind, one.name): one
        for one in BuyInOption.objects.filter(open=open, retired=False)
        if one.kind != "buy_in" or one.name
    }
    prices = every_price(open)
    for position, offer in enumerate(offers, start=1):
        name = names.kept_text(name_of(offer), LONGEST_NAME)
        values = {"limits": as_dict(offer.limits), "position": position}
        option = standing.pop((offer.kind, name), None)
        if option is not None and _same(prices[option.pk], offer):
            change.update(option, **values)
            continue
        if option is not None:
            take_off(change, option)
        made = change.create(BuyInOption, open=open, kind=offer.kind, name=name, chips=offer.chips, **values)
        for fund, amount in offer.splits:
            change.create(Split, option=made, amount=amount, **stored(fund))
    for gone in standing.values():
        take_off(change, gone)


def _same(price: Price, offer: Offer) -> bool:
    return price.splits == offer.splits and price.chips == offer.chips


def take_off(change: Change, option: BuyInOption) -> None:
    """Sell an option no more: retired where somebody bought it or signed up for it, else gone."""
    rows = (model.everything.filter(option=option) for model in (Payment, Purchase))
    if any(found.exists() for found in rows) or Entry.everything.filter(buy_in=option).exists():
        change.update(option, retired=True)
        return
    for split in Split.objects.filter(option=option):
        change.void(split)
    change.void(option)


def proposed_by(house: HouseRules, buy_in: Offer) -> tuple[Offer, ...]:
    """The options that the house rules give for a buy-in: a rebuy where they have one (SA-23)."""
    rebuy = rebuy_of(buy_in, house)
    return (rebuy,) if rebuy is not None else ()
