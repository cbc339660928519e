"""The one page on which an open is set up: what is typed, and the terms it says.

Amounts are read in the language of the page (``web.amounts``); each sentence stands beside its field and what
was typed stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.forms import options, schedules
from tdapp.desk.forms.bounties import BountyForm, bounty_data
from tdapp.desk.forms.builder import BuilderForm
from tdapp.desk.forms.chip_sets import chip_data, chip_rows, chips_in, chips_typed, in_play, typed_set
from tdapp.desk.forms.levels import (
    MORE_COLUMNS,
    SPARE_ROWS,
    LevelFormSet,
    Row,
    levels_of,
    rows_as_data,
    rows_of,
)
from tdapp.desk.forms.options import (
    offers_in,
    option_data,
    option_rows,
    options_typed,
    typed_options,
)
from tdapp.desk.forms.prices import Splits, price_text, read_price
from tdapp.desk.forms.prizes import KINDS as PRIZE_KINDS
from tdapp.desk.forms.prizes import more_of, plan_text, read_plan, stored_more, typed_unit
from tdapp.desk.forms.rounds import USUAL_FIELD, RoundsForm, Setting, typed_rounds
from tdapp.desk.forms.stages import stages_typed
from tdapp.desk.level_notes import Notes, notes
from tdapp.floor.set_up import Terms
from tdapp.opens.models import Open
from tdapp.rules import house as house_rules
from tdapp.rules.errors import RuleError
from tdapp.rules.house import CHOICES, LIMITS, PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.tours.models import Season
from tdapp.web import amounts, figures, messages
from tdapp.web.house_words import GROUPS, WORDS
from tdapp.web.house_words import PRESETS as PRESET_WORDS

T = TypeVar("T")

FIELD_OF: Mapping[str, str] = {
    "name_missing": "name",
    "name_too_long": "name",
    "stack_not_positive": "stack",
    "smallest_chip_not_positive": "smallest_chip",
    "money_negative": "buy_in",
    "outs_per_level": "house_outs_per_level",
    "level_factor": "house_level_factor",
    "prizes_locked": "prizes",
    "pool_negative": "guarantee",
    "bounty_unpriced": "buy_in",
    "chip_twice": "stack",
    "no_such_chip": "stack",
}
"""Where the sentence of a refused act belongs; the rest stands above the form."""


class TermsForm(forms.Form):
    """An open's terms as typed; ``terms`` after ``is_valid``."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    season = forms.ChoiceField(label=gettext_lazy("Season"), required=False)
    meeting = forms.IntegerField(
        label=gettext_lazy("Number in the season"), required=False, min_value=1, max_value=999
    )
    preset = forms.ChoiceField(
        label=gettext_lazy("House rules"),
        choices=[(code, words[0]) for code, words in PRESET_WORDS.items()],
        widget=forms.RadioSelect,
    )
    drawn_for = forms.CharField(required=False, widget=forms.HiddenInput)
    buy_in = forms.CharField(
        label=gettext_lazy("Buy-in"),
        help_text=gettext_lazy("As you would say it: 10, or 10 + 2 for prizes and house."),
        max_length=60,
    )
    chip_unit = forms.ChoiceField(
        label=gettext_lazy("Chips are"),
        choices=[("money", gettext_lazy("money")), ("points", gettext_lazy("points"))],
        widget=forms.RadioSelect,
    )
    stack = forms.CharField(label=gettext_lazy("Starting chips"), max_length=20)
    smallest_chip = forms.CharField(label=gettext_lazy("Smallest chip"), max_length=20)
    blinds = forms.CharField(label=gettext_lazy("First blinds"), required=False, max_length=40)
    first_ante = forms.CharField(label=gettext_lazy("Ante, if any"), required=False, max_length=20)
    paste = forms.CharField(
        label=gettext_lazy("Paste levels"),
        help_text=gettext_lazy(
            "One a line: 25/50 20, or 100/200 ante 25 20, or break 10. "
            "A table out of a spreadsheet or JSON will do too."
        ),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    prizes_kind = forms.ChoiceField(
        label=gettext_lazy("Prizes"),
        choices=PRIZE_KINDS,
        widget=forms.RadioSelect,
    )
    prizes = forms.CharField(
        label=gettext_lazy("Places, best first"),
        help_text=gettext_lazy("50/20/10, or 50 30 20 %. It need not add up until the prizes are locked."),
        required=False,
        max_length=200,
    )
    prize_unit = forms.CharField(label=gettext_lazy("Round percentages to"), required=False, max_length=20)
    # What only the page of the prizes says: a table by field, fixed places.
    prize_more = forms.CharField(required=False, widget=forms.HiddenInput)
    guarantee = forms.CharField(
        label=gettext_lazy("Guarantee"),
        help_text=gettext_lazy("Paid in prizes whatever comes in. Empty: none."),
        required=False,
        max_length=40,
    )
    players = forms.IntegerField(
        label=gettext_lazy("Players expected"), required=False, min_value=1, max_value=10_000
    )
    room_tables = forms.IntegerField(
        label=gettext_lazy("Tables in the room"),
        help_text=gettext_lazy("Empty: no limit. Who finds no seat waits."),
        required=False,
        min_value=0,
        max_value=2000,
        widget=forms.TextInput(attrs={"class": "input input--amount", "inputmode": "numeric"}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
        rows: list[Row],
        seasons: list[Season],
        digits: int,
        frozen: Terms | None = None,
        locked: bool = False,
        begun: int = 0,
        signed_up: int = 0,
        currency: str = "",
    ) -> None:
        """``digits`` of the ``currency``; ``frozen`` the terms whose stacks and levels stay as they are, with
        as many of their stages as have ``begun``; ``signed_up`` is how many play for sure."""
        super().__init__(data, initial=dict(initial))
        self.currency = currency
        self.money_digits, self.frozen, self.signed_up = digits, frozen, signed_up
        self.fields["season"].choices = [  # type: ignore[attr-defined]
            *((str(one.pk), one.name) for one in seasons),
            ("", _("none: it does not count")),
        ]
        for setting in (*CHOICES, *LIMITS):
            self.fields[f"house_{setting}"] = _house_field(setting)
        self._freeze(frozen is not None, locked)
        unit = (data or initial).get("chip_unit") if frozen is None else initial.get("chip_unit")
        self.chip_digits = digits if unit == "money" else 0
        self.chip_currency = currency if unit == "money" else ""
        kwargs = {"digits": self.chip_digits}
        sets = None if data is None else {"chips-TOTAL_FORMS": "0", "chips-INITIAL_FORMS": "0", **data}
        self.chip_rows = chip_rows("chips", sets, chips_typed(initial), self.chip_digits, self.chip_currency)
        self.option_rows = option_rows(
            data, options_typed(initial), self.chip_digits, digits, currency, self.chip_currency
        )
        self.bounties = BountyForm(data, initial=initial, digits=digits, currency=currency)
        self.rounds = RoundsForm(
            data,
            initial={name.removeprefix("rounds-"): value for name, value in initial.items()},
            rows=stages_typed(initial),
            digits=self.chip_digits,
            begun=frozen.rounds[:begun] if frozen is not None else None,
        )
        typed = {name.removeprefix("build-"): value for name, value in (data or initial).items()}
        self.builder = BuilderForm(initial=typed, prefix="build", auto_id="id_%s")
        self.pasted: list[str] = []
        if data is not None and str(data.get("paste", "")).strip():
            pasted, self.pasted = read_paste(str(data["paste"]))
            data = rows_as_data(pasted)
        # Sent rows have no initial ones: a row equal to its initial would count as untouched.
        start = None if data is not None else [*rows, *({} for _n in range(SPARE_ROWS))]
        self.rows = LevelFormSet(data, prefix="levels", initial=start, form_kwargs=kwargs)
        self.terms: Terms | None = None

    def _freeze(self, started: bool, locked: bool) -> None:
        names = ["house_level_trigger", "house_direction", "preset", "chip_unit", "stack", "blinds"]
        names += ["first_ante", "house_outs_per_level", "house_level_factor"]
        for name in (
            *(names if started else ()),
            *(("prizes_kind", "prizes", "prize_unit", "prize_more", "guarantee") if locked else ()),
        ):
            self.fields[name].disabled = True

    @property
    def more_columns(self) -> bool:
        """Whether something stands in the columns that most schedules do without."""
        return any(row[name].value() for row in self.rows.forms for name in MORE_COLUMNS)

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The folded settings with their headings."""
        return [(str(title), [self[f"house_{name}"] for name in names]) for title, names in GROUPS]

    @property
    def changed_from_preset(self) -> int:
        """How many folded settings differ from the preset chosen."""
        preset = PRESETS.get(str(self["preset"].value()))
        if preset is None:
            return 0
        own = {name for _title, names in GROUPS for name in names}
        return sum(str(self[f"house_{k}"].value()) != str(v) for k, v in asdict(preset).items() if k in own)

    @property
    def house_errors(self) -> bool:
        """Whether a sentence stands in the folded settings."""
        return any(field.errors for _title, fields in self.groups for field in fields)

    def unread(self) -> tuple[str, ...]:
        """Why amounts typed so far cannot be read; what is still empty is no news."""
        amounts = (
            "buy_in",
            "stack",
            "smallest_chip",
            "blinds",
            "first_ante",
            "prizes",
            "prize_unit",
            "guarantee",
        )
        typed = (name for name in amounts if name in self.fields and self.data.get(name))
        return tuple(str(why) for name in typed for why in self.errors.get(name, ()))

    def clean(self) -> dict[str, Any]:
        super().clean()
        self.cleaned_data["_house"] = self._house()
        digits, chips, currency = self.money_digits, self.chip_digits, self.currency
        buy_in = self._read("buy_in", lambda text: read_price(text, digits, currency))
        stack = self._read("stack", lambda text: amounts.read(text, chips, self.chip_currency))
        smallest = self._read("smallest_chip", lambda text: amounts.read(text, chips, self.chip_currency))
        guarantee = self._read("guarantee", lambda text: amounts.read_if_typed(text, digits, 0, currency))
        self.cleaned_data["_guarantee"] = guarantee or 0
        levels = self._levels()
        plan = self._plan()
        if not self.chip_rows.is_valid():
            self.add_error(None, _("Look at the chips again: the sentences stand beside their rows."))
        if not self.option_rows.is_valid():
            self.add_error(None, _("Look at what can be bought again: the sentences stand there."))
        if not self.bounties.is_valid():
            self.add_error(None, _("Look at the bounties again: the sentences stand there."))
        if smallest and not self.rounds.read(Setting(self._expected, smallest, levels)):
            self.add_error(None, _("Look at the rounds again: the sentences stand there."))
        if self.errors or buy_in is None or stack is None or smallest is None or not levels or not plan:
            return self.cleaned_data
        self.terms = self._terms(buy_in, stack, smallest, levels, plan)
        return self.cleaned_data

    @property
    def _expected(self) -> int:
        """The field that the rounds are made for."""
        return int(self.cleaned_data.get("players") or self.signed_up or USUAL_FIELD)

    def _terms(
        self, buy_in: Splits, stack: int, smallest: int, levels: tuple[Level, ...], plan: PrizePlan
    ) -> Terms:
        data = self.cleaned_data
        return Terms(
            name=data["name"],
            date=data["date"],
            house=data["_house"],
            starting_stack=stack,
            buy_in=buy_in,
            levels=levels,
            prizes=plan,
            smallest_chip=smallest,
            chip_digits=self.chip_digits,
            chips_are_money=data.get("chip_unit") == "money",
            season=int(data["season"]) if data["season"] else None,
            meeting=data["meeting"],
            chips=in_play(chips_in(self.chip_rows)),
            rounds=self.rounds.plans,
            room_tables=data["room_tables"] or 0,
            options=offers_in(self.option_rows),
            guarantee=data.get("_guarantee", 0),
            bounties=self.bounties.terms,
        )

    def _read(self, name: str, reader: Callable[[str], T]) -> T | None:
        text = self.cleaned_data.get(name)
        if text is None:
            return None
        try:
            return reader(text)
        except RuleError as error:
            self.add_error(name, messages.refusal(error).text)
            return None

    def _house(self) -> house_rules.HouseRules | None:
        """The settings chosen. Those shown for another preset than the one sent now follow the new one."""
        preset, drawn = self.cleaned_data.get("preset"), self.cleaned_data.get("drawn_for")
        settings: dict[str, Any] = {}
        for setting in (*CHOICES, *LIMITS):
            if f"house_{setting}" not in self.cleaned_data:
                return None
            settings[setting] = self.cleaned_data[f"house_{setting}"]
        if preset and drawn and drawn in PRESETS and drawn != preset:
            shown, wanted = asdict(PRESETS[drawn]), asdict(PRESETS[preset])
            settings = {k: wanted[k] if v == shown[k] else v for k, v in settings.items()}
        return house_rules.from_dict(settings)

    def _levels(self) -> tuple[Level, ...]:
        if self.frozen is not None:
            return self.frozen.levels
        house = self.cleaned_data["_house"]
        if house is not None and house.level_trigger == "outs":
            return self._first_level()
        if self.pasted:
            self.add_error("paste", self.pasted[0])
            return ()
        if not self.rows.is_valid():
            self.add_error(None, _("Look at the levels again: the sentences stand below their rows."))
            return ()
        levels, _forms = levels_of(self.rows)
        if not levels:
            self.add_error(None, messages.refusal(RuleError("schedule_empty")).text)
        return levels

    def _first_level(self) -> tuple[Level, ...]:
        blinds = self._read("blinds", self._pair)
        ante = self._read(
            "first_ante", lambda text: amounts.read_if_typed(text, self.chip_digits, 0, self.chip_currency)
        )
        return () if blinds is None or ante is None else (Level(*blinds, ante),)

    def _pair(self, text: str) -> tuple[int, int]:
        sb, slash, bb = text.partition("/")
        if not slash:
            self.add_error("blinds", _("Write small and big blind with a slash, for example 0.25/0.50."))
            return (0, 0)
        digits, currency = self.chip_digits, self.chip_currency
        return amounts.read(sb, digits, currency), amounts.read(bb, digits, currency)

    def _plan(self) -> PrizePlan | None:
        kind = self.cleaned_data.get("prizes_kind", "")
        unit = self._read(
            "prize_unit", lambda text: amounts.read_if_typed(text, self.money_digits, 1, self.currency)
        )
        if unit == 0:
            self.add_error("prize_unit", messages.refusal(RuleError("unit_too_small", unit=0)).text)
            return None
        stored = stored_more(self.cleaned_data.get("prize_more", ""))
        return self._read(
            "prizes",
            lambda text: read_plan(kind, text, self.money_digits, unit or 1, stored, self.currency),
        )

    def notes(self, written: Open) -> Notes:
        """What stands beside the rows of a checked form."""
        if not self.rows.is_bound or self.frozen is not None:
            return Notes(())
        self.rows.is_valid()
        chips = in_play(chips_in(self.chip_rows)) if self.chip_rows.is_valid() else ()
        broken = [index for index, row in enumerate(self.rows.forms) if row.errors]
        return notes([row.level for row in self.rows.forms], broken, written, chips)

    def refuse(self, error: RuleError) -> None:
        """Put the sentence of a refused act where it belongs."""
        index = error.params.get("index")
        text = messages.refusal(error).text
        _levels, filled = levels_of(self.rows) if self.rows.is_bound and self.rows.is_valid() else ((), ())
        if isinstance(index, int) and index < len(filled) and self._timed:
            field = str(error.params.get("field", ""))
            filled[index].add_error(field if field in filled[index].fields else None, text)
            self.add_error(None, _("Look at the levels again: the sentences stand below their rows."))
        elif isinstance(index, int) and not self._timed:
            self.add_error("blinds", text)
        elif error.code in ("option_twice", "option_without_name"):
            options.refuse(self.option_rows, error)
            self.add_error(None, _("Look at what can be bought again: the sentences stand there."))
        elif isinstance(error.params.get("number"), int):
            self.rounds.refuse(error)
            self.add_error(None, _("Look at the rounds again: the sentences stand there."))
        else:
            self.add_error(FIELD_OF.get(error.code), text)

    @property
    def _timed(self) -> bool:
        return self.terms is not None and self.terms.house.level_trigger != "outs"


def read_paste(text: str) -> tuple[list[Row], list[str]]:
    """Pasted levels as rows, and a sentence for each line that says none."""
    try:
        found = schedules.read(text)
        schedules.check_length(found[0])
    except schedules.Unreadable as error:
        return [], [str(error)]
    if len(found) > 1:
        many = _("There are %(count)s schedules in it: import it under Schedules, where you choose one.")
        return [], [many % {"count": len(found)}]
    strange = _("“%(line)s” says no level. Write 25/50 20, or break 10.")
    return list(found[0].rows), [strange % {"line": line} for line in found[0].strange]


def _house_field(setting: str) -> forms.Field:
    word = WORDS[setting]
    if setting in CHOICES:
        choices = [(code, word.choices[code]) for code in CHOICES[setting]]
        return forms.ChoiceField(label=word.label, choices=choices, help_text=word.hint)
    least, most = LIMITS[setting]
    return forms.IntegerField(label=word.label, min_value=least, max_value=most, help_text=word.hint)


def typed_terms(terms: Terms, digits: int, begun: int | None = None) -> tuple[dict[str, Any], list[Row]]:
    """Terms as one would type them: the fields, and the rows of a timed schedule.

    ``begun`` is how many stages have begun, None before the start.
    """
    chip_digits = terms.chip_digits
    setting = Setting(USUAL_FIELD, terms.smallest_chip, terms.levels)
    by_outs = terms.house.level_trigger == "outs"
    first = terms.levels[0] if by_outs and terms.levels else None
    pair = [figures.amount(units, chip_digits) for units in (first.sb, first.bb)] if first else []
    preset = nearest_preset(terms.house)
    fields: dict[str, Any] = {
        "name": terms.name,
        "date": terms.date,
        "season": str(terms.season or ""),
        "meeting": terms.meeting,
        "preset": preset,
        "drawn_for": preset,
        "buy_in": price_text(terms.buy_in, digits),
        "chip_unit": "money" if terms.chips_are_money else "points",
        "stack": figures.amount(terms.starting_stack, chip_digits),
        "smallest_chip": figures.amount(terms.smallest_chip, chip_digits),
        "blinds": " / ".join(pair),
        "first_ante": figures.amount(first.ante, chip_digits) if first and first.ante else "",
        "prizes_kind": terms.prizes.kind,
        "prizes": plan_text(terms.prizes, digits),
        "prize_unit": typed_unit(terms.prizes, digits),
        "prize_more": more_of(terms.prizes),
        **{f"house_{name}": value for name, value in asdict(terms.house).items()},
        "guarantee": figures.amount(terms.guarantee, digits) if terms.guarantee else "",
        "room_tables": str(terms.room_tables or ""),
        **chip_data(typed_set(terms.chips, chip_digits)),
        **option_data(typed_options(terms.options, chip_digits, digits)),
        **bounty_data(terms.bounties, digits),
        **typed_rounds(terms.rounds, chip_digits, setting, begun),
    }
    return fields, [] if by_outs else rows_of(terms.levels, chip_digits)


def nearest_preset(house: house_rules.HouseRules) -> str:
    """The preset that differs from these settings in the fewest."""
    return min(PRESETS, key=lambda code: len(house_rules.differences(house, PRESETS[code])))
