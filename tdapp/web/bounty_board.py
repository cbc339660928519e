"""Bounties as the room sees them: on the screen, on phones, with the results (RULES 4.6).

Of a secret head nothing is shown before it falls.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.floor.heads import Fall, Heads, heads_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.web import figures
from tdapp.web.bounty_words import how_words

BIGGEST = 3
"""Heads that are named."""


@dataclass(frozen=True)
class BountyBoard:
    """What can still be won by heads, in lines; who took the last one, "" before the first."""

    lines: tuple[str, ...]
    last: str

    @property
    def news(self) -> tuple[str, ...]:
        """The two lines where there is room for no more: the last head that fell, and the biggest."""
        return tuple(filter(None, (self.last, *self.lines[:1])))

    @property
    def all(self) -> tuple[str, ...]:
        return (*((self.last,) if self.last else ()), *self.lines)


def bounty_board(open: Open, everyone: Field) -> BountyBoard | None:
    """None where the open plays for none, or nothing of it may be known yet."""
    heads = heads_of(open, everyone)
    if heads is None or not heads.shown:
        return None
    to_win = () if everyone.finished else _to_win(open, everyone, heads)
    last = _last(heads)
    board = BountyBoard(to_win, _took(open, everyone, last) if last else "")
    return board if board.news else None


def _to_win(open: Open, everyone: Field, heads: Heads) -> tuple[str, ...]:
    terms = heads.setting.terms
    if terms.kind == "plain":
        return (how_words(open, terms),)
    if terms.kind == "mystery":
        closed = heads.book.closed
        said = ngettext(
            "%(count)s closed envelope, the biggest with %(amount)s",
            "%(count)s closed envelopes, the biggest with %(amount)s",
            len(closed),
        ) % {"count": len(closed), "amount": figures.money_of(open, max(closed, default=0))}
        return (said,) if closed else ()
    biggest = sorted(heads.in_play.items(), key=lambda one: -one[1])[:BIGGEST]
    worth = [(figures.money_of(open, amount), everyone.by_id[key].name) for key, amount in biggest if amount]
    return tuple(_("%(amount)s on %(name)s") % {"amount": amount, "name": name} for amount, name in worth)


def _last(heads: Heads) -> Fall | None:
    """The last head that somebody took."""
    won = [fall for fall in heads.falls if any(one.cash or one.onto for one in fall.shares)]
    return won[-1] if won else None


def _took(open: Open, everyone: Field, fall: Fall) -> str:
    """ "For Bo: Ana 5 €"."""
    names = everyone.by_id
    told = (f"{names[one.entry].name} {figures.money_of(open, one.cash)}" for one in fall.shares)
    return _("For %(head)s: %(takers)s") % {"head": names[fall.entry].name, "takers": ", ".join(told)}


def bounties_won(open: Open, everyone: Field) -> tuple[str, ...]:
    """What each player has won by heads, the most first: "Ana 15 €"; heads taken in brackets."""
    heads = heads_of(open, everyone)
    if heads is None:
        return ()
    count = dict.fromkeys(heads.taken, 0)
    for fall in heads.falls:
        for one in fall.shares:
            if one.entry in count:
                count[one.entry] += 1
    ordered = sorted(heads.taken.items(), key=lambda one: (-one[1], everyone.by_id[one[0]].order))
    return tuple(
        f"{everyone.by_id[key].name} {figures.money_of(open, amount)}"
        + (f" ({count[key]})" if count[key] else "")
        for key, amount in ordered
    )
