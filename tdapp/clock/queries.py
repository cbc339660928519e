"""What the clock shows: level, time left, what comes; from the stored setting and an instant."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta

from tdapp.clock.models import Clock, HandForHand, LevelStart, TimeCall
from tdapp.clock.models import Level as LevelRow
from tdapp.journal.models import RowChange
from tdapp.opens.house import house_of
from tdapp.opens.models import IN_PLAY, Open, Round, Table
from tdapp.opens.queries import Field
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules import clock, colour_up, rounds
from tdapp.rules.errors import Remark
from tdapp.rules.levels import ByOuts, Level, Schedule, Timed

CALL_STAYS = timedelta(seconds=10)
"""How long a time call is still shown after its end."""
SOON = timedelta(minutes=30)
"""What ends or leaves within that time of play is reminded of."""


@dataclass(frozen=True)
class Coming:
    """A level that begins at ``at`` while the clock runs on; ``next`` is the line behind it."""

    at: datetime
    index: int
    number: int | None
    level: Level
    next: Level | None = None


@dataclass(frozen=True)
class ClockFace:
    """The clock at ``now``, ready for a page.

    ``state`` is waiting, countdown (play begins at ``begins_at``), running, paused, break (running), or
    finished; ``position`` is None only without a schedule.  ``by_outs`` where the blinds follow the outs
    (SPT-38); ``by_table`` where each table has a level of its own (VIV-17): the position is then the first
    level, without time (``floor.table_faces`` knows the others).  ``begins_at`` is also the announced
    start of an open that waits.  ``setting`` is what the position was reckoned from, None before the start.
    """

    state: str
    now: datetime
    by_outs: bool
    position: clock.Position | None
    paused_since: datetime | None = None
    coming: tuple[Coming, ...] = field(default=())
    begins_at: datetime | None = None
    schedule: Schedule | None = None
    setting: clock.State | None = None
    by_table: bool = False

    @property
    def left_ms(self) -> int | None:
        """Milliseconds left in the level, None without minutes."""
        if self.position is None or self.position.left is None:
            return None
        return self.position.left // timedelta(milliseconds=1)

    @property
    def seconds(self) -> int | None:
        """Whole seconds left, rounded up, as every screen shows them."""
        if self.position is None or self.position.left is None:
            return None
        return clock.seconds_shown(self.position.left)


@dataclass(frozen=True)
class Began:
    """A level that began: when it was due, and when somebody wrote it down."""

    due_at: datetime
    recorded_at: datetime
    index: int
    number: int | None
    level: Level


@dataclass(frozen=True)
class Closing:
    """The end of late entry or of the rebuys: with line ``index``, whose playing level is ``number``
    (None: a break).

    ``over`` once the line behind it has begun.  ``left`` is the playing time until then, None where
    nobody can know; ``at`` the instant, known only while the clock runs.
    """

    over: bool
    index: int
    number: int | None
    left: timedelta | None
    at: datetime | None
    this_level: bool


@dataclass(frozen=True)
class NextColourUp:
    """The chips (units) that leave next: ``due`` at once, else after ``left`` of play, at ``at`` if known.

    ``at_break`` when they leave in a break, ``planned`` where no line marks it and the planner says it.
    """

    chips: tuple[int, ...]
    index: int
    at: datetime | None
    left: timedelta | None
    at_break: bool
    due: bool
    planned: bool


@dataclass(frozen=True)
class TimeCallView:
    """The shot clock of a table: until ``ends_at``, the last ``countdown`` seconds aloud.

    ``label`` is what people call the table, ``entry`` is who thinks, where it was said; ``over`` when it
    was ended or ran out.
    """

    id: int
    table: int
    number: int
    label: str
    entry: int | None
    called_at: datetime
    ends_at: datetime
    countdown: int
    over: bool

    def seconds_left(self, now: datetime) -> int:
        """Whole seconds left, rounded up."""
        return 0 if self.over else clock.seconds_shown(self.ends_at - now)


def level_rows(round: Round) -> list[LevelRow]:
    """The lines of the round's schedule, in order."""
    return list(LevelRow.objects.filter(round=round).order_by("index"))


def level_of(row: LevelRow) -> Level:
    """A stored line as the rules read it."""
    values = {field.name: getattr(row, field.name) for field in fields(Level)}
    return Level(**{**values, "colour_up": tuple(row.colour_up)})


def lines_of(round: Round) -> tuple[Level, ...]:
    """The lines of the round's schedule as the rules read them."""
    return tuple(level_of(row) for row in level_rows(round))


def schedule_of(open: Open, round: Round) -> Schedule | None:
    """The round's schedule under its plan and the open's house rules; None while it has no levels.

    Where each table has its own level it is the first one alone, without a length (VIV-17).
    """
    rows = level_rows(round)
    if not rows:
        return None
    trigger = trigger_of(open, round)
    if trigger == "table":
        return Timed((replace(level_of(rows[0]), seconds=None),))
    if trigger == "outs":
        house, first = house_of(open), rows[0]
        return ByOuts(first.sb, first.bb, first.ante, every=house.outs_per_level, factor=house.level_factor)
    return Timed(tuple(level_of(row) for row in rows))


def trigger_of(open: Open, round: Round) -> str:
    """What makes the round's levels rise: ``time``, ``outs``, or ``table`` (each by its own outs).

    An open of one round has one schedule for all: ``table`` is then time.
    """
    plan, house = plan_of_round(round), house_of(open)
    if plan is None:
        return "time" if house.level_trigger == "table" else house.level_trigger
    return plan.level_trigger or house.level_trigger


def table_schedule(open: Open, round: Round) -> ByOuts | None:
    """How the ante of each single table rises: once, when the first player has left it (VIV-17)."""
    rows = level_rows(round) if trigger_of(open, round) == "table" else []
    return rounds.table_schedule(level_of(rows[0])) if rows else None


def clock_of(round: Round) -> Clock | None:
    """The clock that the round is played by, None before it is started.

    Where every table that still plays has one of its own (tables played again: VIV-32) it is the first of
    those, so that what is really played can be paused and is shown.
    """
    rows = list(Clock.objects.filter(round=round).select_related("table").order_by("pk"))
    own = [row for row in rows if row.table is not None and row.table.in_play]
    if own:
        tables = Table.objects.filter(IN_PLAY, round=round)
        if not tables.exclude(pk__in=[row.table_id for row in own]).exists():
            return own[0]
    return next((row for row in rows if row.table_id is None), None)


def clocks_beside(open: Open, main: Clock) -> list[Clock]:
    """The clocks by which other tables play now: of tables played again, of other rounds."""
    standing = Clock.objects.filter(round__open=open, round__annulled_at=None).exclude(pk=main.pk)
    others = list(standing.select_related("round", "table"))
    if not others:
        return []
    tables = Table.objects.filter(IN_PLAY, round__open=open)
    own = {row.table_id for row in (*others, main) if row.table_id is not None}
    by_round = set(tables.exclude(pk__in=own).values_list("round", flat=True))
    return [
        row for row in others if (row.table.in_play if row.table is not None else row.round_id in by_round)
    ]


def state_of(row: Clock, outs: int) -> clock.State:
    """The stored setting as the rules read it."""
    return clock.State(row.anchor_at, row.elapsed, row.running, outs=outs, shift=row.shift, index=row.index)


def current_round(open: Open) -> Round:
    """The round being played: the first that is neither annulled nor finished, else the last one.

    A later round may stand beside it, where tables of an earlier one are played again (VIV-32).
    """
    rounds = list(Round.objects.filter(open=open, annulled_at=None).order_by("number"))
    return next((round for round in rounds if round.finished_at is None), rounds[-1])


def clock_face(open: Open, now: datetime, field: Field, round: Round | None = None) -> ClockFace:
    """The clock of the open's current round (``round``, where somebody has read it) at ``now``."""
    round = round or current_round(open)
    schedule = schedule_of(open, round)
    by_outs = isinstance(schedule, ByOuts)
    row = clock_of(round)
    if schedule is None:
        state_now = "finished" if field.finished else "waiting"
        return ClockFace(state_now, now, by_outs, None, begins_at=_begins_at(open, row, now))
    state = state_of(row, len(field.busts)) if row else clock.waiting(now)
    position = clock.position(state, schedule, now)
    coming = tuple(_coming(at, index, schedule) for at, index in position.boundaries)
    paused_since = row.anchor_at if row and not row.running else None
    return ClockFace(
        _state(row, position, field, now),
        now,
        by_outs,
        position,
        paused_since,
        coming,
        _begins_at(open, row, now),
        schedule,
        state if row else None,
        trigger_of(open, round) == "table",
    )


def _begins_at(open: Open, row: Clock | None, now: datetime) -> datetime | None:
    if row is None:
        return open.starts_at
    return row.anchor_at if counts_down(row, now) else None


def counts_down(row: Clock, now: datetime) -> bool:
    """Whether the start lies ahead: the first setting of all, and no time has passed yet."""
    return row.running and now < row.anchor_at and not row.index and not row.elapsed


def _coming(at: datetime, index: int, schedule: Schedule) -> Coming:
    if isinstance(schedule, ByOuts):
        return Coming(at, index, index + 1, schedule.level(index))
    behind = schedule.levels[index + 1] if index + 1 < len(schedule.levels) else None
    return Coming(at, index, schedule.number(index), schedule.levels[index], behind)


def _state(row: Clock | None, position: clock.Position, field: Field, now: datetime) -> str:
    if field.finished:
        return "finished"
    if row is None:
        return "waiting"
    if not row.running:
        return "paused"
    if counts_down(row, now):
        return "countdown"
    return "break" if position.is_break else "running"


def entry_closes(face: ClockFace) -> Closing | None:
    """When late entry ends, by the first line so marked; None where nothing is marked."""
    return _closing(face, [level.entry_ends for level in _lines(face)])


def rebuys_close(face: ClockFace) -> Closing | None:
    """When the rebuys end, by the first line so marked; None where nothing is marked."""
    return _closing(face, [level.rebuys_end for level in _lines(face)])


def played_levels(face: ClockFace, index: int | None = None) -> int:
    """The number of the playing level at line ``index`` (None: the one in force); in a break, of the last."""
    lines = _lines(face)
    if index is None:
        index = face.position.index if face.position is not None else 0
    return sum(not level.is_break for level in lines[: index + 1])


def played_seconds(face: ClockFace) -> int:
    """Whole seconds of play so far, breaks and pauses excluded; 0 before the start."""
    if face.setting is None or face.schedule is None:
        return 0
    return clock.played(face.setting, face.schedule, face.now) // timedelta(seconds=1)


def _lines(face: ClockFace) -> tuple[Level, ...]:
    return face.schedule.levels if isinstance(face.schedule, Timed) else ()


def _closing(face: ClockFace, marks: list[bool]) -> Closing | None:
    if True not in marks or not isinstance(face.schedule, Timed) or face.position is None:
        return None
    index = marks.index(True)
    here = face.position.index
    left = _until(face, index + 1)
    over = face.setting is not None and here > index
    number = face.schedule.number(index)
    return Closing(
        over, index, number, left, _instant(face, left), face.setting is not None and here == index
    )


def _until(face: ClockFace, index: int) -> timedelta | None:
    """Playing time until line ``index`` begins; None where there is no such line or nobody can know."""
    if face.schedule is None:
        return None
    return clock.starts_in(face.setting or clock.waiting(face.now), face.schedule, face.now, index)


def _instant(face: ClockFace, left: timedelta | None) -> datetime | None:
    if left is None or face.setting is None or not face.setting.running:
        return None
    return max(face.now, face.setting.anchor_at) + left


def next_colour_up(open: Open, face: ClockFace, field: Field) -> NextColourUp | None:
    """The next chips to leave: as the lines mark it, else (none marked) as the planner proposes.

    What was due and not done yet comes first; chips that left already are passed over.
    """
    lines = _lines(face)
    if not lines or face.position is None:
        return None
    gone = {one.chip for one in field.colour_ups}
    marked = [(index, chip) for index, line in enumerate(lines) for chip in line.colour_up]
    planned = [] if marked else _planned(open, lines)
    waiting = sorted((index, chip) for index, chip in marked or planned if chip not in gone)
    if not waiting:
        return None
    here = face.position.index if face.setting is not None and face.state != "countdown" else -1
    due = [(index, chip) for index, chip in waiting if index <= here]
    index = waiting[0][0]
    chips = [chip for at, chip in due or waiting if due or at == index]
    left = _until(face, index)
    at = _instant(face, left)
    return NextColourUp(
        tuple(sorted(chips)), index, at, left, lines[index].is_break, bool(due), bool(planned)
    )


def _planned(open: Open, lines: tuple[Level, ...]) -> list[tuple[int, int]]:
    """The planner's (line, chip) for the chips that players hold: what nobody was given is not in play."""
    given = [int(line["value"]) for line in open.chips if line.get("each")]
    chips = [int(line["value"]) for line in open.chips if not given or int(line["value"]) >= min(given)]
    return [(one.index, one.chip) for one in colour_up.plan(Timed(lines), chips)]


def reminders(open: Open, face: ClockFace, field: Field) -> tuple[Remark, ...]:
    """What the clock brings soon, for the director (DESIGN 4); nothing is done by itself.

    Codes: ``entry_closes`` and ``rebuys_close`` (minutes, None where nobody can know; this_level),
    ``colour_up_coming`` (chips, at_break, minutes).  A colour-up that is due is a suggestion instead.
    """
    if face.state not in ("running", "paused", "break"):
        return ()
    found = []
    closing = entry_closes(face)
    if closing is not None and _ahead(closing):
        found.append(Remark("entry_closes", _when(closing)))
    closing = rebuys_close(face)
    if closing is not None and _ahead(closing):
        found.append(Remark("rebuys_close", _when(closing)))
    coming = next_colour_up(open, face, field)
    if coming is not None and not coming.due and _soon(coming.left):
        when = {"at_break": coming.at_break, "minutes": _minutes(coming.left)}
        found.append(Remark("colour_up_coming", {"chips": coming.chips, **when}))
    return tuple(found)


def _ahead(closing: Closing) -> bool:
    """Worth a reminder: soon, or with the level that is played."""
    return not closing.over and (_soon(closing.left) or closing.this_level)


def _when(closing: Closing) -> dict[str, object]:
    return {"minutes": _minutes(closing.left), "this_level": closing.this_level}


def _soon(left: timedelta | None) -> bool:
    return left is not None and left <= SOON


def _minutes(left: timedelta | None) -> int | None:
    return None if left is None else -(-left // timedelta(minutes=1))


def running_hand_for_hand(round: Round) -> HandForHand | None:
    """The stretch of hand-for-hand play that goes on in the round, if any (RULES 2.9)."""
    return HandForHand.objects.filter(round=round, ended_at=None).first()


def time_calls(round: Round, now: datetime) -> tuple[TimeCallView, ...]:
    """The shot clocks of the round's tables that run or ended a moment ago, one a table, the latest."""
    rows = TimeCall.objects.filter(table__round=round, called_at__gte=now - timedelta(hours=1))
    found = {row.table_id: _call_view(row, now) for row in rows.select_related("table").order_by("pk")}
    fresh = [view for view, ended in found.values() if ended is None or now - ended < CALL_STAYS]
    return tuple(sorted(fresh, key=lambda view: view.number))


def _call_view(row: TimeCall, now: datetime) -> tuple[TimeCallView, datetime | None]:
    """The call, and when it ended."""
    ends_at = row.called_at + timedelta(seconds=row.seconds)
    ended = row.ended_at or (ends_at if ends_at <= now else None)
    view = TimeCallView(
        row.pk, row.table_id, row.table.number, row.table.label, row.entry_id, row.called_at, ends_at,
        row.countdown, ended is not None,
    )  # fmt: skip
    return view, ended


def level_at_out(open: Open, field: Field, hand: int, level: int | None) -> Level | None:
    """The level an out's hand was played at: by the outs before it, or the recorded index."""
    schedule = schedule_of(open, current_round(open))
    return level_in(schedule, field.outs_before_hand(hand), level)


def level_in(schedule: Schedule | None, outs_before: int, level: int | None) -> Level | None:
    """The same from a schedule that is already at hand."""
    if isinstance(schedule, ByOuts):
        return schedule.level(schedule.step(outs_before))
    if schedule is None or level is None or level >= len(schedule.levels):
        return None
    return schedule.levels[level]


def level_starts(open: Open) -> tuple[Began, ...]:
    """The levels that began in the open's current round, in order (see ``level_starts_of``)."""
    return level_starts_of(current_round(open))


def all_level_starts(open: Open) -> tuple[Began, ...]:
    """Those of every round that stands, in order."""
    rounds = Round.objects.filter(open=open, annulled_at=None).select_related("open").order_by("number")
    return tuple(began for round in rounds for began in level_starts_of(round))


def level_starts_of(round: Round) -> tuple[Began, ...]:
    """The levels that began in a round, in order, under settings that still stand.

    An observation under a setting that was undone, or that was replaced before the level was due
    (a pause put back by a redo), is left out.
    """
    schedule, row = schedule_of(round.open, round), clock_of(round)
    if row is None or not isinstance(schedule, Timed):
        return ()
    until = _standing(row)
    found = LevelStart.objects.filter(clock=row, setting__in=until).order_by("due_at", "setting", "pk")
    return tuple(
        Began(one.due_at, one.recorded_at, one.index, schedule.number(one.index), schedule.levels[one.index])
        for one in found
        if one.index < len(schedule.levels) and _before(one.due_at, until[one.setting])
    )


def _standing(row: Clock) -> dict[int, datetime | None]:
    """The settings of a clock that were not undone, each with the instant of the next one."""
    changes = RowChange.objects.filter(
        model=row._meta.label_lower, row=row.pk, field__in=["voided", "setting"], entry__undone=False
    ).exclude(entry__kind__in=["undo", "redo"])
    set_at = dict(changes.order_by("entry").values_list("entry", "entry__at"))
    return dict(zip(set_at, [*list(set_at.values())[1:], None], strict=True))


def _before(due_at: datetime, end: datetime | None) -> bool:
    return end is None or due_at <= end
