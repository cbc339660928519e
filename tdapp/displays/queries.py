"""What the television sets show: the pages in turn, the sets, what is said over them, the look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tdapp.displays.models import Announcement, Display, Look, Show
from tdapp.hands.equities import AllIn
from tdapp.hands.models import Hand
from tdapp.opens.models import Open, Table
from tdapp.rules.cards import cards
from tdapp.tours.models import Tour

CLOCK = "clock"
"""The clock's own page, which ``only`` and ``jump`` may name besides the others."""
PAGES = ("seats", "rounds", "prizes", "standings", "moves")
"""The other pages, in the order in which they are shown unless the director chose another."""
SOUNDS = ("minute", "seconds", "level", "break", "back", "out", "bubble", "winner")
"""What may sound: a minute left, the last three seconds, a new level, a break's beginning and its end,
somebody out, the bubble burst, the winner."""


@dataclass(frozen=True)
class ShowView:
    """How an open's screens run. ``seconds`` for each page of ``pages``, ``clock_seconds`` for the clock.

    ``only`` is the page that stays on ("" for none; "clock" or a page), ``jump`` the page shown at once
    from ``jumped_at`` on, for its own seconds; ``volume`` in per cent; ``sounds_off`` of SOUNDS.
    """

    pages: tuple[str, ...] = PAGES
    seconds: int = 15
    clock_seconds: int = 45
    only: str = ""
    jump: str = ""
    jumped_at: datetime | None = None
    volume: int = 70
    sounds_off: tuple[str, ...] = ()
    spoken: bool = False


@dataclass(frozen=True)
class DisplayView:
    """A television set: ``open_code`` None is whichever is on; ``shows`` as Display.SHOWS says."""

    code: str
    name: str
    open_code: str | None
    shows: str
    silent: bool
    keys: bool


@dataclass(frozen=True)
class AnnouncementView:
    """Something said over the whole screen from ``at`` until ``until`` (None: until it is ended).

    ``table`` is what people call the table that it is about; ``all_in`` its hands, by entry id.
    """

    id: int
    kind: str
    text: str
    table_number: int | None
    table: str | None
    at: datetime
    until: datetime | None
    all_in: AllIn | None = None


@dataclass(frozen=True)
class LookView:
    """A club's look; "" where it is the house's own. ``stamp`` changes with it (0: nobody chose one)."""

    title: str = ""
    logo: bool = False
    background: str = ""
    accent: str = ""
    stamp: int = 0


def show_of(open: Open) -> ShowView:
    """How the open's screens run; the defaults where nobody chose."""
    row = Show.objects.filter(open=open).first()
    if row is None:
        return ShowView()
    return ShowView(
        tuple(row.pages),
        row.seconds,
        row.clock_seconds,
        row.only,
        row.jump,
        row.jumped_at,
        row.volume,
        tuple(row.sounds_off),
        row.spoken,
    )


def displays_of(open: Open) -> Mapping[str, DisplayView]:
    """The television sets of the open's tour, by code, in the order in which they came."""
    rows = Display.objects.filter(tour=open.tour_id).select_related("open").order_by("pk")
    return {row.code: view_of(row) for row in rows}


def view_of(row: Display) -> DisplayView:
    """A set as the pages see it; one whose open is over or discarded goes on with whichever is on."""
    shown = row.open
    over = shown is None or shown.voided or shown.finished_at is not None
    code = None if over or shown is None else shown.code
    return DisplayView(row.code, row.name, code, row.shows, row.silent, row.keys)


def announcements(open: Open, now: datetime) -> tuple[AnnouncementView, ...]:
    """What is being said at ``now``, the latest last."""
    lasting = Q(until=None) | Q(until__gt=now)
    rows = Announcement.objects.filter(lasting, open=open, at__lte=now).select_related("table")
    return tuple(
        AnnouncementView(
            row.pk,
            row.kind,
            row.text,
            row.table.number if row.table else None,
            row.table.label if row.table else None,
            row.at,
            row.until,
            _all_in(row),
        )
        for row in rows.order_by("at", "pk")
        if row.kind != "all_in" or not _settled(row)
    )


def all_in_on(table: Table, now: datetime) -> Announcement | None:
    """The all-in of that table which is on the screens now."""
    row = Announcement.objects.filter(table=table, kind="all_in", at__lte=now, until__gt=now).last()
    return None if row is None or _settled(row) else row


def _settled(row: Announcement) -> bool:
    """Whether the hand of an all-in was entered since."""
    return Hand.objects.filter(table=row.table_id, at__gte=row.at).exists()


def _all_in(row: Announcement) -> AllIn | None:
    if row.kind != "all_in":
        return None
    kept = row.shown
    return AllIn(
        tuple((entry, cards(held)) for entry, held in kept["hands"]),
        cards(kept["board"]),
        tuple((chips, tuple(entries)) for chips, entries in kept["pots"]),
        cards(kept["dead"]),
    )


def look_of(tour: Tour) -> LookView:
    """The tour's look; the house's own where nobody chose one."""
    row = Look.objects.filter(tour=tour).first()
    if row is None:
        return LookView()
    return LookView(row.title, row.logo_id is not None, row.background, row.accent, row.stamp)
