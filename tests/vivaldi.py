"""A Vivaldi night of sixteen on the way: four tables by lot, then tables of four (RULES 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tdapp.clock.queries import clock_face
from tdapp.floor import rounds
from tdapp.floor.models import Seat
from tdapp.floor.round_queries import RoundTable, RoundView, rounds_of
from tdapp.floor.set_up import Terms
from tdapp.journal.models import JournalEntry
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


def vivaldi_terms(players: int = 16, name: str = "Torneo Vivaldi") -> Terms:
    """The terms for so many players (RULES 1.3)."""
    return replace(
        timed_terms(name),
        house=PRESETS["vivaldi"],
        levels=(Level(0, 0, 100),),
        smallest_chip=100,
        rounds=round_presets.vivaldi(players),
        prizes=PrizePlan("percent", ("60", "20", "15", "5")),
    )


def vivaldi_night(
    players: Sequence[str] = SIXTEEN, name: str = "Torneo Vivaldi", beside: Night | None = None
) -> Night:
    """The night with its players signed up; nothing is drawn yet."""
    terms = vivaldi_terms(len(players), name)
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


# -- what pages show, by name ---------------------------------------------------------------------------


def views(night: Night) -> tuple[RoundView, ...]:
    """The rounds now."""
    night.open.refresh_from_db()
    everyone = night.field()
    return rounds_of(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)


def seen(night: Night, label: str, round: int = 1) -> RoundTable:
    """One table as pages show it."""
    found = [t for view in views(night) if view.number == round for t in view.tables if t.label == label]
    return found[-1]


def standing(table: RoundTable) -> dict[str, tuple[int | None, str]]:
    """Place at the table and state of each."""
    return {row.entrant.name: (row.place, row.state) for row in table.rows}


def end(
    night: Night,
    label: str,
    round: int = 1,
    open_hand: Sequence[str] = (),
    overruled: Sequence[str] = (),
    **chips: int,
) -> JournalEntry:
    """The chips of those left at a table are counted."""
    return rounds.finish_table(
        table=table_called(night.open, label, round),
        counts={night.entries[name]: count for name, count in chips.items()},
        open_hand=[night.entries[name] for name in open_hand],
        overruled=overruled,
        **night.act,
    )


def begin(night: Night, seed: str = "a seed", **more: Any) -> JournalEntry:
    """The next round begins."""
    return rounds.begin_round(open=night.open, seed=seed, **more, **night.act)


def places(night: Night) -> dict[str, int]:
    """The place of everybody who has one."""
    everyone = night.field()
    return {everyone.by_id[key].name: place.first for key, place in everyone.places.items()}
