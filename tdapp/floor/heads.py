"""Heads: what lies on each, who took which, where every cent of it is (RULES 4.6).

Derived on read from the outs and the rows of ``BountyPrize``, with ``rules.bounties``.  A head belongs to a
bullet: a rebuy or re-entry of somebody who is out brings a new one, whose worth is the part of its price for
the fund "bounty".  Who took a head is said by the out: one knocker-out (``Out.by``), or several winners in
odd-chip order (the rows of the out).  Money is in minor units.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from tdapp.cash.dues import dues, every_price
from tdapp.cash.models import BountyPrize, Purchase
from tdapp.opens.models import Open
from tdapp.opens.queries import Field, OutFact
from tdapp.rules import bounties
from tdapp.rules.bounties import Book, Terms
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.funds import BOUNTY

Bullet = tuple[int, int]
"""Entry id and the number of the bullet, from 1."""
How = Literal["won", "left", "unsaid"]


@dataclass(frozen=True)
class Setting:
    """How an open plays for bounties: its terms, the single head or the envelopes.

    ``head`` was named; ``drawn`` are the entries among whom ``seed`` drew one, a secret until it falls.
    """

    terms: Terms
    head: int | None = None
    drawn: tuple[int, ...] = ()
    seed: str = ""
    envelopes: tuple[int, ...] = ()
    envelope_seed: str = ""

    @property
    def on(self) -> int | None:
        """The entry on whom a single bounty lies, whether anybody may know it or not."""
        return bounties.draw_head(self.drawn, self.seed) if self.drawn else self.head

    @property
    def seal(self) -> str:
        """What is shown of a secret draw before the head falls."""
        return bounties.seal(self.seed) if self.drawn else ""

    def to_dict(self) -> dict[str, object]:
        """For JSON, to be read back by ``setting_from``."""
        own = {
            "head": self.head,
            "drawn": list(self.drawn),
            "seed": self.seed,
            "envelopes": list(self.envelopes),
            "envelope_seed": self.envelope_seed,
        }
        return {**self.terms.to_dict(), **{name: value for name, value in own.items() if value}}


def setting_of(open: Open) -> Setting | None:
    """How this open plays for bounties; None where it does not."""
    data = open.bounties
    terms = bounties.terms_of(data)
    if terms is None:
        return None
    return Setting(
        terms,
        data.get("head"),
        tuple(data.get("drawn", ())),
        data.get("seed", ""),
        tuple(data.get("envelopes", ())),
        data.get("envelope_seed", ""),
    )


@dataclass(frozen=True)
class Said:
    """Who took a head: entry ids in odd-chip order ("won"), nobody ("left"), or nobody said ("unsaid").

    ``envelope`` is the one that was opened for it, if it ``opens`` one.
    """

    how: How
    takers: tuple[int, ...] = ()
    envelope: int | None = None
    opens: bool = True


@dataclass(frozen=True)
class Share:
    """What one player got of a head: in cash, and onto the own head."""

    entry: int
    cash: int
    onto: int


@dataclass(frozen=True)
class Fall:
    """A head that fell; ``worth`` with the envelope that was opened, ``shares`` in odd-chip order."""

    out: int
    entry: int
    worth: int
    how: How
    shares: tuple[Share, ...] = ()
    envelope: int | None = None
    to_pool: int = 0


@dataclass(frozen=True)
class Heads:
    """All heads of an open; ``kept`` is what those left at the end have of their own, by entry; ``bullets``
    how many each entry had."""

    setting: Setting
    book: Book[Bullet]
    falls: tuple[Fall, ...]
    kept: Mapping[int, int] = field(default_factory=dict)
    bullets: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def in_play(self) -> dict[int, int]:
        """What lies on the head of each player still in, by entry."""
        return {entry: amount for (entry, _), amount in self.book.heads.items()}

    @cached_property
    def taken(self) -> dict[int, int]:
        """What each entry got in cash for heads, the own one at the end too."""
        found: dict[int, int] = {}
        for (entry, _), amount in self.book.paid.items():
            if amount:
                found[entry] = found.get(entry, 0) + amount
        return found

    @cached_property
    def of_out(self) -> dict[int, Fall]:
        """The heads that fell, by the out's id."""
        return {fall.out: fall for fall in self.falls}

    @property
    def envelopes_left(self) -> int:
        return len(self.book.closed)

    @property
    def unsaid(self) -> tuple[Fall, ...]:
        """Those that wait for somebody to say who took them."""
        mystery = self.setting.terms.kind == "mystery" and bool(self.book.closed)
        return tuple(fall for fall in self.falls if fall.how == "unsaid" and (fall.worth or mystery))

    @property
    def shown(self) -> bool:
        """Whether everybody may know on whom a secret bounty lay."""
        fallen = any(fall.entry == self.setting.on for fall in self.falls)
        return not self.setting.drawn or fallen or bool(self.kept)


def fund_of(open: Open, everyone: Field) -> int:
    """What entries pay or owe for bounties, in minor units."""
    found = dues(open, everyone).values()
    return sum(dict(due.price.splits).get(BOUNTY, 0) for own in found for due in own)


def remarks(heads: Heads, fund: int) -> tuple[Remark, ...]:
    """``bounty_unclaimed`` (amount); ``bounty_head_gone`` (the single head does not play);
    ``bounty_fund_differs`` (laid, fund: what came in for bounties)."""
    laid, on = heads.book.laid, heads.setting.on
    found = list(heads.book.remarks())
    if on is not None and on not in heads.bullets:
        found.append(Remark("bounty_head_gone"))
    if laid != fund and (laid or heads.setting.terms.kind in ("plain", "progressive")):
        found.append(Remark("bounty_fund_differs", {"laid": laid, "fund": fund}))
    return tuple(found)


def heads_of(open: Open, everyone: Field, said: Mapping[int, Said] | None = None) -> Heads | None:
    """All heads now; None where the open plays for none.  ``said`` is new, by the out's id.

    Four queries.  RuleError: ``bounty_taker_out`` (entry, head: who took it was out before),
    ``bounty_out_twice`` (entry: his outs stand in another order than they happened), ``envelope_twice``
    (entry: what was opened for him was opened again since).
    """
    setting = setting_of(open)
    if setting is None:
        return None
    outs = sorted((*everyone.outs, *everyone.bought_back), key=lambda out: (out.order, out.id))
    told = _said(everyone, outs, _rows(open), said or {})
    parts = _parts(open, everyone, setting)
    return _Fold(setting, everyone, outs, told, parts).heads()


@dataclass(frozen=True)
class Row:
    """A living row of an out, as it is stored."""

    winner: int | None
    envelope: int | None


def _rows(open: Open) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    rows = BountyPrize.objects.filter(open=open, out__isnull=False).order_by("pk")
    for out, winner, envelope in rows.values_list("out", "winner", "envelope"):
        found.setdefault(out, []).append(Row(winner, envelope))
    return found


def _said(
    everyone: Field, outs: Iterable[OutFact], rows: Mapping[int, Sequence[Row]], new: Mapping[int, Said]
) -> dict[int, Said]:
    """What is known of each out: what was said just now, its knocker-out, its rows, or how he went."""
    found = {}
    for out in outs:
        mine = rows.get(out.id, ())
        winners = tuple(row.winner for row in mine if row.winner is not None)
        if out.id in new:
            told = new[out.id]
        elif out.by is not None:
            told = Said("won", (out.by,))
        elif len(winners) > 1:
            told = Said("won", winners)
        elif (mine and not winners) or out.disqualified or everyone.took_chips_along(out):
            told = Said("left")
        else:
            told = Said("unsaid")
        if told.how == "won" and winners:
            envelope = mine[0].envelope
            told = replace(told, envelope=envelope, opens=envelope is not None)
        found[out.id] = told
    return found


@dataclass(frozen=True)
class Parts:
    """What is laid on heads: on the first one of each entry, and after each out that was bought back."""

    first: Mapping[int, int]
    again: Mapping[int, int]


def _parts(open: Open, everyone: Field, setting: Setting) -> Parts:
    """RULES 4.6: each bullet has its own head, worth what its price has for it."""
    if setting.terms.kind not in ("plain", "progressive"):
        return Parts({one.id: 0 for one in everyone.playing}, {})
    prices = {key: dict(price.splits).get(BOUNTY, 0) for key, price in every_price(open).items()}
    usual = setting.terms.amount
    first = {one.id: prices.get(one.buy_in or 0, usual) for one in everyone.playing}
    again: dict[int, int] = {}
    bought = Purchase.objects.filter(entry__open=open, entry__voided=False).order_by("pk")
    for entry, option, out in bought.values_list("entry", "option", "out_before"):
        part = prices.get(option, 0)
        if out is not None:
            again[out] = again.get(out, 0) + part
        elif part and entry in first:
            # Somebody who held chips: it goes onto the head that he has.
            first[entry] += part
    return Parts(first, again)


class _Fold:
    """The outs one after the other."""

    def __init__(
        self,
        setting: Setting,
        everyone: Field,
        outs: Sequence[OutFact],
        said: Mapping[int, Said],
        parts: Parts,
    ) -> None:
        self.setting, self.everyone, self.outs, self.said, self.parts = setting, everyone, outs, said, parts
        self.back = {out.id for out in everyone.bought_back}
        self.bullets = dict.fromkeys(parts.first, 1)
        self.opened = self._envelopes()
        self.book = self._begun()
        self.falls: list[Fall] = []

    def heads(self) -> Heads:
        for out in self.outs:
            self._fall(out)
            if out.id in self.back:
                self.bullets[out.entry] += 1
                worth = self.parts.again.get(out.id, 0)
                self.book = self.book.enter((out.entry, self.bullets[out.entry]), worth)
        kept = self._kept() if self.everyone.finished else {}
        return Heads(self.setting, self.book, tuple(self.falls), kept, self.bullets)

    def _begun(self) -> Book[Bullet]:
        book: Book[Bullet] = Book(self.setting.terms)
        for entry, amount in self.parts.first.items():
            book = book.enter((entry, 1), amount)
        on = self.setting.on
        if self.setting.terms.kind == "single" and on in self.bullets:
            book = book.add((on, 1), self.setting.terms.amount)
        if self.setting.terms.kind == "mystery":
            amounts = bounties.envelopes(self.setting.envelopes, self.setting.envelope_seed)
            first = [at for at in self.opened.values() if at < len(amounts)]
            order = [*first, *(at for at in range(len(amounts)) if at not in set(first))]
            book = replace(book, closed=tuple(amounts[at] for at in order), laid=book.laid + sum(amounts))
        return book

    def _envelopes(self) -> dict[int, int]:
        """Which envelope each out opens: what was opened stays so, the others take the first closed one."""
        if self.setting.terms.kind != "mystery":
            return {}
        many = len(self.setting.envelopes)
        won = [(out.id, self.said[out.id]) for out in self.outs if self.said[out.id].how == "won"]
        used: list[int | None] = [said.envelope for _, said in won if said.envelope is not None]
        if len(set(used)) < len(used):
            twice = next(out for out in self.outs if used.count(self.said[out.id].envelope) > 1)
            raise RuleError("envelope_twice", entry=twice.entry)
        free = (at for at in range(many) if at not in used)
        found: dict[int, int] = {}
        for out, said in won:
            at = said.envelope if said.envelope is not None else next(free, None) if said.opens else None
            if at is not None:
                found[out] = at
        return found

    def _fall(self, out: OutFact) -> None:
        said, busted = self.said[out.id], (out.entry, self.bullets.get(out.entry, 1))
        if busted not in self.book.heads:
            raise RuleError("bounty_out_twice", entry=out.entry)
        takers = [(entry, self.bullets.get(entry, 1)) for entry in said.takers]
        for taker in takers:
            if taker not in self.book.heads:
                raise RuleError("bounty_taker_out", entry=taker[0], head=out.entry)
        before = self.book
        if said.how == "left":
            self.book = before.leave(busted)
        else:
            self.book = before.knock_out(busted, takers, opens=out.id in self.opened)
        taking = self.book.takings[-1]
        shares = tuple(Share(t[0], taking.cash.get(t, 0), taking.onto.get(t, 0)) for t in takers)
        to_pool = self.book.to_pool - before.to_pool
        envelope = self.opened.get(out.id)
        self.falls.append(Fall(out.id, out.entry, taking.worth, said.how, shares, envelope, to_pool))

    def _kept(self) -> dict[int, int]:
        """The end: who is left keeps the own head, best first (RULES 4.6)."""
        places = self.everyone.places
        ends = sorted(self.everyone.left, key=lambda one: places[one.id].first if one.id in places else 0)
        paid = self.book.paid
        left = [(one.id, self.bullets[one.id]) for one in ends if one.id in self.bullets]
        self.book = self.book.finish(left)
        return {b[0]: amount for b in left if (amount := self.book.paid.get(b, 0) - paid.get(b, 0))}


@dataclass(frozen=True)
class Wanted:
    """A row as it should stand; ``out`` None for the own head kept at the end."""

    out: int | None
    head: int
    winner: int | None
    amount: int
    to_head: int = 0
    envelope: int | None = None


def wanted_rows(heads: Heads, said: Collection[int] = ()) -> Iterator[Wanted]:
    """The rows that the heads make; ``said`` are outs of whom it was said that nobody took the head."""
    opens = heads.setting.terms.kind == "mystery"
    for fall in heads.falls:
        if fall.how == "won" and (fall.worth or opens):
            for share in fall.shares:
                yield Wanted(fall.out, fall.entry, share.entry, share.cash, share.onto, fall.envelope)
        elif fall.how == "left" and (fall.worth or fall.out in said):
            yield Wanted(fall.out, fall.entry, None, fall.to_pool)
    for entry, amount in heads.kept.items():
        yield Wanted(None, entry, entry, amount)


def check_heads(heads: Heads | None, rows: Iterable[BountyPrize]) -> None:
    """Whether the rows are what the heads make of them.  RuleError: ``bounties_differ`` (entry)."""
    stored = [
        Wanted(one.out_id, one.head_id, one.winner_id, one.amount, one.to_head, one.envelope) for one in rows
    ]
    nobody = {one.out for one in stored if one.winner is None and one.out is not None}
    wanted = list(wanted_rows(heads, nobody)) if heads is not None else []
    for one in (*stored, *wanted):
        if stored.count(one) != wanted.count(one):
            raise RuleError("bounties_differ", entry=one.head)
