"""What the television sets show: which open, which pages, which messages, in whose colours."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.journal.models import Journaled
from tdapp.opens.models import LIVE, Open, Table
from tdapp.tours.models import Tour


class Display(Journaled):
    """A television set that was given to a tour: it goes by the ``code`` it shows itself.

    ``open`` None is whichever is on.  ``keys`` lets its own keyboard run the clock (DESIGN 10).
    """

    SHOWS = [
        ("both", "the clock, and the other pages in turn"),
        ("clock", "the clock"),
        ("pages", "the other pages in turn"),
        ("seats", "the seating"),
        ("rounds", "the rounds"),
        ("prizes", "the prizes"),
        ("standings", "the standings"),
        ("moves", "the last moves"),
    ]

    tour = models.ForeignKey(Tour, on_delete=models.PROTECT, related_name="displays")
    code = models.CharField(max_length=12)
    name = models.CharField(max_length=40, blank=True, default="")
    open = models.ForeignKey(Open, on_delete=models.PROTECT, null=True, related_name="displays")
    shows = models.CharField(max_length=10, choices=SHOWS, default="both")
    silent = models.BooleanField(default=False)
    keys = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["code"],
                condition=LIVE,
                name="one_display_per_code",
                violation_error_code="display_taken",
            )
        ]

    def __str__(self) -> str:
        return self.name or self.code


class Show(Journaled):
    """How an open's screens run: the pages in turn, the sounds, the voice. Without one: the defaults.

    ``pages`` are page codes in order, each shown ``seconds``; ``only`` keeps one page on; ``jump`` is a
    page to show at once, from ``jumped_at`` on.  ``volume`` in per cent; ``sounds_off`` are the events
    that make no sound; ``spoken`` reads new blinds aloud.
    """

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="shows")
    pages = models.JSONField(default=list)
    seconds = models.PositiveSmallIntegerField(default=15)
    clock_seconds = models.PositiveSmallIntegerField(default=45)
    only = models.CharField(max_length=10, blank=True, default="")
    jump = models.CharField(max_length=10, blank=True, default="")
    jumped_at = models.DateTimeField(null=True)
    volume = models.PositiveSmallIntegerField(default=70)
    sounds_off = models.JSONField(default=list)
    spoken = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["open"],
                condition=LIVE,
                name="one_show_per_open",
                violation_error_code="changed_meanwhile",
            )
        ]

    def __str__(self) -> str:
        return f"screens of {self.open}"


class Announcement(Journaled):
    """Something said over the whole screen for a while: the director's message, or a moment of the night.

    ``text`` is a message's own; the others are written by the page.  ``until`` None stays until ended.
    ``shown`` is what an all-in looks like: {"hands": [[entry, cards]], "board": cards, "pots": [[chips,
    [entries]]], "dead": cards}, cards in one text ("AhKd").
    """

    KINDS = [
        ("message", "message"),
        ("seats", "seat draw"),
        ("table_breaks", "a table breaks"),
        ("final_table", "final table"),
        ("all_in", "an all-in with its cards"),
    ]

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="announcements")
    kind = models.CharField(max_length=12, choices=KINDS)
    text = models.CharField(max_length=160, blank=True, default="")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="+")
    shown = models.JSONField(default=dict)
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.text or self.kind


class Logo(models.Model):
    """A club's logo as a PNG that was drawn anew here (DESIGN 10); never changed, only replaced."""

    tour = models.ForeignKey(Tour, on_delete=models.CASCADE, related_name="logos")
    png = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=16)

    def __str__(self) -> str:
        return f"logo of {self.tour}"


class Look(Journaled):
    """A club's name on the screens, its logo and its colours ("" is the felt green of the house)."""

    tour = models.ForeignKey(Tour, on_delete=models.PROTECT, related_name="looks")
    title = models.CharField(max_length=60, blank=True, default="")
    logo = models.ForeignKey(Logo, on_delete=models.PROTECT, null=True, related_name="+")
    background = models.CharField(max_length=7, blank=True, default="")
    accent = models.CharField(max_length=7, blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tour"],
                condition=LIVE,
                name="one_look_per_tour",
                violation_error_code="changed_meanwhile",
            )
        ]

    def __str__(self) -> str:
        return f"look of {self.tour}"
