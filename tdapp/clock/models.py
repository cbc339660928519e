"""The levels of a round, its clock, and the observed beginnings of its levels."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import LIVE, Entry, Round, Table
from tdapp.tours.models import Tour


class Level(Journaled):
    """One line of a round's schedule, in units of the open's chips; ``seconds`` is None without a clock.

    Where the house raises the blinds by outs (SPT-38) a round has one level, the first.  The fields are
    those of ``rules.levels.Level``.
    """

    ANTE_FORMS = [("", "as the house says"), ("per_player", "per player"), ("big_blind", "big blind")]

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="levels")
    index = models.PositiveSmallIntegerField()
    sb = models.BigIntegerField(default=0)
    bb = models.BigIntegerField(default=0)
    ante = models.BigIntegerField(default=0)
    seconds = models.PositiveIntegerField(null=True)
    is_break = models.BooleanField(default=False)
    note = models.CharField(max_length=80, blank=True, default="")
    ante_form = models.CharField(max_length=10, choices=ANTE_FORMS, blank=True, default="")
    game = models.CharField(max_length=40, blank=True, default="")
    colour_up = models.JSONField(default=list)
    rebuys_end = models.BooleanField(default=False)
    entry_ends = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "index"], condition=LIVE, name="one_level_per_index")
        ]

    def __str__(self) -> str:
        return "break" if self.is_break else f"{self.sb}/{self.bb}"


class Clock(Journaled):
    """The clock of a round: arithmetic, not a process (DESIGN 4).

    ``elapsed`` had passed since the start of level ``index`` at ``anchor_at`` (``rules.clock``);
    ``setting`` is the id of the journal entry that set it so, and is never used again for another
    setting.  ``shift`` is levels added by hand where the blinds follow the outs.  A table that is played
    again (VIV-32) has a clock of its own beside the round's.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="clocks")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="clocks")
    anchor_at = models.DateTimeField()
    elapsed = models.DurationField(default=timedelta)
    index = models.PositiveSmallIntegerField(default=0)
    running = models.BooleanField(default=False)
    setting = models.PositiveIntegerField(default=0)
    shift = models.SmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round"],
                condition=LIVE & models.Q(table__isnull=True),
                name="one_clock_per_round",
                violation_error_code="clock_started",
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=LIVE,
                name="one_clock_per_table",
                violation_error_code="clock_started",
            ),
        ]

    def __str__(self) -> str:
        return f"clock of {self.round}"


class LevelStart(models.Model):
    """An observation: a level began at ``due_at`` under one setting of the clock. Outside undo.

    It holds while the setting's entry stands; ``queries.level_starts`` tells which ones do.
    """

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="level_starts")
    setting = models.PositiveIntegerField()
    index = models.PositiveSmallIntegerField()
    due_at = models.DateTimeField()
    recorded_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["clock", "setting", "index"], name="one_start_per_setting_and_level"
            )
        ]

    def __str__(self) -> str:
        return f"level {self.index} began"


class CountDue(models.Model):
    """An observation: under one setting of the clock its tables had to be counted. Outside undo.

    ``after`` so many minutes of play (VIV-26), 0 where the last level had run out.  Written once, so that
    open pages are told once.
    """

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="counts_due")
    setting = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    recorded_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["clock", "setting", "after"], name="one_count_due_per_setting")
        ]

    def __str__(self) -> str:
        return f"chips are counted after {self.after} minutes" if self.after else "the levels are over"


class SavedSchedule(Journaled):
    """A schedule kept by a tour to be used again: ``lines`` as ``clock.lines`` writes them.

    Amounts are in units of chips with ``chip_digits`` decimals; ``stack`` and ``smallest_chip`` say for
    what it was made.
    """

    tour = models.ForeignKey(Tour, on_delete=models.PROTECT, related_name="saved_schedules")
    name = models.CharField(max_length=60)
    lines = models.JSONField()
    chip_digits = models.SmallIntegerField(default=0)
    stack = models.BigIntegerField()
    smallest_chip = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tour", "name"],
                condition=LIVE,
                name="one_saved_schedule_per_name",
                violation_error_code="saved_name_taken",
            )
        ]

    def __str__(self) -> str:
        return self.name


class HandForHand(Journaled):
    """A stretch of hand-for-hand play (RULES 2.9): the clock stands and each hand takes ``seconds``.

    ``hand`` counts from 1; ``bubble_at`` is when it was confirmed that all who are left are paid.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="hand_for_hand")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    seconds = models.PositiveIntegerField()
    hand = models.PositiveSmallIntegerField(default=1)
    bubble_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round"],
                condition=models.Q(voided=False, ended_at__isnull=True),
                name="one_hand_for_hand_at_a_time",
                violation_error_code="hand_for_hand_already",
            )
        ]

    def __str__(self) -> str:
        return f"hand for hand, hand {self.hand}"


class TableTick(Journaled):
    """A table that has finished one of the hands played hand for hand."""

    play = models.ForeignKey(HandForHand, on_delete=models.PROTECT, related_name="ticks")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    hand = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["play", "table", "hand"],
                condition=LIVE,
                name="one_tick_per_table_and_hand",
                violation_error_code="ticked_already",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table}, hand {self.hand}"


class TimeCall(Journaled):
    """The shot clock of a table (RULES 2.5): ``seconds`` to think, the last ``countdown`` aloud."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="time_calls")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    called_at = models.DateTimeField()
    seconds = models.PositiveSmallIntegerField(default=30)
    countdown = models.PositiveSmallIntegerField(default=5)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(voided=False, ended_at__isnull=True),
                name="one_time_call_per_table",
                violation_error_code="time_called_already",
            )
        ]

    def __str__(self) -> str:
        return f"time called at {self.table}"
