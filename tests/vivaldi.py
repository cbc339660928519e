"""A Vivaldi night of sixteen on the way: four tables by lot, then tables of four (RULES 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tdapp.floor import rounds
from tdapp.floor.models import Seat
from tdapp.opens.models import Open, Table
from tdapp.rules import round_presets
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tests.builders import Night, make_night, timed_terms

SIXTEEN = (
    "Rosa", "Iván", "Marta", "Beltrán", "Olga", "Hugo", "Lía", "Pau",
    "Nora", "Teo", "Eva", "Gil", "Sara", "Jon", "Ada", "Blas",
)  # fmt: skip


def vivaldi_night(
    players: Sequence[str] = SIXTEEN, name: str = "Torneo Vivaldi", beside: Night | None = None
) -> Night:
    """The night with its players signed up; nothing is drawn yet."""
    terms = replace(
        timed_terms(name),
        house=PRESETS["vivaldi"],
        levels=(Level(0, 0, 100),),
        smallest_chip=100,
        rounds=round_presets.vivaldi(len(players)),
        prizes=PrizePlan("percent", ("60", "20", "15", "5")),
    )
    night = make_night(terms, tour=beside.tour, director=beside.director) if beside else make_night(terms)
    night.now = beside.now if beside else night.now
    night.sign_up(*players)
    return night


def table_called(open: Open, label: str, round: int = 1) -> Table:
    """The table of that name or number that stands."""
    found = [
        one
        for one in Table.objects.filter(round__open=open, round__number=round, annulled_at=None)
        if one.label == label
    ]
    return found[-1]


def sitting(table: Table) -> list[str]:
    """Who sits there, by seat."""
    seats = Seat.objects.filter(table=table, ended_at=None).order_by("number")
    return [str(seat.entry.player) for seat in seats.select_related("entry__player")]


def play_out(night: Night, table: Table, best: int = 3000) -> list[str]:
    """Two go out, the other two are counted; returns the table from the first to the last."""
    there = sitting(table)
    night.out(*reversed(there[2:]))
    total = 5000 * len(there)
    counts = {there[0]: total - best, there[1]: best}
    finish(night, table, counts)
    return there


def finish(night: Night, table: Table, counts: dict[str, int]) -> None:
    """The chips of those who are left are counted."""
    rounds.finish_table(
        table=table, counts={night.entries[name]: chips for name, chips in counts.items()}, **night.act
    )


def second_round(night: Night) -> dict[str, list[str]]:
    """Play the first round and begin the second: who sat at each table of the first, best first."""
    night.start()
    night.wait(minutes=40)
    places = {
        label: play_out(night, table_called(night.open, label), best)
        for label, best in (("A", 8800), ("B", 7500), ("C", 6900), ("D", 6800))
    }
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    return places
