"""Who is dealt a dead hand, as the desk shows it: absent or sitting out a penalty, and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.floor.absence import blinded_off
from tdapp.floor.queries import SeatView, TableView
from tdapp.hands.queries import sat_out
from tdapp.opens.models import Open, Ruling
from tdapp.rules.absence import BlindedOff
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level


@dataclass(frozen=True)
class Away:
    """A seat dealt a dead hand: ``since`` when he is absent, ``off`` when he is blinded off where that is
    known; of a penalty how many ``hands`` it has and how many were ``entered``, ``ruling`` its id."""

    kind: Literal["absent", "penalty"]
    since: datetime | None = None
    off: BlindedOff | None = None
    hands: int = 0
    entered: int = 0
    ruling: int = 0

    @property
    def left(self) -> str:
        """How long that goes on, in words: "out in 12 hands", "of 16 hands, 5 entered"; else ""."""
        if self.kind == "penalty":
            words = {"hands": self.hands, "entered": self.entered}
            return (
                ngettext(
                    "of %(hands)s hand, %(entered)s entered",
                    "of %(hands)s hands, %(entered)s entered",
                    self.hands,
                )
                % words
            )
        if self.off is None:
            return ""
        if self.off.hand == 1:
            return _("out before this hand") if self.off.before else _("out with this hand")
        hands = self.off.hand - self.off.before
        return ngettext("blinded off in %(hands)s hand", "blinded off in %(hands)s hands", hands) % {
            "hands": hands
        }

    @property
    def short(self) -> str:
        """The same beside a name: "12 hands", "5 of 16"."""
        if self.kind == "penalty":
            return _("%(entered)s of %(hands)s") % {"hands": self.hands, "entered": self.entered}
        if self.off is None:
            return ""
        return ngettext("%(hands)s hand", "%(hands)s hands", self.off.hand) % {"hands": self.off.hand}

    @property
    def bet(self) -> str:
        """What takes his last chip, in words; "" where that is not known."""
        if self.off is None:
            return ""
        orbit = {"orbit": self.off.orbit}
        if not self.off.orbit:
            return ""
        if self.off.bet == "big_blind":
            return _("with the big blind of orbit %(orbit)s") % orbit
        if self.off.bet == "small_blind":
            return _("after the small blind of orbit %(orbit)s") % orbit
        return _("with the ante, in orbit %(orbit)s") % orbit


def away_at(
    open: Open, tables: Iterable[TableView], levels: Mapping[int, Level | None], house: HouseRules
) -> dict[int, Away]:
    """Entry → why he is dealt a dead hand; ``levels`` by the table's id.

    One query more for penalties, none where nobody is away.
    """
    there = [(table, seat) for table in tables for seat in table.seats if seat.entrant and seat.dead]
    penalties = _penalties(open) if any(seat.penalised for _table, seat in there) else {}
    found = {}
    for table, seat in there:
        if seat.entrant is not None:
            found[seat.entrant.id] = _away(table, seat, levels.get(table.id), house, penalties)
    return found


def _away(
    table: TableView,
    seat: SeatView,
    level: Level | None,
    house: HouseRules,
    penalties: Mapping[int, Away],
) -> Away:
    """Who is absent is so first: his penalty goes on meanwhile, in the same hands."""
    known = penalties.get(seat.entrant.id) if seat.entrant is not None else None
    if seat.absent or known is None:
        return Away("absent", seat.absent_since, blinded_off(table, seat, level, house))
    return known


def _penalties(open: Open) -> dict[int, Away]:
    """Entry → his penalty that still runs; of several the first."""
    counted = sat_out(open)
    rows = Ruling.objects.filter(open=open, kind="penalty", figures__over__isnull=True).order_by("-order")
    return {
        row.entry_id: Away(
            "penalty", hands=row.figures.get("hands", 0), entered=counted.get(row.pk, 0), ruling=row.pk
        )
        for row in rows
        if row.entry_id is not None
    }
