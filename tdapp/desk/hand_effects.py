"""What is otherwise once an earlier hand is corrected or voided: all that hangs on it, before it is applied.

Stacks, places and prizes, who put whom out, bounties, blinds that follow the outs, the stacks with which
later hands began, and what stands in the way (DESIGN 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from tdapp.cash import queries as cash
from tdapp.clock.queries import clock_face
from tdapp.floor.bounties import shared
from tdapp.floor.corrections import old_place
from tdapp.floor.heads import Heads, heads_of, setting_of
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.queries import hands_of
from tdapp.hands.reckoning import Reckoning, Sheet, contributions
from tdapp.hands.story import chips_before
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Field, OutFact
from tdapp.rules import bounties
from tdapp.rules.errors import RuleError
from tdapp.web import figures, messages

MOST_LATER = 12
"""So many stacks of later hands are told one by one."""


@dataclass(frozen=True)
class Effect:
    """What a correction changes for one player, or of one thing, as words."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Corrected:
    """A hand and what it would be: ``done`` as reckoned anew from ``sheet``; both None where it is voided.

    ``field`` is everybody as they are now, ``then`` as they would be.
    """

    open: Open
    hand: Hand
    field: Field
    then: Field
    sheet: Sheet | None = None
    done: Reckoning | None = None


def effects(change: Corrected, now: datetime) -> tuple[Effect, ...]:
    """All that changes, the players in order of sign-up first."""
    found = [
        *_players(change, now),
        *_seats(change),
        *_bounties(change),
        *_blinds(change, now),
        *_later(change),
    ]
    return tuple(one for one in found if one.before != one.after)


def prizes_of(open: Open, then: Field) -> dict[int, int]:
    """Entry → prize (minor units) of everybody who has a place, if the prizes stay as they are."""
    if not then.places or cash.below_the_money(open, then):
        return {}
    return cash.won(then, cash.prizes(open, cash.pool(open, then)))


def _players(change: Corrected, now: datetime) -> Iterator[Effect]:
    had, has = prizes_of(change.open, change.field), prizes_of(change.open, change.then)
    for entrant in change.field.playing:
        before = _standing(change.open, change.field, entrant.id, now, had)
        after = _standing(change.open, change.then, entrant.id, now, has)
        yield Effect(entrant.name, before, after)
    was, will = _knockers(change.field), _knockers(change.then)
    for entry in was.keys() & will.keys():
        name = change.field.by_id[entry].name
        yield Effect(_("Who put %(name)s out") % {"name": name}, was[entry], will[entry])


def _seats(change: Corrected) -> Iterator[Effect]:
    """Where those sit down again who are in after all: at the old seat, or by lot where it is taken."""
    order = change.hand.order
    back = {out.entry for out in change.field.outs if out.hand == order} - change.then.out_ids
    for entry in Entry.objects.filter(pk__in=back).order_by("order"):
        old = old_place(entry)
        where = _("a seat by lot")
        if old is not None:
            where = _("table %(table)s, seat %(seat)s") % {"table": old.table.label, "seat": old.number}
        yield Effect(_("Seat of %(name)s") % {"name": change.field.by_id[entry.pk].name}, "—", where)


def _knockers(everyone: Field) -> dict[int, str]:
    """Entry → who put it out; a dash where nobody said, or several did."""
    return {out.entry: everyone.by_id[out.by].name if out.by is not None else "—" for out in everyone.outs}


def _standing(open: Open, everyone: Field, entry: int, now: datetime, prizes: Mapping[int, int]) -> str:
    """ "out, 5th, 12 €" or the stack."""
    place = everyone.places.get(entry)
    if place is None:
        stack = everyone.stacks[entry]
        return figures.chips(open, stack.chips) if stack.sure(now) else _("still in")
    words = [figures.place(place)]
    words = [_("out"), *words] if entry in everyone.out_ids else words
    prize = prizes.get(entry, 0)
    return ", ".join([*words, figures.money_of(open, prize)] if prize else words)


def _bounties(change: Corrected) -> Iterator[Effect]:
    """What each one has taken for heads, and what lies on his own (RULES 4.6); nothing of what is secret."""
    setting = setting_of(change.open)
    if setting is None or setting.terms.kind == "mystery":
        return
    try:
        before, after = heads_of(change.open, change.field), _heads_then(change)
    except RuleError:
        return  # what is in the way of it is said when it is saved
    if before is None or after is None or not before.shown:
        return
    for entrant in change.field.playing:
        had, has = before.taken.get(entrant.id, 0), after.taken.get(entrant.id, 0)
        name = _("Bounties of %(name)s") % {"name": entrant.name}
        yield Effect(name, figures.money_of(change.open, had), figures.money_of(change.open, has))
        if (
            setting.terms.kind == "progressive"
            and entrant.id in before.in_play
            and entrant.id in after.in_play
        ):
            lay, lies = before.in_play[entrant.id], after.in_play[entrant.id]
            name = _("Head of %(name)s") % {"name": entrant.name}
            yield Effect(name, figures.money_of(change.open, lay), figures.money_of(change.open, lies))


def _heads_then(change: Corrected) -> Heads | None:
    """The heads as they would fall; an out of the hand that stands keeps its id, a new one gets its own."""
    order = change.hand.order
    known = {out.entry: out.id for out in change.field.busts if out.hand == order}

    def as_stored(outs: Iterable[OutFact]) -> tuple[OutFact, ...]:
        return tuple(
            replace(out, id=known.get(out.entry, -out.entry)) if out.hand == order else out for out in outs
        )

    then = replace(
        change.then, outs=as_stored(change.then.outs), bought_back=as_stored(change.then.bought_back)
    )
    said = {
        out.id: shared(_takers(change, out)) for out in then.busts if out.hand == order and out.by is None
    }
    return heads_of(change.open, then, said)


def _takers(change: Corrected, out: OutFact) -> list[int]:
    """Who shares the pot with his last chips, in odd-chip order, by entry."""
    done, sheet = change.done, change.sheet
    if done is None or sheet is None or done.settlement is None:
        return []
    seats = {line.entry: line.seat for line in done.lines}
    entries = {line.seat: line.entry for line in done.lines}
    still = {line.seat for line in done.lines if not line.out}
    given = contributions(sheet, house_of(change.open))
    return [entries[seat] for seat in bounties.takers(done.settlement, given, seats[out.entry], still)]


def _blinds(change: Corrected, now: datetime) -> Iterator[Effect]:
    """The blinds of the next hand where they follow the outs (SPT-38)."""
    if len(change.field.busts) == len(change.then.busts):
        return
    before = clock_face(change.open, now, change.field)
    after = clock_face(change.open, now, change.then)
    if not before.by_outs or before.position is None or after.position is None:
        return
    was, will = before.position.level, after.position.level
    pairs = [figures.blinds(change.open, level.sb, level.bb) for level in (was, will)]
    yield Effect(_("Blinds"), *pairs)


def _later(change: Corrected) -> Iterator[Effect]:
    """The known stacks with which later hands of the round began."""
    now, then = change.field.ledgers, change.then.ledgers
    moved = [entry for entry in now if now[entry] != then.get(entry)]
    parts = HandSeat.objects.filter(
        entry__in=moved, hand__order__gt=change.hand.order, hand__voided=False, stack_before__isnull=False
    ).order_by("hand__order", "seat")
    rows = list(parts.values_list("hand", "hand__order", "entry"))
    numbers = {one.id: one.number for one in hands_of(change.hand.table.round)} if rows else {}
    told = [
        Effect(
            _("%(name)s before hand %(number)s")
            % {"name": change.field.by_id[entry].name, "number": numbers.get(hand, "")},
            figures.chips(change.open, before),
            figures.chips(change.open, after),
        )
        for hand, order, entry in rows
        if (before := chips_before(now[entry], order)) != (after := chips_before(then[entry], order))
    ]
    yield from told[:MOST_LATER]
    if len(told) > MOST_LATER:
        yield Effect(_("More stacks of later hands"), "", str(len(told) - MOST_LATER))


def in_the_way(change: Corrected) -> tuple[str, ...]:
    """Why it could not be saved as it stands: what happened since to those who would be in, or out."""
    order = change.hand.order
    gone = {out.entry for out in change.then.busts if out.hand == order}
    found = [
        RuleError("out_by_ruling", entry=out.entry)
        if out.disqualified
        else RuleError("out_bought_back", entry=out.entry)
        for out in (*change.field.outs, *change.field.bought_back)
        if out.hand == order
        and out.entry not in gone
        and (out.disqualified or out in change.field.bought_back)
    ]
    fresh = gone - {out.entry for out in change.field.busts if out.hand == order}
    later = HandSeat.objects.filter(entry__in=fresh, hand__order__gt=order, hand__voided=False, folded=False)
    for entry, hand in later.order_by("hand__order").values_list("entry", "hand")[:1]:
        found.append(RuleError("played_later", entry=entry, hand=hand))
    return tuple(messages.refusal(error, change.open).text for error in found)
