"""The night that is wished for, as typed: from it the builder proposes a schedule (RULES 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.rules import structures
from tdapp.rules.errors import RuleError
from tdapp.rules.structures import LIMITS, Wish
from tdapp.web import amounts, messages

USUAL_CHIPS = (1, 4, 20, 40)
"""The chips of a common set as multiples of the smallest one: 25, 100, 500, 1000."""
_SPAN = re.compile(r"(?i)\s*(\d{1,2})\s*(?:h|:)\s*([0-5]?\d)?\s*(?:m|min)?\s*")
_HOURS = re.compile(r"(?i)\s*(\d{1,2}(?:[.,]\d{1,2})?)\s*h?\s*")

FIELD_OF = {"wish_too_short": "length", "wish_too_large": "players", "no_such_chip": "chips",
            "stack_not_in_chips": "chips"}  # fmt: skip
FIELD_OF_WISH = {"minutes": "length"}


class BuilderForm(forms.Form):
    """Players, time and chips; the starting chips are those of the open."""

    players = forms.IntegerField(label=gettext_lazy("Players"), min_value=2, max_value=10_000)
    rebuys = forms.IntegerField(
        label=gettext_lazy("Rebuys expected"), required=False, min_value=0, max_value=100_000
    )
    add_ons = forms.IntegerField(
        label=gettext_lazy("Add-ons expected"), required=False, min_value=0, max_value=100_000
    )
    length = forms.CharField(
        label=gettext_lazy("Length of the night"),
        help_text=gettext_lazy("Breaks included: 3:30."),
        max_length=12,
    )
    level_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a level"), min_value=LIMITS["level_minutes"][0], max_value=600
    )
    breaks = forms.IntegerField(label=gettext_lazy("Breaks"), required=False, min_value=0, max_value=50)
    break_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a break"), required=False, min_value=1, max_value=600
    )
    ante = forms.ChoiceField(
        label=gettext_lazy("Antes"),
        choices=[
            ("none", gettext_lazy("none")),
            ("big_blind", gettext_lazy("the big blind pays")),
            ("per_player", gettext_lazy("each player pays")),
        ],
    )
    begins = forms.TimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    chips = forms.CharField(
        label=gettext_lazy("Chips"),
        help_text=gettext_lazy("Empty: those of the set above."),
        required=False,
        max_length=80,
    )

    use_required_attribute = False

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        usual = {"length": "3:30", "level_minutes": 20, "breaks": 1, "break_minutes": 10, "ante": "none"}
        given = {name: value for name, value in (initial or {}).items() if value not in ("", None)}
        super().__init__(data, initial={**usual, **given}, **kwargs)

    def wish(self, stack: int, chips: Sequence[int], smallest_chip: int, digits: int) -> Wish | None:
        """The wish of a valid form for an open's stack and chips; None, with sentences, where it is none."""
        data = self.cleaned_data
        minutes = minutes_in(data["length"])
        if minutes is None:
            self.add_error("length", _("Write hours and minutes, for example 3:30."))
            return None
        try:
            typed = [part for part in re.split(r"\s*[;+]\s*|,\s+", data["chips"]) if part.strip()]
            values = tuple(amounts.read(part, digits) for part in typed) or tuple(chips)
        except RuleError as error:
            self.add_error("chips", messages.refusal(error).text)
            return None
        return Wish(
            players=data["players"],
            stack=stack,
            chips=values or tuple(smallest_chip * times for times in USUAL_CHIPS),
            minutes=minutes,
            level_minutes=data["level_minutes"],
            rebuys=(data["rebuys"] or 0) + (data["add_ons"] or 0),
            breaks=data["breaks"] or 0,
            break_minutes=data["break_minutes"] or 10,
            ante=data["ante"],
        )

    def build(self, wish: Wish) -> structures.Structure | None:
        """What the builder proposes; None, with a sentence beside its field, where it cannot."""
        try:
            return structures.build(wish)
        except RuleError as error:
            wished = str(error.params.get("field", ""))
            field = FIELD_OF_WISH.get(wished, wished) or FIELD_OF.get(error.code)
            self.add_error(field if field in self.fields else None, messages.refusal(error).text)
            return None


def minutes_in(text: str) -> int | None:
    """Minutes of "3:30", "3 h 30", "3,5" or "3"; None where it is no span."""
    span = _SPAN.fullmatch(text)
    if span:
        return int(span.group(1)) * 60 + int(span.group(2) or 0)
    hours = _HOURS.fullmatch(text)
    return round(float(hours.group(1).replace(",", ".")) * 60) if hours else None
