"""What can be corrected about an out or a payment, and what each choice would change (DESIGN 3).

A choice is a word such as "7:entry:12": out 7 was really entry 12.  The forms accept only words
that are on offer here, so nothing else ever reaches a service.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from tdapp.cash import queries as cash
from tdapp.clock.queries import clock_face
from tdapp.floor import corrections
from tdapp.floor.corrections import OutChange
from tdapp.floor.out_order import OutOrder
from tdapp.floor.room import sat_with
from tdapp.hands.models import HandSeat
from tdapp.opens.models import Entry, Open, Out
from tdapp.opens.queries import Entrant, Field, OutFact
from tdapp.rules.errors import RuleError
from tdapp.rules.places import Place
from tdapp.web import figures


@dataclass(frozen=True)
class Choice:
    """One thing that may be changed, as a chip of the dialog."""

    word: str
    label: str


@dataclass(frozen=True)
class Group:
    """Choices under one question."""

    question: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class OutOffer:
    """All that may be changed about one out; ``hand`` is the id of the entered hand that put him out,
    ``fixed`` why he cannot come back in and nobody be out for him (None: he can)."""

    out: OutFact
    entrant: Entrant
    place: Place | None
    groups: tuple[Group, ...]
    hand: int | None
    fixed: RuleError | None


@dataclass(frozen=True)
class Line:
    """One thing that a change alters: what it is, before and after as they are read."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Wanted:
    """A chosen correction of an out: the row, and what of it changes; ``back`` brings the player back."""

    out: Out
    change: OutChange
    back: bool


def offer(everyone: Field, order: OutOrder, fact: OutFact) -> OutOffer:
    """What may be changed about an out."""
    fixed = None if fact.entered else order.refusal(fact.entry)
    stays = fact.entered or fixed is not None
    parts = HandSeat.objects.filter(out=fact.id).values_list("hand", flat=True)
    hand = parts.first() if fact.entered else None
    # The likeliest first: among many players the later ones are far down.
    questions = (
        ("", () if stays else (Choice(f"{fact.id}:in", _("Is still in")),)),
        (_("It was really"), () if stays else _really(everyone, order, fact)),
        (_("In another order"), _order(everyone, order, fact)),
        (_("Knocked out by"), _by(everyone, fact)),
    )
    groups = tuple(Group(question, choices) for question, choices in questions if choices)
    entrant = everyone.by_id[fact.entry]
    return OutOffer(fact, entrant, everyone.places.get(fact.entry), groups, hand, fixed)


def _really(everyone: Field, order: OutOrder, fact: OutFact) -> tuple[Choice, ...]:
    able = [one for one in everyone.left if order.refusal(one.id) is None]
    return tuple(Choice(f"{fact.id}:entry:{one.id}", one.name) for one in able)


def _by(everyone: Field, fact: OutFact) -> tuple[Choice, ...]:
    """Those who were in the hand's reach: whoever was not out before it, those of his table first."""
    earlier = {out.entry for out in everyone.outs if out.order < fact.order}
    able = [one for one in everyone.playing if one.id != fact.entry and one.id not in earlier]
    beside = sat_with(fact.entry, fact.at)
    able.sort(key=lambda one: one.id not in beside)
    found = [Choice(f"{fact.id}:by:{one.id}", one.name) for one in able if one.id != fact.by]
    if fact.by is not None:
        found.append(Choice(f"{fact.id}:nobody", _("not said")))
    return tuple(found)


def _order(everyone: Field, order: OutOrder, fact: OutFact) -> tuple[Choice, ...]:
    """Earlier than any before him, later than any after him, or equal with a neighbour, as far as that may
    be (``OutOrder``)."""
    words = {
        "before": _("earlier than %(name)s"),
        "after": _("later than %(name)s"),
        "same": _("equal with %(name)s"),
    }
    before = [out for out in everyone.outs if out.order < fact.order]
    after = [out for out in everyone.outs if out.order > fact.order]
    tied = [out for out in everyone.outs if out.order == fact.order and out.id != fact.id]
    following = [out for out in after if out.order == after[0].order]
    near = [out for out in before if out.order == before[-1].order] + following
    places = [("before", out) for out in (*reversed(before), *tied)]
    places += [("after", out) for out in (*tied, *after)]
    places += [("same", out) for out in near]
    return tuple(
        Choice(f"{fact.id}:{where}:{out.id}", words[where] % {"name": everyone.by_id[out.entry].name})
        for where, out in places
        if order.may_stand(fact, out.id, where)
    )


def wanted(open: Open, word: str) -> Wanted:
    """The rows behind a choice that was on offer."""
    number, what, *other = word.split(":")
    outs = Out.objects.filter(entry__open=open).select_related("entry__open", "entry__player")
    out = outs.get(pk=number)
    if what == "in":
        return Wanted(out, OutChange(), back=True)
    if what == "nobody":
        return Wanted(out, OutChange(nobody=True), back=False)
    if what in ("before", "after", "same"):
        related = outs.get(pk=other[0])
        changes = {
            "before": OutChange(before=related),
            "after": OutChange(after=related),
            "same": OutChange(same_as=related),
        }
        return Wanted(out, changes[what], back=False)
    entry = Entry.objects.select_related("open").get(open=open, pk=other[0])
    return Wanted(out, OutChange(entry=entry) if what == "entry" else OutChange(by=entry), back=False)


def effect_on_places(open: Open, everyone: Field, chosen: Wanted, now: datetime) -> tuple[Line, ...]:
    """Who would finish where and win what, which blinds, which seat: only what changes."""
    if chosen.back:
        effects = corrections.effect_of_reinstating(everyone, chosen.out)
    else:
        effects = corrections.effect_of_change(everyone, chosen.out, chosen.change)
    after = {**everyone.places, **{one.entry: one.after for one in effects}}
    won_before = _prizes(open, everyone, everyone.places)
    won_after = _prizes(open, everyone, {key: place for key, place in after.items() if place})
    lines = [
        Line(
            one.name,
            _standing(open, one.before, won_before.get(one.entry, 0)),
            _standing(open, one.after, won_after.get(one.entry, 0)),
        )
        for one in effects
    ]
    return (*lines, *_by_line(everyone, chosen), *_blinds(open, everyone, chosen, now), *_seat(chosen))


def _standing(open: Open, place: Place | None, prize: int) -> str:
    if place is None:
        return _("still in")
    return figures.place(place) + (f", {figures.money_of(open, prize)}" if prize else "")


def _prizes(open: Open, everyone: Field, places: Mapping[int, Place]) -> Mapping[int, int]:
    return cash.won(everyone, cash.prizes(open, cash.pool(open, everyone)), places)


def _by_line(everyone: Field, chosen: Wanted) -> tuple[Line, ...]:
    if chosen.change.by is None and not chosen.change.nobody:
        return ()
    nobody = _("not said")
    before = everyone.by_id[chosen.out.by_id].name if chosen.out.by_id else nobody
    after = everyone.by_id[chosen.change.by.pk].name if chosen.change.by else nobody
    return (Line(_("Knocked out by"), before, after),)


def _blinds(open: Open, everyone: Field, chosen: Wanted, now: datetime) -> tuple[Line, ...]:
    """Where the blinds follow the outs a player who comes back may take them back (SPT-38)."""
    fewer = replace(everyone, outs=tuple(out for out in everyone.outs if out.id != chosen.out.pk))
    faces = [clock_face(open, now, one) for one in (everyone, fewer)]
    before, after = (face.position.level if face.position else None for face in faces)
    if not chosen.back or before is None or after is None or before == after:
        return ()
    texts = (figures.blinds(open, level.sb, level.bb) for level in (before, after))
    return (Line(_("Blinds"), *texts),)


def _seat(chosen: Wanted) -> tuple[Line, ...]:
    """Where somebody who was put out by mistake sits down again."""
    mistaken = chosen.back or chosen.change.entry is not None
    if not mistaken:
        return ()
    name = str(chosen.out.entry.player)
    leaving = chosen.change.entry.pk if chosen.change.entry else None
    old = corrections.old_place(chosen.out.entry, leaving=leaving)
    if old is None:
        return (Line(_("Seat of %(name)s") % {"name": name}, "", _("drawn by lot, the old one is taken")),)
    return (Line(_("Seat of %(name)s") % {"name": name}, "", str(old.number)),)
