"""Nights in the making: the people, tours and opens that tests start from."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from tdapp.accounts.models import User
from tdapp.cash import queries as cash
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.set_up import Terms, create_open
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Field
from tdapp.opens.queries import field as field_of
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.tours.models import Season, Tour
from tdapp.tours.services import found_tour

EVENING = datetime(2008, 1, 4, 21, 0, tzinfo=UTC)
BARBARISMO = ("Canadá", "Inglaterra", "Letonia", "Irán", "Lituania", "Francia", "Kosovo", "Israel")
NAVAL = ("Canadá", "Lituania", "Irán", "Kosovo", "Letonia", "Tanzania")


def spt_terms(
    name: str = "Open del Barbarismo",
    *,
    prize: int = 1000,
    house: int = 0,
    prizes: Sequence[int] = (5000, 2000, 1000),
    stack: int = 2000,
) -> Terms:
    """Somontano terms: euro chips in cents, 0.25/0.50 doubling every two outs."""
    splits = (("prize", prize), ("house", house)) if house else (("prize", prize),)
    return Terms(
        name=name,
        date=date(2008, 1, 4),
        house=PRESETS["spt"],
        starting_stack=stack,
        buy_in=splits,
        levels=(Level(25, 50),),
        prizes=PrizePlan("amounts", tuple(prizes)),
        smallest_chip=25,
        chip_digits=2,
        chips_are_money=True,
    )


def timed_terms(name: str = "Open de Otoño", minutes: int = 20, levels: int = 6) -> Terms:
    """A plain timed schedule: 25/50, 50/100, 100/200 … of so many minutes."""
    return replace(
        spt_terms(name),
        house=PRESETS["tda"],
        starting_stack=5000,
        levels=tuple(Level.of_minutes(25 * 2**i, 50 * 2**i, minutes) for i in range(levels)),
        chip_digits=0,
        chips_are_money=False,
    )


@dataclass
class Night:
    """An open with a director and a wall clock that moves when told."""

    tour: Tour
    open: Open
    director: User
    now: datetime = EVENING
    seed: str = "a seed"
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def act(self) -> dict[str, object]:
        """What every service is told: who, when, by which request."""
        return {"actor": self.director, "now": self.now, "request_id": uuid.uuid4()}

    def wait(self, **span: float) -> None:
        """Let time pass: ``wait(minutes=5)``."""
        self.now += timedelta(**span)

    def sign_up(self, *names: str, pay: bool = True) -> None:
        """Sign players up in order, each paid."""
        for name in names:
            entry = door.sign_up(open=self.open, nickname=name, pay=pay, seed=self.seed, **self.act)
            self.entries[name] = Entry.objects.get(pk=entry.params["entry"])

    def start(self) -> JournalEntry:
        """Draw, deal out stacks, start the clock."""
        return floor.start_play(open=self.open, seed=self.seed, **self.act)

    def out(self, *names: str, by: str | None = None) -> JournalEntry:
        """Put players out, the first name first."""
        groups = [[self.entries[name]] for name in names]
        knocker = self.entries[by] if by else None
        return floor.record_outs(open=self.open, groups=groups, by=knocker, in_order=True, **self.act)

    def field(self) -> Field:
        """Who is in, out and where, now."""
        return field_of(self.open)

    def pool(self) -> cash.Pool:
        """The money by fund, now."""
        return cash.pool(self.open, self.field())


def make_tour(director: User | None = None) -> tuple[Tour, User]:
    """The Somontano Poker Tour with its 2008 season and a director."""
    user = director or User.objects.create(name="Directora")
    entry = found_tour(
        name="Somontano Poker Tour", currency="EUR", time_zone="Europe/Madrid", language="es",
        season="2008", actor=user, now=EVENING,
    )  # fmt: skip
    return Tour.objects.get(pk=entry.params["tour"]), user


def make_night(
    terms: Terms | None = None, *, tour: Tour | None = None, director: User | None = None
) -> Night:
    """An open just set up, nobody signed up yet."""
    if tour is None or director is None:
        tour, director = make_tour(director)
    season = Season.objects.get(tour=tour)
    entry = create_open(
        tour=tour, terms=replace(terms or spt_terms(), season=season.pk), actor=director, now=EVENING
    )
    return Night(tour, Open.objects.get(pk=entry.params["open"]), director)
