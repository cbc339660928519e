"""How an open is split into rounds, as typed on the set-up page: a kind with its few numbers, or stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.forms.stages import StageRow, stage_data, stage_rows, stages_in, typed_stages, whole_field
from tdapp.rules import round_presets as presets
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.rounds import RoundPlan, check_plans
from tdapp.web import amounts, figures, messages

PREFIX = "rounds"
OWN = "own"
USUAL_FIELD = 16
"""Players that rounds are made for where nobody says how many come."""
Plans = tuple[RoundPlan, ...]


@dataclass(frozen=True)
class Kind:
    """One way to play in rounds: its name, one sentence, its numbers with what they start from."""

    title: str | Promise
    sentence: str | Promise
    numbers: Mapping[str, str]


KINDS: Mapping[str, Kind] = {
    "none": Kind(gettext_lazy("One round"), gettext_lazy("Everybody plays on until the end."), {}),
    "vivaldi": Kind(
        "Vivaldi",
        gettext_lazy("Tables of four, the two best of each go on, fresh chips each round."),
        {"tables": "", "minutes": "180", "stack": ""},
    ),
    "sistema": Kind(
        "Sistema",
        gettext_lazy("Three rounds of six levels; seats, stacks and clock go on, tables are balanced."),
        {"stages": "3", "levels": "6"},
    ),
    "heats": Kind(
        gettext_lazy("Heats and a final"),
        gettext_lazy("Several tables; the best of each meet at one final table."),
        {"tables": "", "seats": "", "advance": "2", "minutes": "", "stacks": "fresh", "stack": ""},
    ),
    "shootout": Kind(
        "Shootout",
        gettext_lazy("Each table plays down to its best, again and again, until one table is left."),
        {"seats": "9", "advance": "1", "minutes": "", "stacks": "fresh", "stack": ""},
    ),
    "bracket": Kind(
        gettext_lazy("Heads-up bracket"),
        gettext_lazy("Two at a table, the winner goes on; byes where the number does not fit."),
        {"minutes": "", "stack": ""},
    ),
    "flights": Kind(
        gettext_lazy("Flights"),
        gettext_lazy("Day 1A, Day 1B and so on; who is left of all of them meets on Day 2 with his chips."),
        {"flights": "2", "levels": "8"},
    ),
    OWN: Kind(gettext_lazy("Stage by stage"), gettext_lazy("Every stage as you write it."), {}),
}

NUMBERS: Mapping[str, tuple[Any, Any, int]] = {
    "tables": (gettext_lazy("Tables at first"), gettext_lazy("Empty: as the field asks."), 2000),
    "seats": (gettext_lazy("Seats at a table"), gettext_lazy("Empty: as the house says."), 12),
    "advance": (gettext_lazy("Go on from each table"), "", 12),
    "minutes": (
        gettext_lazy("Minutes at most"),
        gettext_lazy("Then chips are counted. Empty: no limit."),
        1440,
    ),
    "stages": (gettext_lazy("Rounds"), "", 20),
    "flights": (gettext_lazy("Flights"), "", 19),
    "levels": (gettext_lazy("Levels of each"), "", 200),
}
STACKS = [("fresh", gettext_lazy("fresh")), ("carry", gettext_lazy("carried on"))]


def _stack_field() -> forms.CharField:
    widget = forms.TextInput(attrs={"class": "input input--amount", "inputmode": "decimal"})
    hint = gettext_lazy("Empty: the starting chips.")
    return forms.CharField(
        label=gettext_lazy("Chips each round"), help_text=hint, required=False, max_length=20, widget=widget
    )


@dataclass(frozen=True)
class Setting:
    """What the numbers of a kind are read with: the field expected, the smallest chip, the open's levels."""

    players: int
    smallest_chip: int
    levels: tuple[Level, ...]


class RoundsForm(forms.Form):
    """The rounds as typed; ``plans`` after ``read``. ``begun`` are the stages that stay as they are."""

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        initial: Mapping[str, Any],
        rows: list[StageRow],
        digits: int,
        begun: Plans | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial), prefix=PREFIX)
        self.begun, self.digits = begun, digits
        self.fields["kind"] = forms.ChoiceField(
            label=_("Rounds"),
            choices=[(code, kind.title) for code, kind in KINDS.items()],
            widget=forms.RadioSelect,
            required=False,
        )
        for code, kind in KINDS.items():
            for number, start in kind.numbers.items():
                self.fields[f"{code}_{number}"] = _field(number)
                self.initial.setdefault(f"{code}_{number}", start)
        sets = None if data is None else {"stages-TOTAL_FORMS": "0", "stages-INITIAL_FORMS": "0", **data}
        self.stages = stage_rows(sets, rows, digits)
        self.plans: Plans = ()

    @property
    def chosen(self) -> str:
        """The kind chosen; what is begun is shown stage by stage."""
        typed = str(self["kind"].value() or "none")
        return OWN if self.begun is not None else typed if typed in KINDS else "none"

    @property
    def open(self) -> bool:
        """Whether the fold stands open: something is chosen, or a sentence stands in it."""
        return self.chosen != "none" or (self.is_bound and bool(self.errors))

    @property
    def groups(self) -> list[tuple[str, Kind, list[forms.BoundField]]]:
        """Each kind with its fields."""
        return [(code, kind, [self[f"{code}_{one}"] for one in kind.numbers]) for code, kind in KINDS.items()]

    def read(self, setting: Setting) -> bool:
        """Make ``plans`` of what was typed; False where a sentence stands in the fold."""
        if not self.is_valid():
            return False
        try:
            self.plans = self._plans(setting)
            check_plans(self.plans)
        except RuleError as error:
            self.refuse(error)
            return False
        return not self.errors and self.stages_valid

    @property
    def stages_valid(self) -> bool:
        """Whether no sentence stands beside a stage."""
        return self.chosen != OWN or not any(form.errors for form in self.stages.forms)

    def _plans(self, setting: Setting) -> Plans:
        kind = self.chosen
        if kind == OWN:
            if not self.stages.is_valid():
                return ()
            return (*(self.begun or ()), *stages_in(self.stages))
        values = {number: self._value(kind, number) for number in KINDS[kind].numbers}
        return () if self.errors else made(kind, values, setting)

    def _value(self, kind: str, number: str) -> Any:
        typed = self.cleaned_data.get(f"{kind}_{number}")
        if number != "stack":
            return typed
        try:
            return amounts.read_if_typed(typed or "", self.digits)
        except RuleError as error:
            self.add_error(f"{kind}_stack", messages.refusal(error).text)
            return 0

    def refuse(self, error: RuleError) -> None:
        """The sentence beside the stage it is about, else above the numbers."""
        text = messages.refusal(error).text
        stages = self.stages.forms if self.chosen == OWN else []
        number = error.params.get("number")
        at = (number if isinstance(number, int) else 0) - 1 - len(self.begun or ())
        if 0 <= at < len(stages):
            field = str(error.params.get("field", ""))
            stages[at].add_error(field if field in stages[at].fields else None, text)
        else:
            self.add_error(None, text)


def _field(number: str) -> forms.Field:
    if number == "stack":
        return _stack_field()
    if number == "stacks":
        return forms.ChoiceField(label=gettext_lazy("Stacks in later rounds"), choices=STACKS, required=False)
    label, hint, most = NUMBERS[number]
    return whole_field(label, hint, most)


def made(kind: str, values: Mapping[str, Any], setting: Setting) -> Plans:
    """The stages that a kind with these numbers makes. RuleError: those of ``rules.round_presets``."""
    return () if kind not in MAKERS else MAKERS[kind](values, setting)


def _vivaldi(values: Mapping[str, Any], setting: Setting) -> Plans:
    # Fewer have signed up than are to come: the tables that were chosen stay.
    players = max(setting.players, presets.FEWEST * (values["tables"] or 1))
    plans = presets.vivaldi(players, values["tables"] or None, values["stack"], setting.smallest_chip)
    # Antes typed in the rows of the page are those of the first round (VIV-16).
    own = bool(setting.levels) and not any(level.bb for level in setting.levels)
    first = replace(plans[0], limit_minutes=values["minutes"] or 0, levels=() if own else plans[0].levels)
    return (first, *plans[1:])


def _sistema(values: Mapping[str, Any], setting: Setting) -> Plans:
    return presets.sistema((), values["stages"] or 3, values["levels"] or 6)


def _heats(values: Mapping[str, Any], setting: Setting) -> Plans:
    seats = values["seats"] or 0
    tables = values["tables"] or -(-setting.players // (seats or 9))
    plans = presets.heats(max(2, tables), values["advance"] or 1, values["stack"], table_seats=seats)
    return _with(plans, values)


def _shootout(values: Mapping[str, Any], setting: Setting) -> Plans:
    return _with(presets.shootout(values["advance"] or 1, values["seats"] or 9, values["stack"]), values)


def _bracket(values: Mapping[str, Any], setting: Setting) -> Plans:
    return _with(presets.heads_up_bracket(values["stack"]), {**values, "stacks": "fresh"})


def _flights(values: Mapping[str, Any], setting: Setting) -> Plans:
    return presets.flights(values["flights"] or 2, values["levels"] or 8)


def _with(plans: Plans, values: Mapping[str, Any]) -> Plans:
    """The plans with the limit of each table, and later stacks carried on where that was chosen."""
    limit = values["minutes"] or 0
    plans = tuple(replace(plan, limit_minutes=limit if plan.ends == "table" else 0) for plan in plans)
    if values["stacks"] == "carry":
        plans = (plans[0], *(replace(plan, stacks="carry", stack=0) for plan in plans[1:]))
    return plans


MAKERS = {
    "vivaldi": _vivaldi,
    "sistema": _sistema,
    "heats": _heats,
    "shootout": _shootout,
    "bracket": _bracket,
    "flights": _flights,
}


def typed_rounds(plans: Plans, digits: int, setting: Setting, begun: int | None = None) -> dict[str, str]:
    """Plans as one would type them: the kind that makes them with its numbers, else stage by stage.

    ``begun`` is how many stages have begun: only those behind them are typed.
    """
    fields = typed_defaults()
    if begun is not None:
        return {**fields, f"{PREFIX}-kind": OWN, **stage_data(typed_stages(plans[begun:], digits))}
    kind, values = _recognised(plans, setting)
    fields[f"{PREFIX}-kind"] = kind
    for number in KINDS[kind].numbers:
        value = values[number]
        text = figures.amount(value, digits).replace(figures.THIN, "") if number == "stack" else str(value)
        fields[f"{PREFIX}-{kind}_{number}"] = text if value else ""
    return {**fields, **stage_data(typed_stages(plans if kind == OWN else (), digits))}


def typed_defaults() -> dict[str, str]:
    """What every number starts from."""
    fields = {f"{PREFIX}-kind": "none"}
    for code, kind in KINDS.items():
        fields |= {f"{PREFIX}-{code}_{number}": start for number, start in kind.numbers.items()}
    return fields


def _recognised(plans: Plans, setting: Setting) -> tuple[str, dict[str, Any]]:
    """The kind that makes exactly these plans, and with which numbers."""
    if not plans:
        return "none", {}
    first = plans[0]
    values: dict[str, Any] = {
        "tables": first.tables,
        "seats": first.table_seats,
        "advance": first.advance,
        "minutes": first.limit_minutes,
        "stack": first.stack,
        "stacks": plans[-1].stacks,
        "stages": len(plans),
        "flights": sum(plan.flight for plan in plans),
        "levels": first.level_count,
    }
    for kind in MAKERS:
        try:
            if made(kind, values, setting) == plans:
                return kind, values
        except RuleError:
            continue
    return OWN, values
