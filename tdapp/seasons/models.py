"""Posted results: what a night paid and scored, frozen when it is posted."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import LIVE, Open
from tdapp.players.models import Player


class Result(Journaled):
    """One player's line in a posted open; points are the exact fraction ``points`` / ``points_of``."""

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="results")
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField()
    prize = models.BigIntegerField()
    points = models.BigIntegerField()
    points_of = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["open", "player"], condition=LIVE, name="one_result_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.first} in {self.open}"
