"""Rounds in words: their titles, how each began, where a seed comes from, what a table is doing.

The views are those of ``floor.rounds``; nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.opens.models import Open, Round, Table
from tdapp.opens.round_plans import plan_of_round, plans_of
from tdapp.rules import rounds
from tdapp.rules.round_outline import outline
from tdapp.rules.rounds import RoundPlan
from tdapp.web import figures

if TYPE_CHECKING:
    from tdapp.floor.round_queries import RoundTable, RoundView

DAYS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def plan_title(plan: RoundPlan, number: int, *, last: bool = False, flights: int = 0) -> str:
    """What people call a stage: the club's own name, "Day 1A", "Final", or "Round 2".

    ``number`` counts from 1; ``flights`` is which flight it is, from 1, where it is one.
    """
    if plan.name:
        return plan.name
    if plan.flight:
        return _("Day 1%(letter)s") % {"letter": DAYS[(flights or number) - 1 : (flights or number)]}
    if plan.seating == "merge":
        return _("Day 2")
    carried = plan.seating == "carry"
    return _("Final") if last and number > 1 and not carried else _("Round %(number)s") % {"number": number}


def flight_title(open: Open, flight: int) -> str:
    """What people call the day on which a flight (from 1) begins: "Day 1B"."""
    plans = plans_of(open)
    stored = plans[flight - 1 : flight] if flight > 0 else ()
    plan = next((one for one in stored if one.flight), RoundPlan(flight=True))
    return plan_title(plan, flight, flights=flight)


def round_called(open: Open | None, number: int) -> str:
    """What people call the round of that number, where nothing but its number is at hand."""
    rows = Round.objects.filter(open=open, number=number).order_by("-pk") if open is not None else ()
    row = min(rows, key=lambda one: one.annulled_at is not None, default=None)
    plan = plan_of_round(row) if row is not None else None
    if open is None or row is None or plan is None:
        return plan_title(RoundPlan(), number)
    alone = Table.objects.filter(round=row, annulled_at=None).count() <= 1
    last = alone and not plan.flight and rounds.next_plan(plans_of(open), row.plan_index, 2) is None
    return plan_title(plan, number, last=last)


def round_title(round: RoundView) -> str:
    """The heading of a round."""
    return plan_title(round.plan, round.number, last=_one_table_last(round), flights=round.number)


def is_final(round: RoundView) -> bool:
    """Whether that round is the last, at one table, after others whose seats were not carried into it."""
    return _one_table_last(round) and round.number > 1 and round.plan.seating != "carry"


def _one_table_last(round: RoundView) -> bool:
    tables = [table for table in round.tables if table.state != "annulled"]
    return round.last and max(len(tables), len(round.expected)) <= 1


def round_how(round: RoundView) -> str:
    """How its players got there: "drawn", "two firsts and two seconds each"."""
    plan, seeds = round.plan, _seeds(round)
    if plan.seating == "draw":
        return _("drawn")
    if plan.seating == "merge":
        return _("all flights together")
    if plan.seating == "carry":
        return _("everybody stays")
    if len(seeds) > 1 and all(sorted(table) == [1, 1, 2, 2] for table in seeds):
        return _("two firsts and two seconds each")
    return ""


def _seeds(round: RoundView) -> list[list[int]]:
    """The places at the tables before, for each table."""
    known = [[row.seed for row in table.rows] for table in round.tables if table.state != "annulled"]
    found = known or [list(table) for table in round.expected]
    return [[split_seed(seed)[1] for seed in table] for table in found]


def seed_words(seed: str) -> str:
    """A place that nobody has yet: "first of table A" for A1, "second of table 1" for 1.2 or 12."""
    label, place = split_seed(seed)
    if not label or not place:
        return seed
    if place == 1:
        return _("first of table %(table)s") % {"table": label}
    if place == 2:
        return _("second of table %(table)s") % {"table": label}
    return _("%(place)s of table %(table)s") % {"place": figures.ordinal(place), "table": label}


def split_seed(seed: str) -> tuple[str, int]:
    """The table and the place of a seed: ("A", 1) of "A1", ("12", 2) of "12-2"; a table of digits has a
    single digit behind it where nothing parts them."""
    label, dash, place = seed.rpartition("-")
    if not dash:
        letters = seed.rstrip("0123456789")
        label, place = (letters, seed[len(letters) :]) if letters else (seed[:-1], seed[-1:])
    return label, int(place) if place.isdecimal() else 0


def table_called(label: str) -> str:
    """ "Table A"."""
    return _("Table %(table)s") % {"table": label}


def final_table() -> str:
    """What the only table of the last round is called."""
    return _("Final table")


def out() -> str:
    """What stands beside somebody who has left a table that plays on."""
    return _("out")


def disqualified() -> str:
    """What stands beside somebody who was sent out of the room."""
    return _("disqualified")


def table_state(table: RoundTable, plan: RoundPlan, open: Open) -> str:
    """What stands at the right of a table's heading: "done", "3 h, counted", "counted early",
    "ante 200", "count"."""
    if table.state == "annulled":
        return _("annulled")
    if table.state == "done":
        if table.how == "bye":
            return _("bye")
        if table.how == "limit":
            return _("%(limit)s, counted") % {"limit": limit_words(plan.limit_minutes)}
        if table.how == "early":
            return _("counted early")
        return _("done")
    if table.state == "count_needed":
        return _to_end(table, plan)
    level = table.level
    if table.ante and (level is None or not level.bb):
        return _("ante %(ante)s") % {"ante": figures.chips_plain(open, table.ante)}
    if level is not None and level.bb:
        return figures.blinds(open, level.sb, level.bb)
    return ""


def replay_words(table: RoundTable) -> str:
    """What a table repeats (VIV-32): "Replay of table B; tables 1 and 2 fell with it", "" where none."""
    if not table.fell:
        return ""
    first, *others = table.fell
    said = _("Replay of table %(table)s") % {"table": first}
    if not others:
        return said
    fell = ngettext("table %(tables)s fell with it", "tables %(tables)s fell with it", len(others))
    return f"{said}; " + fell % {"tables": figures.listed(others)}


def _to_end(table: RoundTable, plan: RoundPlan) -> str:
    """Why a table is over, and what is still done there: nothing where one is left."""
    if table.how == "last":
        return _("one left: done")
    if table.how == "limit":
        return _("time is up: count")
    if table.how == "levels":
        return _("levels over: bag the chips") if plan.flight else _("levels over: count")
    left = len(table.left)
    if left == 2:
        return _("two left: count")
    return ngettext("%(count)s left: count", "%(count)s left: count", left) % {"count": left}


def limit_words(minutes: int) -> str:
    """ "3 h", "2 h 30", "45 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)02d") % {"hours": hours, "minutes": rest} if rest else f"{hours} h"


def people(count: int) -> str:
    """ "16 players"."""
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}


def tables_words(sizes: Sequence[int]) -> str:
    """Tables by their sizes: "4 tables of 4", "3 tables of 4 and 1 of 3"."""
    parts: list[str] = []
    for size in sorted(set(sizes), reverse=True):
        count = sum(1 for one in sizes if one == size)
        if parts:
            parts.append(_("%(count)s of %(size)s") % {"count": count, "size": size})
        else:
            words = ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
            parts.append(words % {"count": count, "size": size})
    return figures.listed(parts)


def rounds_called(count: int) -> str:
    """ "3 rounds"."""
    return ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count}


def going_on(count: int) -> str:
    """How many of each table go on."""
    if count == 1:
        return _("the best of each table goes on")
    if count == 2:
        return _("the two best of each table go on")
    return _("the %(count)s best of each table go on") % {"count": count}


def each_round(chips: str) -> str:
    """The fresh stack of every round."""
    return _("%(chips)s chips each round") % {"chips": chips}


def seated_at(sizes: Sequence[int]) -> str:
    """ "8 players: 2 tables of 4"."""
    return _("%(players)s: %(tables)s") % {"players": people(sum(sizes)), "tables": tables_words(sizes)}


def outline_words(plans: Sequence[RoundPlan], players: int, house_seats: int) -> tuple[str, ...]:
    """What so many players will play, one line a round: "Round 1: 4 tables of 4"; none for one round."""
    steps = outline(plans, players, house_seats) if plans else ()
    lines = []
    for number, step in enumerate(steps, start=1):
        plan = plans[step.index]
        last = step is steps[-1] and len(step.sizes) <= 1 and not plan.flight
        title = plan_title(plan, number, last=last, flights=number)
        lines.append(_("%(round)s: %(tables)s") % {"round": title, "tables": _step(plan, step.sizes)})
    return tuple(lines)


def _step(plan: RoundPlan, sizes: Sequence[int]) -> str:
    playing = [size for size in sizes if size > 1]
    byes = len(sizes) - len(playing)
    if plan.ends == "levels" and plan.seating != "carry" and not playing:
        return levels_called(plan.level_count)
    if plan.seating == "carry":
        stays = _("everybody stays")
        return f"{levels_called(plan.level_count)}, {stays}" if plan.ends == "levels" else stays
    if not playing:
        return _("all who are left")
    said = people(playing[0]) if len(playing) == 1 and not byes else tables_words(playing)
    if plan.ends == "levels":
        said = f"{said}, {levels_called(plan.level_count)}"
    if byes:
        said += ", " + ngettext("%(count)s bye", "%(count)s byes", byes) % {"count": byes}
    return said


def levels_called(count: int) -> str:
    """ "6 levels"."""
    return ngettext("%(count)s level", "%(count)s levels", count) % {"count": count}
