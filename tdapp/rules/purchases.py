"""Purchases: what can be bought in an open, for how much, for how many chips, and why not just now.

Decides SA-05, SA-23 (ReSpawn), SPT-33 and RULES 2.1: buy-in, rebuy, add-on and re-entry, each with its
price by fund, its chips and its limits; early birds and late comers have offers of their own.  Money is in
minor units, chips in the open's chip units, moments in seconds of playing time (pauses excluded).  Every
limit explains itself and may be passed by the director.

Worked example (SA-23): a 500 buy-in of 50 chips gives the rebuy 750 for 50 chips, once, until 60:00 of play
(at 60:00 exactly it is closed), before the hand, for who has nothing left, agreed before the start.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, cast, get_args

from tdapp.rules.entries import rebuy_surcharge
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules

Kind = Literal["buy_in", "rebuy", "add_on", "re_entry"]
When = Literal["any", "out", "below_stack", "below_bb"]

Splits: TypeAlias = tuple[tuple[str, int], ...]
"""The price by fund, in order: (("prize", 1000), ("house", 200)).  A fund is any name the club gives."""


@dataclass(frozen=True)
class Limits:
    """When something can be bought; 0 and "any" mean no limit.

    ``per_player`` and ``total`` count purchases.  ``before_start``: only before play begins.  ``from_level``
    to ``until_level`` are included; ``from_minute`` of play on it is open, at ``until_minute`` exactly it is
    closed.  ``when``: only who is "out", has "below_stack" (less than
    ``below`` chips, 0: than the offer brings) or "below_bb" (less than the big blind).  ``before_hand``: not
    while a hand is played.  ``in_break``: only in a break.  ``pool_reaches``: no more once the prize pool is
    that large.  ``agreed``: only if it was agreed before the start.
    """

    per_player: int = 0
    total: int = 0
    before_start: bool = False
    from_level: int = 0
    until_level: int = 0
    from_minute: int = 0
    until_minute: int = 0
    when: When = "any"
    below: int = 0
    before_hand: bool = False
    in_break: bool = False
    pool_reaches: int = 0
    agreed: bool = False


@dataclass(frozen=True)
class Offer:
    """Something that can be bought: its price by fund, the chips it brings, when it can be had.

    Other chips or another price for who comes early or late are offers of their own, each with its limits:
    of the open ones of a kind the first counts (``current``).  ``key`` tells offers of one kind apart; by
    itself it is the kind.  Raises ``unknown_choice`` (setting, choice), ``chips_negative`` (amount),
    ``split_negative`` (fund), ``fund_without_name``, ``fund_twice`` (fund), ``limit_negative`` (field).
    """

    kind: Kind
    chips: int
    splits: Splits
    limits: Limits = Limits()
    key: str = ""

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise RuleError("unknown_choice", setting="kind", choice=self.kind)
        if self.chips < 0:
            raise RuleError("chips_negative", amount=self.chips)
        _check_splits(self.splits)
        check_limits(self.limits)
        object.__setattr__(self, "key", self.key or self.kind)

    @property
    def price(self) -> int:
        return sum(amount for _, amount in self.splits)


@dataclass(frozen=True)
class Facts:
    """What is so at the moment somebody wants to buy.

    ``stack`` is None where nobody knows it; ``level`` 0 before the start, in a break the level before it;
    ``played`` seconds of play.  ``taken`` counts what this player bought, ``sold`` what everybody did, both
    by offer key.  ``in_hand``: a hand in which the player has cards is going on.
    """

    stack: int | None = 0
    out: bool = False
    started: bool = True
    level: int = 1
    played: int = 0
    bb: int = 0
    in_hand: bool = False
    in_break: bool = False
    pool: int = 0
    agreed: bool = True
    taken: Mapping[str, int] = field(default_factory=dict)
    sold: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """An offer at a moment, with all that speaks against it."""

    offer: Offer
    reasons: tuple[RuleError, ...]

    @property
    def open(self) -> bool:
        return not self.reasons


def choice(offer: Offer, facts: Facts) -> Choice:
    """The offer as it stands at this moment."""
    return Choice(offer, tuple(_reasons(offer, facts)))


def check_purchase(offer: Offer, facts: Facts, overruled: Collection[str] = ()) -> None:
    """Refuse the purchase for the first reason that was not ``overruled`` (codes).

    All may be passed by the director and have ``kind``: ``purchase_not_agreed``, ``purchase_limit_player``
    (taken, limit), ``purchase_limit_total`` (sold, limit), ``purchase_only_before``, ``purchase_not_yet``
    (level, from_level), ``purchase_level_over`` (level, until_level), ``purchase_too_soon`` (played, opens)
    and ``purchase_time_over`` (played, closed), all in seconds, ``purchase_not_in_break``,
    ``purchase_pool_reached`` (pool, limit), ``purchase_stack_unknown`` (when), ``purchase_still_in`` (stack),
    ``purchase_stack_too_large`` (stack, below), ``purchase_in_hand``.
    """
    for reason in choice(offer, facts).reasons:
        if reason.code not in overruled:
            raise reason


def current(offers: Iterable[Offer], kind: Kind, facts: Facts) -> Offer | None:
    """The first offer of a kind that is open now: early birds before the usual price, late ones after it."""
    return next((one for one in offers if one.kind == kind and choice(one, facts).open), None)


def offers_for(offers: Iterable[Offer], facts: Facts) -> tuple[Choice, ...]:
    """What somebody who entered already may buy now, and of the rest why not: the open ones first.

    Buy-ins are left out: an entry has one.
    """
    found = [choice(offer, facts) for offer in offers if offer.kind != "buy_in"]
    return tuple(sorted(found, key=lambda one: not one.open))


def proposed(offers: Iterable[Offer], facts: Facts) -> tuple[Choice, ...]:
    """What the desk offers unasked: what is open to somebody who is out or short, and only then.

    A rebuy or re-entry that anybody may have is offered to who is out; an add-on only in the break that it
    is sold in.
    """
    wanted = []
    for one in offers_for(offers, facts):
        limits = one.offer.limits
        short = facts.out or facts.stack == 0 or limits.when in ("below_stack", "below_bb")
        if one.open and (short or (one.offer.kind == "add_on" and limits.in_break)):
            wanted.append(one)
    return tuple(wanted)


WAITS = frozenset(
    {
        "purchase_in_hand",
        "purchase_not_in_break",
        "purchase_not_yet",
        "purchase_too_soon",
        "purchase_stack_unknown",
    }
)
"""Reasons that pass by themselves: what they stop is pending, not over."""


def is_final(offers: Iterable[Offer], facts: Facts) -> bool:
    """Whether an out is final: no rebuy or re-entry is open or pending any more (RULES 4.1)."""
    return not any(
        all(reason.code in WAITS for reason in one.reasons)
        for one in offers_for(offers, facts)
        if one.offer.kind in ("rebuy", "re_entry")
    )


def forfeited(offer: Offer, facts: Facts) -> int:
    """The chips that leave play when it is bought: those of who re-enters with chips (RULES 2.1, T-2.1a)."""
    return (facts.stack or 0) if offer.kind == "re_entry" else 0


# -- San Antonio -----------------------------------------------------------------------------------------


def rebuy_of(buy_in: Offer, house: HouseRules) -> Offer | None:
    """The rebuy that the house rules give for a buy-in; None where none is played (SA-23).

    A new bank equal to the initial one, at the buy-in and ``rebuy_surcharge`` per cent, of which the part
    above goes to the pool or the house.  ReSpawns, that is limited ones, must be agreed beforehand.
    """
    if house.rebuys == "none":
        return None
    limited = house.rebuys == "limited"
    whens: Mapping[str, When] = {"busted": "out", "below_bb": "below_bb", "any": "any"}
    limits = Limits(
        per_player=house.rebuys_per_player if limited else 0,
        until_minute=house.rebuy_minutes,
        when=whens[house.rebuy_when],
        before_hand=True,
        agreed=limited,
    )
    splits = surcharged(buy_in.splits, house.rebuy_surcharge, house.rebuy_surcharge_to)
    return Offer("rebuy", buy_in.chips, splits, limits)


def surcharged(splits: Splits, per_cent: int, to: str = "pool") -> Splits:
    """A price with ``per_cent`` on top, half a minor unit rounded up; the surcharge goes to one fund.

    ``to`` is "pool" (the fund "prize"), "house", or a fund by name.
    """
    fund = "prize" if to == "pool" else to
    more = rebuy_surcharge(sum(amount for _, amount in splits), per_cent)
    if not more:
        return splits
    amounts = dict(splits)
    amounts[fund] = amounts.get(fund, 0) + more
    return tuple(amounts.items())


def more_chips(buy_in: Offer, paid: int) -> int:
    """The chips for another sum than the price, in proportion, rounded down (SA-05: 1000 is 100 chips).

    Raises ``price_missing`` for an offer that costs nothing.
    """
    if not buy_in.price:
        raise RuleError("price_missing")
    return buy_in.chips * paid // buy_in.price


# -- as data ---------------------------------------------------------------------------------------------


def as_dict(limits: Limits) -> dict[str, object]:
    """The limits that limit something, ready to be stored."""
    return {name: value for name, value in vars(limits).items() if value != getattr(NO_LIMITS, name)}


def limits_from(data: Mapping[str, object]) -> Limits:
    """Limits out of stored ones; unknown names are passed over.

    Raises ``unknown_choice`` (setting, choice), ``limit_negative`` (field).
    """
    known = {name: data[name] for name in vars(NO_LIMITS) if name in data}
    limits = replace(NO_LIMITS, **cast(Mapping[str, int], known))  # type: ignore[arg-type]
    check_limits(limits)
    return limits


def check_limits(limits: Limits) -> None:
    """Refuse what limits nothing sensibly.  Raises ``unknown_choice``, ``limit_negative`` (field)."""
    if limits.when not in get_args(When):
        raise RuleError("unknown_choice", setting="when", choice=limits.when)
    for name, value in vars(limits).items():
        if not isinstance(value, int | str) or (isinstance(value, int) and value < 0):
            raise RuleError("limit_negative", field=name)


NO_LIMITS = Limits()


# -- what speaks against it ------------------------------------------------------------------------------


def _reasons(offer: Offer, facts: Facts) -> Iterable[RuleError]:
    limits, kind = offer.limits, offer.kind
    if limits.agreed and not facts.agreed:
        yield RuleError("purchase_not_agreed", overrule=True, kind=kind)
    taken, sold = facts.taken.get(offer.key, 0), facts.sold.get(offer.key, 0)
    if limits.per_player and taken >= limits.per_player:
        yield RuleError(
            "purchase_limit_player", overrule=True, kind=kind, taken=taken, limit=limits.per_player
        )
    if limits.total and sold >= limits.total:
        yield RuleError("purchase_limit_total", overrule=True, kind=kind, sold=sold, limit=limits.total)
    yield from _time_reasons(offer, facts)
    if limits.pool_reaches and facts.pool >= limits.pool_reaches:
        yield RuleError(
            "purchase_pool_reached", overrule=True, kind=kind, pool=facts.pool, limit=limits.pool_reaches
        )
    yield from _stack_reasons(offer, facts)
    if limits.before_hand and facts.in_hand:
        yield RuleError("purchase_in_hand", overrule=True, kind=kind)


def _time_reasons(offer: Offer, facts: Facts) -> Iterable[RuleError]:
    limits, kind = offer.limits, offer.kind
    if limits.before_start and facts.started:
        yield RuleError("purchase_only_before", overrule=True, kind=kind)
    if facts.level < limits.from_level:
        yield RuleError(
            "purchase_not_yet", overrule=True, kind=kind, level=facts.level, from_level=limits.from_level
        )
    if limits.until_level and facts.level > limits.until_level:
        yield RuleError(
            "purchase_level_over", overrule=True, kind=kind, level=facts.level, until_level=limits.until_level
        )
    opens, closed = limits.from_minute * 60, limits.until_minute * 60
    if facts.played < opens:
        yield RuleError("purchase_too_soon", overrule=True, kind=kind, played=facts.played, opens=opens)
    if closed and facts.played >= closed:
        yield RuleError("purchase_time_over", overrule=True, kind=kind, played=facts.played, closed=closed)
    if limits.in_break and not facts.in_break:
        yield RuleError("purchase_not_in_break", overrule=True, kind=kind)


def _stack_reasons(offer: Offer, facts: Facts) -> Iterable[RuleError]:
    limits, kind = offer.limits, offer.kind
    if limits.when == "any" or facts.out:
        return
    if facts.stack is None:
        yield RuleError("purchase_stack_unknown", overrule=True, kind=kind, when=limits.when)
    elif limits.when == "out":
        if facts.stack:
            yield RuleError("purchase_still_in", overrule=True, kind=kind, stack=facts.stack)
    else:
        below = facts.bb if limits.when == "below_bb" else limits.below or offer.chips
        if facts.stack >= below:
            yield RuleError(
                "purchase_stack_too_large", overrule=True, kind=kind, stack=facts.stack, below=below
            )


def _check_splits(splits: Splits) -> None:
    funds = [fund for fund, _ in splits]
    for fund, amount in splits:
        if not fund.strip():
            raise RuleError("fund_without_name")
        if funds.count(fund) > 1:
            raise RuleError("fund_twice", fund=fund)
        if amount < 0:
            raise RuleError("split_negative", fund=fund)
