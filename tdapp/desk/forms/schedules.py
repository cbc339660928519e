"""A schedule out of a file or a paste: JSON, CSV in English or Spanish, or plain lines.

What was understood comes back as rows of typed text, as the set-up page has them; what was not, and what
was taken for granted, is said.
"""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.clock.schedules import LONGEST_NAME
from tdapp.desk.forms.levels import LevelFormSet, Row, levels_of, rows_as_data, rows_from_text
from tdapp.rules import levels as level_rules
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.levels import MOST_LINES, Level, Timed
from tdapp.rules.money import LARGEST
from tdapp.web import amounts, messages
from tdapp.web.numbers import number

LARGEST_FILE = 256 * 1024
"""Bytes of an uploaded schedule; the longest real one has a tenth of that."""
LONGEST_LINE = 1000
"""Letters of a line; a level with everything in it has a fifth of that."""
LEVEL_MINUTES, BREAK_MINUTES = "20", "10"
FIRST_STACK = 100  # big blinds, where nobody says what a stack is

_ANTE_FORMS: Mapping[str, str] = {
    **dict.fromkeys(("big_blind", "big blind", "bb", "bba", "ciega grande"), "big_blind"),
    **dict.fromkeys(("per_player", "per player", "each", "player", "jugador", "por jugador"), "per_player"),
}
_HEADERS: Mapping[str, tuple[str, ...]] = {
    "level": ("level", "lvl", "nivel", "#", "no", "n"),
    "blinds": ("blinds", "ciegas", "sb/bb", "cp/cg"),
    "sb": ("sb", "small blind", "small", "ciega pequena", "pequena", "cp", "ciega chica", "chica"),
    "bb": ("bb", "big blind", "big", "ciega grande", "grande", "cg"),
    "ante": ("ante", "antes", "casa"),
    "ante_form": ("ante type", "ante form", "tipo de ante", "forma del ante"),
    "minutes": ("minutes", "minute", "min", "mins", "minutos", "duration", "duracion", "time", "tiempo",
                "length"),
    "is_break": ("break", "pause", "descanso", "pausa"),
    "game": ("game", "juego", "modalidad"),
    "colour_up": ("colour-up", "colour up", "color up", "color-up", "chips out", "cambio de fichas"),
    "rebuys_end": ("rebuys end", "fin de recompras", "fin recompras"),
    "entry_ends": ("late entry ends", "fin de inscripcion", "fin inscripcion"),
    "note": ("note", "notes", "comment", "nota", "notas", "comentario", "observaciones"),
}  # fmt: skip
_COLUMN_OF = {word: column for column, words in _HEADERS.items() for word in words}
_TRUE = {"1", "x", "true", "yes", "y", "si", "s", "on", "verdadero", "break", "descanso", "pausa", "pause"}
_NO_LEVEL = gettext_lazy("No level was found in it: one a line, for example 25/50 20.")
_TOO_LARGE = gettext_lazy("The file is larger than 256 KB: a schedule needs far less.")
_BREAK_WORD = re.compile(r"(?i)\b(break|pause|descanso|pausa)\b")
_LEAVES = re.compile(r"(?i)\b(?:remove|color(?:-| )?up|quitar|retirar|fuera)\b([^.]*)")
_REBUYS_END = re.compile(r"(?i)end of (?:the )?rebuy|fin(?:al)? de (?:las )?recompras")
_ENTRY_ENDS = re.compile(r"(?i)end of (?:late )?(?:registration|entry)|fin de (?:la )?inscripci")


class Unreadable(Exception):
    """What was sent is no schedule; the message is a sentence for people."""


@dataclass(frozen=True)
class Found:
    """A schedule that was read: rows as typed, the starting stack and chips if it says them.

    ``strange`` are lines that say no level, as written; ``taken`` sentences about what was assumed.
    """

    name: str
    rows: tuple[Row, ...]
    stack: int | None = None
    chips: tuple[int, ...] = ()
    strange: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


class ImportForm(forms.Form):
    """A file or pasted text."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("CSV from a spreadsheet, or JSON; 256 KB at most."),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste it here"),
        required=False,
        max_length=LARGEST_FILE,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = data.get("file")
        if file is not None:
            if file.size > LARGEST_FILE:
                raise forms.ValidationError(_TOO_LARGE)
            try:
                data["text"] = decoded(file.read())
            except Unreadable as error:
                raise forms.ValidationError(str(error)) from error
        if not self.errors and not data.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file, or paste a schedule."))
        return data


class KeepForm(forms.Form):
    """What a schedule is kept as; the amounts come out in units of chips with ``digits`` decimals."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    stack = forms.CharField(label=gettext_lazy("Starting chips"), max_length=20)
    smallest_chip = forms.CharField(label=gettext_lazy("Smallest chip"), max_length=20)

    use_required_attribute = False

    def __init__(self, *args: Any, digits: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.digits = digits

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in ("stack", "smallest_chip"):
            try:
                data[name] = amounts.read(data.get(name) or "", self.digits)
            except RuleError as error:
                if name not in self.errors:
                    self.add_error(name, messages.refusal(error).text)
        return data


def decoded(data: bytes) -> str:
    """The text of a file as spreadsheets write them: UTF-8 with or without its mark, UTF-16, Windows."""
    if data[:2] == b"PK" or data[:4] == b"\xd0\xcf\x11\xe0":
        raise Unreadable(_("This is a spreadsheet itself: save it as CSV and choose that file."))
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\x00" in text:
        raise Unreadable(_("This is no text file: save the schedule as CSV and choose that file."))
    return text


def read(text: str) -> tuple[Found, ...]:
    """Every schedule in a text; several only in JSON. Raises ``Unreadable``."""
    if len(text) > LARGEST_FILE:
        raise Unreadable(str(_TOO_LARGE))
    plain = text.lstrip("\ufeff \t\r\n")
    if plain[:1] in ("[", "{"):
        return _from_json(plain)
    text = _single_spaced(text)
    found = _from_table(text)
    if found is None:
        rows, strange = rows_from_text(text)
        found = Found("", tuple(rows), strange=tuple(strange))
    if not found.rows:
        raise Unreadable(str(_NO_LEVEL))
    return (found,)


def _single_spaced(text: str) -> str:
    """The text without runs of spaces, over which every later reading would stumble once for each.

    Raises ``Unreadable`` where a line is longer than any level.
    """
    lines = [re.sub(r"[^\S\t]+", " ", line) for line in text.splitlines()]
    if any(len(line) > LONGEST_LINE for line in lines):
        raise Unreadable(str(_NO_LEVEL))
    return "\n".join(lines)


def check_length(found: Found) -> None:
    """Refuse more lines than a schedule may have, also those that say no level. Raises ``Unreadable``."""
    if max(len(found.rows), len(found.strange)) > MOST_LINES:
        raise Unreadable(_("The schedule is too long: %(most)s lines at most.") % {"most": MOST_LINES})


def levels_in(found: Found, digits: int) -> tuple[tuple[Level, ...], list[str]]:
    """The levels of what was read, and a sentence for each row that says none."""
    check_length(found)
    rows = LevelFormSet(rows_as_data(list(found.rows)), prefix="levels", form_kwargs={"digits": digits})
    rows.is_valid()
    wrong = [
        _("Line %(line)s: %(why)s") % {"line": number, "why": " ".join(map(str, sentences))}
        for number, form in enumerate(rows.forms, start=1)
        for sentences in form.errors.values()
    ]
    return levels_of(rows)[0], wrong


def digits_of(found: Found, digits: int) -> int:
    """The decimals that the amounts need: none where none are written."""
    decimal = re.compile(r"\d[.,]\d{1,2}(?!\d)|^[.,]\d")
    amounts = (row.get(name, "") for row in found.rows for name in ("sb", "bb", "ante"))
    return digits if any(decimal.search(amount) for amount in amounts) else 0


def oddities(levels: Sequence[Level], smallest_chip: int) -> tuple[Remark, ...]:
    """What a reader should know of a schedule."""
    return level_rules.remarks(Timed(tuple(levels)), smallest_chip)


def first_guess(found: Found, levels: Sequence[Level]) -> tuple[int, int]:
    """The starting stack and the smallest chip to propose for what was read."""
    amounts = [amount for level in levels for amount in (level.sb, level.bb, level.ante) if amount]
    smallest = min(found.chips, default=0) or gcd(*amounts) or 1
    first = next((level.bb or level.ante for level in levels if not level.is_break), 1)
    return found.stack or first * FIRST_STACK, smallest


# -- JSON ----------------------------------------------------------------------------------------------


def _from_json(text: str) -> tuple[Found, ...]:
    try:
        data = json.loads(text)
        # Half of a pair of escapes is no letter, and no page could show it.
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Unreadable(_("This JSON cannot be read: it is cut off or damaged.")) from error
    if isinstance(data, dict) and isinstance(data.get("structures"), list):
        data = data["structures"]
    if isinstance(data, dict):
        data = [data]
    if isinstance(data, list) and data and isinstance(data[0], dict) and "levels" not in data[0]:
        data = [{"levels": data}]
    found = [_structure(one) for one in data if isinstance(one, dict) and isinstance(one.get("levels"), list)]
    found = [one for one in found if one.rows]
    if not found:
        raise Unreadable(_("There are no levels in this JSON."))
    return tuple(found)


def _structure(data: Mapping[str, Any]) -> Found:
    strange: list[str] = []
    taken: dict[str, int] = {}
    rows = []
    for line in data["levels"]:
        row = _json_row(line, taken) if isinstance(line, dict) else None
        if row is None:
            strange.append(json.dumps(line, ensure_ascii=False)[:80])
        else:
            rows.append(row)
    stack = data.get("starting_stack", data.get("stack"))
    whole = isinstance(stack, int) and not isinstance(stack, bool) and 0 < stack <= LARGEST
    chips = data.get("chips")
    listed = chips if isinstance(chips, (list, dict)) else ()
    values = [value for one in listed if (value := number(str(one)))]
    name = " ".join(str(data.get("name", "")).split())[:LONGEST_NAME].strip()
    said = _completed(rows)
    said += [_("“%(word)s” antes are paid by the big blind here.") % {"word": word} for word in taken]
    return Found(name, tuple(rows), stack if whole else None, tuple(values), tuple(strange), tuple(said))


def _json_row(line: Mapping[str, Any], taken: dict[str, int]) -> Row | None:
    row = {name: _plain(line.get(name)) for name in ("sb", "bb", "ante", "minutes", "game", "note")}
    row["is_break"] = "on" if line.get("break") or line.get("is_break") else ""
    if not row["is_break"] and not (row["sb"] or row["bb"] or row["ante"]):
        return None
    form = _folded(_plain(line.get("ante_type") or line.get("ante_form")))
    row["ante_form"] = _ANTE_FORMS.get(form, "")
    if form and not row["ante_form"] and row["ante"]:
        row["ante_form"] = "big_blind"
        taken[form] = taken.get(form, 0) + 1
    _read_note(row)
    return row


def _plain(value: Any) -> str:
    if value is None or isinstance(value, (bool, list, dict)):
        return ""
    return "" if value == 0 else str(value)


# -- tables --------------------------------------------------------------------------------------------


def _from_table(text: str) -> Found | None:
    """A table with tabs, semicolons or commas; None where it is none."""
    lines = [line for line in text.splitlines() if line.strip()]
    mark = next((mark for mark in "\t;" if any(mark in line for line in lines)), ",")
    cells = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=mark)]
    header = [_COLUMN_OF.get(_folded(cell)) for cell in cells[0]] if cells else []
    known = [column for column in header if column]
    if len(known) < 2 and "blinds" not in known:
        if mark == "," and ("/" in text or not all(line.count(",") >= 2 for line in lines)):
            return None  # a decimal comma, or a list of its own kind
        header = []
    if header:
        return _table(
            cells[1:], header, [cell for cell, column in zip(cells[0], header, strict=True) if not column]
        )
    return _table(cells, _guessed(cells), [])


def _guessed(cells: list[list[str]]) -> list[str | None]:
    """The columns of a table without a header."""
    playing = [row for row in cells if not _BREAK_WORD.search(" ".join(row))]
    width = max((len(row) for row in playing), default=0)
    columns: list[str | None] = []
    counted = [row[0] for row in playing if row]
    if width >= 3 and counted == [str(n) for n in range(1, len(counted) + 1)] and len(counted) > 1:
        columns.append("level")
    paired = all("/" in "".join(row[len(columns) : len(columns) + 1]) for row in playing)
    columns += ["blinds"] if paired and playing else ["sb", "bb"]
    third = [row[len(columns)] for row in playing if len(row) > len(columns)]
    if width - len(columns) >= 2 or any(cell in ("", "0") or len(cell) > 3 for cell in third):
        columns.append("ante")
    return [*columns, "minutes", "note"][:width]


def _table(cells: list[list[str]], columns: Sequence[str | None], unknown: Iterable[str]) -> Found:
    rows, strange = [], []
    for line in cells:
        if not any(line):
            continue
        row = _table_row(dict(zip((c or "" for c in columns), line, strict=False)), line)
        if row is None:
            strange.append(" ".join(cell for cell in line if cell)[:80])
        else:
            rows.append(row)
    said = _completed(rows)
    said += [_("The column “%(name)s” was passed over.") % {"name": name} for name in unknown if name]
    return Found("", tuple(rows), strange=tuple(strange), taken=tuple(said))


def _table_row(cells: Mapping[str, str], line: Sequence[str]) -> Row | None:
    row = {name: cells.get(name, "") for name in ("sb", "bb", "ante", "minutes", "game", "colour_up", "note")}
    if "/" in cells.get("blinds", row["sb"]):
        row["sb"], _slash, row["bb"] = (
            part.strip() for part in cells.get("blinds", row["sb"]).partition("/")
        )
        row["bb"], _slash, ante = row["bb"].partition("/")
        row["ante"] = row["ante"] or ante.strip()
    for name in ("is_break", "rebuys_end", "entry_ends"):
        row[name] = "on" if _folded(cells.get(name, "")) in _TRUE else ""
    row["ante_form"] = _ANTE_FORMS.get(_folded(cells.get("ante_form", "")), "")
    words = " ".join(line)
    if not row["is_break"] and _BREAK_WORD.search(words) and not re.search(r"\d", row["bb"]):
        numbers = re.findall(r"\d+(?:[.,]\d+)?", words)
        minutes = row["minutes"] if re.search(r"\d", row["minutes"]) else numbers[-1] if numbers else ""
        row |= {"is_break": "on", "minutes": minutes, "sb": "", "bb": "", "ante": ""}
    elif row["is_break"] and (number(cells.get("is_break", "")) or 0) > 1:
        row["minutes"] = row["minutes"] or cells["is_break"]
    for name in ("sb", "bb", "ante"):
        row[name] = "" if row[name] in ("0", "-", "–", "—") else row[name]
    row["minutes"] = re.sub(r"(?i)\s*(min(?:ute[sn]?|utos?|s)?\.?|m|'|′)$", "", row["minutes"])
    if not row["is_break"] and not re.search(r"\d", row["sb"] + row["bb"] + row["ante"]):
        return None
    _read_note(row)
    return row


def _folded(text: str) -> str:
    """Small letters without accents, for comparing words."""
    plain = unicodedata.normalize("NFKD", text.strip().casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).replace("_", " ").split())


# -- both ----------------------------------------------------------------------------------------------


def _read_note(row: Row) -> None:
    """Marks that a note says in words: "Remove T100 & T500 chips", "End of Rebuy Period"."""
    row["note"] = " ".join(row.get("note", "").split())[:80].strip()
    leaves = _LEAVES.search(row["note"])
    if leaves and not row.get("colour_up"):
        row["colour_up"] = " + ".join(re.findall(r"\d+", leaves.group(1)))
    row["rebuys_end"] = row.get("rebuys_end") or ("on" if _REBUYS_END.search(row["note"]) else "")
    row["entry_ends"] = row.get("entry_ends") or ("on" if _ENTRY_ENDS.search(row["note"]) else "")


def _completed(rows: list[Row]) -> list[str]:
    """Fill in the minutes that are missing, and say so; the last level may go on without an end."""
    said = []
    for is_break, minutes in (("", LEVEL_MINUTES), ("on", BREAK_MINUTES)):
        lacking = [row for row in rows if row["is_break"] == is_break and not row["minutes"]]
        if rows and lacking == rows[-1:] and not is_break:
            continue
        for row in lacking:
            row["minutes"] = minutes
        if lacking and is_break:
            said.append(_("Breaks without minutes: %(minutes)s were taken.") % {"minutes": minutes})
        elif lacking:
            said.append(_("Levels without minutes: %(minutes)s were taken.") % {"minutes": minutes})
    return said
