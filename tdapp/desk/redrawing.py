"""The set-up page drawn again from what was typed, after a button that fills something in.

Nothing is saved here.  A wish is the button's word: "preset", "rows", "paste", "prizes:50 / 30 / 20 %",
"san-antonio", "load:7" or "load:sistema" (a schedule), "scale:7", "with:7" (its chips), "chips:3" (a chip
set), "stack" (from the chips), "marks" (the planner's colour-ups), "build" and "use-build" (the builder),
"stages" and "stage:up-2" (the rounds one by one), "options" (what the house rules sell),
"first-tables:2" (Vivaldi's other number of tables).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from tdapp.clock import schedules as saved
from tdapp.clock.models import SavedSchedule
from tdapp.desk.chip_words import planned
from tdapp.desk.forms.builder import BuilderForm
from tdapp.desk.forms.chip_sets import chip_data, chip_rows, chips_in, chips_typed, in_play, typed_set
from tdapp.desk.forms.levels import (
    SPARE_ROWS,
    LevelFormSet,
    Row,
    count_typed,
    every_row_typed,
    levels_of,
    rows_as_data,
    rows_of,
    rows_typed,
)
from tdapp.desk.forms.options import OptionRow, option_data, options_typed
from tdapp.desk.forms.rounds import OWN, USUAL_FIELD, RoundsForm, Setting
from tdapp.desk.forms.setup import read_paste
from tdapp.desk.forms.sheets import options_by, sheet, sheet_rows
from tdapp.desk.forms.stages import StageRow, changed_rows, stage_data, stages_typed, typed_stages
from tdapp.desk.level_notes import in_hand
from tdapp.opens.chip_sets import Chip, chips_of, set_of
from tdapp.opens.models import ChipSet, Open
from tdapp.rules import presets
from tdapp.rules.errors import RuleError
from tdapp.rules.house import CHOICES, LIMITS, PRESETS, from_dict
from tdapp.rules.levels import Level, Timed
from tdapp.rules.presets import Scaled
from tdapp.rules.structures import Structure
from tdapp.tours.models import Tour
from tdapp.web import amounts, figures, messages
from tdapp.web.numbers import number

MORE_ROWS = 3


@dataclass
class Typed:
    """What stands in the fields and rows; ``said`` are sentences about what was just filled in.

    ``offer`` is a schedule in the rows that was made for another stack; ``builder`` the builder as sent, and
    ``built`` what it proposes.
    """

    fields: dict[str, Any]
    rows: list[Row]
    said: list[str] = field(default_factory=list)
    offer: Source | None = None
    builder: BuilderForm | None = None
    built: Structure | None = None
    digits: int = 0

    def as_data(self) -> dict[str, str]:
        """The same as a sent form."""
        texts = {name: "" if value is None else str(value) for name, value in self.fields.items()}
        return {**texts, **rows_as_data(self.rows)}

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips as far as they can be read."""
        rows = chip_rows("chips", chip_data(chips_typed(self.fields)), [], 0 if self._points else self.digits)
        return in_play(chips_in(rows)) if rows.is_valid() else ()

    @property
    def options(self) -> list[OptionRow]:
        """What can be bought beside the buy-in, as typed."""
        return options_typed(self.fields)

    @property
    def _points(self) -> bool:
        return self.fields.get("chip_unit") != "money"

    @property
    def chip_digits(self) -> int:
        return 0 if self._points else self.digits

    def amount(self, name: str) -> int:
        """A typed amount of chips, 0 where there is none."""
        try:
            return amounts.read(str(self.fields.get(name) or ""), self.chip_digits)
        except RuleError:
            return 0

    def levels(self) -> tuple[Level, ...]:
        """The levels of the rows; none where a row says none."""
        kwargs = {"digits": self.chip_digits}
        rows = LevelFormSet(rows_as_data(self.rows), prefix="levels", form_kwargs=kwargs)
        return levels_of(rows)[0] if rows.is_valid() else ()

    def fill(self, levels: tuple[Level, ...], digits: int | None = None) -> None:
        """Put levels into the rows; they follow the clock."""
        self.rows = rows_of(levels, self.chip_digits if digits is None else digits)
        if self.fields.get("house_level_trigger") == "outs":
            self.fields["house_level_trigger"] = "time"


def redrawn(data: Mapping[str, str], digits: int, tour: Tour) -> Typed:
    """What was typed, with the wish of the pressed button carried out."""
    wish, _colon, what = data.get("redraw", "").partition(":")
    fields = {name: value for name, value in data.items() if not name.startswith("levels-")}
    if wish == "preview":
        return Typed(fields, every_row_typed(data), digits=digits)
    typed = Typed(fields, rows_typed(data), digits=digits)
    preset, drawn = data.get("preset", ""), data.get("drawn_for", "")
    if preset in PRESETS and drawn in PRESETS and preset != drawn:
        _follow_preset(typed, drawn, preset)
    if wish == "rows":
        empty = count_typed(data) - len(typed.rows)
        typed.rows += [{} for _more in range(min(empty, 50) + MORE_ROWS - SPARE_ROWS)]
    elif wish == "prizes":
        fields |= {"prizes_kind": "percent", "prizes": what}
    elif wish in WISHES:
        WISHES[wish](typed, what, tour)
    return typed


def _follow_preset(typed: Typed, drawn: str, preset: str) -> None:
    """The new preset's values where the old one's stood untouched; what the director typed stays."""
    old, new, fields = sheet(drawn, typed.digits), sheet(preset, typed.digits), typed.fields
    if options_typed(fields) in ([], options_typed(old)):
        _set_options(typed, options_typed(new))
    old, new = (_without_options(one) for one in (old, new))
    fields |= {k: v for k, v in new.items() if not fields.get(k) or fields[k] == old.get(k)}
    fields["drawn_for"] = preset
    if not typed.rows or typed.rows == sheet_rows(drawn):
        typed.rows = sheet_rows(preset)


def _without_options(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if not name.startswith("options-")}


def _set_options(typed: Typed, rows: list[OptionRow]) -> None:
    for name in [name for name in typed.fields if name.startswith("options-")]:
        del typed.fields[name]
    typed.fields |= option_data(rows)


def _options(typed: Typed, what: str, tour: Tour) -> None:
    """What the house rules sell, at the buy-in and chips typed (SA-23); other rows stay."""
    settings: dict[str, Any] = {}
    for name in (*CHOICES, *LIMITS):
        value = str(typed.fields.get(f"house_{name}") or "")
        settings |= {name: value} if name in CHOICES else {name: number(value) or 0}
    try:
        house = from_dict(settings)
    except RuleError as error:
        typed.said.append(messages.refusal(error).text)
        return
    stack, buy_in = typed.amount("stack"), str(typed.fields.get("buy_in") or "")
    found = options_by(house, buy_in, stack, typed.chip_digits, typed.digits)
    if not found:
        typed.said.append(_("These house rules have no rebuys: set them under “Every rule of the house”."))
    kinds = {row["kind"] for row in found}
    others = [row for row in options_typed(typed.fields) if row.get("kind") not in kinds or row.get("name")]
    _set_options(typed, [*found, *others])


def _option_row(typed: Typed, what: str, tour: Tour) -> None:
    """Nothing but the page again: rows that are filled in get an empty one behind them."""


def _paste(typed: Typed, what: str, tour: Tour) -> None:
    rows, strange = read_paste(str(typed.fields.get("paste", "")))
    if rows:
        typed.rows, typed.fields["paste"] = rows, ""
    typed.said += strange


@dataclass(frozen=True)
class Source:
    """A schedule to fill in, and the chips it was made for (units with ``digits`` decimals)."""

    word: str
    levels: tuple[Level, ...]
    stack: int
    smallest_chip: int
    digits: int = 0

    @property
    def made_for(self) -> str:
        return figures.amount(self.stack, self.digits)


def _source(word: str, tour: Tour) -> Source | None:
    """The Sistema (SIS-15, SIS-23), or a schedule that the tour keeps, by its id."""
    if word == "sistema":
        chip = presets.SISTEMA_CHIPS[0]
        return Source(word, presets.sistema().levels, presets.SISTEMA_STACK, chip)
    one = SavedSchedule.objects.filter(tour=tour, pk=number(word) or 0).first()
    if one is None:
        return None
    return Source(word, saved.levels_in(one), one.stack, one.smallest_chip, one.chip_digits)


def _san_antonio(typed: Typed, what: str, tour: Tour) -> None:
    """San Antonio's levels for the stack and smallest chip typed (RULES 5.4)."""
    stack = typed.amount("stack") or presets.SAN_ANTONIO_STACK
    smallest = typed.amount("smallest_chip") or 1
    _scaled_in(typed, presets.san_antonio(stack, smallest, in_hand(typed.chips)))


def _scaled_in(typed: Typed, scaled: Scaled) -> None:
    typed.fill(scaled.schedule.levels)
    far = [one for one in scaled.remarks if one.code == "level_rounded_far"]
    typed.said += [messages.remark(one, written_as(typed)) for one in far]


def _load(typed: Typed, what: str, tour: Tour) -> None:
    """A schedule as it is; made for other chips, it may be scaled, or the open start with its chips."""
    source = _source(what, tour)
    if source is None:
        return
    typed.fill(source.levels, source.digits)
    if not typed.amount("stack"):
        _start_with(typed, source)
    elif typed.amount("stack") != source.stack and typed.chip_digits == source.digits:
        typed.offer = source


def _with(typed: Typed, what: str, tour: Tour) -> None:
    source = _source(what, tour)
    if source is not None:
        _start_with(typed, source)


def _start_with(typed: Typed, source: Source) -> None:
    typed.fields["stack"] = source.made_for
    typed.fields["smallest_chip"] = figures.amount(source.smallest_chip, source.digits)


def _scale(typed: Typed, what: str, tour: Tour) -> None:
    source = _source(what, tour)
    stack, smallest = typed.amount("stack"), typed.amount("smallest_chip")
    if source is not None and stack and smallest:
        _scaled_in(typed, presets.scaled(Timed(source.levels), source.stack, stack, smallest))


def _chips(typed: Typed, what: str, tour: Tour) -> None:
    """A chip set of the tour, and the stack and smallest chip that follow from it."""
    found = ChipSet.objects.filter(tour=tour, pk=number(what) or 0).first()
    if found is None:
        return
    for name in [name for name in typed.fields if name.startswith("chips-")]:
        del typed.fields[name]
    typed.fields |= chip_data(typed_set(chips_of(found.chips), found.chip_digits))
    _stack(typed, what, tour)


def _stack(typed: Typed, what: str, tour: Tour) -> None:
    """Starting chips and smallest chip as the chips say."""
    chips = typed.chips
    try:
        stack = set_of(chips).stack
    except RuleError:
        return
    if stack:
        smallest = min(in_hand(chips))
        typed.fields["stack"] = figures.amount(stack, typed.chip_digits)
        typed.fields["smallest_chip"] = figures.amount(smallest, typed.chip_digits)


def _marks(typed: Typed, what: str, tour: Tour) -> None:
    """The planner's colour-ups in the rows, in place of those there."""
    levels = [replace(level, colour_up=()) for level in typed.levels()]
    for one in planned(Timed(tuple(levels)), typed.chips):
        marked = (*levels[one.index].colour_up, one.chip)
        levels[one.index] = replace(levels[one.index], colour_up=marked)
    if levels:
        typed.fill(tuple(levels))


def _build(typed: Typed, what: str, tour: Tour) -> None:
    sent = BuilderForm(typed.fields, prefix="build", auto_id="id_%s")
    typed.builder = sent
    stack, smallest = typed.amount("stack"), typed.amount("smallest_chip")
    if not stack:
        typed.said.append(messages.refusal(RuleError("stack_not_positive")).text)
        return
    if not sent.is_valid():
        return
    wish = sent.wish(stack, in_hand(typed.chips), smallest or 1, typed.chip_digits)
    typed.built = sent.build(wish) if wish else None


def _use_build(typed: Typed, what: str, tour: Tour) -> None:
    _build(typed, what, tour)
    if typed.built is not None:
        typed.fill(typed.built.schedule.levels)
        typed.fields["players"] = typed.fields.get("build-players")
        typed.built = typed.builder = None
        typed.said.append(_("The levels are in the rows."))


def _stages(typed: Typed, what: str, tour: Tour) -> None:
    """The rounds stage by stage: those that the chosen kind makes, to be edited."""
    form = RoundsForm(typed.as_data(), initial={}, rows=[], digits=typed.chip_digits)
    players = number(str(typed.fields.get("players") or "")) or USUAL_FIELD
    if form.read(Setting(players, typed.amount("smallest_chip") or 1, typed.levels())):
        _set_stages(typed, typed_stages(form.plans, typed.chip_digits))


def _stage(typed: Typed, what: str, tour: Tour) -> None:
    """One stage added, removed, or moved: "add", "remove-2", "up-2", "down-2"."""
    verb, _dash, at = what.partition("-")
    _set_stages(typed, changed_rows(stages_typed(typed.fields), verb, number(at) or 0))


def _set_stages(typed: Typed, rows: list[StageRow]) -> None:
    for name in [name for name in typed.fields if name.startswith("stages-")]:
        del typed.fields[name]
    typed.fields |= {"rounds-kind": OWN, **stage_data(rows)}


def _first_tables(typed: Typed, what: str, tour: Tour) -> None:
    """Another number of tables in Vivaldi's first round."""
    typed.fields["rounds-vivaldi_tables"] = what


WISHES = {
    "options": _options,
    "option-row": _option_row,
    "stages": _stages,
    "stage": _stage,
    "first-tables": _first_tables,
    "paste": _paste,
    "san-antonio": _san_antonio,
    "load": _load,
    "with": _with,
    "scale": _scale,
    "chips": _chips,
    "stack": _stack,
    "marks": _marks,
    "build": _build,
    "use-build": _use_build,
}


def schedule_typed(schedule: SavedSchedule, tour: Tour) -> Typed:
    """A new open's fields with a saved schedule: the sheet of TDA, its chips and levels those kept."""
    fields: dict[str, Any] = {**sheet("tda", tour.minor_digits), "preset": "tda", "drawn_for": "tda"}
    fields["chip_unit"] = "money" if schedule.chip_digits else "points"
    fields["stack"] = figures.amount(schedule.stack, schedule.chip_digits)
    fields["smallest_chip"] = figures.amount(schedule.smallest_chip, schedule.chip_digits)
    return Typed(fields, rows_of(saved.levels_in(schedule), schedule.chip_digits))


def written_as(typed: Typed, currency: str = "") -> Open:
    """An open that is not saved: it only says how amounts are written, and which chip is the smallest."""
    return Open(
        currency=currency,
        chip_digits=typed.chip_digits,
        chips_are_money=typed.fields.get("chip_unit") == "money",
        smallest_chip=typed.amount("smallest_chip") or 1,
    )
