"""Draw poker hands of a Vivaldi table told by name, for the tests: who put in what with which cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.floor.queries import seat_map
from tdapp.floor.table_faces import clock_at
from tdapp.hands import services
from tdapp.hands.ante_penalty import paid_by_dealer
from tdapp.hands.models import Hand
from tdapp.hands.queries import fresh_sheet
from tdapp.hands.reckoning import Part, Sheet
from tdapp.journal.models import JournalEntry
from tdapp.opens.house import house_of
from tdapp.opens.models import Table
from tdapp.rules.cards import cards
from tdapp.rules.levels import Level
from tests.builders import Night
from tests.vivaldi import vivaldi_night

FOUR = ("Rosa", "Iván", "Marta", "Beltrán")

HANDS = ("AdAh9s5h2c", "KdKh9h5c2d", "QdQh9d5d2s", "JdJh8d6d3s")
"""Four hands of one deal, from the best to the worst."""


@dataclass(frozen=True)
class Put:
    """What one player did: "fold", "in" or "all", with so many chips in the pot (who paid them or not)."""

    how: str
    chips: int
    cards: str = ""
    called: str = ""
    forfeit: bool = False


def table_of_four(*names: str, now: datetime | None = None) -> Night:
    """A running final of Vivaldi, begun ``now``: seats from 1 on as named, the last deals."""
    night = vivaldi_night(names or FOUR)
    night.now = now or night.now
    night.start()
    sit(night, *(names or FOUR))
    return night


def sit(night: Night, *names: str) -> None:
    """Seat the players in this order, the last one with the button; behind the journal's back."""
    table = the_table(night)
    Seat.everything.filter(entry__open=night.open).delete()
    for number, name in enumerate(names, start=1):
        Seat.objects.create(table=table, number=number, entry=night.entries[name], from_at=night.now)
    Table.objects.filter(pk=table.pk).update(button=len(names), small_blind=None, big_blind=None)
    floor.set_button(table=the_table(night), seat=len(names), **night.act)


def the_table(night: Night) -> Table:
    return Table.objects.get(round__open=night.open)


def counted(night: Night, **chips: int) -> None:
    """The chips of those named are counted."""
    counts = {night.entries[name]: count for name, count in chips.items()}
    floor.count_chips(open=night.open, counts=counts, **night.act)


def fresh(night: Night, *, ante_called: bool = True) -> Sheet:
    """A new hand with the antes in; the dealer paid them all where he did not call the ante."""
    table, everyone = the_table(night), night.field()
    face = clock_at(night.open, table, everyone, clock_face(night.open, night.now, everyone))
    view = next(one for one in seat_map(night.open, everyone, face, night.now) if one.id == table.pk)
    sheet = fresh_sheet(night.open, view, face)
    assert sheet is not None
    if ante_called:
        return sheet
    house = house_of(night.open)
    paid = paid_by_dealer(
        {part.seat: part for part in sheet.parts},
        {part.seat: everyone.stacks[part.entry].chips for part in sheet.parts},
        sheet.placed(house),
        Level(sheet.sb, sheet.bb, sheet.ante),
        house,
    )
    return replace(sheet, parts=tuple(paid.values()), penalty=True)


def told(night: Night, sheet: Sheet, puts: Mapping[str, Put], winners: Sequence[Sequence[str]] = ()) -> Sheet:
    """The sheet as it went."""
    by_entry = {night.entries[name].pk: put for name, put in puts.items()}
    parts = tuple(_part(part, by_entry.get(part.entry)) for part in sheet.parts)
    seat = {part.entry: part.seat for part in parts}
    won = tuple(tuple(seat[night.entries[name].pk] for name in names) for names in winners)
    return replace(sheet, parts=parts, winners=won)


def _part(part: Part, put: Put | None) -> Part:
    if put is None:
        return part
    return replace(
        part,
        live=put.chips,
        folded=put.how == "fold",
        all_in=put.how == "all",
        forfeit=put.forfeit,
        cards=cards(put.cards),
        called=put.called,
    )


def enter(night: Night, sheet: Sheet, overruled: Sequence[str] = ()) -> JournalEntry:
    return services.enter_hand(table=the_table(night), sheet=sheet, overruled=overruled, **night.act)


def correct(night: Night, hand: Hand, sheet: Sheet, overruled: Sequence[str] = ()) -> JournalEntry:
    return services.correct_hand(hand=hand, sheet=sheet, seed=night.seed, overruled=overruled, **night.act)


def stacks(night: Night) -> dict[str, int]:
    """The present stack of everybody still in."""
    everyone = night.field()
    return {one.name: everyone.stacks[one.id].chips for one in everyone.left}
