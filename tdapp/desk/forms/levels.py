"""A timed schedule as rows of typed amounts, or as pasted lines ("25/50 20", "break 10")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.forms.formsets import BaseFormSet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.rules import money
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.web import figures, messages

Row = dict[str, str]

_BREAK = re.compile(r"(?i)\b(break|pause|descanso|pausa)\b")
_NUMBERING = re.compile(r"^\s*(?:(?:L|N)?\d+[.):]|L\d+)\s+", re.IGNORECASE)
_UNIT = re.compile(r"(?i)(?<=\d)\s*(?:min(?:ute[sn]?|utos?)?|m|'|′)(?![a-z])")


class LevelRowForm(forms.Form):
    """One level or break; an empty row is none."""

    use_required_attribute = False

    sb = forms.CharField(label=gettext_lazy("Small blind"), required=False, max_length=20)
    bb = forms.CharField(label=gettext_lazy("Big blind"), required=False, max_length=20)
    ante = forms.CharField(label=gettext_lazy("Ante"), required=False, max_length=20)
    minutes = forms.CharField(label=gettext_lazy("Minutes"), required=False, max_length=8)
    is_break = forms.BooleanField(label=gettext_lazy("Break"), required=False)

    def __init__(self, *args: Any, digits: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.digits = digits
        for name in ("sb", "bb", "ante", "minutes"):
            attrs = {"class": "input input--amount", "aria-label": self.fields[name].label}
            attrs["inputmode"] = "decimal"
            self.fields[name].widget.attrs.update(attrs)
        self.fields["is_break"].widget.attrs["aria-label"] = self.fields["is_break"].label
        self.level: Level | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        names = ("sb", "bb", "ante", "minutes")
        return not any(self.cleaned_data.get(name) for name in names) and not self.cleaned_data["is_break"]

    def clean(self) -> None:
        if self.empty:
            return
        sb, bb, ante = (self._amount(name) for name in ("sb", "bb", "ante"))
        seconds = self._seconds()
        if not self.errors:
            self.level = Level(sb, bb, ante, seconds=seconds, is_break=self.cleaned_data["is_break"])

    def _amount(self, name: str) -> int:
        typed = self.cleaned_data.get(name, "")
        try:
            return money.parse(typed, self.digits) if typed else 0
        except RuleError as error:
            self.add_error(name, messages.refusal(error).text)
            return 0

    def _seconds(self) -> int | None:
        typed = self.cleaned_data.get("minutes", "").replace(",", ".")
        if not typed:
            return None
        if not re.fullmatch(r"\d{1,4}(\.\d{1,3})?", typed) or not (seconds := round(float(typed) * 60)):
            self.add_error("minutes", _("Write minutes as a number, for example 20."))
            return None
        return seconds


LevelFormSet = forms.formset_factory(LevelRowForm, extra=0, max_num=200, absolute_max=200)


def levels_of(rows: BaseFormSet[LevelRowForm]) -> tuple[tuple[Level, ...], tuple[LevelRowForm, ...]]:
    """The levels of a valid set of rows and the rows they came from; empty rows are passed over."""
    filled = [form for form in rows.forms if form.level is not None]
    return tuple(form.level for form in filled if form.level is not None), tuple(filled)


def rows_of(levels: Iterable[Level], digits: int) -> list[Row]:
    """Levels as one would type them."""
    return [
        {
            "sb": _typed(level.sb, digits),
            "bb": _typed(level.bb, digits),
            "ante": _typed(level.ante, digits),
            "minutes": _minutes(level.seconds),
            "is_break": "on" if level.is_break else "",
        }
        for level in levels
    ]


def _typed(units: int, digits: int) -> str:
    return figures.amount(units, digits) if units else ""


def _minutes(seconds: int | None) -> str:
    if seconds is None:
        return ""
    whole, rest = divmod(seconds, 60)
    return str(whole) if not rest else f"{seconds / 60:.3f}".rstrip("0").replace(".", figures.decimal_mark())


def rows_from_text(text: str) -> tuple[list[Row], list[str]]:
    """Pasted lines as rows, and the lines that say no level; minutes carry on to lines without them."""
    rows: list[Row] = []
    strange: list[str] = []
    minutes = ""
    for line in text.splitlines():
        if not line.strip():
            continue
        row = _row_from_line(line)
        if row is None:
            strange.append(line.strip())
            continue
        if not row["is_break"]:
            minutes = row["minutes"] = row["minutes"] or minutes
        rows.append(row)
    return rows, strange


def _row_from_line(line: str) -> Row | None:
    plain = _UNIT.sub("", _NUMBERING.sub("", line)).replace("€", " ").replace("$", " ")
    if _BREAK.search(plain):
        numbers = re.findall(r"\d+(?:[.,]\d+)?", plain)
        return {"sb": "", "bb": "", "ante": "", "minutes": numbers[0] if numbers else "10", "is_break": "on"}
    ante = re.search(r"(?i)\b(?:ante|casa)\s*:?\s*([\d.,']+)", plain)
    if ante:
        plain = plain[: ante.start()] + " " + plain[ante.end() :]
    slashed = [part for part in re.sub(r"\s*/\s*", "/", plain).split() if part != ","]
    words = [word for part in slashed for word in part.split("/")]
    words = [word.strip(",;") for word in words if word.strip(",;")]
    if not 2 <= len(words) <= 4 or not all(re.search(r"\d", word) for word in words):
        return None
    return _columns(words, "/".join(slashed[:1]).count("/"), ante.group(1) if ante else "")


def _columns(words: Sequence[str], slashes: int, ante: str) -> Row | None:
    """Two to four amounts: SB, BB, then ante if the slashes or a fourth column say so, then minutes."""
    row = {"sb": words[0], "bb": words[1], "ante": ante, "minutes": "", "is_break": ""}
    rest = list(words[2:])
    if not ante and (slashes == 2 or len(rest) == 2):
        row["ante"] = rest.pop(0)
    if rest:
        row["minutes"] = rest.pop(0)
    if rest:
        return None
    if row["ante"] == "0":
        row["ante"] = ""
    return row
