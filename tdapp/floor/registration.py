"""Whether anybody can still enter or buy back in: from then on the pool stands, and prizes can (fault 94).

Registration is closed once every end that is marked in the schedule or set as a limit has passed, and no
rebuy or re-entry is on sale without an end.  Where nothing marks an end nobody can know, and the director
locks the prizes by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from tdapp.cash import queries as cash
from tdapp.cash import steps as cash_steps
from tdapp.cash.queries import Pool
from tdapp.clock.queries import ClockFace, clock_face, entry_closes, rebuys_close
from tdapp.floor.purchases import Shop, shop
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.models import Open
from tdapp.opens.queries import Field, field
from tdapp.opens.steps import check_running
from tdapp.rules import purchases
from tdapp.rules.errors import RuleError

OVER = frozenset(
    {
        "purchase_limit_total",
        "purchase_level_over",
        "purchase_only_before",
        "purchase_not_agreed",
        "purchase_pool_reached",
        "purchase_time_over",
    }
)
"""Reasons that end a sale for everybody."""


@dataclass(frozen=True)
class Registration:
    """``ends``: whether anything says when it closes; ``closed``: that it did; ``owed``: minor units that
    are still to come into the prize pool."""

    ends: bool
    closed: bool
    owed: int = 0


def registration(open: Open, everyone: Field, face: ClockFace, pool: Pool) -> Registration:
    """How registration stands.  Three queries for what is sold, none of them where play has not begun."""
    sold = shop(open, everyone, face, pool.after_costs) if everyone.started else None
    return registration_by(everyone, face, pool, sold)


def registration_by(everyone: Field, face: ClockFace, pool: Pool, sold: Shop | None) -> Registration:
    """The same where it is known what is sold (None: nothing but the buy-in); no query."""
    if not everyone.started:
        return Registration(ends=False, closed=False, owed=pool.owed)
    marked = [one for one in (entry_closes(face), rebuys_close(face)) if one is not None]
    offers = sold.offers if sold is not None else ()
    over = [_over(sold, one.key) for one in offers if sold and one.kind in ("rebuy", "re_entry")]
    add_ons = sold is not None and sold.common.in_break and any(one.kind == "add_on" for one in offers)
    ends = bool(marked) or any(over)
    closed = ends and all(one.over for one in marked) and all(over) and not add_ons
    return Registration(ends, closed, pool.owed)


def _over(sold: Shop, key: str) -> bool:
    """Whether nobody can buy that any more, whoever asks."""
    facts = sold.facts(0)
    for choice in purchases.offers_for(sold.offers, facts):
        if choice.offer.key == key:
            return any(reason.code in OVER for reason in choice.reasons)
    return True


@once
def lock_at_close(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Lock the prizes because registration closed, as the plan asks; nobody did it.

    RuleError: ``not_started``, ``finished_already``, ``prizes_locked``, ``registration_open`` (also while the
    prize pool is owed something), and those of ``payouts.check_lock``: then the director decides.
    """
    with record(open.stream, "prizes_locked", **act) as change:
        open.refresh_from_db()
        check_running(open)
        if open.prizes_locked_at is not None:
            raise RuleError("prizes_locked")
        everyone = field(open)
        pool = cash.pool(open, everyone)
        found = registration(open, everyone, clock_face(open, change.now, everyone), pool)
        if not found.closed or found.owed:
            raise RuleError("registration_open")
        cash_steps.lock_prizes(change, open=open, pool=pool, overruled=())
        change.note(at_close=True, overruled=[])
    return change.entry
