"""The levels of a round, its clock, and the observed beginnings of its levels."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import LIVE, Round


class Level(Journaled):
    """One line of a round's schedule, in units of the open's chips; ``seconds`` is None without a clock.

    Where the house raises the blinds by outs (SPT-38) a round has one level, the first.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="levels")
    index = models.PositiveSmallIntegerField()
    sb = models.BigIntegerField(default=0)
    bb = models.BigIntegerField(default=0)
    ante = models.BigIntegerField(default=0)
    seconds = models.PositiveIntegerField(null=True)
    is_break = models.BooleanField(default=False)

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
    setting.  ``shift`` is levels added by hand where the blinds follow the outs.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="clocks")
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
                condition=LIVE,
                name="one_clock_per_round",
                violation_error_code="clock_started",
            )
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
