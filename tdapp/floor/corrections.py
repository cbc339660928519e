"""Correcting what was found late: a wrong player out, a wrong order, somebody who is still in (DESIGN 3).

A correction is a forward act, always possible; its effect is shown before it is applied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from tdapp.floor import bounties, steps
from tdapp.floor.models import Seat
from tdapp.floor.out_order import SHIFTS, OutOrder, follow_result, out_order
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Entry, Open, Out
from tdapp.opens.queries import Field, OutFact, field, grouped_outs
from tdapp.opens.steps import check_unfinished, give_chips_back, order_after, order_before
from tdapp.rules.errors import RuleError
from tdapp.rules.places import Place


@dataclass(frozen=True)
class PlaceEffect:
    """A place that a correction changes; None where there is none."""

    entry: int
    name: str
    before: Place | None
    after: Place | None


@dataclass(frozen=True)
class OutChange:
    """What of an out is corrected; None leaves it as it is.

    ``entry`` is who really went out, ``by`` who put him out (``nobody`` forgets it), ``before`` an
    out he went out just before, ``after`` one he went out just after, ``same_as`` one he tied with.
    """

    entry: Entry | None = None
    by: Entry | None = None
    nobody: bool = False
    before: Out | None = None
    after: Out | None = None
    same_as: Out | None = None

    @property
    def beside(self) -> tuple[str, Out] | None:
        """Where he is put: "before", "after" or "same", and beside which out."""
        places = (("before", self.before), ("after", self.after), ("same", self.same_as))
        return next(((where, other) for where, other in places if other is not None), None)


def effect_of_change(everyone: Field, out: Out, change: OutChange) -> tuple[PlaceEffect, ...]:
    """The places that would change, best first."""
    facts = {fact.id: fact for fact in everyone.outs}
    mine = facts.pop(out.pk)
    entry = change.entry.pk if change.entry else mine.entry
    order: float = mine.order
    if change.beside is not None and change.beside[1].pk in facts:
        order = facts[change.beside[1].pk].order + SHIFTS[change.beside[0]]
    moved = OutFact(mine.id, entry, mine.by, mine.at, order, mine.hand, mine.level, None, mine.entered)  # type: ignore[arg-type]
    return _effect(everyone, [*facts.values(), moved])


def effect_of_reinstating(everyone: Field, out: Out) -> tuple[PlaceEffect, ...]:
    """The places that would change if the player were still in."""
    return _effect(everyone, [fact for fact in everyone.outs if fact.id != out.pk])


def _effect(everyone: Field, outs: list[OutFact]) -> tuple[PlaceEffect, ...]:
    after = everyone.places_with(grouped_outs(outs))
    found = [
        PlaceEffect(e.id, e.name, everyone.places.get(e.id), after.get(e.id))
        for e in everyone.playing
        if everyone.places.get(e.id) != after.get(e.id)
    ]
    return tuple(sorted(found, key=lambda one: (one.after.first if one.after else 0, one.name)))


@once
def change_out(*, out: Out, correction: OutChange, seed: str, **act: Unpack[Act]) -> JournalEntry:
    """Correct an out: who, by whom, in which order. A player put out by mistake sits down again.

    RuleError: ``not_out``, ``out_already`` (the right player is out elsewhere: change the order
    instead), ``out_by_himself``, ``by_is_out`` (gone before), ``not_playing``, ``out_of_entered_hand``
    (correct the hand), ``out_by_ruling`` (undo the disqualification), ``finished_already``, those of
    ``bounties.follow``; in rounds those of ``OutOrder.check_beside`` and ``OutOrder.check_plays``.  The
    result of a counted table follows.
    """
    open = out.entry.open
    with record(open.stream, "out_corrected", **act) as change:
        everyone = _checked(open, out)
        order = out_order(open, everyone)
        _check_beside(order, out, correction)
        values: dict[str, Any] = {}
        if correction.entry is not None and correction.entry.pk != out.entry_id:
            _check_swap(everyone, order, out, correction.entry)
            values["entry"] = correction.entry
            stack = everyone.stacks_before(out.hand).get(correction.entry.pk)
            values["stack_before"] = stack.chips if stack is not None and stack.sure(out.at) else None
            steps.free_seat(change, entry=correction.entry)
            sit_down_again(change, entry=out.entry, out=out, seed=seed)
        if correction.by is not None or correction.nobody:
            values["by"] = correction.by
        values |= _beside(change, open, everyone, out, correction)
        who = values.get("entry", out.entry)
        if values.get("by") is not None:
            _check_by(everyone, out, values["by"], who, values.get("order", out.order))
        if "entry" in values and "by" not in values and out.by_id == who.pk:
            values["by"] = None
        before = out.entry_id
        change.update(out, **values)
        follow_result(change, order=order, entry=who.pk)
        change.note(out=out.pk, entry=who.pk, instead_of=before if before != who.pk else None)
        said = {out.pk: bounties.shared(())} if correction.nobody else {}
        bounties.follow(change, open=open, said=said)
    return change.entry


def _check_beside(order: OutOrder, out: Out, correction: OutChange) -> None:
    if correction.beside is not None:
        where, other = correction.beside
        mine = next(fact for fact in order.everyone.outs if fact.id == out.pk)
        order.check_beside(mine, (correction.entry or out.entry).pk, other.pk, where)


def _beside(change: Change, open: Open, everyone: Field, out: Out, correction: OutChange) -> dict[str, Any]:
    """Where an out stands when it is put before, after or level with another one.

    Its moment and level follow where they would contradict the order; an entered hand keeps its own.
    """
    other = correction.before or correction.after or correction.same_as
    if other is None or other.pk == out.pk:
        return {}
    facts = {fact.id: fact for fact in everyone.outs}
    if other.pk not in facts:
        raise RuleError("not_out", entry=other.entry_id)
    other.refresh_from_db()
    when = {"at": other.at, "level": other.level}
    if correction.before is not None:
        found, contradicts = order_before(change, open=open, out=other), out.at > other.at
    elif correction.after is not None:
        found, contradicts = order_after(change, open=open, out=other), out.at < other.at
    else:
        found, contradicts = other.order, True
        if not facts[other.pk].entered:
            when["hand"] = other.hand
    out.refresh_from_db()
    return {"order": found, **(when if contradicts and not facts[out.pk].entered else {})}


def _check_by(everyone: Field, out: Out, by: Entry, who: Entry, order: int) -> None:
    if by.pk == who.pk:
        raise RuleError("out_by_himself", entry=who.pk)
    if by.pk not in {entrant.id for entrant in everyone.playing}:
        raise RuleError("not_playing", entry=by.pk)
    gone = {fact.entry for fact in everyone.outs if fact.id != out.pk and fact.order <= order}
    if by.pk in gone:
        raise RuleError("by_is_out", entry=by.pk)


@once
def reinstate(*, out: Out, seed: str, **act: Unpack[Act]) -> JournalEntry:
    """Bring a player back in: the out is voided, he sits in his seat, or another if it is taken; in a room
    that is full he waits for one.

    RuleError: ``not_out``, ``out_of_entered_hand``, ``out_by_ruling``, ``finished_already``; in rounds
    those of ``OutOrder.check_plays``.
    """
    open = out.entry.open
    with record(open.stream, "player_reinstated", **act) as change:
        everyone = _checked(open, out)
        _check_not_entered(everyone, out)
        out_order(open, everyone).check_plays(out.entry_id)
        seat = sit_down_again(change, entry=out.entry, out=out, seed=seed)
        change.void(out)
        change.note(entry=out.entry_id, player=out.entry.player_id)
        change.note(table=seat.table_id if seat else None, seat=seat.number if seat else None)
        bounties.follow(change, open=open)
    return change.entry


def _checked(open: Open, out: Out) -> Field:
    open.refresh_from_db()
    check_unfinished(open)
    out.refresh_from_db()
    if out.voided or out.bought_back:
        raise RuleError("not_out", entry=out.entry_id)
    return field(open)


def _check_swap(everyone: Field, order: OutOrder, out: Out, entry: Entry) -> None:
    _check_not_entered(everyone, out)
    order.check_plays(out.entry_id)
    if entry.pk in everyone.out_ids:
        raise RuleError("out_already", entry=entry.pk)
    if entry.pk not in {e.id for e in everyone.playing}:
        raise RuleError("not_playing", entry=entry.pk)
    order.check_plays(entry.pk)


def _check_not_entered(everyone: Field, out: Out) -> None:
    if out.disqualified:
        raise RuleError("out_by_ruling", entry=out.entry_id)
    if any(fact.entered for fact in everyone.outs if fact.id == out.pk):
        raise RuleError("out_of_entered_hand", entry=out.entry_id, hand=out.hand)


def sit_down_again(change: Change, *, entry: Entry, out: Out, seed: str) -> Seat | None:
    """Seat somebody who was put out by mistake: his old seat if it is free, else one drawn by lot; None
    in a room that is full.  Chips that left play with him come back."""
    give_chips_back(change, out=out)
    old = old_place(entry)
    if old is not None:
        return steps.seat_entry(change, entry=entry, table=old.table, number=old.number, anyway=True)
    steps.draw_seats(change, open=entry.open, entries=[entry], seed=seed)
    return Seat.objects.filter(entry=entry, ended_at=None).first()


def old_place(entry: Entry, *, leaving: int | None = None) -> Seat | None:
    """The last assignment of somebody who is out, where its seat is still free; None where it is taken or
    the table is no more.

    ``leaving`` is the id of an entry that is about to stand up.
    """
    old = Seat.objects.filter(entry=entry).select_related("table").order_by("-pk").first()
    sitting = Seat.objects.filter(ended_at=None).exclude(entry=leaving)
    gone = old is not None and (old.table.closed_at or old.table.annulled_at or old.number > old.table.seats)
    if old is None or gone or sitting.filter(table=old.table_id, number=old.number).exists():
        return None
    return old
