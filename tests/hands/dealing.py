"""Hands told by the players' names, for the tests: who put in what, who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tdapp.clock.queries import clock_face, current_round
from tdapp.floor.models import Seat
from tdapp.floor.queries import TableView, seat_map
from tdapp.floor.services import set_button
from tdapp.hands import services
from tdapp.hands.models import Hand
from tdapp.hands.queries import fresh_sheet, sheet_of
from tdapp.hands.reckoning import Part, Sheet
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Table
from tests.builders import Night, make_night, spt_terms

Puts = Mapping[str, tuple[str, int]]
Winners = Sequence[Sequence[str]]


def night_with(*names: str, terms: Any = None, **of: Any) -> Night:
    """A running night with those players; ``now`` is when it begins, the rest as ``make_night`` takes it."""
    now = of.pop("now", None)
    night = make_night(terms or spt_terms(), **of)
    night.now = now or night.now
    night.sign_up(*names)
    night.start()
    return night


def seat_of(night: Night, name: str) -> int:
    """Where a player sits, or sat last."""
    return Seat.everything.filter(entry=night.entries[name], voided=False).order_by("-pk")[0].number


def sit(night: Night, *names: str) -> None:
    """Seat the players in this order from seat 1 on, the first one with the button: draws decide nothing.

    Only before anything else happened; written behind the journal's back.
    """
    table = the_table(night)
    Seat.everything.filter(entry__open=night.open).delete()
    for number, name in enumerate(names, start=1):
        Seat.objects.create(table=table, number=number, entry=night.entries[name], from_at=night.now)
    Table.objects.filter(pk=table.pk).update(button=1, small_blind=None, big_blind=None)
    set_button(table=the_table(night), seat=1, **night.act)


def the_table(night: Night) -> Table:
    """The open's first table."""
    return current_round(night.open).tables.order_by("number")[0]


def table_view(night: Night) -> TableView:
    """The first table as pages show it."""
    everyone = night.field()
    return seat_map(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)[0]


def fresh(night: Night) -> Sheet:
    """A new hand with what everybody must post."""
    face = clock_face(night.open, night.now, night.field())
    sheet = fresh_sheet(night.open, table_view(night), face)
    assert sheet is not None
    return sheet


def told(night: Night, sheet: Sheet, puts: Puts, winners: Winners) -> Sheet:
    """The sheet as it went: ``puts`` is name → ("all" | "in" | "fold", chips)."""
    by_entry = {night.entries[name].pk: what for name, what in puts.items()}

    def part(old: Part) -> Part:
        if old.entry not in by_entry:
            return old
        how, chips = by_entry[old.entry]
        return replace(old, live=chips, dead=0, folded=how == "fold", all_in=how == "all", had=None)

    seat = {part.entry: part.seat for part in sheet.parts}
    won = tuple(tuple(seat[night.entries[name].pk] for name in names) for names in winners)
    return replace(sheet, parts=tuple(part(old) for old in sheet.parts), winners=won)


def enter(
    night: Night, puts: Puts, winners: Winners = (), *, overruled: Sequence[str] = (), **act: Any
) -> JournalEntry:
    """Enter a hand of the first table."""
    sheet = told(night, fresh(night), puts, winners)
    return services.enter_hand(
        table=the_table(night), sheet=sheet, overruled=overruled, **{**night.act, **act}
    )


def hand_of(entry: JournalEntry) -> Hand:
    """The hand that an act was about."""
    return Hand.everything.get(pk=entry.params["hand"])


def correct(
    night: Night, hand: Hand, puts: Puts, winners: Winners, *, overruled: Sequence[str] = ()
) -> JournalEntry:
    """Enter a hand anew: only what is told differs."""
    sheet = told(night, sheet_of(hand), puts, winners)
    return services.correct_hand(hand=hand, sheet=sheet, seed=night.seed, overruled=overruled, **night.act)


def stacks(night: Night, *, unsure: bool = False) -> dict[str, int | None]:
    """Every player's present stack; None where it is unknown (unless ``unsure``)."""
    everyone = night.field()
    names = {entrant.id: entrant.name for entrant in everyone.entrants}
    return {
        names[entry]: stack.chips if unsure or stack.sure(night.now) else None
        for entry, stack in everyone.stacks.items()
        if entry not in everyone.out_ids
    }


def places(night: Night) -> dict[str, tuple[int, int]]:
    """The place of everybody who has one, as (first, last)."""
    everyone = night.field()
    names = {entrant.id: entrant.name for entrant in everyone.entrants}
    return {names[entry]: (place.first, place.last) for entry, place in everyone.places.items()}


def marks(night: Night) -> dict[str, str]:
    """Who has D, SB and BB."""
    return {seat.entrant.name: seat.mark for seat in table_view(night).seats if seat.entrant and seat.mark}
