"""Rounds: the stages of an open, how each of their tables ends, and who meets whom in the next one.

Decides DESIGN 8: what a stage is, which one comes next, which plans cannot be played at all, and the ante
of a table whose blinds follow its own outs (VIV-17).  Ready-made plans are in ``round_presets``, who meets
whom in ``brackets``, the order at one table in ``table_order``, playing again in ``replays``.
Units: chips, minutes of playing time, places at a table and playing levels counted from 1.

Worked example: Vivaldi's plans for 16 players are four drawn tables, then tables of four "until 4", then
the final.  Eight are left after the first stage, so the second is played; four after it, so the final is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from tdapp.rules.brackets import check_groups as check_groups
from tdapp.rules.brackets import continue_with as continue_with
from tdapp.rules.brackets import expected_seeds as expected_seeds
from tdapp.rules.brackets import seeds_of as seeds_of
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Timed, check_schedule
from tdapp.rules.money import LARGEST


@dataclass(frozen=True)
class RoundPlan:
    """The settings of one stage of an open.

    ``seating``: ``draw`` (by lot), ``seeded`` (from the places at the tables before: VIV-11), ``carry``
    (everybody stays where he sits; such a stage begins by itself when its first level does) or ``merge``
    (everybody left of all flights, by lot).
    ``tables`` is their number, 0 for as few as hold everybody; ``table_seats`` their size, 0 as the house
    says.  ``stacks`` are ``fresh`` (``stack`` chips, 0: the open's starting stack) or ``carry``.
    ``levels`` is its own schedule.  Empty: with fresh stacks the schedule begins anew from its first level,
    with carried ones it goes on after the levels that were played.  ``level_trigger`` is "" as
    the house says, else ``time``, ``outs`` or ``table`` (each table by its own outs: VIV-17).
    ``ends``: ``last_player``; ``table`` (each table by itself, with ``left`` players left: VIV-08);
    ``field`` (once no more than ``left`` are in); ``levels`` (after ``level_count`` playing levels).
    ``advance`` is how many of each table go on, best first, 0 for everybody left.  After
    ``limit_minutes`` of play the chips are counted (VIV-26), 0 for no limit.
    A stage is repeated while more than ``until`` players are left, and passed over when no more are; 0:
    played once.  ``flight``: only the entries of this flight play it (Day 1A).  ``coupled``: its tables
    are balanced and broken (SIS-17).
    """

    name: str = ""
    seating: str = "draw"
    tables: int = 0
    table_seats: int = 0
    stacks: str = "fresh"
    stack: int = 0
    levels: tuple[Level, ...] = ()
    level_trigger: str = ""
    ends: str = "last_player"
    left: int = 1
    level_count: int = 0
    advance: int = 0
    limit_minutes: int = 0
    until: int = 0
    flight: bool = False
    coupled: bool = True

    @property
    def exchanges(self) -> bool:
        """Whether its tables exchange players: not where each plays to its own end (VIV-05, VIV-08)."""
        return self.coupled and self.ends != "table"


CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "seating": ("draw", "seeded", "carry", "merge"),
        "stacks": ("fresh", "carry"),
        "level_trigger": ("", "time", "outs", "table"),
        "ends": ("last_player", "table", "field", "levels"),
    }
)

# Number: least and most allowed.
LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "tables": (0, 2000),
        "table_seats": (0, 12),
        "stack": (0, LARGEST),
        "left": (1, 2000),
        "level_count": (0, 200),
        "advance": (0, 12),
        "limit_minutes": (0, 1440),
        "until": (0, 2000),
    }
)

MOST_PLANS = 20
"""Stages of an open, flights included."""


def plans_as_dicts(plans: Iterable[RoundPlan]) -> list[dict[str, Any]]:
    """The plans as JSON can hold them: only what differs from a plain stage."""
    plain = RoundPlan()
    found = []
    for plan in plans:
        values = {field.name: getattr(plan, field.name) for field in fields(RoundPlan)}
        line = {name: value for name, value in values.items() if value != getattr(plain, name)}
        if plan.levels:
            line["levels"] = [level.as_line() for level in plan.levels]
        found.append(line)
    return found


def plans_from_dicts(lines: Iterable[Mapping[str, Any]]) -> tuple[RoundPlan, ...]:
    """The plans out of ``plans_as_dicts``; names it does not know are passed over."""
    return tuple(plan_from_dict(line) for line in lines)


def plan_from_dict(line: Mapping[str, Any]) -> RoundPlan:
    """One plan, as ``Round.plan`` holds it; an empty one is a plain stage."""
    known = {field.name: line[field.name] for field in fields(RoundPlan) if field.name in line}
    levels = tuple(Level.from_line(level) for level in line.get("levels", ()))
    return RoundPlan(**{**known, "levels": levels})


def next_plan(plans: Sequence[RoundPlan], played: int, left: int) -> tuple[int, RoundPlan] | None:
    """The stage that comes after stage ``played`` (-1: the first one) with ``left`` still in, and its index.

    The same stage again while more than its ``until`` are left, else the first later one that is not
    passed over.  A flight that was not played yet always comes.  None after the last one, and once there
    is nobody left to play against.
    """
    for index in range(max(played, 0), len(plans)):
        plan = plans[index]
        again = index == played
        if plan.flight and not again:
            return index, plan
        if left < 2 or (again and not plan.until):
            continue
        if left > plan.until:
            return index, plan
    return None


def stage_of(plans: Sequence[RoundPlan], number: int, first: int = 0) -> int:
    """The index of the stage in which playing level ``number`` is played (SIS-14).

    ``number`` is that of the round's schedule.  ``first`` is the stage with which the round began; stages
    that carry everything on follow it in the same round and schedule, each beginning with its own first
    level.
    """
    number -= levels_before(plans, first)
    index = first
    while index + 1 < len(plans) and plans[index + 1].seating == "carry":
        if number <= plans[index].level_count:
            break
        number -= plans[index].level_count
        index += 1
    return index


def levels_before(plans: Sequence[RoundPlan], index: int) -> int:
    """How many playing levels of its schedule were played before a stage: those of the stages whose
    schedule goes on in it (of one flight, where several are merged)."""
    before = 0
    for at in range(index, 0, -1):
        if plans[at].seating != "carry" and (plans[at].stacks != "carry" or plans[at].levels):
            break
        before += plans[at - 1].level_count if plans[at - 1].ends == "levels" else 0
    return before


def stage_levels(plans: Sequence[RoundPlan], index: int) -> tuple[int, int | None]:
    """The first and last playing level of a stage in its round's schedule; None where it has no last one."""
    before = levels_before(plans, index)
    count = plans[index].level_count if plans[index].ends == "levels" else 0
    return before + 1, before + count if count else None


def table_schedule(first: Level) -> ByOuts:
    """How the ante of one table rises: doubled once somebody left it, and never again (VIV-17)."""
    return ByOuts(first.sb, first.bb, first.ante, every=1, factor=2, last_step=1)


def level_of_table(first: Level, outs: int) -> Level:
    """What a table plays whose level follows its own outs: one chip, and two once one is out (VIV-17)."""
    schedule = table_schedule(first)
    return schedule.level(schedule.step(outs))


def check_plans(plans: Sequence[RoundPlan]) -> None:
    """Refuse stages that cannot be played; no stage at all is an open of one round.

    ``number`` counts the stages from 1, ``field`` is the setting to be changed.  Raises ``unknown_choice``
    (setting, choice), ``setting_out_of_range`` (setting, value, least, most), those of
    ``levels.check_schedule``, ``rounds_too_many`` (most), ``first_round_follows`` (it has no round before it
    to take seats or stacks from), ``carried_seats_fresh_stacks``, ``carried_round_needs_levels`` (the one
    before must end by levels), ``round_level_count_missing``, ``round_never_ends`` (repeated, it need not
    lose anybody), ``flights_not_merged``, ``nothing_to_merge``, ``last_round_without_end``.
    """
    if len(plans) > MOST_PLANS:
        raise RuleError("rounds_too_many", most=MOST_PLANS)
    for number, plan in enumerate(plans, start=1):
        _check_settings(number, plan)
        _check_place(number, plan, plans[number - 2] if number > 1 else None)
        if plan.until and not _shrinks(plan):
            raise RuleError("round_never_ends", number=number, field="until")
    if plans:
        _check_last(len(plans), plans[-1])


def _check_settings(number: int, plan: RoundPlan) -> None:
    for setting, choices in CHOICES.items():
        if getattr(plan, setting) not in choices:
            raise RuleError(
                "unknown_choice", number=number, field=setting, setting=setting, choice=getattr(plan, setting)
            )
    for setting, (least, most) in LIMITS.items():
        value = getattr(plan, setting)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            params = {"setting": setting, "value": value, "least": least, "most": most}
            raise RuleError("setting_out_of_range", number=number, field=setting, **params)
    if plan.table_seats == 1:
        params = {"setting": "table_seats", "value": 1, "least": 2, "most": LIMITS["table_seats"][1]}
        raise RuleError("setting_out_of_range", number=number, field="table_seats", **params)
    if plan.ends == "levels" and not plan.level_count:
        raise RuleError("round_level_count_missing", number=number, field="level_count")
    if plan.levels:
        check_schedule(Timed(plan.levels))


def _check_place(number: int, plan: RoundPlan, before: RoundPlan | None) -> None:
    follows = plan.seating != "draw" or plan.stacks == "carry"
    if follows and (before is None or plan.flight):
        field = "seating" if plan.seating != "draw" else "stacks"
        raise RuleError("first_round_follows", number=number, field=field)
    if plan.seating == "merge" and before is not None and not before.flight:
        raise RuleError("nothing_to_merge", number=number, field="seating")
    if before is not None and before.flight and not plan.flight and plan.seating != "merge":
        raise RuleError("flights_not_merged", number=number, field="seating")
    if plan.flight and before is not None and not before.flight:
        raise RuleError("first_round_follows", number=number, field="flight")
    if plan.seating == "carry":
        if plan.stacks != "carry":
            raise RuleError("carried_seats_fresh_stacks", number=number, field="stacks")
        if before is not None and before.ends != "levels":
            raise RuleError("carried_round_needs_levels", number=number, field="seating")


def _check_last(number: int, plan: RoundPlan) -> None:
    if plan.flight:
        raise RuleError("flights_not_merged", number=number, field="seating")
    several = plan.ends == "table" and plan.tables > 1
    if plan.ends == "levels" or several or plan.until > 1:
        raise RuleError("last_round_without_end", number=number, field="until" if plan.until > 1 else "ends")


def _shrinks(plan: RoundPlan) -> bool:
    """Whether a repeated stage, whatever the number left, loses somebody each time it is played."""
    if plan.ends == "last_player":
        return True
    if plan.ends == "field":
        return plan.left <= plan.until
    if plan.ends == "levels":
        return False
    through = plan.advance or plan.left
    if plan.tables:
        return plan.tables * through <= plan.until
    # The tables are as few and as even as can be: one of them must hold more than go on.
    seats = plan.table_seats or 12
    return all(
        -(-left // -(-left // seats)) > through
        for left in range(plan.until + 1, plan.until + seats * seats + 1)
    )
