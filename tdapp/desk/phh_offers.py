"""Tables whose players are those of a Poker Hand History file: its hand can go into their hand form.

Players fit by their names, whatever their case; where a file gives none, by their seats.  The form is filled
through its own field names and nothing is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tdapp.desk.forms.streets import write_line
from tdapp.floor.queries import SeatView, TableView
from tdapp.opens.models import Open
from tdapp.players.names import same
from tdapp.rules.phh import Phh, Player
from tdapp.rules.phh_results import Result
from tdapp.web import figures


@dataclass(frozen=True)
class Offer:
    """One table that fits; ``fields`` are (name, value) of its hand form, ``by`` is "names" or "seats"."""

    table: TableView
    by: str
    fields: tuple[tuple[str, str], ...]


def offers(open: Open, tables: Sequence[TableView], phh: Phh, result: Result | None) -> tuple[Offer, ...]:
    """Every table that the file fits; none where its chips cannot be written in the open's."""
    if phh.digits > open.chip_digits and _too_fine(open, phh):
        return ()
    found = []
    for table in tables:
        seats = [seat for seat in table.seats if seat.entrant and not seat.waits]
        for by, fit in (("names", _by_names(phh, seats)), ("seats", _by_seats(phh, seats))):
            if fit is not None:
                found.append(Offer(table, by, tuple(_fields(open, phh, result, fit))))
                break
    return tuple(found)


def _too_fine(open: Open, phh: Phh) -> bool:
    fine = 10 ** (phh.digits - open.chip_digits)
    return any(chips % fine for one in phh.players for chips in (one.live, one.dead, one.stack or 0))


def _by_names(phh: Phh, seats: Sequence[SeatView]) -> dict[int, SeatView] | None:
    """The file's seat → the table's seat of whoever is called so; None unless everybody is found."""
    found: dict[int, SeatView] = {}
    for one in phh.players:
        called = [seat for seat in seats if seat.entrant and one.name and same(seat.entrant.name, one.name)]
        if len(called) != 1 or called[0] in found.values():
            return None
        found[one.seat] = called[0]
    return found


def _by_seats(phh: Phh, seats: Sequence[SeatView]) -> dict[int, SeatView] | None:
    """The file's seats as they are; only where it names nobody and they are the table's."""
    at = {seat.number: seat for seat in seats}
    if any(one.name for one in phh.players) or set(phh.seats) != set(at):
        return None
    return at


def _fields(
    open: Open, phh: Phh, result: Result | None, fit: Mapping[int, SeatView]
) -> Iterator[tuple[str, str]]:
    def chips(units: int) -> str:
        return figures.chips_plain(open, units * 10**open.chip_digits // 10**phh.digits)

    yield "button", str(fit[phh.button].number)
    antes = {one.ante for one in phh.players}
    each = len(antes) == 1 and not phh.trimmed
    for one in phh.players:
        seat = fit[one.seat]
        here, live, dead = seat.number, one.live, one.dead
        if each:  # an ante of everybody counts as a bet here (RULES 3.1)
            live, dead = live + dead, 0
        yield f"e{here}", str(seat.entrant.id if seat.entrant else "")
        yield f"s{here}", _state(one)
        yield f"a{here}", chips(live)
        if dead:
            yield f"d{here}", chips(dead)
        if one.stack is not None:
            yield f"h{here}", chips(one.stack)
        if one.cards:
            yield f"c{here}", "".join(one.cards)
    if phh.board and "??" not in phh.board:
        yield "b", "".join(phh.board)
    yield from _winners(result, fit)
    acts = tuple(
        replace(act, seat=fit[act.seat].number, to=act.to * 10**open.chip_digits // 10**phh.digits)
        for act in phh.acts
    )
    yield "line", write_line(acts)


def _state(one: Player) -> str:
    return "fold" if one.folded else "all_in" if one.all_in else "in"


def _winners(result: Result | None, fit: Mapping[int, SeatView]) -> Iterator[tuple[str, str]]:
    for number, pot in enumerate(result.settlement.pots if result and result.settlement else ()):
        yield f"given{number}", "named"
        yield from ((f"p{number}", str(fit[seat].number)) for seat in pot.winners)
