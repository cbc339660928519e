"""The time left in a level as it is typed: minutes, M:SS or H:MM:SS."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_LEFT = re.compile(r"(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,4})")


def seconds_of(text: str) -> int | None:
    """ "12" is twelve minutes, "12:30" minutes and seconds, "1:05:00" with hours; None if it is no time."""
    found = _LEFT.fullmatch(text.strip().replace(".", ":"))
    if found is None:
        return None
    hours, minutes, last = found.groups()
    if minutes is None:
        return int(last) * 60
    if int(last) > 59 or (hours is not None and int(minutes) > 59):
        return None
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(last)


class TimeLeftForm(forms.Form):
    """``left`` in seconds."""

    left = forms.CharField(max_length=8, label=gettext_lazy("Time left in this level"))

    def clean_left(self) -> Any:
        typed = self.cleaned_data["left"]
        seconds = seconds_of(typed)
        if seconds is None:
            words = {"typed": typed}
            raise forms.ValidationError(
                _("“%(typed)s” is no time: type it like 12:30, or 12 for minutes.") % words
            )
        return seconds
