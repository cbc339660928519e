"""When play begins: in so many minutes, or at a time of day in the venue's zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.opens.models import Open
from tdapp.web import figures

TOMORROW_WITHIN = timedelta(hours=6)
"""A time that has passed means tomorrow's only if that is so near: 0:30, typed at 23:50."""


def next_time(wall: str, zone: str, now: datetime) -> datetime | None:
    """The next instant at which clocks in ``zone`` show ``wall`` (HH:MM); None where it has passed.

    Raises ValueError where ``wall`` is no time.
    """
    here = ZoneInfo(zone)
    hours, minutes = wall.strip().replace(".", ":").split(":")
    of_day = time(int(hours), int(minutes))
    today = now.astimezone(here).date()
    for day in (today, today + timedelta(days=1)):
        at = datetime.combine(day, of_day, here).astimezone(UTC)
        if at > now and (day == today or at - now <= TOMORROW_WITHIN):
            return at
    return None


class StartForm(forms.Form):
    """``at`` is the instant that was typed, in one of the two ways; the time of day wins."""

    minutes = forms.IntegerField(
        required=False, min_value=1, max_value=720, label=gettext_lazy("In so many minutes")
    )
    wall = forms.CharField(required=False, max_length=5, label=gettext_lazy("At a time of day"))

    def __init__(self, *args: Any, open: Open, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.open, self.now = open, now
        self.at = now

    def clean_wall(self) -> str:
        typed: str = self.cleaned_data["wall"]
        if not typed:
            return typed
        try:
            at = next_time(typed, self.open.time_zone, self.now)
        except ValueError as error:
            raise forms.ValidationError(
                _("“%(typed)s” is no time: type it like 21:00.") % {"typed": typed}
            ) from error
        if at is None:
            told = {"typed": typed, "now": figures.wall_time(self.open, self.now)}
            raise forms.ValidationError(
                _("It is %(now)s and %(typed)s has passed: type a later time.") % told
            )
        self.at = at
        return typed

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors or data.get("wall"):
            return data
        if data.get("minutes") is None:
            raise forms.ValidationError(_("When does play begin? Type the minutes or a time of day."))
        self.at = self.now + timedelta(minutes=data["minutes"])
        return data
