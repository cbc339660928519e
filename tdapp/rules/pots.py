"""Pots: who contests what, what goes back uncalled, and who receives how much.

Decides RULES 3.1 completely, for every game: ranks or winners come from outside (the
director, an evaluator).  Units: chips in their smallest unit, integers.  A pot's number
is its index in ``pots``, 0 = main pot.

Worked example (S03): A 200 all-in, B and C 500 each, ranks 1, 2, 3.  Layers at 200 and
500: main pot 600 (A, B, C) to A, side pot 600 (B, C) to B.

Refusals (RuleError): ``no_contributions``, ``same_seat_twice`` (seat), ``negative_chips``
(seat), ``chips_not_whole`` (seat), ``nobody_left``, ``unit_too_small``,
``odd_chip_unknown``, ``no_winner`` (pot), ``winner_folded`` (seat, pot),
``winner_not_in_pot`` (seat, pot), ``winners_without_pot`` (pots, given), ``seat_unknown``.
Remarks: ``pot_not_in_chips`` (pot, chips, unit), ``rank_of_folded`` (seat).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import even_share

S = TypeVar("S", bound=Hashable)
OddChip = Literal["one_each", "all_to_nearest"]


@dataclass(frozen=True)
class Contribution(Generic[S]):
    """What one seat put into the hand.

    ``live`` counts blinds, calls, bets, raises and per-player antes, the uncalled part
    included; ``dead`` a big-blind or button ante and penalties.  ``out``: folded, or a
    dead hand.  ``forfeit``: killed with loss of rights, so nothing goes back (implies
    ``out``).  ``rank``: 1 = best, equal numbers tie; None = cannot win a contested pot.
    """

    seat: S
    live: int
    dead: int = 0
    out: bool = False
    forfeit: bool = False
    rank: int | None = None

    def __post_init__(self) -> None:
        if self.forfeit:
            object.__setattr__(self, "out", True)


@dataclass(frozen=True)
class Pot(Generic[S]):
    """One pot: seats in odd-chip order; ``shares`` are (seat, chips), empty until it is awarded."""

    amount: int
    contenders: tuple[S, ...]
    winners: tuple[S, ...] = ()
    shares: tuple[tuple[S, int], ...] = ()


@dataclass(frozen=True)
class Layout(Generic[S]):
    """The pots and the uncalled bet before the winners are known."""

    pots: tuple[Pot[S], ...]
    returned: Mapping[S, int]


@dataclass(frozen=True)
class Settlement(Generic[S]):
    """The settled hand.

    ``received`` holds shares and returned bets together.  ``returned`` and ``received``
    hold only seats that get something; another seat reads as 0.
    """

    pots: tuple[Pot[S], ...]
    returned: Mapping[S, int]
    received: Mapping[S, int]
    warnings: tuple[Remark, ...] = ()


def build(contributions: Iterable[Contribution[S]]) -> Layout[S]:
    """Pots and uncalled bet (RULES 3.1, points 1-3); contributions come in odd-chip order."""
    given = tuple(contributions)
    _check(given)
    returned = _uncalled(given)
    live = {c.seat: c.live for c in given}
    for seat, chips in returned.items():
        live[seat] -= chips
    standing = tuple([c.seat for c in given if not c.out])

    amounts, contenders = [sum([c.dead for c in given])], [standing]
    below, paid = 0, sorted(live.values())
    for place, level in enumerate(paid):
        if level == below:
            continue
        amount = (level - below) * (len(paid) - place)  # of everybody who put in so much or more
        seats = tuple([seat for seat in contenders[-1] if live[seat] >= level])
        if not seats or seats == contenders[-1]:
            amounts[-1] += amount
        else:
            amounts.append(amount)
            contenders.append(seats)
        below = level
    # Without dead money the base pot is empty and the first layer is the main pot.
    pots = [Pot(amount, seats) for amount, seats in zip(amounts, contenders, strict=True) if amount]
    return Layout(tuple(pots), returned)


def settle(
    contributions: Iterable[Contribution[S]],
    *,
    unit: int = 1,
    odd_chip: OddChip = "one_each",
    winners: Sequence[Collection[S]] | None = None,
) -> Settlement[S]:
    """Award every pot (RULES 3.1, points 1-4); contributions come in odd-chip order.

    ``unit`` is the smallest chip in play.  ``winners``, one collection per pot with the
    main pot first, replaces the ranks; a pot with one contender needs neither.  A rank
    given to a seat that is out counts for nothing and is remarked.
    """
    given = tuple(contributions)
    layout = build(given)
    if unit < 1:
        raise RuleError("unit_too_small", unit=unit)
    if odd_chip not in ("one_each", "all_to_nearest"):
        raise RuleError("odd_chip_unknown", odd_chip=odd_chip)
    if winners is None:
        named = [_best(pot, given) for pot in layout.pots]
        remarks = [Remark("rank_of_folded", {"seat": c.seat}) for c in given if c.out and c.rank is not None]
    else:
        named = _named(layout.pots, given, winners)
        remarks = []

    pots = []
    for number, (pot, best) in enumerate(zip(layout.pots, named, strict=True)):
        if not best:
            raise RuleError("no_winner", pot=number)
        chips = _split(pot.amount, len(best), unit, odd_chip)
        pots.append(Pot(pot.amount, pot.contenders, best, tuple(zip(best, chips, strict=True))))
        if pot.amount % unit:
            remarks.append(
                Remark("pot_not_in_chips", {"pot": number, "chips": pot.amount % unit, "unit": unit})
            )
    received = Counter(layout.returned)
    for pot in pots:
        for seat, figure in pot.shares:
            if figure:
                received[seat] += figure
    return Settlement(tuple(pots), layout.returned, received, tuple(remarks))


def last_chips_pot(
    settlement: Settlement[S] | Layout[S], contributions: Iterable[Contribution[S]], seat: S
) -> int | None:
    """Number of the pot that holds a busted player's last chips (RULES 4.6); None if he has none in.

    That is the highest pot he contested; for a hand that was killed, the pot his last
    chip went to.
    """
    given = {c.seat: c for c in contributions}
    if seat not in given:
        raise RuleError("seat_unknown", seat=seat)
    live = {s: c.live - settlement.returned.get(s, 0) for s, c in given.items()}
    if not live[seat] and not given[seat].dead:
        return None
    for number, (pot, above) in enumerate(zip(settlement.pots, settlement.pots[1:], strict=False)):
        # Whoever does not contest the next pot put in exactly what this pot reaches to.
        reach = max(live[s] for s in pot.contenders if s not in above.contenders)
        if live[seat] <= reach:
            return number
    return len(settlement.pots) - 1 if settlement.pots else None


def _check(given: Sequence[Contribution[S]]) -> None:
    if not given:
        raise RuleError("no_contributions")
    seen: set[S] = set()
    for c in given:
        if c.seat in seen:
            raise RuleError("same_seat_twice", seat=c.seat)
        seen.add(c.seat)
        for chips in (c.live, c.dead):
            if not isinstance(chips, int):
                raise RuleError("chips_not_whole", seat=c.seat)
            if chips < 0:
                raise RuleError("negative_chips", seat=c.seat)
    if all(c.out for c in given):
        raise RuleError("nobody_left")


def _uncalled(given: Sequence[Contribution[S]]) -> Counter[S]:
    """Point 1: the part of the highest bet that nobody matched, folded hands included."""
    highest = max(given, key=lambda c: c.live)
    second = max((c.live for c in given if c is not highest), default=0)
    if highest.forfeit or highest.live == second:
        return Counter()
    return Counter({highest.seat: highest.live - second})


def _best(pot: Pot[S], given: Sequence[Contribution[S]]) -> tuple[S, ...]:
    """The contenders with the best rank, in odd-chip order; empty if none has a rank."""
    if len(pot.contenders) == 1:
        return pot.contenders
    ranks = {c.seat: c.rank for c in given if c.seat in pot.contenders and c.rank is not None}
    return tuple(seat for seat, rank in ranks.items() if rank == min(ranks.values()))


def _named(
    pots: Sequence[Pot[S]], given: Sequence[Contribution[S]], winners: Sequence[Collection[S]]
) -> list[tuple[S, ...]]:
    """The winners that were named for each pot, checked and in odd-chip order."""
    if len(winners) > len(pots):
        raise RuleError("winners_without_pot", pots=len(pots), given=len(winners))
    folded = {c.seat for c in given if c.out}
    for number, (pot, named) in enumerate(zip(pots, winners, strict=False)):
        for seat in named:
            if seat in folded:
                raise RuleError("winner_folded", seat=seat, pot=number)
            if seat not in pot.contenders:
                raise RuleError("winner_not_in_pot", seat=seat, pot=number)
    by_pot = [*winners, *((),) * (len(pots) - len(winners))]
    return [
        pot.contenders if len(pot.contenders) == 1 else tuple(s for s in pot.contenders if s in named)
        for pot, named in zip(pots, by_pot, strict=True)
    ]


def _split(amount: int, heads: int, unit: int, odd_chip: OddChip) -> tuple[int, ...]:
    """Point 4: one share per winner in odd-chip order."""
    if odd_chip == "one_each":
        return even_share(amount, heads, unit)
    each = amount // unit // heads * unit
    return (amount - each * (heads - 1), *(each,) * (heads - 1))
