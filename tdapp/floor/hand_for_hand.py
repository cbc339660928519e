"""Hand-for-hand play (RULES 2.9): the clock stands, every hand takes a fixed time, tables wait for each
other, and those out in one synchronised hand are placed together.

The hands that go on when it is announced already count as the first one.  A hand's time is taken when
all have finished it, so a level that it brings is played from the following hand on.  Time that would
run into a break ends there: a break is real time, and the clock runs through it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Unpack

from tdapp.cash import queries as cash
from tdapp.clock import queries as clocks
from tdapp.clock.models import HandForHand, TableTick
from tdapp.clock.steps import outs_of, set_clock
from tdapp.floor.queries import seatings
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Round, Table
from tdapp.opens.queries import Field, field
from tdapp.opens.steps import check_running
from tdapp.rules import clock
from tdapp.rules.errors import RuleError
from tdapp.rules.hand_for_hand import bubble_left, check_left
from tdapp.rules.levels import Schedule

BEGUN = ("hand_for_hand_begun", "hand_for_hand_next")
"""Acts with which a synchronised hand begins."""


@dataclass(frozen=True)
class TableInHand:
    """A table that plays the synchronised hand: its row's id, its number and what people call it."""

    id: int
    number: int
    label: str


@dataclass(frozen=True)
class HandForHandView:
    """Hand-for-hand play as it stands: the ``hand`` (from 1), which takes ``seconds`` off the clock.

    ``waiting`` tables have not finished it, ``done`` ones have; ``left`` players are in and ``paid``
    places are paid.  ``bubble_at`` is when "in the money" was confirmed.
    """

    hand: int
    seconds: int
    waiting: tuple[TableInHand, ...]
    done: tuple[TableInHand, ...]
    left: int
    paid: int
    started_at: datetime
    bubble_at: datetime | None

    @property
    def tables(self) -> tuple[tuple[TableInHand, bool], ...]:
        """All of them by number, each with whether it has finished."""
        both = [*((one, False) for one in self.waiting), *((one, True) for one in self.done)]
        return tuple(sorted(both, key=lambda pair: pair[0].number))

    @property
    def minutes(self) -> int:
        """What a hand takes, in whole minutes rounded up."""
        return -(-self.seconds // 60)

    @property
    def all_done(self) -> bool:
        return not self.waiting

    @property
    def to_go(self) -> int:
        """How many must still go out before everybody left is paid."""
        return bubble_left(self.left, self.paid)

    @property
    def bubble_burst(self) -> bool:
        """Whether everybody left is paid and nobody has confirmed it yet."""
        return bool(self.paid) and self.to_go == 0 and self.bubble_at is None


def view(open: Open, everyone: Field, paid: int) -> HandForHandView | None:
    """Hand-for-hand play in the open's current round, None where none goes on; four queries."""
    if everyone.finished or not everyone.started:
        return None
    round = clocks.current_round(open)
    play = clocks.running_hand_for_hand(round)
    if play is None:
        return None
    ticked = _ticked(play)
    tables = _in_use(round)
    return HandForHandView(
        hand=play.hand,
        seconds=play.seconds,
        waiting=tuple(one for one in tables if one.id not in ticked),
        done=tuple(one for one in tables if one.id in ticked),
        left=len(everyone.left),
        paid=paid,
        started_at=play.started_at,
        bubble_at=play.bubble_at,
    )


def _ticked(play: HandForHand) -> set[int]:
    return set(TableTick.objects.filter(play=play, hand=play.hand).values_list("table", flat=True))


def _in_use(round: Round) -> list[TableInHand]:
    """Tables where a hand can be played: with two players or more."""
    sitting: dict[int, list[Table]] = {}
    for seat in seatings(round):
        sitting.setdefault(seat.table.number, []).append(seat.table)
    in_use = (rows[0] for _, rows in sorted(sitting.items()) if len(rows) > 1)
    return [TableInHand(table.pk, table.number, table.label) for table in in_use]


@once
def begin_hand_for_hand(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """From the hands that are being played on, all tables play hand for hand; the clock stands.

    RuleError: ``hand_for_hand_already``, ``clock_not_started``, ``start_lies_ahead``, ``not_started``,
    ``finished_already``.
    """
    with record(open.stream, "hand_for_hand_begun", **act) as change:
        open.refresh_from_db()
        check_running(open)
        round = clocks.current_round(open)
        if clocks.running_hand_for_hand(round) is not None:
            raise RuleError("hand_for_hand_already")
        row = clocks.clock_of(round)
        if row is not None and clocks.counts_down(row, change.now):
            raise RuleError("start_lies_ahead")
        _stop(change, open, round)
        seconds = house_of(open).h4h_minutes * 60
        play = change.create(HandForHand, round=round, started_at=change.now, seconds=seconds)
        change.note(play=play.pk, hand=play.hand)
    return change.entry


def _stop(change: Change, open: Open, round: Round) -> None:
    row, schedule = clocks.clock_of(round), clocks.schedule_of(open, round)
    if row is None:
        raise RuleError("clock_not_started")
    if row.running:
        state = clock.pause(clocks.state_of(row, outs_of(open)), change.now)
        set_clock(change, row=row, schedule=schedule, state=state)


@once
def tick_table(*, table: Table, **act: Unpack[Act]) -> JournalEntry:
    """A table has finished the synchronised hand. RuleError: ``no_hand_for_hand``, ``ticked_already``."""
    open = table.round.open
    with record(open.stream, "table_ticked", **act) as change:
        open.refresh_from_db()
        check_running(open)
        play = _playing(table.round)
        if table.pk in _ticked(play):
            raise RuleError("ticked_already")
        change.create(TableTick, play=play, table=table, hand=play.hand)
        change.note(table=table.pk, hand=play.hand)
    return change.entry


def _playing(round: Round) -> HandForHand:
    play = clocks.running_hand_for_hand(round)
    if play is None:
        raise RuleError("no_hand_for_hand")
    return play


@once
def next_hand(
    *, open: Open, left: int | None = None, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """All tables have finished: the hand's time is taken off the clock and the next one begins.

    ``left`` are the players counted at the tables, where somebody counted.  RuleError:
    ``no_hand_for_hand``; ``tables_still_play`` (tables: their numbers) and ``players_left_differ``
    (counted, recorded) may be overruled.
    """
    with record(open.stream, "hand_for_hand_next", **act) as change:
        open.refresh_from_db()
        check_running(open)
        round = clocks.current_round(open)
        play = _playing(round)
        waiting = tuple(one.number for one in _in_use(round) if one.id not in _ticked(play))
        if waiting and "tables_still_play" not in overruled:
            raise RuleError("tables_still_play", overrule=True, tables=waiting)
        _check_counted(left, field(open), overruled)
        index = _take_hand(change, open, round, play)
        change.update(play, hand=play.hand + 1)
        change.note(play=play.pk, hand=play.hand, index=index, waiting=waiting, overruled=sorted(overruled))
    return change.entry


def _check_counted(left: int | None, everyone: Field, overruled: Collection[str]) -> None:
    if left is not None and "players_left_differ" not in overruled:
        check_left(left, len(everyone.left))


def _take_hand(change: Change, open: Open, round: Round, play: HandForHand) -> int | None:
    """Take the hand's time off the clock; answers the line that it brought, None where none."""
    row, schedule = clocks.clock_of(round), clocks.schedule_of(open, round)
    if row is None or schedule is None:
        return None
    state = _at_table(clocks.state_of(row, outs_of(open)), schedule, change.now)
    after = after_hand(state, schedule, change.now, timedelta(seconds=play.seconds))
    before, here = (clock.position(one, schedule, change.now).index for one in (state, after))
    set_clock(change, row=row, schedule=schedule, state=after, begins=here != before)
    return here if here != before else None


def _at_table(state: clock.State, schedule: Schedule, now: datetime) -> clock.State:
    """The clock of the hand that was played: it ran only through a break, and no hand is played there."""
    if not state.running:
        return state
    here = clock.position(state, schedule, now)
    index = here.index + 1 if here.is_break and here.next else here.index
    return replace(clock.go_to(state, schedule, now, index), running=False)


def after_hand(state: clock.State, schedule: Schedule, now: datetime, amount: timedelta) -> clock.State:
    """The clock after one more hand: ``amount`` less, running on into the next level (T-2.9a).

    At a break it stops short: the break begins whole, and runs.
    """
    spent = clock.settle(clock.spend(state, now, amount), schedule, now)
    here = clock.position(spent, schedule, now)
    if here.is_break and not clock.position(state, schedule, now).is_break:
        return replace(clock.go_to(spent, schedule, now, here.index), running=True)
    return spent


@once
def confirm_bubble(
    *, open: Open, left: int | None = None, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Announce that everybody left is paid; hand-for-hand play goes on until it is ended.

    RuleError: ``no_hand_for_hand``, ``bubble_not_burst`` (left, paid), ``bubble_burst_already``;
    ``players_left_differ`` (counted, recorded) may be overruled.
    """
    with record(open.stream, "bubble_confirmed", **act) as change:
        open.refresh_from_db()
        check_running(open)
        play = _playing(clocks.current_round(open))
        if play.bubble_at is not None:
            raise RuleError("bubble_burst_already")
        everyone = field(open)
        paid = cash.prizes(open, cash.pool(open, everyone)).paid_places
        if bubble_left(len(everyone.left), paid):
            raise RuleError("bubble_not_burst", left=len(everyone.left), paid=paid)
        _check_counted(left, everyone, overruled)
        change.update(play, bubble_at=change.now)
        change.note(left=len(everyone.left), paid=paid, overruled=sorted(overruled))
    return change.entry


@once
def end_hand_for_hand(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Play goes on as usual and the clock runs from where it stood. RuleError: ``no_hand_for_hand``."""
    with record(open.stream, "hand_for_hand_ended", **act) as change:
        open.refresh_from_db()
        check_running(open)
        round = clocks.current_round(open)
        play = _playing(round)
        row, schedule = clocks.clock_of(round), clocks.schedule_of(open, round)
        if row is not None and not row.running:
            state = clock.resume(clocks.state_of(row, outs_of(open)), change.now)
            set_clock(change, row=row, schedule=schedule, state=state)
        change.update(play, ended_at=change.now)
        change.note(play=play.pk, hands=play.hand)
    return change.entry
