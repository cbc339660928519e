"""The stages of an open one by one: a row of fields for each ``rules.rounds.RoundPlan`` (DESIGN 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms.formsets import BaseFormSet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.forms.levels import LevelFormSet, levels_of, rows_as_data, rows_from_text
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.rounds import RoundPlan
from tdapp.web import amounts, figures, messages
from tdapp.web.numbers import number

StageRow = dict[str, str]

PREFIX = "stages"
MOST_STAGES = 20
TICKS = ("flight", "coupled")
WHOLE = ("tables", "table_seats", "left", "level_count", "advance", "limit_minutes", "until")
LARGEST: Mapping[str, int] = {"table_seats": 12, "level_count": 200, "limit_minutes": 1440}
MORE = ("until", "level_count", "level_trigger", "flight", "coupled", "levels")
AMOUNT = forms.TextInput(attrs={"class": "input input--amount", "inputmode": "numeric"})


def whole_field(label: Any, hint: Any = "", most: int = 10_000) -> forms.IntegerField:
    """A whole number that may be left empty."""
    return forms.IntegerField(
        label=label, help_text=hint, required=False, min_value=0, max_value=most, widget=AMOUNT
    )


class StageForm(forms.Form):
    """One stage; ``plan`` after ``is_valid``."""

    use_required_attribute = False

    name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=40)
    seating = forms.ChoiceField(
        label=gettext_lazy("Who sits where"),
        choices=[
            ("draw", gettext_lazy("drawn")),
            ("seeded", gettext_lazy("by the places at the tables before")),
            ("carry", gettext_lazy("everybody stays in his seat")),
            ("merge", gettext_lazy("all flights together, drawn")),
        ],
    )
    tables = whole_field(gettext_lazy("Tables"), gettext_lazy("Empty: as few as hold everybody."), 2000)
    table_seats = whole_field(gettext_lazy("Seats at a table"), gettext_lazy("Empty: as the house says."), 12)
    stacks = forms.ChoiceField(
        label=gettext_lazy("Stacks"),
        choices=[("fresh", gettext_lazy("fresh")), ("carry", gettext_lazy("carried on"))],
    )
    stack = forms.CharField(
        label=gettext_lazy("Chips each"),
        help_text=gettext_lazy("Empty: the starting chips."),
        required=False,
        max_length=20,
        widget=AMOUNT,
    )
    ends = forms.ChoiceField(
        label=gettext_lazy("It ends"),
        choices=[
            ("last_player", gettext_lazy("with the last player")),
            ("table", gettext_lazy("table by table, with so many left")),
            ("field", gettext_lazy("once so many are left in all")),
            ("levels", gettext_lazy("after so many levels")),
        ],
    )
    left = whole_field(gettext_lazy("Players left"))
    level_count = whole_field(gettext_lazy("Levels"), most=200)
    advance = whole_field(gettext_lazy("Go on from each table"), gettext_lazy("Empty: everybody left."))
    limit_minutes = whole_field(
        gettext_lazy("Minutes at most"), gettext_lazy("Then the chips are counted. Empty: no limit."), 1440
    )
    until = whole_field(
        gettext_lazy("Again while more are left than"), gettext_lazy("Empty: played once."), 10_000
    )
    level_trigger = forms.ChoiceField(
        label=gettext_lazy("Blinds rise"),
        choices=[
            ("", gettext_lazy("as the house says")),
            ("time", gettext_lazy("with the clock")),
            ("outs", gettext_lazy("with the outs")),
            ("table", gettext_lazy("with the outs of each table")),
        ],
        required=False,
    )
    flight = forms.BooleanField(label=gettext_lazy("A flight: its own players"), required=False)
    coupled = forms.BooleanField(label=gettext_lazy("Tables are balanced and broken"), required=False)
    levels = forms.CharField(
        label=gettext_lazy("Levels of its own"),
        help_text=gettext_lazy("One a line, for example 25/50 20. Empty: it goes on with those before."),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, digits: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.digits = digits
        self.began = False
        self.plan: RoundPlan | None = None

    @property
    def more_open(self) -> bool:
        """Whether a sentence stands beside the fields that most stages do without."""
        return self.is_bound and any(self[name].errors for name in MORE)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        stack, levels = self._stack(), self._levels()
        if not self.errors:
            self.plan = RoundPlan(
                name=names.seen(data["name"]),
                seating=data["seating"],
                stacks=data["stacks"],
                stack=stack,
                levels=levels,
                level_trigger=data["level_trigger"],
                ends=data["ends"],
                flight=data["flight"],
                coupled=data["coupled"],
                **{name: self._whole(name) for name in WHOLE},
            )
        return data

    def _whole(self, name: str) -> int:
        typed = self.cleaned_data.get(name)
        return int(typed) if typed is not None else RoundPlan().left if name == "left" else 0

    def _stack(self) -> int:
        typed = self.cleaned_data.get("stack", "")
        try:
            return amounts.read_if_typed(typed, self.digits)
        except RuleError as error:
            self.add_error("stack", messages.refusal(error).text)
            return 0

    def _levels(self) -> tuple[Level, ...]:
        rows, strange = rows_from_text(self.cleaned_data.get("levels", ""))
        formset = LevelFormSet(rows_as_data(rows), prefix="levels", form_kwargs={"digits": self.digits})
        if strange or not formset.is_valid():
            sentence = _("“%(line)s” says no level. Write 25/50 20, or break 10.")
            bad = [*strange, *(f"{row.data}" for row in formset.forms if row.errors)]
            self.add_error("levels", sentence % {"line": bad[0][:60]})
            return ()
        return levels_of(formset)[0]


StageFormSet = forms.formset_factory(StageForm, extra=0, max_num=MOST_STAGES, absolute_max=MOST_STAGES)
COLUMNS = tuple(StageForm.base_fields)


def stage_rows(data: Mapping[str, Any] | None, rows: list[StageRow], digits: int) -> Any:
    """The stages as sent, or as ``rows`` have them."""
    start = None if data is not None else rows
    return StageFormSet(data, prefix=PREFIX, initial=start, form_kwargs={"digits": digits})


def stages_in(rows: BaseFormSet[StageForm]) -> tuple[RoundPlan, ...]:
    """The plans of a valid set of rows."""
    return tuple(form.plan for form in rows.forms if form.plan is not None)


def typed_stages(plans: Iterable[RoundPlan], digits: int) -> list[StageRow]:
    """Plans as one would type them."""
    return [_typed(plan, digits) for plan in plans]


def _typed(plan: RoundPlan, digits: int) -> StageRow:
    numbers = {name: str(getattr(plan, name) or "") for name in WHOLE}
    ticks = {name: "on" if getattr(plan, name) else "" for name in TICKS}
    words = {name: getattr(plan, name) for name in ("name", "seating", "stacks", "ends", "level_trigger")}
    stack = figures.amount(plan.stack, digits).replace(figures.THIN, "") if plan.stack else ""
    levels = "\n".join(_line(level, digits) for level in plan.levels)
    return {**words, **numbers, **ticks, "stack": stack, "levels": levels}


def _line(level: Level, digits: int) -> str:
    """A level as the form reads it."""

    def amount(units: int) -> str:
        return figures.amount(units, digits).replace(figures.THIN, "")

    minutes = "" if level.seconds is None else f" {level.minutes}"
    if level.is_break:
        return f"{_('break')}{minutes}"
    ante = f" ante {amount(level.ante)}" if level.ante else ""
    return f"{amount(level.sb)}/{amount(level.bb)}{ante}{minutes}"


def stage_data(rows: Iterable[StageRow]) -> dict[str, str]:
    """Rows as a sent form holds them."""
    rows = list(rows)
    data = {f"{PREFIX}-TOTAL_FORMS": str(len(rows)), f"{PREFIX}-INITIAL_FORMS": "0"}
    for index, row in enumerate(rows):
        data |= {f"{PREFIX}-{index}-{name}": value for name, value in row.items() if value}
    return data


def stages_typed(data: Mapping[str, Any]) -> list[StageRow]:
    """The rows of a sent form, as typed."""
    count = min(number(str(data.get(f"{PREFIX}-TOTAL_FORMS", ""))) or 0, MOST_STAGES)
    return [{name: str(data.get(f"{PREFIX}-{n}-{name}", "")) for name in COLUMNS} for n in range(count)]


EMPTY_STAGE: StageRow = _typed(RoundPlan(), 0)
"""What a stage starts from that is added."""


def changed_rows(rows: list[StageRow], verb: str, at: int) -> list[StageRow]:
    """The rows after ``add``, or ``remove``, ``up``, ``down`` of the one that stands at ``at``."""
    rows = list(rows)
    if verb == "add":
        return [*rows, dict(EMPTY_STAGE)][:MOST_STAGES]
    if not 0 <= at < len(rows):
        return rows
    row = rows.pop(at)
    if verb == "remove":
        return rows
    rows.insert(max(0, at - 1) if verb == "up" else at + 1, row)
    return rows
