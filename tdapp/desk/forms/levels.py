"""A timed schedule as rows of typed amounts, or as pasted lines ("25/50 20", "break 10")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.formsets import BaseFormSet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.level_notes import RowNote
from tdapp.opens.models import Open
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import MOST_LINES, Level
from tdapp.web import amounts, figures, messages
from tdapp.web.numbers import number

Row = dict[str, str]

AMOUNTS = ("sb", "bb", "ante", "minutes", "colour_up")
WORDS = ("ante_form", "game", "note")
COMMON_COLUMNS = ("sb", "bb", "ante", "minutes", "is_break")
MORE_COLUMNS = ("ante_form", "colour_up", "rebuys_end", "entry_ends", "game", "note")
"""What most schedules do without: shown on request, and where something stands in it."""
COLUMNS = (*COMMON_COLUMNS, *MORE_COLUMNS)
SPARE_ROWS = 2
MOST_ROWS = MOST_LINES + 50
"""Rows of a page, the empty ones too."""

_CHIPS = re.compile(r"[,;+/ ]+")
_DECIMAL_CHIPS = re.compile(r"\s*[;+/]\s*|,? +")  # a comma inside "0,25" separates nothing
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
    ante_form = forms.ChoiceField(
        label=gettext_lazy("Ante paid by"),
        choices=[
            ("", gettext_lazy("as the house says")),
            ("per_player", gettext_lazy("each player")),
            ("big_blind", gettext_lazy("the big blind")),
        ],
        required=False,
    )
    colour_up = forms.CharField(label=gettext_lazy("Chips that leave"), required=False, max_length=60)
    rebuys_end = forms.BooleanField(label=gettext_lazy("Rebuys end"), required=False)
    entry_ends = forms.BooleanField(label=gettext_lazy("Late entry ends"), required=False)
    game = forms.CharField(label=gettext_lazy("Game"), required=False, max_length=40)
    note = forms.CharField(label=gettext_lazy("Note"), required=False, max_length=80)

    def __init__(self, *args: Any, digits: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.digits = digits
        self.beside: RowNote | None = None  # what the page says of the row
        for name, field in self.fields.items():
            field.widget.attrs |= {"aria-label": field.label, "data-column": name}
            if name in AMOUNTS:
                field.widget.attrs |= {"class": "input input--amount", "inputmode": "decimal"}
            elif name in WORDS:
                field.widget.attrs |= {"class": "input"}
        self.level: Level | None = None

    @property
    def number_of_row(self) -> str:
        """The form's number in its set, "__prefix__" in the one that rows are made from."""
        return str(self.prefix).rpartition("-")[2]

    @property
    def empty(self) -> bool:
        """Whether nothing was typed; a choice of who pays the ante alone is nothing."""
        return not any(self.cleaned_data.get(name) for name in COLUMNS if name != "ante_form")

    def clean(self) -> None:
        if self.empty:
            return
        sb, bb, ante = (self._amount(name) for name in ("sb", "bb", "ante"))
        seconds, leaving = self._seconds(), self._leaving()
        if self.errors:
            return
        data, is_break = self.cleaned_data, self.cleaned_data["is_break"]
        self.level = Level(
            sb,
            bb,
            ante,
            seconds=seconds,
            is_break=is_break,
            note=names.seen(data["note"]),
            ante_form="" if is_break or not ante else data["ante_form"],
            game="" if is_break else names.seen(data["game"]),
            colour_up=leaving,
            rebuys_end=data["rebuys_end"],
            entry_ends=data["entry_ends"],
        )

    def _amount(self, name: str) -> int:
        typed = self.cleaned_data.get(name, "")
        try:
            return amounts.read_if_typed(typed, self.digits)
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

    def _leaving(self) -> tuple[int, ...]:
        """The chips that leave, however they are listed: "25 + 100", "25, 100"."""
        between = _CHIPS if self.digits == 0 else _DECIMAL_CHIPS
        try:
            typed = [part for part in between.split(self.cleaned_data.get("colour_up", "")) if part]
            chips = {amounts.read(part, self.digits) for part in typed}
        except RuleError as error:
            self.add_error("colour_up", messages.refusal(error).text)
            return ()
        if 0 in chips:
            self.add_error("colour_up", messages.refusal(RuleError("no_such_chip", chip=0)).text)
        return tuple(sorted(chips))


LevelFormSet = forms.formset_factory(LevelRowForm, extra=0, max_num=MOST_ROWS, absolute_max=MOST_ROWS)


class LevelsForm:
    """The rows of a schedule alone: the levels still to come of an open under way."""

    def __init__(self, data: Mapping[str, Any] | None, *, rows: list[Row], digits: int) -> None:
        start = None if data is not None else [*rows, *({} for _n in range(SPARE_ROWS))]
        sent = None if data is None else {"levels-TOTAL_FORMS": "0", "levels-INITIAL_FORMS": "0", **data}
        self.rows = LevelFormSet(sent, prefix="levels", initial=start, form_kwargs={"digits": digits})
        self.sentences: list[str] = []
        self.digits = digits

    @classmethod
    def redrawn(cls, data: Mapping[str, Any], rows: list[Row], digits: int) -> LevelsForm:
        """The form as it starts, or with what was typed and a few rows more."""
        if not data:
            return cls(None, rows=rows, digits=digits)
        if data.get("redraw") == "preview":
            return cls({name: str(value) for name, value in data.items()}, rows=rows, digits=digits)
        return cls(None, rows=rows_typed(data), digits=digits)

    def is_valid(self) -> bool:
        """Whether every row is a level or nothing."""
        if not self.rows.is_valid():
            self.sentences.append(_("Look at the levels again: the sentences stand below their rows."))
            return False
        return True

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels of a valid form."""
        return levels_of(self.rows)[0]

    @property
    def more_columns(self) -> bool:
        """Whether something stands in the columns that most schedules do without."""
        return any(row[name].value() for row in self.rows.forms for name in MORE_COLUMNS)

    def read(self) -> tuple[list[Level | None], list[int]]:
        """Each row as a level (None: empty), and which rows say none yet."""
        typed = [{name: _value(row, name) for name in COLUMNS} for row in self.rows.forms]
        kwargs = {"digits": self.digits}
        rows = LevelFormSet(rows_as_data(typed), prefix="levels", form_kwargs=kwargs)
        rows.is_valid()
        return [row.level for row in rows.forms], [at for at, row in enumerate(rows.forms) if row.errors]

    def refuse(self, error: RuleError, began: int, open: Open) -> None:
        """Put the sentence of a refused act below its row, else above the rows."""
        index, text = error.params.get("index"), messages.refusal(error, open).text
        filled = levels_of(self.rows)[1]
        if isinstance(index, int) and 0 <= index - began < len(filled):
            filled[index - began].add_error(None, text)
            text = _("Look at the levels again: the sentences stand below their rows.")
        self.sentences.append(text)


def _value(row: LevelRowForm, name: str) -> str:
    value = row[name].value()
    return ("on" if value else "") if isinstance(value, bool) else str(value or "")


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
            "is_break": _ticked(level.is_break),
            "ante_form": level.ante_form,
            "colour_up": typed_chips(level.colour_up, digits),
            "rebuys_end": _ticked(level.rebuys_end),
            "entry_ends": _ticked(level.entry_ends),
            "game": level.game,
            "note": level.note,
        }
        for level in levels
    ]


def typed_chips(chips: Iterable[int], digits: int) -> str:
    """Chips that leave, as one would list them: "25 + 100"."""
    return " + ".join(_typed(chip, digits).replace(figures.THIN, "") for chip in chips)


def _ticked(yes: bool) -> str:
    return "on" if yes else ""


def _typed(units: int, digits: int) -> str:
    return figures.amount(units, digits) if units else ""


def _minutes(seconds: int | None) -> str:
    if seconds is None:
        return ""
    whole, rest = divmod(seconds, 60)
    return str(whole) if not rest else f"{seconds / 60:.3f}".rstrip("0").replace(".", figures.decimal_mark())


def rows_as_data(rows: list[Row]) -> dict[str, str]:
    """Rows as a sent form holds them."""
    data = {"levels-TOTAL_FORMS": str(len(rows)), "levels-INITIAL_FORMS": "0"}
    for index, row in enumerate(rows):
        data |= {f"levels-{index}-{name}": value for name, value in row.items() if value}
    return data


def count_typed(data: Mapping[str, Any]) -> int:
    """How many rows a sent form has, empty ones too."""
    return min(number(str(data.get("levels-TOTAL_FORMS", ""))) or 0, MOST_ROWS)


def rows_typed(data: Mapping[str, Any]) -> list[Row]:
    """The rows of a sent form, as typed; empty ones are left out."""
    return [row for row in every_row_typed(data) if any(value.strip() for value in row.values())]


def every_row_typed(data: Mapping[str, Any]) -> list[Row]:
    """The rows of a sent form, empty ones too."""
    numbers = range(count_typed(data))
    return [{name: str(data.get(f"levels-{n}-{name}", "")) for name in COLUMNS} for n in numbers]


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
