"""The demo tour: the two real Somontano opens played to the end, and one open ready to play.

Who played, in which order they left, the prizes and the dates are those of RULES 1.1 (SPT-E1, SPT-E2);
hours, chip counts and the entered hands are made up and add up.  Money and chips are in cents, moments
in minutes since the cards went out.  Every act carries a request id made from its place in the script,
so that a script that was interrupted goes on where it stopped and one that ended changes nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tdapp.accounts.models import User
from tdapp.accounts.steps import account_called
from tdapp.cash import services as cash
from tdapp.clock.queries import clock_face, current_round
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.queries import seat_map, tables_of
from tdapp.floor.set_up import Terms, create_open
from tdapp.hands.queries import fresh_sheet
from tdapp.hands.reckoning import Part, Sheet
from tdapp.hands.services import enter_hand
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import field as field_of
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.seasons.queries import results
from tdapp.seasons.services import post_results
from tdapp.tours.models import Season, Tour
from tdapp.tours.services import found_tour

TOUR = "Somontano Poker Tour"
DIRECTOR = "Demo"
NAMES = uuid.UUID("7f7c6a1e-5d0b-4f4e-9c1c-3b7f4a5f2008")
LAST = "autumn: signed up 8"
BUY_IN, ORGANISER = 1000, 200


@dataclass(frozen=True)
class Count:
    """Every stack counted."""

    minute: int
    stacks: Mapping[str, int]


@dataclass(frozen=True)
class Gone:
    """Somebody out by a tap: the hand was not entered."""

    minute: int
    name: str
    by: str


@dataclass(frozen=True)
class Settled:
    """An entered hand: who put how much in, who was all-in, and who won each pot, main pot first."""

    minute: int
    put_in: Mapping[str, int]
    all_in: tuple[str, ...]
    winners: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Script:
    """One real open: its terms, its players in order of sign-up, what happened, and when it ended."""

    key: str
    name: str
    begins: datetime
    meeting: int
    buy_in: int
    stack: int
    prizes: tuple[int, ...]
    players: tuple[str, ...]
    moments: tuple[Count | Gone | Settled, ...]
    ends: int


BARBARISMO = Script(
    key="barbarismo",
    name="Open del Barbarismo",
    begins=datetime(2008, 1, 4, 20, 30, tzinfo=UTC),
    meeting=1,
    buy_in=1000,
    stack=2000,
    prizes=(5000, 2000, 1000),
    players=("Israel", "Canadá", "Lituania", "Kosovo", "Letonia", "Inglaterra", "Francia", "Irán"),
    moments=(
        Count(30, {"Canadá": 2100, "Inglaterra": 2200, "Letonia": 1850, "Irán": 1900, "Lituania": 2300,
                   "Francia": 2050, "Kosovo": 1700, "Israel": 1900}),
        Settled(48, {"Israel": 1900, "Canadá": 1900}, ("Israel",), (("Canadá",),)),
        Count(62, {"Canadá": 3800, "Inglaterra": 2400, "Letonia": 1700, "Irán": 1800, "Lituania": 2450,
                   "Francia": 2100, "Kosovo": 1750}),
        Gone(80, "Kosovo", by="Inglaterra"),
        Count(92, {"Canadá": 3600, "Inglaterra": 4100, "Letonia": 2100, "Irán": 1500, "Lituania": 2600,
                   "Francia": 2100}),
        Settled(105, {"Francia": 2100, "Canadá": 2100, "Letonia": 300}, ("Francia",), (("Canadá",),)),
        Count(118, {"Canadá": 5800, "Inglaterra": 3800, "Letonia": 2400, "Irán": 1300, "Lituania": 2700}),
        Gone(131, "Lituania", by="Canadá"),
        Count(140, {"Canadá": 7400, "Inglaterra": 4400, "Letonia": 2700, "Irán": 1500}),
        Settled(152, {"Irán": 1500, "Letonia": 2700, "Canadá": 2700}, ("Irán", "Letonia"),
                (("Letonia",), ("Letonia",))),
        Count(160, {"Canadá": 5200, "Inglaterra": 5000, "Letonia": 5800}),
        Gone(171, "Letonia", by="Canadá"),
        Count(176, {"Canadá": 9600, "Inglaterra": 6400}),
        Settled(191, {"Inglaterra": 6400, "Canadá": 6400}, ("Inglaterra",), (("Canadá",),)),
    ),
    ends=192,
)  # fmt: skip

NAVAL = Script(
    key="naval",
    name="Open de Naval",
    begins=datetime(2008, 2, 23, 21, 0, tzinfo=UTC),
    meeting=2,
    buy_in=500,
    stack=1000,
    prizes=(2000, 1000),
    players=("Canadá", "Tanzania", "Kosovo", "Lituania", "Irán", "Letonia"),
    moments=(
        Count(25, {"Canadá": 1100, "Lituania": 1250, "Irán": 900, "Kosovo": 1000, "Letonia": 950,
                   "Tanzania": 800}),
        Settled(38, {"Tanzania": 800, "Letonia": 950, "Lituania": 950}, ("Tanzania", "Letonia"),
                (("Lituania",), ("Lituania",))),
        Count(52, {"Canadá": 1400, "Lituania": 2800, "Irán": 900, "Kosovo": 900}),
        Gone(74, "Kosovo", by="Irán"),
        Count(80, {"Canadá": 1700, "Lituania": 2500, "Irán": 1800}),
        Gone(101, "Irán", by="Canadá"),
        Count(105, {"Canadá": 3800, "Lituania": 2200}),
        Settled(117, {"Lituania": 2200, "Canadá": 2200}, ("Lituania",), (("Canadá",),)),
    ),
    ends=118,
)  # fmt: skip

AUTUMN = ("Canadá", "Inglaterra", "Letonia", "Irán", "Lituania", "Francia", "Kosovo", "Tanzania")
STILL_OWE = ("Letonia", "Francia", "Kosovo")


def request(step: str) -> uuid.UUID:
    """The request id of one step of the demo: always the same, so the step is taken once."""
    return uuid.uuid5(NAMES, step)


def taken(request_id: uuid.UUID | None) -> JournalEntry | None:
    """The entry of a step that was taken before."""
    return JournalEntry.objects.filter(request_id=request_id).first()


def begun() -> bool:
    """Whether this database holds the demo tour, or its beginnings."""
    return taken(request("tour")) is not None


def complete() -> bool:
    """Whether the whole demo is there."""
    return taken(request(LAST)) is not None


def build(now: datetime) -> Tour:
    """Play the demo into this database, or what is still missing of it; ``now`` is tonight."""
    # An account without a password: the way in is the link in the terminal.
    director = account_called(name=DIRECTOR, language="")
    entry = taken(request("tour")) or found_tour(
        name=TOUR,
        currency="EUR",
        time_zone="Europe/Madrid",
        language="es",
        season="2008",
        actor=director,
        now=BARBARISMO.begins - timedelta(days=1),
        request_id=request("tour"),
    )
    tour = Tour.objects.get(pk=entry.params["tour"])
    season = Season.objects.get(pk=entry.params["season"])
    for script in (BARBARISMO, NAVAL):
        _Night(script, tour, season, director).play()
    _autumn(tour, season, director, now)
    return tour


def _terms(script: Script, season: Season) -> Terms:
    return Terms(
        name=script.name,
        date=script.begins.date(),
        house=PRESETS["spt"],
        starting_stack=script.stack,
        buy_in=(("prize", script.buy_in),),
        levels=(Level(25, 50),),
        prizes=PrizePlan("amounts", script.prizes),
        smallest_chip=25,
        chip_digits=2,
        chips_are_money=True,
        season=season.pk,
        meeting=script.meeting,
    )


def _autumn(tour: Tour, season: Season, director: User, now: datetime) -> None:
    """The open that is ready to play: eight at the door, three of whom still owe."""
    today = now.astimezone(ZoneInfo(tour.time_zone)).date()
    terms = replace(
        _terms(BARBARISMO, season),
        name="Open de Otoño",
        date=today,
        buy_in=(("prize", BUY_IN), ("house", ORGANISER)),
        meeting=3,
    )
    act = _tonight(director, now, "autumn")
    entry = taken(act["request_id"]) or create_open(tour=tour, terms=terms, **act)
    open = Open.objects.get(pk=entry.params["open"])
    for number, name in enumerate(AUTUMN, start=1):
        act = _tonight(director, now, f"autumn: signed up {number}")
        door.sign_up(open=open, nickname=name, pay=name not in STILL_OWE, seed="", **act)


def _tonight(director: User, now: datetime, step: str) -> Act:
    return Act(actor=director, now=now, request_id=request(step))


@dataclass
class _Night:
    """One script being played; the wall clock is that of the night."""

    script: Script
    tour: Tour
    season: Season
    director: User
    entries: dict[str, Entry] = field(default_factory=dict)
    steps: int = 0

    def act(self, minute: int) -> Act:
        """What a service is told at so many minutes into play."""
        self.steps += 1
        step = request(f"{self.script.key}: {self.steps}")
        return Act(actor=self.director, now=self.script.begins + timedelta(minutes=minute), request_id=step)

    def play(self) -> None:
        script = self.script
        act = self.act(-300)
        terms = _terms(script, self.season)
        entry = taken(act["request_id"]) or create_open(tour=self.tour, terms=terms, **act)
        self.open = Open.objects.get(pk=entry.params["open"])
        for place, name in enumerate(script.players):
            minute = place - len(script.players) - 5
            entry = door.sign_up(open=self.open, nickname=name, pay=True, seed="", **self.act(minute))
            self.entries[name] = Entry.objects.select_related("open").get(pk=entry.params["entry"])
        floor.start_play(open=self.open, seed=script.key, **self.act(0))
        for moment in script.moments:
            self._moment(moment)
        floor.finish_open(open=self.open, **self.act(script.ends))
        for line in results(self.open).lines:
            if line.prize:
                cash.pay_out(entry=self.entries[line.name], **self.act(script.ends + 4))
        post_results(open=self.open, **self.act(script.ends + 8))

    def _moment(self, moment: Count | Gone | Settled) -> None:
        act = self.act(moment.minute)
        if taken(act["request_id"]):
            return
        if isinstance(moment, Count):
            counts = {self.entries[name]: chips for name, chips in moment.stacks.items()}
            floor.count_chips(open=self.open, counts=counts, **act)
        elif isinstance(moment, Gone):
            entry, by = self.entries[moment.name], self.entries[moment.by]
            floor.record_outs(open=self.open, groups=[[entry]], by=by, in_order=True, **act)
        else:
            table = tables_of(current_round(self.open))[0]
            enter_hand(table=table, sheet=self._sheet(moment, act["now"]), **act)

    def _sheet(self, moment: Settled, now: datetime) -> Sheet:
        """The hand as a director would type it: the blinds are there, the rest is put in."""
        everyone = field_of(self.open)
        face = clock_face(self.open, now, everyone)
        view = seat_map(self.open, everyone, face, now)[0]
        sheet = fresh_sheet(self.open, view, face)
        assert sheet is not None, "the demo's table has a button and blinds"
        names = {self.entries[name].pk: name for name in self.entries}
        seat = {names[part.entry]: part.seat for part in sheet.parts}
        return replace(
            sheet,
            parts=tuple(_part(part, names[part.entry], moment) for part in sheet.parts),
            winners=tuple(tuple(seat[name] for name in pot) for pot in moment.winners),
        )


def _part(part: Part, name: str, moment: Settled) -> Part:
    if name not in moment.put_in:
        return part
    in_to_the_end = any(name in pot for pot in moment.winners) or name in moment.all_in
    biggest = max(moment.put_in.values()) == moment.put_in[name]
    return replace(
        part,
        live=moment.put_in[name],
        folded=not (in_to_the_end or biggest),
        all_in=name in moment.all_in,
    )
