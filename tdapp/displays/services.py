"""What the director does to the television sets: the sets, their pages in turn, messages, the look.

None of it is part of the result, so all of it can be done before the start and after the end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, TypedDict, Unpack

from tdapp.displays import colours, steps
from tdapp.displays.codes import parse_code
from tdapp.displays.logos import Drawn
from tdapp.displays.models import Announcement, Display, Look, Show
from tdapp.displays.queries import CLOCK, PAGES, SOUNDS, look_of, show_of
from tdapp.hands.equities import AllIn
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.models import Open, Table
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Tour

LONGEST_NAME = 40
LONGEST_TEXT = 160
LONGEST_TITLE = 60
PAGE_SECONDS = (5, 600)
"""Least and most seconds of a page, or of the clock between two."""
TEXT_SECONDS = (3, 3600)
"""Least and most seconds of an announcement that ends by itself."""
ALL_IN_STAYS = timedelta(minutes=15)
"""How long an all-in stays on the screens if nobody ends it and no hand of its table is entered."""


class DisplayTerms(TypedDict):
    """What a television set is given: see Display."""

    name: str
    open: Open | None
    shows: str
    silent: bool
    keys: bool


class ShowChange(TypedDict, total=False):
    """What may be changed of how an open's screens run: see ShowView."""

    pages: Sequence[str]
    seconds: int
    clock_seconds: int
    only: str
    jump: str
    volume: int
    sounds_off: Collection[str]
    spoken: bool


class LookChange(TypedDict, total=False):
    """What may be changed of a tour's look; ``logo`` None takes it away."""

    title: str
    background: str
    accent: str
    logo: Drawn | None


@once
def add_display(*, tour: Tour, code: str, terms: DisplayTerms, **act: Unpack[Act]) -> JournalEntry:
    """Give the set that shows ``code`` to the tour.

    RuleError: ``display_code_unreadable``, ``display_taken``, ``display_open_elsewhere``, ``name_too_long``.
    """
    code, values = parse_code(code), _display_values(tour, terms)
    with record(tour.stream, "display_added", **act) as change:
        display = change.create(Display, tour=tour, code=code, **values)
        change.note(display=display.pk)
    return change.entry


@once
def change_display(*, display: Display, terms: DisplayTerms, **act: Unpack[Act]) -> JournalEntry:
    """Let a set show something else. RuleError: ``display_open_elsewhere``, ``name_too_long``."""
    values = _display_values(display.tour, terms)
    with record(display.tour.stream, "display_changed", **act) as change:
        steps.check_there(display)
        change.update(display, **values)
        change.note(display=display.pk)
    return change.entry


@once
def remove_display(*, display: Display, **act: Unpack[Act]) -> JournalEntry:
    """Take a set off the list: it shows its code again. RuleError: ``display_gone``."""
    with record(display.tour.stream, "display_removed", **act) as change:
        steps.check_there(display)
        change.void(display)
        change.note(display=display.pk)
    return change.entry


def _display_values(tour: Tour, terms: DisplayTerms) -> dict[str, Any]:
    if terms["open"] is not None and terms["open"].tour_id != tour.pk:
        raise RuleError("display_open_elsewhere")
    if terms["shows"] not in dict(Display.SHOWS):
        raise RuleError("page_unknown", page=terms["shows"])
    return {**terms, "name": names.kept_text(terms["name"], LONGEST_NAME)}


@once
def change_show(*, open: Open, wanted: ShowChange, **act: Unpack[Act]) -> JournalEntry:
    """Change how the open's screens run; what ``wanted`` does not name stays.

    A ``jump`` is shown from now on for a page's own time; "" ends it.
    RuleError: ``page_unknown``, ``page_twice``, ``seconds_out_of_range``, ``volume_out_of_range``,
    ``sound_unknown``.
    """
    _check_show(wanted)
    with record(open.stream, "show_changed", **act) as change:
        values: dict[str, Any] = {**wanted}
        if "pages" in values:
            values["pages"] = list(values["pages"])
        if "sounds_off" in values:
            values["sounds_off"] = [one for one in SOUNDS if one in values["sounds_off"]]
        if "jump" in values:
            values["jumped_at"] = change.now if values["jump"] else None
        row = Show.objects.filter(open=open).first()
        if row is None:
            change.create(Show, open=open, **{"pages": list(show_of(open).pages), **values})
        else:
            change.update(row, **values)
        change.note(what=sorted(wanted), page=wanted.get("jump") or wanted.get("only") or "")
    return change.entry


def _check_show(wanted: ShowChange) -> None:
    pages = wanted.get("pages", ())
    if len(set(pages)) < len(pages):
        raise RuleError("page_twice")
    for page in pages:
        if page not in PAGES:
            raise RuleError("page_unknown", page=page)
    for page in (wanted.get("only", ""), wanted.get("jump", "")):
        if page not in ("", CLOCK, *PAGES):
            raise RuleError("page_unknown", page=page)
    for seconds in (wanted.get("seconds"), wanted.get("clock_seconds")):
        if seconds is not None:
            _check_seconds(seconds, PAGE_SECONDS)
    if not 0 <= wanted.get("volume", 0) <= 100:
        raise RuleError("volume_out_of_range")
    for sound in wanted.get("sounds_off", ()):
        if sound not in SOUNDS:
            raise RuleError("sound_unknown", sound=sound)


def _check_seconds(seconds: int, limits: tuple[int, int]) -> None:
    least, most = limits
    if not least <= seconds <= most:
        raise RuleError("seconds_out_of_range", least=least, most=most)


@once
def announce(
    *, open: Open, kind: str, text: str = "", table: Table | None = None, seconds: int | None = None,
    **act: Unpack[Act],
) -> JournalEntry:  # fmt: skip
    """Say something over the whole screen for ``seconds``; without them until it is ended.

    A "message" has its ``text``, "table_breaks" its ``table``; the others are written by the page.
    RuleError: ``message_missing``, ``message_too_long``, ``message_kind_unknown``,
    ``announced_table_missing``, ``seconds_out_of_range``.
    """
    text = names.seen(text) if kind == "message" else ""
    if kind not in dict(Announcement.KINDS) or kind == "all_in":
        raise RuleError("message_kind_unknown", kind=kind)
    if kind == "message" and not text:
        raise RuleError("message_missing")
    if len(text) > LONGEST_TEXT:
        raise RuleError("message_too_long", longest=LONGEST_TEXT)
    if seconds is not None:
        _check_seconds(seconds, TEXT_SECONDS)
    if kind == "table_breaks" and (table is None or table.round.open_id != open.pk):
        raise RuleError("announced_table_missing")
    with record(open.stream, "announced", **act) as change:
        row = change.create(
            Announcement,
            open=open,
            kind=kind,
            text=text,
            table=table if kind == "table_breaks" else None,
            at=change.now,
            until=None if seconds is None else change.now + timedelta(seconds=seconds),
        )
        change.note(announcement=row.pk)
    return change.entry


@once
def show_all_in(*, open: Open, table: Table, shown: AllIn, **act: Unpack[Act]) -> JournalEntry:
    """Show an all-in over the whole screen, its hands by entry id, in place of the table's one before.

    It is over once a hand of the table is entered.  RuleError: ``announced_table_missing``.
    """
    if table.round.open_id != open.pk:
        raise RuleError("announced_table_missing")
    with record(open.stream, "announced", **act) as change:
        values = {
            "shown": steps.kept_all_in(shown),
            "at": change.now,
            "until": change.now + ALL_IN_STAYS,
        }
        row = Announcement.objects.filter(table=table, kind="all_in", until__gt=change.now).last()
        if row is None:
            row = change.create(Announcement, open=open, kind="all_in", table=table, **values)
        else:
            change.update(row, **values)
        change.note(announcement=row.pk)
    return change.entry


@once
def end_announcement(*, announcement: Announcement, **act: Unpack[Act]) -> JournalEntry:
    """Take something off the screens before its time. RuleError: ``announcement_over``."""
    with record(announcement.open.stream, "announcement_ended", **act) as change:
        steps.check_on(announcement, change.now)
        change.update(announcement, until=change.now)
        change.note(announcement=announcement.pk)
    return change.entry


@once
def change_look(*, tour: Tour, wanted: LookChange, **act: Unpack[Act]) -> JournalEntry:
    """Change the club's name on the screens, its logo, its colours; what ``wanted`` does not name stays.

    RuleError: ``name_too_long``, ``colour_unreadable``, ``background_too_light`` and ``accent_too_dark``
    (with the contrast reached and the one needed, and the ``nearest`` colour that has it).
    """
    values: dict[str, Any] = {**wanted}
    if "title" in wanted:
        values["title"] = names.kept_text(wanted["title"], LONGEST_TITLE)
    values |= _colours(tour, wanted)
    with record(tour.stream, "look_changed", **act) as change:
        if "logo" in wanted:
            values["logo"] = None if wanted["logo"] is None else steps.keep_logo(tour, wanted["logo"])
        row = Look.objects.filter(tour=tour).first()
        if row is None:
            change.create(Look, tour=tour, **values)
        else:
            change.update(row, **values)
        change.note(what=sorted(wanted))
    return change.entry


def _colours(tour: Tour, wanted: LookChange) -> dict[str, str]:
    """Both colours as they will be, each checked: a new background may make the old accent unreadable."""
    if "background" not in wanted and "accent" not in wanted:
        return {}
    now = look_of(tour)
    background = _colour("background", wanted.get("background", now.background))
    accent = _colour("accent", wanted.get("accent", now.accent))
    if background and colours.background_ratio(background) < colours.BIG:
        raise RuleError(
            "background_too_light",
            ratio=round(colours.background_ratio(background), 1),
            needed=colours.BIG,
            nearest=colours.nearest_background(background),
        )
    ground = background or colours.GROUND
    if accent and colours.contrast(accent, ground) < colours.TEXT:
        raise RuleError(
            "accent_too_dark",
            ratio=round(colours.contrast(accent, ground), 1),
            needed=colours.TEXT,
            nearest=colours.nearest_accent(accent, background),
        )
    return {"background": background, "accent": accent}


def _colour(field: str, text: str) -> str:
    if not text.strip():
        return ""
    found = colours.parse(text)
    if found is None:
        raise RuleError("colour_unreadable", field=field, text=text[:20])
    return found
