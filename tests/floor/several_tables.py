"""Nights at several tables, for the tests of balancing and breaking: who sits where, who goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tdapp.floor import balancing, door, rearranging
from tdapp.floor import services as floor
from tdapp.floor.balancing import Proposal
from tdapp.floor.models import Seat
from tdapp.floor.rearranging import Going
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Table
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS, HouseRules
from tests.builders import Night, make_night, timed_terms


def night_of(players: int, house: HouseRules = PRESETS["tda"], **more: object) -> Night:
    """A night under way with so many players P01, P02…"""
    night = make_night(replace(timed_terms(), house=house), **more)
    names = [f"P{n:02}" for n in range(1, players + 1)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    night.start()
    return night


def table(night: Night, number: int) -> Table:
    return Table.objects.get(round__open=night.open, number=number)


def sitting(night: Night) -> dict[int, dict[int, str]]:
    """Table number → seat → name, of the tables where somebody sits."""
    found: dict[int, dict[int, str]] = {}
    seats = Seat.objects.filter(entry__open=night.open, ended_at=None)
    for seat in seats.select_related("table", "entry__player").order_by("table__number", "number"):
        found.setdefault(seat.table.number, {})[seat.number] = seat.entry.player.nickname
    return found


def counts(night: Night) -> dict[int, int]:
    return {number: len(seats) for number, seats in sitting(night).items()}


def out_from(night: Night, number: int, seats: Iterable[int]) -> None:
    """Put out whoever sits in these seats of a table."""
    names = sitting(night)[number]
    for seat in seats:
        night.out(names[seat])


def button(night: Night, number: int, seat: int) -> None:
    floor.set_button(table=table(night, number), seat=seat, **night.act)


def proposed(night: Night, **more: object) -> Proposal:
    night.open.refresh_from_db()
    return balancing.proposal(night.open, night.field(), now=night.now, seed="6f1a", **more)


def goings(found: Proposal) -> list[Going]:
    """The moves as the page would send them."""
    return [
        Going(
            step.entrant.id,
            (step.before.id, step.move.from_seat or 0),
            (step.after.id, step.move.to_seat or 0),
        )
        for step in found.steps
    ]


def balance(night: Night, moves: list[Going], **more: object) -> JournalEntry:
    return rearranging.balance_tables(open=night.open, moves=moves, seed="6f1a", **more, **night.act)


def refused(code: str, act: Callable[..., object], **params: object) -> None:
    with pytest.raises(RuleError) as caught:
        act()
    assert caught.value.code == code
    assert params.items() <= caught.value.params.items()


def uneven_night() -> Night:
    """Nine, nine and seven players ten minutes after the start: seats 4 and 8 of table 3 are free."""
    night = night_of(27)
    night.wait(minutes=10)
    out_from(night, 3, (4, 8))
    return night
