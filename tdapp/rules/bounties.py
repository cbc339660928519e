"""Bounties: what a head is worth, who takes it, and where every cent of it is.

Decides RULES 4.6: plain, progressive, on a single player (named or secretly drawn), mystery envelopes.
Money is in minor units.  A head belongs to a bullet: each re-entry carries its own.  Nothing is stored: a
``Book`` is folded anew from the bullets and the knock-outs, so that undo and correction need nothing.

Always: paid + in the pool + unclaimed + heads in play = what was put on heads (``Book.laid``).

Worked example: progressive heads of 10 each; whoever takes the first gets 5 in cash and a head of 15.
Who takes it: in S39 Barry wins the pot that holds Daniel's last chips, Liv the one that holds Vicky's.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Generic, Literal, TypeVar, cast, get_args

from tdapp.rules.draw import pick, shuffled
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import share
from tdapp.rules.pots import Contribution, Settlement, last_chips_pot

B = TypeVar("B", bound=Hashable)
S = TypeVar("S", bound=Hashable)
Kind = Literal["plain", "progressive", "single", "mystery"]
WithoutTaker = Literal["pool", "nobody", "big_blind"]
CASH_PERCENT = 50
LARGE, SMALL = 5, 1  # shares of an envelope


@dataclass(frozen=True)
class Terms:
    """How bounties are played.

    ``amount`` is what lies on each head at first; of a "single" one on that head alone, and of "mystery" what
    each bullet puts into the envelopes.  ``cash`` is the per cent of a progressive head that is paid at once,
    the rest goes onto the taker's own.  ``without_taker``: where the head of a player goes who was blinded
    off or disqualified: "pool", "nobody" or the winner of the "big_blind".  Raises ``unknown_choice``
    (setting, choice), ``bounty_negative``, ``bounty_cash_out_of_range``.
    """

    kind: Kind
    amount: int = 0
    cash: int = CASH_PERCENT
    without_taker: WithoutTaker = "pool"

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise RuleError("unknown_choice", setting="bounty", choice=self.kind)
        if self.without_taker not in get_args(WithoutTaker):
            raise RuleError("unknown_choice", setting="without_taker", choice=self.without_taker)
        if self.amount < 0:
            raise RuleError("bounty_negative")
        if not 0 <= self.cash <= 100:
            raise RuleError("bounty_cash_out_of_range")

    def to_dict(self) -> dict[str, object]:
        """The terms for JSON; ``terms_of`` reads them back."""
        return dict(vars(self))


def terms_of(data: Mapping[str, object]) -> Terms | None:
    """The terms out of stored ones, None for an empty mapping; unknown names are passed over.

    Raises what ``Terms`` does, and ``bounty_negative`` for an amount that is no whole number.
    """
    if not data:
        return None
    amount, cash = data.get("amount", 0), data.get("cash", CASH_PERCENT)
    if not isinstance(amount, int) or not isinstance(cash, int):
        raise RuleError("bounty_negative")
    kind, without = data.get("kind", ""), data.get("without_taker", "pool")
    return Terms(cast(Kind, kind), amount, cash, cast(WithoutTaker, without))  # checked when they are made


@dataclass(frozen=True)
class Taking(Generic[B]):
    """One head that fell: what it was worth and who got how much of it in cash or onto the own head.

    ``envelope`` counts the envelopes from 0; None where none was opened.
    """

    busted: B
    worth: int
    cash: Mapping[B, int]
    onto: Mapping[B, int] = field(default_factory=dict)
    envelope: int | None = None


@dataclass(frozen=True)
class Book(Generic[B]):
    """All heads and all that was taken so far.

    ``heads`` holds the bullets in play with what lies on them, ``paid`` the cash by bullet, ``to_pool`` what
    fell to the prize pool, ``unclaimed`` what nobody has, ``closed`` the envelopes that are still closed.
    """

    terms: Terms
    heads: Mapping[B, int] = field(default_factory=dict)
    paid: Mapping[B, int] = field(default_factory=dict)
    to_pool: int = 0
    unclaimed: int = 0
    laid: int = 0
    closed: tuple[int, ...] = ()
    takings: tuple[Taking[B], ...] = ()

    @property
    def in_play(self) -> int:
        """What can still be won: heads, or closed envelopes."""
        return sum(self.heads.values()) + sum(self.closed)

    @property
    def accounted(self) -> int:
        """Equal to ``laid`` at every moment (4.6)."""
        return sum(self.paid.values()) + self.to_pool + self.unclaimed + self.in_play

    def enter(self, bullet: B, amount: int | None = None) -> Book[B]:
        """A bullet with its own head; ``amount`` where it is not that of the terms (a "single" one has 0).

        Raises ``head_twice`` (player), ``bounty_negative``.
        """
        if bullet in self.heads:
            raise RuleError("head_twice", player=bullet)
        usual = self.terms.amount if self.terms.kind in ("plain", "progressive") else 0
        worth = usual if amount is None else amount
        if worth < 0:
            raise RuleError("bounty_negative")
        return replace(self, heads={**self.heads, bullet: worth}, laid=self.laid + worth)

    def fill(self, amounts: Sequence[int], seed: str) -> Book[B]:
        """Put money into envelopes, which the seed shuffles: the first one opened is the first in order."""
        if any(amount < 0 for amount in amounts):
            raise RuleError("bounty_negative")
        return replace(self, closed=self.closed + envelopes(amounts, seed), laid=self.laid + sum(amounts))

    def add(self, bullet: B, amount: int) -> Book[B]:
        """More onto a head in play: a rebuy of somebody who still holds chips.

        Raises ``no_head`` (player), ``bounty_negative``.
        """
        if bullet not in self.heads:
            raise RuleError("no_head", player=bullet)
        if amount < 0:
            raise RuleError("bounty_negative")
        heads = {**self.heads, bullet: self.heads[bullet] + amount}
        return replace(self, heads=heads, laid=self.laid + amount)

    def knock_out(self, busted: B, takers: Sequence[B], *, opens: bool = True) -> Book[B]:
        """``busted`` fell to ``takers`` in odd-chip order; without any, nobody has the head yet.

        Halves where it is shared, the odd cent to the first.  Of a mystery night an envelope is opened, if
        one is left and this head ``opens`` one.  Raises ``no_head`` (player) for who has none in play, also
        among the takers, and ``out_by_himself`` (entry).
        """
        for bullet in (busted, *takers):
            if bullet not in self.heads:
                raise RuleError("no_head", player=bullet)
        if busted in takers:
            raise RuleError("out_by_himself", entry=busted)
        worth, heads = self.heads[busted], {b: on for b, on in self.heads.items() if b != busted}
        envelope, closed = None, self.closed
        if takers and closed and opens:
            envelope = sum(one.envelope is not None for one in self.takings)
            worth, closed = worth + closed[0], closed[1:]
        shares = dict(zip(takers, share(worth, [1] * len(takers)), strict=True)) if takers else {}
        progressive = self.terms.kind == "progressive"
        # Rounded down: the odd cent goes onto the head.
        cash = {b: part * self.terms.cash // 100 if progressive else part for b, part in shares.items()}
        onto = {b: part - cash[b] for b, part in shares.items() if part > cash[b]}
        for bullet, part in onto.items():
            heads[bullet] += part
        return replace(
            self,
            heads=heads,
            closed=closed,
            paid=_added(self.paid, cash),
            unclaimed=self.unclaimed + (0 if takers else worth),
            takings=(*self.takings, Taking(busted, worth, cash, onto, envelope)),
        )

    def leave(self, busted: B, big_blind: Sequence[B] = ()) -> Book[B]:
        """``busted`` was blinded off or disqualified: the head goes where the terms say (4.6).

        ``big_blind`` are the winners of that big blind, if the terms give it to them.  Raises ``no_head``.
        """
        if self.terms.without_taker == "big_blind" and big_blind:
            return self.knock_out(busted, big_blind)
        if busted not in self.heads:
            raise RuleError("no_head", player=busted)
        worth = self.heads[busted]
        to_pool = worth if self.terms.without_taker == "pool" else 0
        return replace(
            self,
            heads={b: on for b, on in self.heads.items() if b != busted},
            to_pool=self.to_pool + to_pool,
            unclaimed=self.unclaimed + worth - to_pool,
            takings=(*self.takings, Taking(busted, worth, {})),
        )

    def finish(self, left: Sequence[B]) -> Book[B]:
        """Who is left keeps the own head, best first; closed envelopes go to them in turn.

        Raises ``no_head`` (player).
        """
        for bullet in left:
            if bullet not in self.heads:
                raise RuleError("no_head", player=bullet)
        kept = {bullet: self.heads[bullet] for bullet in left}
        for at, amount in enumerate(self.closed if left else ()):
            kept[left[at % len(left)]] += amount
        heads = {bullet: on for bullet, on in self.heads.items() if bullet not in kept}
        closed = () if left else self.closed
        return replace(self, heads=heads, closed=closed, paid=_added(self.paid, kept))

    def remarks(self) -> tuple[Remark, ...]:
        """``bounty_unclaimed`` (amount): a head fell and nobody was said to have taken it."""
        return (Remark("bounty_unclaimed", {"amount": self.unclaimed}),) if self.unclaimed else ()


def book_of(terms: Terms, bullets: Iterable[B]) -> Book[B]:
    """The book before any knock-out: each bullet with the usual head."""
    book: Book[B] = Book(terms)
    for bullet in bullets:
        book = book.enter(bullet)
    return book


def takers(
    settlement: Settlement[S], contributions: Sequence[Contribution[S]], busted: S, survivors: Collection[S]
) -> tuple[S, ...]:
    """Who takes the head of ``busted``: the winners of the pot that held the last chips, if they survive.

    In odd-chip order, as contributions come.  Empty where no chips of theirs were in it, or where nobody
    who won that pot is left.  Raises ``seat_unknown``.
    """
    pot = last_chips_pot(settlement, contributions, busted)
    if pot is None:
        return ()
    return tuple(seat for seat in settlement.pots[pot].winners if seat != busted and seat in survivors)


def draw_head(entries: Sequence[B], seed: str) -> B:
    """The player on whom a single bounty lies, by lot; the same seed gives the same one (draw).

    Raises ``nothing_to_draw``.
    """
    return pick(entries, seed, "bounty")


def seal(seed: str) -> str:
    """What may be shown while the drawn head is a secret: afterwards the seed proves that it stood before."""
    return sha256(f"{seed}|bounty".encode()).hexdigest()


def envelopes(amounts: Sequence[int], seed: str) -> tuple[int, ...]:
    """The envelopes in the order in which they will be opened."""
    return shuffled(amounts, seed, "envelopes")


def check_envelopes(amounts: Sequence[int], fund: int, heads: int) -> None:
    """The envelopes against the money for them and the heads that can fall.

    Raises ``envelopes_do_not_sum`` (total, fund, missing) and ``envelopes_too_few`` (envelopes, heads); the
    director may pass both.
    """
    total = sum(amounts)
    if total != fund:
        raise RuleError("envelopes_do_not_sum", overrule=True, total=total, fund=fund, missing=fund - total)
    if len(amounts) < heads:
        raise RuleError("envelopes_too_few", overrule=True, envelopes=len(amounts), heads=heads)


def spread(fund: int, envelopes: int, unit: int = 1) -> tuple[int, ...]:
    """Amounts for so many envelopes that sum to the fund: one in ten holds five times the others.

    In whole units; what is less than a unit goes to the first.  Raises ``envelopes_too_few`` (envelopes,
    heads) for none.
    """
    if envelopes < 1:
        raise RuleError("envelopes_too_few", envelopes=envelopes, heads=1)
    weights = [LARGE if at * 10 < envelopes else SMALL for at in range(envelopes)]
    return share(fund, weights, unit)


def _added(paid: Mapping[B, int], more: Mapping[B, int]) -> dict[B, int]:
    found = dict(paid)
    for bullet, amount in more.items():
        found[bullet] = found.get(bullet, 0) + amount
    return found
