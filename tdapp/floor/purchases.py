"""Rebuys, add-ons and re-entries at the desk: what may be bought now, buying it, and voiding it.

A rebuy brings a player back into the seat he had, a re-entry draws a new one and forfeits what he holds
(RULES 2.1, T-2.1a).  An out that was bought back decides no place any more: an entry keeps one, that of its
last out (RULES 4.1.6).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Unpack

from tdapp.cash import queries as cash
from tdapp.cash import steps as cash_steps
from tdapp.cash.dues import Price, every_price
from tdapp.cash.models import Payment, Purchase
from tdapp.clock.queries import (
    ClockFace,
    clock_face,
    entry_closes,
    played_levels,
    played_seconds,
    rebuys_close,
)
from tdapp.floor import bounties, steps
from tdapp.floor.corrections import sit_down_again
from tdapp.floor.dead_hands import there_again
from tdapp.floor.door import check_rounds
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry, RowChange
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import BuyInOption, Entry, Open, Out, StackChange
from tdapp.opens.queries import Field, field
from tdapp.opens.steps import check_running, check_unfinished, count_stack, give_chips
from tdapp.rules import purchases
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Timed
from tdapp.rules.purchases import Choice, Facts, Limits, Offer

SOURCES = {"rebuy": "rebuy", "re_entry": "re_entry", "add_on": "add_on"}
"""Kind of purchase → line of the stack."""


# -- what may be bought ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shop:
    """What is sold at one moment: the offers by key with their prices, and what is so for everybody.

    ``taken`` counts purchases by entry and key.
    """

    field: Field
    face: ClockFace
    offers: tuple[Offer, ...]
    prices: Mapping[str, Price]
    common: Facts
    taken: Mapping[int, Mapping[str, int]]

    def facts(self, entry: int, *, stack: int | None = None, in_hand: bool = False) -> Facts:
        """What is so for that entry; ``stack`` where it was counted just now."""
        out = entry in self.field.out_ids
        known = self.field.sure_stack(entry, self.face.now) if stack is None else stack
        return replace(
            self.common,
            out=out,
            stack=0 if out else known,
            in_hand=in_hand,
            taken=self.taken.get(entry, {}),
        )

    def choices(self, entry: int) -> tuple[Choice, ...]:
        """Everything on sale, the open ones first, the rest with what speaks against it."""
        return purchases.offers_for(self.offers, self.facts(entry))

    def proposed(self, entry: int) -> tuple[Choice, ...]:
        """What the desk offers that entry unasked."""
        if self._barred(entry):
            return ()
        return purchases.proposed(self.offers, self.facts(entry))

    def _barred(self, entry: int) -> bool:
        return any(out.disqualified for out in self.field.outs if out.entry == entry)

    def is_final(self, entry: int) -> bool:
        """Whether somebody who is out stays out: no rebuy or re-entry is open or pending (RULES 4.1)."""
        return self._barred(entry) or purchases.is_final(self.offers, self.facts(entry))

    @property
    def buys_back(self) -> bool:
        """Whether this open sells any way back in."""
        return any(offer.kind in ("rebuy", "re_entry") for offer in self.offers)


def shop(open: Open, everyone: Field, face: ClockFace, pool: int) -> Shop:
    """What is sold now; ``pool`` is the prize pool in minor units.  The field makes no more queries."""
    every = every_price(open)
    prices = {price.key: price for price in every.values() if not price.retired}
    agreed = _agreed(open, [p.option for p in prices.values() if p.limits.agreed])
    offers = tuple(
        Offer(price.kind, price.chips, price.splits, _limits(price, face, agreed), key)  # type: ignore[arg-type]
        for key, price in prices.items()
    )
    taken: dict[int, dict[str, int]] = {}
    sold: dict[str, int] = {}
    rows = Purchase.objects.filter(entry__open=open, entry__voided=False).values_list("entry", "option")
    for entry, option in rows:
        key, own = every[option].key, taken.setdefault(entry, {})
        own[key], sold[key] = own.get(key, 0) + 1, sold.get(key, 0) + 1
    return Shop(everyone, face, offers, prices, _common(everyone, face, pool, sold), taken)


def _common(everyone: Field, face: ClockFace, pool: int, sold: Mapping[str, int]) -> Facts:
    here = face.position
    level = (here.next_play if here.is_break else here.level) if here is not None else None
    by_level = played_levels(face) if isinstance(face.schedule, Timed) else (here.number or 0 if here else 0)
    return Facts(
        started=everyone.started,
        level=by_level if everyone.started else 0,
        played=played_seconds(face),
        bb=level.bb if level is not None else 0,
        in_break=face.state == "break" or (here is not None and here.is_break),
        pool=pool,
        agreed=False,  # offers that were agreed in time have no such limit left
        sold=sold,
    )


def _limits(price: Price, face: ClockFace, agreed: Collection[int]) -> Limits:
    """The limits as they work out tonight: the level marked in the schedule, what was agreed in time."""
    limits = replace(price.limits, agreed=price.limits.agreed and price.option not in agreed)
    closing = {"rebuy": rebuys_close, "re_entry": entry_closes}.get(price.kind)
    marked = closing(face) if closing is not None else None
    if marked is None or limits.until_level or limits.until_minute:
        return limits
    return replace(limits, until_level=played_levels(face, marked.index))


def _agreed(open: Open, options: Collection[int]) -> frozenset[int]:
    """Those that were on the list before play began (SA-23); before the start all."""
    if not options or open.started_at is None:
        return frozenset(options)
    made = RowChange.objects.filter(
        model="opens.buyinoption", row__in=list(options), field="voided", before=True
    )
    return frozenset(made.filter(entry__at__lte=open.started_at).values_list("row", flat=True))


def shop_of(open: Open, everyone: Field, face: ClockFace) -> Shop:
    """The same where nobody reckoned the pool yet."""
    return shop(open, everyone, face, cash.pool(open, everyone).after_costs)


# -- buying ------------------------------------------------------------------------------------------------


@once
def buy(
    *,
    entry: Entry,
    option: BuyInOption,
    seed: str,
    pay: bool = True,
    amount: int | None = None,
    method: str = "cash",
    stack: int | None = None,
    in_hand: bool = False,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Sell a rebuy, add-on or re-entry: chips, the seat of who was out, and the payment, whole or in part,
    or on account (``pay`` False).

    ``stack`` is what the player holds, where it was counted just now; ``in_hand`` that a hand goes on in
    which he has cards.
    RuleError: those of ``purchases.check_purchase``, which may all be overruled; ``nothing_to_buy`` (kind),
    ``not_playing``, ``out_already`` (an add-on), ``chips_handed_in`` (he waits for the next round, where
    everybody gets a fresh stack), ``out_by_ruling``, ``forfeit_unknown`` (entry: his chips
    leave play, and nobody counted them), ``chips_negative``, ``entry_rounds_over``,
    ``payment_not_positive``, ``payment_above_price``, ``entry_withdrawn``, ``not_started``,
    ``finished_already``.
    """
    open = entry.open
    with record(open.stream, "bought", **act) as change:
        open.refresh_from_db()
        check_running(open)
        everyone = field(open)
        out = _check_buyer(everyone, entry, option)
        counter = shop_of(open, everyone, clock_face(open, change.now, everyone))
        offer = _offer(counter, option)
        facts = counter.facts(entry.pk, stack=stack, in_hand=in_hand)
        purchases.check_purchase(offer, facts, overruled)
        if out is not None or offer.kind == "re_entry":
            check_rounds(open)
        purchase = change.create(
            Purchase, entry=entry, option=option, price=offer.price, chips=offer.chips,
            out_before=out.pk if out else None, at=change.now, order=change.entry.pk,
        )  # fmt: skip
        forfeited = _hand_in(change, entry, offer, facts, out, counted=stack is not None)
        _sit(change, entry, offer, out, seed)
        if offer.chips:
            give_chips(change, entry=entry, source=SOURCES[offer.kind], chips=offer.chips)
        paid = 0
        if pay and offer.price:
            taken = cash_steps.pay_purchase(change, purchase=purchase, amount=amount, method=method)
            paid = taken.amount
        _note(change, purchase, offer, paid, forfeited, out)
        change.note(method=method, passed=_passed(offer, facts, overruled))
        bounties.follow(change, open=open)
    return change.entry


def _check_buyer(everyone: Field, entry: Entry, option: BuyInOption) -> Out | None:
    """The out that the purchase takes back, if any."""
    if entry.pk not in everyone.by_id:
        raise RuleError("entry_withdrawn", entry=entry.pk)
    option.refresh_from_db()
    if option.voided or option.retired or option.kind == "buy_in" or option.open_id != entry.open_id:
        raise RuleError("nothing_to_buy", kind=option.kind)
    if entry.pk not in {one.id for one in everyone.playing}:
        raise RuleError("not_playing", entry=entry.pk)
    out = Out.objects.filter(entry=entry).first()
    if out is not None and out.disqualified:
        raise RuleError("out_by_ruling", entry=entry.pk)
    if out is not None and option.kind == "add_on":
        raise RuleError("out_already", entry=entry.pk)
    if out is None and everyone.handed_in(entry.pk):
        raise RuleError("chips_handed_in", entry=entry.pk, overrule=False)
    return out


def _offer(counter: Shop, option: BuyInOption) -> Offer:
    return next(one for one in counter.offers if counter.prices[one.key].option == option.pk)


def _hand_in(
    change: Change, entry: Entry, offer: Offer, facts: Facts, out: Out | None, *, counted: bool
) -> int:
    """What he held before: nothing where he was out, forfeited where he enters again; how much left play."""
    if out is not None:
        # Others have won what his stack's last line may still say.
        count_stack(change, entry=entry, chips=0)
        return 0
    if counted and facts.stack is not None:
        count_stack(change, entry=entry, chips=facts.stack)
    if offer.kind != "re_entry":
        return 0
    if facts.stack is None:
        raise RuleError("forfeit_unknown", entry=entry.pk)
    gone = purchases.forfeited(offer, facts)
    if gone:
        give_chips(change, entry=entry, source="forfeit", chips=-gone)
    return gone


def _sit(change: Change, entry: Entry, offer: Offer, out: Out | None, seed: str) -> None:
    if out is not None or offer.kind == "re_entry":
        entry.refresh_from_db(fields=["absent_at"])
        there_again(change, [entry])
    if out is not None:
        change.update(out, bought_back=True)
    if offer.kind == "re_entry":
        steps.free_seat(change, entry=entry)
        steps.draw_seats(change, open=entry.open, entries=[entry], seed=seed)
    elif out is not None:
        sit_down_again(change, entry=entry, out=out, seed=seed)


def _note(
    change: Change, purchase: Purchase, offer: Offer, paid: int, forfeited: int, out: Out | None
) -> None:
    """What the story tells."""
    change.note(entry=purchase.entry_id, player=purchase.entry.player_id, purchase=purchase.pk)
    change.note(kind=offer.kind, chips=offer.chips, price=offer.price, paid=paid, forfeited=forfeited)
    change.note(out=out.pk if out else None)
    seat = Seat.objects.filter(entry=purchase.entry_id, ended_at=None).first()
    change.note(table=seat.table_id if seat else None, seat=seat.number if seat else None)


def _passed(offer: Offer, facts: Facts, overruled: Collection[str]) -> list[str]:
    """The limits that the director passed."""
    reasons = {reason.code for reason in purchases.choice(offer, facts).reasons}
    return sorted(reasons & set(overruled))


# -- voiding -----------------------------------------------------------------------------------------------


@once
def void_purchase(*, purchase: Purchase, chips_back: bool, **act: Unpack[Act]) -> JournalEntry:
    """Void a purchase that was a mistake; what was paid goes back, and nothing is owed for it.

    With ``chips_back`` they leave play again, what was forfeited comes back, and who was out before is out
    again, as he was.  Without, they stay in play, and so does the player.
    RuleError: ``purchase_voided_already`` (entry), ``purchase_chips_gone`` (entry: out since),
    ``nobody_left``, ``finished_already``.
    """
    entry = purchase.entry
    with record(entry.open.stream, "purchase_voided", **act) as change:
        entry.open.refresh_from_db()
        check_unfinished(entry.open)
        purchase.refresh_from_db()
        if purchase.voided:
            raise RuleError("purchase_voided_already", entry=entry.pk)
        heads = bounties.cash_of(entry.open)
        back = 0
        for payment in Payment.objects.filter(purchase=purchase):
            back += payment.amount
            cash_steps.void_payment(change, payment)
        out = _take_chips(change, purchase) if chips_back else None
        change.void(purchase)
        change.note(entry=entry.pk, player=entry.player_id, purchase=purchase.pk)
        change.note(kind=purchase.option.kind, chips=purchase.chips, amount=back, price=purchase.price)
        change.note(chips_back=chips_back, out=out.pk if out else None)
        bounties.follow(change, open=entry.open)
        bounties.note_given_back(change, entry.open, heads)
    return change.entry


def _take_chips(change: Change, purchase: Purchase) -> Out | None:
    """Take the chips out of play again; the out that stands once more."""
    entry = purchase.entry
    if Out.objects.filter(entry=entry).exists():
        raise RuleError("purchase_chips_gone", entry=entry.pk)
    lines = StackChange.objects.filter(entry=entry, order=purchase.order, source="forfeit")
    forfeited = -sum(line.delta or 0 for line in lines)
    if purchase.chips != forfeited:
        give_chips(change, entry=entry, source="correction", chips=forfeited - purchase.chips)
    return _out_again(change, purchase)


def _out_again(change: Change, purchase: Purchase) -> Out | None:
    """The out that the purchase took back; None where there was none, or he has bought in since."""
    entry = purchase.entry
    later = Purchase.objects.filter(entry=entry, order__gt=purchase.order, out_before__isnull=False)
    if purchase.out_before is None or later.exists():
        return None
    out = Out.everything.filter(pk=purchase.out_before, voided=False, bought_back=True).first()
    if out is None:
        return None
    if {one.id for one in field(entry.open).left} <= {entry.pk}:
        raise RuleError("nobody_left")
    change.update(out, bought_back=False)
    steps.free_seat(change, entry=entry)
    return out
