"""A balance as it is ticked, and what else can be done with whole tables.

Fields of the balance: ``move`` (the keys of the ticked moves), for each ``who_<key>``
("entry-table id-seat", where he was seen sitting) and ``to_<key>`` ("table id-seat");
``button_<table id>`` (the seat, 0 for unknown); ``seed`` of its lot.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django import forms
from django.http import QueryDict

from tdapp.floor.rearranging import Going
from tdapp.rules.names import seen

MOST = 400
"""More moves than that were not ticked by anybody."""
_BUTTON = re.compile(r"button_([0-9]{1,12})\Z")
_NUMBERS = re.compile(r"[0-9]{1,12}(-[0-9]{1,12}){1,2}\Z")


def going(data: QueryDict) -> tuple[Going, ...]:
    """The ticked moves; one that cannot be read was not made by the page and is left out."""
    found = []
    for key in data.getlist("move")[:MOST]:
        who, to = _numbers(data.get(f"who_{key}", "")), _numbers(data.get(f"to_{key}", ""))
        if len(who) == 3 and len(to) == 2:
            found.append(Going(who[0], (who[1], who[2]), (to[0], to[1])))
    return tuple(found)


def sent(data: QueryDict) -> list[tuple[str, str]]:
    """The fields of a balance as they came, for a form that repeats it: name and value."""
    names = ("move", "who_", "to_", "button_", "seed", "overrule")
    return [
        (name, value) for name, values in data.lists() if name.startswith(names) for value in values[:MOST]
    ]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("-")) if _NUMBERS.match(text) else ()


def buttons(data: Mapping[str, str]) -> dict[int, int]:
    """Where the dealer buttons are said to be: seat by table id, 0 where that is unknown."""
    found = {}
    for name, value in data.items():
        match = _BUTTON.match(name)
        if match and re.fullmatch(r"[0-9]{1,3}", str(value)):
            found[int(match[1])] = int(value)
    return found


def seed(data: Mapping[str, str]) -> str:
    """The seed that the page was drawn with, "" without one."""
    return seen(data.get("seed", ""))[:40]


class TablesForm(forms.Form):
    """``table`` is a table's id, ``other`` another one's, ``tables`` several; ``say`` tells the screens."""

    table = forms.IntegerField(min_value=1, required=False)
    other = forms.IntegerField(min_value=1, required=False)
    say = forms.BooleanField(required=False)
