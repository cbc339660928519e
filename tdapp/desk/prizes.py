"""What the page of the prizes shows: the pool as it is made, the places, the special prizes, what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tdapp.cash import prizes as cash_prizes
from tdapp.cash import queries as cash
from tdapp.cash.prizes import Prizes
from tdapp.cash.queries import Pool
from tdapp.cash.special_prizes import SpecialFact, special_prizes
from tdapp.clock.queries import clock_face
from tdapp.floor.registration import Registration, registration
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant, Field
from tdapp.rules.errors import Remark
from tdapp.rules.payout_tables import Table, read
from tdapp.rules.payouts import FOLLOWING, PrizePlan
from tdapp.web import figures, messages, prize_words, story
from tdapp.web.recall import Recall

CHANGES_SHOWN = 8
"""Acts since the prizes were locked that the page lists."""


@dataclass(frozen=True)
class Line:
    """One place: its prize, whether it is fixed, and who has won it already."""

    place: int
    amount: int
    fixed: bool
    names: tuple[str, ...]


@dataclass(frozen=True)
class Special:
    """One special prize in words, with what the page needs to give it."""

    fact: SpecialFact
    title: str
    worth: str

    @property
    def takers(self) -> tuple[Entrant, ...]:
        """Those whom the outs give it to."""
        return self.fact.proposed


@dataclass(frozen=True)
class Page:
    """Everything about an open's prizes at one moment."""

    plan: PrizePlan
    pool: Pool
    prizes: Prizes
    entries: int
    as_of: datetime | None
    lines: tuple[Line, ...]
    special: tuple[Special, ...]
    changes: tuple[tuple[datetime, str], ...]
    more_changes: int
    registration: Registration
    remarks: tuple[str, ...]

    @property
    def over(self) -> int:
        """By how much the prizes are more than the pool."""
        return -self.prizes.unassigned

    @property
    def may_fix(self) -> bool:
        """Whether single places can be fixed: where the others follow."""
        return self.plan.kind in FOLLOWING and not self.prizes.locked

    @property
    def lost_fixed(self) -> tuple[tuple[int, int], ...]:
        """Fixed places below the paid ones."""
        return tuple(pair for pair in self.plan.fixed if pair[0] > self.prizes.paid_places)

    @property
    def to_lock(self) -> bool:
        """Whether nobody can enter or buy back in any more, and the prizes still move."""
        return self.registration.closed and not self.prizes.locked


def look(open: Open, everyone: Field, now: datetime) -> Page:
    """The prizes as they are now."""
    pool = cash.pool(open, everyone)
    prizes = cash.prizes(open, pool)
    acts = cash_prizes.changes_since_lock(open)
    said = (*prizes.remarks, *pool.remarks)
    return Page(
        plan=cash.plan_of(open),
        pool=pool,
        prizes=prizes,
        entries=len(everyone.entrants),
        as_of=cash_prizes.as_of(open),
        lines=_lines(everyone, prizes),
        special=specials(open, everyone, prizes),
        changes=_told(open, acts[:CHANGES_SHOWN]),
        more_changes=max(0, len(acts) - CHANGES_SHOWN),
        registration=registration(open, everyone, clock_face(open, now, everyone), pool),
        remarks=tuple(dict.fromkeys(messages.remark(one, open) for one in said)),
    )


def _lines(everyone: Field, prizes: Prizes) -> tuple[Line, ...]:
    by_place: dict[int, list[str]] = {}
    for entrant in everyone.entrants:
        place = everyone.places.get(entrant.id)
        if place is not None and prizes.deal is None:
            by_place.setdefault(place.first, []).append(entrant.name)
    return tuple(
        Line(number, amount, number in prizes.fixed, tuple(by_place.get(number, ())))
        for number, amount in enumerate(prizes.amounts, start=1)
    )


def specials(open: Open, everyone: Field, prizes: Prizes) -> tuple[Special, ...]:
    """The special prizes in words."""
    return tuple(_special(open, one) for one in special_prizes(open, everyone, prizes))


def _special(open: Open, one: SpecialFact) -> Special:
    worth = prize_words.special_worth(open, one.text, one.amount)
    return Special(one, prize_words.special_title(one.kind, one.place), worth)


def _told(open: Open, acts: tuple[JournalEntry, ...]) -> tuple[tuple[datetime, str], ...]:
    recall = Recall(open, acts)
    return tuple((act.at, story.sentence(act, open, recall)) for act in acts)


def to_lock(open: Open, prizes: Prizes, how: Registration) -> list[Remark]:
    """``prizes_to_lock`` (owed: minor units) where they were to lock by themselves and could not."""
    if prizes.locked or open.finished_at is not None or not how.closed or not cash.plan_of(open).at_close:
        return []
    return [Remark("prizes_to_lock", {"owed": how.owed})]


def handed_too_much(open: Open, everyone: Field, prizes: Prizes) -> list[Remark]:
    """``prize_handed_too_much`` (entry, handed, amount: what is won now, over: the difference) for each prize
    handed over before places or prizes changed; who is in and has no place yet may win it still."""
    if not everyone.outs:
        return []
    undecided = {one.id for one in everyone.left} - everyone.places.keys()
    return [
        Remark(
            "prize_handed_too_much",
            {"entry": one.entry, "handed": one.handed, "amount": one.amount, "over": one.handed - one.amount},
        )
        for one in cash.winnings(open, everyone, prizes).values()
        if one.handed > one.amount and one.entry not in undecided
    ]


def after_out(open: Open, everyone: Field, prizes: Prizes, entries: tuple[int, ...]) -> str:
    """What is said behind an out: which special prize its place brings, still to be given."""
    said = []
    for one in special_prizes(open, everyone, prizes):
        names = figures.listed([taker.name for taker in one.proposed if taker.id in entries])
        if names:
            words = {"prize": prize_words.special_of(open, one), "names": names}
            said.append(_("%(prize)s, for %(names)s.") % words)
    return " ".join(said)


def tables_of(open: Open) -> Mapping[str, Table]:
    """The payout tables that this open and the others of its tour play by, by what the form sends."""
    found: dict[str, Table] = {}
    rows = Open.objects.filter(tour=open.tour_id, prize_plan__has_key="table").exclude(pk=open.pk)
    mine = [("own", open.prize_plan)] if open.prize_plan.get("table") else []
    others = [(f"open-{pk}", plan) for pk, plan in rows.order_by("-pk").values_list("pk", "prize_plan")]
    seen: list[object] = []
    for key, plan in (*mine, *others):
        if plan.get("table") not in seen:
            seen.append(plan["table"])
            found[key] = read(plan["table"])
    return found
