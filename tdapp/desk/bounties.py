"""Bounties as the desk shows them: heads, who took whom, envelopes, and where every cent is (RULES 4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.floor.bounties import heads_to_fall, to_big_blind
from tdapp.floor.heads import Fall, Heads, fund_of, heads_of, remarks
from tdapp.floor.models import Seat
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Out, Table
from tdapp.opens.queries import Entrant, Field
from tdapp.rules import bounties
from tdapp.rules.button import odd_chip_order
from tdapp.rules.errors import Remark
from tdapp.web import figures, messages
from tdapp.web.bounty_words import how_words, share_words

Counted = tuple[int, int]
"""Minor units, and how many envelopes hold them."""


@dataclass(frozen=True)
class HeadRow:
    """One head in play: whose, what lies on it, what he has taken so far."""

    entrant: Entrant
    amount: int
    taken: int


@dataclass(frozen=True)
class FallRow:
    """One head that fell; ``took`` says who has what of it, ``asks`` whether somebody has yet to say so."""

    out: int
    name: str
    worth: int
    took: str
    asks: bool


@dataclass(frozen=True)
class Look:
    """The page.  ``sum`` are (words, minor units) whose amounts make what was ``laid``."""

    heads: Heads
    how: str
    rows: tuple[HeadRow, ...]
    falls: tuple[FallRow, ...]
    said: tuple[str, ...]
    sum: tuple[tuple[str, int], ...]
    laid: int
    fund: int
    to_fall: int
    envelopes: tuple[Counted, ...]
    kept: tuple[tuple[str, int], ...]
    on: str
    seal: str

    @property
    def kind(self) -> str:
        return self.heads.setting.terms.kind

    @property
    def opened(self) -> bool:
        """Whether an envelope was opened, so that they stay as they are."""
        return any(fall.envelope is not None for fall in self.heads.falls)

    @property
    def asks(self) -> int:
        """How many heads wait for their taker to be named."""
        return sum(row.asks for row in self.falls)


def look(open: Open, everyone: Field) -> Look | None:
    """Everything the page shows; None where the open plays for no bounties."""
    heads = heads_of(open, everyone)
    if heads is None:
        return None
    fund = fund_of(open, everyone)
    left = [HeadRow(one, heads.in_play.get(one.id, 0), heads.taken.get(one.id, 0)) for one in everyone.left]
    falls = [_fall_row(open, everyone, heads, fall) for fall in reversed(heads.falls)]
    secret = bool(heads.setting.drawn)
    on = everyone.by_id.get(heads.setting.on or 0) if heads.shown else None
    return Look(
        heads=heads,
        how=how_words(open, heads.setting.terms),
        # Of a secret head nothing may be seen, not even whose is worth more.
        rows=tuple(sorted(left, key=lambda row: -row.amount)) if heads.shown else (),
        falls=tuple(row for row in falls if row.worth or row.asks),
        said=tuple(messages.remark(one, open) for one in remarks(heads, fund)),
        sum=_sum(heads),
        laid=heads.book.laid,
        fund=fund,
        to_fall=heads_to_fall(everyone),
        envelopes=tuple(sorted(Counter(heads.book.closed).items(), reverse=True)),
        kept=tuple((everyone.by_id[entry].name, amount) for entry, amount in heads.kept.items()),
        on=on.name if on else "",
        seal=heads.setting.seal if secret else "",
    )


def _fall_row(open: Open, everyone: Field, heads: Heads, fall: Fall) -> FallRow:
    name, waiting = everyone.by_id[fall.entry].name, {one.out for one in heads.unsaid}
    return FallRow(fall.out, name, fall.worth, took_words(open, everyone, fall), fall.out in waiting)


def took_words(open: Open, everyone: Field, fall: Fall) -> str:
    """ "Ana 5 €, and 5 € onto the own head" of each who took it, or where else it went."""
    if fall.shares:
        told = (
            share_words(open, everyone.by_id[one.entry].name, one.cash, one.onto)
            for one in fall.shares
            if one.entry in everyone.by_id
        )
        return "; ".join(told)
    if fall.how == "left":
        return _("to the prizes") if fall.to_pool else _("to nobody")
    return _("not said yet")


def _sum(heads: Heads) -> tuple[tuple[str, int], ...]:
    book = heads.book
    parts = (
        (_("paid in cash"), sum(book.paid.values())),
        (_("in play"), book.in_play),
        (_("to the prizes"), book.to_pool),
        (_("without a taker"), book.unclaimed),
    )
    return tuple(part for at, part in enumerate(parts) if part[1] or at < 2)


def suggestions(open: Open, everyone: Field) -> list[Remark]:
    """``bounty_unsaid`` (entries): nobody has said who took their heads."""
    heads = heads_of(open, everyone) if open.bounties and open.finished_at is None else None
    waiting = tuple(fall.entry for fall in heads.unsaid) if heads is not None else ()
    return [Remark("bounty_unsaid", {"entries": waiting})] if waiting else []


# -- who took it -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stake:
    """Heads about to fall: whose, what they are worth (0 for an envelope nobody opened yet), who may take
    them, in odd-chip order; ``secret`` where nobody may know yet whether one is worth anything,
    ``to_big_blind`` where that of who is blinded off goes to the winner of his big blind."""

    names: str
    worth: int
    able: tuple[Entrant, ...]
    secret: bool = False
    to_big_blind: bool = False

    @property
    def title(self) -> str:
        if self.secret:
            return _("Who knocked out %(names)s?") % {"names": self.names}
        return _("Who takes the bounty on %(names)s?") % {"names": self.names}


def at_stake(open: Open, everyone: Field, entries: Collection[int]) -> Stake | None:
    """The heads of those going out, if any is worth something; None where nobody need be asked."""
    heads = heads_of(open, everyone) if open.bounties else None
    if heads is None:
        return None
    secret = not heads.shown
    worth = 0 if secret else sum(heads.in_play.get(entry, 0) for entry in entries)
    if not worth and not heads.book.closed and not secret:
        return None
    names = figures.listed([everyone.by_id[entry].name for entry in entries if entry in everyone.by_id])
    return Stake(names, worth, takers_able(open, everyone, entries), secret, to_big_blind(open))


def takers_able(open: Open, everyone: Field, gone: Collection[int]) -> tuple[Entrant, ...]:
    """Who may have taken the heads of ``gone``: those of their table, from the seat after the button (the
    first gets the odd cent), then everybody else."""
    still = {one.id: one for one in everyone.left if one.id not in set(gone)}
    seats = Seat.objects.filter(entry__in=gone).order_by("-pk")
    table = Table.objects.filter(pk=seats.values_list("table", flat=True).first() or 0).first()
    beside: list[int] = []
    if table is not None:
        sitting = dict(Seat.objects.filter(table=table, ended_at=None).values_list("number", "entry"))
        numbers = sorted(number for number, entry in sitting.items() if entry in still)
        if table.button is not None and numbers:
            numbers = list(odd_chip_order(table.button, numbers, house_of(open).direction))
        beside = [sitting[number] for number in numbers]
    return (*(still[key] for key in beside), *(one for key, one in still.items() if key not in set(beside)))


def all_able(open: Open, everyone: Field, out: Out, taken: Collection[int]) -> tuple[Entrant, ...]:
    """Who may have taken a head that fell before: those still in as ``takers_able`` gives them, those who
    went out since, and whoever has it now."""
    first = takers_able(open, everyone, [out.entry_id])
    later = {one.entry for one in (*everyone.outs, *everyone.bought_back) if one.order >= out.order}
    able = (later | set(taken)) - {one.id for one in first} - {out.entry_id}
    return (*first, *(one for one in everyone.playing if one.id in able))


# -- envelopes ---------------------------------------------------------------------------------------------


def proposed(fund: int, envelopes: int, unit: int) -> tuple[int, ...]:
    """Amounts for so many envelopes that are the fund, in whole units of money where it holds them."""
    if envelopes < 1 or fund < 1:
        return ()
    return bounties.spread(fund, envelopes, unit if fund >= unit * envelopes else 1)
