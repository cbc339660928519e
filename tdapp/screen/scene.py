"""Everything the big screen shows of an open at one instant, read once: the night, its state, what is said.

The number of queries does not grow with the field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tdapp.clock.queries import NextColourUp, TimeCallView, current_round, next_colour_up, time_calls
from tdapp.displays.queries import (
    AnnouncementView,
    DisplayView,
    LookView,
    ShowView,
    announcements,
    displays_of,
    look_of,
    show_of,
)
from tdapp.floor import hand_for_hand
from tdapp.floor.hand_for_hand import HandForHandView
from tdapp.floor.models import Seat
from tdapp.floor.queries import Move
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Table
from tdapp.screen import marks
from tdapp.screen.all_in import AllInBoard, all_in_board
from tdapp.screen.marks import Ends, Marks
from tdapp.web.board import BoardRound, BoardTable
from tdapp.web.figures import listed
from tdapp.web.night import Person, PublicNight, public_night

WHOLE = ("paused", "between", "break", "winner", "colour-up", "hand-for-hand", "bubble")
"""States whose hero has the whole width."""
ANTES_AT_ONCE = 8
"""Tables that have room in the hero; the others are on the page of the rounds."""
BESIDE, ALL_BESIDE = 9, 12
"""Players who have room beside the antes by table, and all names there, the outs included."""
NEXT_AT_ONCE = 4
"""Tables of the next round that have room between two rounds."""
MOVES_IN_COLUMN, MOVES_AT_ONCE = 14, 40
"""Players who move that have room in one column beside the hero, and in two."""
JUST_LEFT = timedelta(minutes=15)
"""How long before its announcement a table may have been broken."""


@dataclass(frozen=True)
class Call:
    """The shot clock of a table: who thinks ("" where nobody said), and the seconds left."""

    view: TimeCallView
    name: str
    seconds: int

    @property
    def ends_ms(self) -> int:
        return _ms(self.view.ends_at)

    @property
    def last(self) -> bool:
        """Whether the seconds are counted aloud."""
        return self.seconds <= self.view.countdown


@dataclass(frozen=True)
class News:
    """Something said over the whole screen: its words, and the players with their seats below, or cards."""

    view: AnnouncementView
    title: str
    people: tuple[Person, ...] = ()
    all_in: AllInBoard | None = None

    @property
    def at_ms(self) -> int:
        return _ms(self.view.at)

    @property
    def size(self) -> str:
        """How long the words are: "" while one or two lines hold them."""
        return "" if len(self.title) <= 36 else "long" if len(self.title) <= 80 else "longest"

    @property
    def columns(self) -> int:
        """In how many columns the players stand."""
        most = {1: 5, 2: 16, 3: 36}
        return next((columns for columns, people in most.items() if len(self.people) <= people), 4)

    @property
    def lines(self) -> int:
        """The players in a column."""
        return max(5, -(-len(self.people) // self.columns))

    @property
    def until_ms(self) -> int | None:
        """When it ends by itself."""
        return None if self.view.until is None else _ms(self.view.until)


@dataclass(frozen=True)
class Scene:
    """One look at the screen. ``colour_up`` are the chips that leave next, ``calls`` run now."""

    open: Open
    night: PublicNight
    show: ShowView
    displays: Mapping[str, DisplayView]
    look: LookView
    announcements: tuple[AnnouncementView, ...]
    hand_for_hand: HandForHandView | None
    calls: tuple[Call, ...]
    colour_up: NextColourUp | None

    @property
    def now(self) -> datetime:
        return self.night.now

    @cached_property
    def state(self) -> str:
        """signup, countdown, running, paused, between, break, winner, colour-up, hand-for-hand or bubble.

        Hand-for-hand play and a colour-up stand in front of the pause in which they happen; "bubble" is
        the moment after it burst, until hand-for-hand play is ended.
        """
        state = self.night.state
        if state != "paused":
            return state
        if self.hand_for_hand is not None:
            return "hand-for-hand" if self.hand_for_hand.bubble_at is None else "bubble"
        return "colour-up" if self.colour_up is not None and self.colour_up.due else state

    @property
    def whole(self) -> bool:
        """Whether the hero has the whole width."""
        return self.state in WHOLE

    @cached_property
    def marks(self) -> Marks:
        """What else is said of the level in force."""
        return marks.marks_now(self.open, self.night.face, self._ends)

    @cached_property
    def attributes(self) -> SafeString:
        """What clock.js counts with."""
        return marks.attributes(self.open, self.night.face, self._ends)

    @cached_property
    def _ends(self) -> Ends:
        return marks.ends_of(self.night.face, self.colour_up)

    @property
    def has_antes(self) -> bool:
        return marks.has_antes(self.night.face)

    @property
    def leaving(self) -> str:
        """ "25 and 100": the chips that leave next."""
        return "" if self.colour_up is None else marks.values(self.open, self.colour_up.chips)

    @property
    def to_money(self) -> int | None:
        """How many must still go out before all who are left are paid; None where nothing is paid."""
        paid = self.night.prizes.paid_places
        if not self.night.field.started or not paid:
            return None
        return max(0, len(self.night.field.left) - paid)

    @property
    def in_money(self) -> bool:
        """Whether the bubble has burst; while play is hand for hand only once it was confirmed."""
        if self.hand_for_hand is not None and self.hand_for_hand.bubble_at is None:
            return False
        return self.to_money == 0 and len(self.night.field.left) > 1

    @property
    def on_bubble(self) -> bool:
        """Whether the next one out wins nothing and everybody else is paid."""
        return self.to_money == 1 and bool(self.night.outs)

    @property
    def final_table(self) -> bool:
        """Whether all who are left sit at one table, the others broken, or at that of the last round."""
        if not self.night.field.started:
            return False
        if self.round is not None and self.round.final and self.round.state == "playing":
            return True
        playing = next((one for one in self.night.rounds if one.state == "playing"), None)
        if playing is not None and playing.plan.ends == "table":
            return False
        seated = [table for table in self.night.tables if table.players]
        if len(seated) != 1:
            return False
        # Players who fit one table never had a second one that could have been broken.
        crowd = len(self.night.field.playing) > house_of(self.open).table_seats
        return len(self.night.tables) > 1 or (crowd and _broke(self.open))

    @cached_property
    def round(self) -> BoardRound | None:
        """The round that is played, in an open of several; None elsewhere."""
        return self.night.round

    @cached_property
    def by_table(self) -> bool:
        """Whether the tables have no level in common, so that each one's ante is the hero (VIV-17)."""
        return self.round is not None and self.round.by_table

    @property
    def antes(self) -> tuple[BoardTable, ...]:
        """The tables of that hero: those that play first, as many as fit."""
        tables = self.round.tables if self.round is not None else ()
        if len(tables) > ANTES_AT_ONCE:
            tables = tuple(sorted(tables, key=lambda table: not table.live))
        return tables[:ANTES_AT_ONCE]

    @property
    def at_tables(self) -> tuple[Person, ...]:
        """Those who sit at the tables, by table and seat; nobody where not all have room beside the antes."""
        sitting = [one for one in self.night.people if one.seat is not None and one.place is None]
        sitting.sort(key=lambda one: (one.table or "", one.seat or 0))
        return tuple(sitting) if len(sitting) <= BESIDE else ()

    @property
    def latest_outs(self) -> tuple[Person, ...]:
        """As many of those who are out as have room below them."""
        return self.night.outs[: ALL_BESIDE - len(self.at_tables)]

    @property
    def next_tables(self) -> tuple[BoardTable, ...]:
        """The tables of the next round, where all of them have room in the hero."""
        coming = self.night.coming
        tables = coming.tables if coming is not None else ()
        return tables if len(tables) <= NEXT_AT_ONCE else ()

    @property
    def next_lines(self) -> int:
        """Players at the longest of them."""
        return max((len(table.rows) for table in self.next_tables), default=0)

    @property
    def ante_rises(self) -> bool:
        """Whether some table's ante is still to double."""
        playing = [one for one in self.night.rounds if one.state == "playing"]
        by_outs = bool(playing) and playing[-1].plan.level_trigger == "table"
        return by_outs and any(
            table.live and all(row.state == "" for row in table.rows) for table in self.antes
        )

    @cached_property
    def counting(self) -> tuple[BoardTable, ...]:
        """The tables whose chips are to be counted now."""
        return self.round.counting if self.round is not None else ()

    @property
    def only_antes(self) -> bool:
        """Whether there are no blinds at all: five-card draw (VIV-15)."""
        return marks.only_antes(self.night.face)

    @property
    def announced(self) -> bool:
        """Whether a start was announced that still lies ahead."""
        return self.night.face.begins_at is not None and self.night.face.begins_at > self.now

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.night.moves

    @property
    def moves_listed(self) -> tuple[Move, ...]:
        """Those of them that have room."""
        return self.moves[:MOVES_AT_ONCE]

    @property
    def moves_more(self) -> int:
        """How many have none: more players than a television can list."""
        return len(self.moves) - len(self.moves_listed)

    @property
    def move_columns(self) -> int:
        return 1 if len(self.moves) <= MOVES_IN_COLUMN else 2

    @property
    def move_lines(self) -> int:
        """The players in a column."""
        return -(-len(self.moves_listed) // self.move_columns)

    @property
    def mover_waits(self) -> bool:
        """Whether one of them is dealt in only once the button has passed (T-2.1b)."""
        return any(move.waits for move in self.moves)

    @property
    def out_ids(self) -> str:
        """The rows of those who are out, so that the page knows a new one."""
        return " ".join(str(out.id) for out in self.night.field.outs)

    @property
    def head(self) -> str:
        """The tour and the event; the club's own name where it has one."""
        title = self.look.title
        return self.night.tour_line.replace(self.open.tour.name, title, 1) if title else self.night.tour_line

    @property
    def sheet(self) -> str:
        """The address of the club's colours, "" where nobody chose any."""
        return self._file("look") if self.look.stamp else ""

    @property
    def logo(self) -> str:
        """The address of the club's logo, "" without one."""
        return self._file("logo") if self.look.logo else ""

    def _file(self, name: str) -> str:
        return reverse(f"screen:{name}", args=[self.open.tour.code, self.look.stamp])

    @property
    def plan(self) -> str:
        """How the pages take turns and what sounds, for turn.js and sounds.js."""
        show = self.show
        return json.dumps(
            {
                "pages": list(show.pages),
                "seconds": show.seconds,
                "clock_seconds": show.clock_seconds,
                "only": show.only,
                "jump": show.jump,
                "jumped_ms": None if show.jumped_at is None else _ms(show.jumped_at),
                "volume": show.volume,
                "sounds_off": list(show.sounds_off),
                "spoken": show.spoken,
            }
        )

    @property
    def sets(self) -> str:
        """What each television set shows, by its code."""
        found = {one.code: {"shows": one.shows, "silent": one.silent} for one in self.displays.values()}
        return json.dumps(found)

    @cached_property
    def news(self) -> tuple[News, ...]:
        """What is being said, the latest last: only that one is shown."""
        return tuple(self._news(one) for one in self.announcements)

    def _news(self, view: AnnouncementView) -> News:
        seated = sorted(
            (one for one in self.night.people if one.seat and not one.place), key=lambda one: one.name
        )
        if view.kind == "table_breaks":
            tables = _breaking(self.open, view)
            title = _("Table %(number)s breaks") % {"number": view.table}
            if len(tables) > 1:
                title = _("Tables %(numbers)s break") % {"numbers": listed([one.label for one in tables])}
            gone = _sat_at(tables, view)
            moved = [one for one in seated if one.entrant.id in gone]
            return News(view, title, tuple(moved))
        if view.kind == "seats":
            return News(view, _("Seats are drawn"), tuple(seated))
        if view.kind == "final_table":
            return News(view, _("Final table"), tuple(sorted(seated, key=lambda one: one.seat or 0)))
        if view.all_in is not None:
            several = len(self.night.tables) > 1
            title = _("All-in at table %(number)s") % {"number": view.table} if several else _("All-in")
            return News(view, title, all_in=all_in_board(self.open, self.night, view.all_in))
        return News(view, view.text)


def _broke(open: Open) -> bool:
    """Whether tables were broken while the current round was played."""
    return Seat.objects.filter(
        table__round=current_round(open), table__closed_at__gte=open.started_at
    ).exists()


def _breaking(open: Open, view: AnnouncementView) -> list[Table]:
    """That table, and those that were broken in the same act."""
    tables = Table.objects.filter(round=current_round(open)).order_by("number")
    mine = [table for table in tables if table.number == view.table_number]
    at = mine[0].closed_at if mine else None
    return mine if at is None else [table for table in tables if table.closed_at == at]


def _sat_at(tables: list[Table], view: AnnouncementView) -> set[int]:
    """Who left those tables around the announcement: for another one, if they have a seat now."""
    seats = Seat.objects.filter(
        table__in=tables,
        ended_at__gte=view.at - JUST_LEFT,
    )
    return set(seats.values_list("entry", flat=True))


def scene(open: Open, now: datetime) -> Scene:
    """The screen of ``open`` at ``now``."""
    night = public_night(open, now)
    everyone = night.field
    calls = time_calls(current_round(open), now)
    return Scene(
        open=open,
        night=night,
        show=show_of(open),
        displays=displays_of(open),
        look=look_of(open.tour),
        announcements=announcements(open, now),
        hand_for_hand=hand_for_hand.view(open, everyone, night.prizes.paid_places),
        calls=tuple(_call(one, night) for one in calls if not one.over),
        colour_up=next_colour_up(open, night.face, everyone),
    )


def _call(view: TimeCallView, night: PublicNight) -> Call:
    thinking = night.field.by_id.get(view.entry or 0)
    return Call(view, thinking.name if thinking else "", view.seconds_left(night.now))


def _ms(instant: datetime) -> int:
    return int(instant.timestamp() * 1000)
