"""The prizes on paper, to be signed for: places before the end, names as soon as they are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Sum

from tdapp.cash import queries as cash
from tdapp.cash.models import BountyPrize
from tdapp.cash.queries import Prizes, Winning
from tdapp.cash.special_prizes import special_prizes
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.web import figures, prize_words
from tdapp.web.leaves import Leaf, in_columns, size_of

LINES = 15
"""Lines of a sheet: each is high enough to sign on."""


@dataclass(frozen=True)
class Line:
    """What somebody gets, minor units: ``prize`` of the place or by ``agreed``, ``heads`` taken in cash.

    ``name`` is "" where it is to be written in; ``place`` "8th" or ""; ``what`` a special prize in words;
    ``owes`` what the same entry has to pay still; ``handed`` over already.
    """

    order: int
    place: str
    name: str
    prize: int
    heads: int = 0
    what: str = ""
    agreed: bool = False
    owes: int = 0
    handed: bool = False

    @property
    def total(self) -> int:
        return self.prize + self.heads

    @property
    def size(self) -> str:
        return size_of(self.name)


@dataclass(frozen=True)
class Sheet:
    """The lines cut into sheets, and what they come to; ``unassigned`` of the pool goes to nobody, with what
    of it is still ``owed``; ``costs`` were taken off before (VIV-42), ``overlay`` then added (RULES 4.5)."""

    leaves: tuple[Leaf, ...]
    prizes: int
    heads: int
    unassigned: int
    owed: int
    costs: int
    overlay: int

    @property
    def total(self) -> int:
        return self.prizes + self.heads


def sheet(open: Open, everyone: Field) -> Sheet:
    """Who gets what, as far as it is known now."""
    pool = cash.pool(open, everyone)
    standing = cash.prizes(open, pool)
    lines = sorted(
        (*_named(open, everyone, standing), *_to_come(everyone, standing)), key=lambda line: line.order
    )
    lines += _special(open, everyone, standing)
    return Sheet(
        in_columns(lines, LINES, 1),
        sum(line.prize for line in lines),
        sum(line.heads for line in lines),
        max(0, standing.unassigned),
        standing.owed,
        pool.costs,
        pool.overlay,
    )


def _named(open: Open, everyone: Field, standing: Prizes) -> Iterator[Line]:
    """Those who have won something, by place; those who share by a deal also before they have one."""
    won = cash.winnings(open, everyone, standing)
    owed = {debt.entry: debt.amount for debt in cash.debts(open, everyone)}
    heads = _heads(open)
    agreed = standing.deal.amounts if standing.deal else {}
    last = len(everyone.entrants) + 1
    for one in everyone.entrants:
        prize = _prize(one.id, won, agreed)
        if not prize and not heads.get(one.id):
            continue
        place = everyone.places.get(one.id)
        yield Line(
            place.first if place else 0 if prize else last,
            figures.place(place) if place else "",
            one.name,
            prize,
            heads.get(one.id, 0),
            agreed=one.id in agreed,
            owes=owed.get(one.id, 0),
            handed=one.id in won and won[one.id].handed > 0,
        )


def _prize(entry: int, won: Mapping[int, Winning], agreed: Mapping[int, int]) -> int:
    return won[entry].amount if entry in won else agreed.get(entry, 0)


def _to_come(everyone: Field, standing: Prizes) -> Iterator[Line]:
    """The places that are still played for."""
    taken = {place for found in everyone.places.values() for place in range(found.first, found.last + 1)}
    deal = standing.deal
    if deal is not None:
        if deal.left_to_play_for and 1 not in taken:
            yield Line(1, figures.ordinal(1), "", deal.left_to_play_for)
        taken |= set(range(1, len(deal.amounts) + 1))
    for place, amount in enumerate(standing.amounts, start=1):
        if place not in taken and amount:
            yield Line(place, figures.ordinal(place), "", amount)


def _heads(open: Open) -> dict[int, int]:
    """What each entry got in cash for heads (RULES 4.6)."""
    if not open.bounties:
        return {}
    rows = BountyPrize.objects.filter(open=open, winner__isnull=False).values("winner")
    return {row["winner"]: row["cash"] for row in rows.annotate(cash=Sum("amount")) if row["cash"]}


def _special(open: Open, everyone: Field, standing: Prizes) -> list[Line]:
    """The prizes that no place wins, at the end of the list."""
    return [
        Line(
            0,
            "",
            one.given.name if one.given else "",
            one.amount,
            what=": ".join(filter(None, (prize_words.special_title(one.kind, one.place), one.text))),
            handed=one.given is not None,
        )
        for one in special_prizes(open, everyone, standing)
    ]
