"""The chips of a set as rows of typed values and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms.formsets import BaseFormSet
from django.utils.translation import gettext_lazy

from tdapp.opens.chip_sets import LONGEST_NAME, Chip
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.web import amounts, figures, messages

ChipRow = dict[str, str]
CHIP_COLUMNS = ("value", "colour", "each", "owned")
MOST_CHIPS = 12
SPARE_CHIPS = 2


class ChipRowForm(forms.Form):
    """One chip; a row without a value is none."""

    use_required_attribute = False

    value = forms.CharField(label=gettext_lazy("Chip"), required=False, max_length=20)
    colour = forms.CharField(label=gettext_lazy("Colour"), required=False, max_length=20)
    each = forms.IntegerField(label=gettext_lazy("Each"), required=False, min_value=0, max_value=1000)
    owned = forms.IntegerField(label=gettext_lazy("Owned"), required=False, min_value=0, max_value=100_000)

    def __init__(self, *args: Any, digits: int = 0, currency: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.digits, self.currency = digits, currency
        for name, field in self.fields.items():
            right = "input" if name == "colour" else "input input--amount"
            field.widget.attrs |= {"aria-label": field.label, "class": right}
        self.chip: Chip | None = None

    def clean(self) -> None:
        data = self.cleaned_data
        typed = (data.get("value") or "").strip()
        if not typed or self.errors:
            return
        try:
            value = amounts.read(typed, self.digits, self.currency)
        except RuleError as error:
            self.add_error("value", messages.refusal(error).text)
            return
        self.chip = Chip(value, data["owned"] or 0, data["each"] or 0, names.seen(data["colour"]))


ChipFormSet = forms.formset_factory(ChipRowForm, extra=0, max_num=MOST_CHIPS, absolute_max=MOST_CHIPS)


def chip_rows(
    prefix: str, data: Mapping[str, Any] | None, rows: list[ChipRow], digits: int, currency: str = ""
) -> Any:
    """The rows of a set: as sent, or ``rows`` and a few more; ``currency`` where chips are money."""
    spare: list[ChipRow] = [{} for _n in range(min(SPARE_CHIPS, MOST_CHIPS - len(rows)))]
    start = None if data is not None else [*rows, *spare]
    return ChipFormSet(
        data, prefix=prefix, initial=start, form_kwargs={"digits": digits, "currency": currency}
    )


def chips_in(rows: BaseFormSet[ChipRowForm]) -> tuple[Chip, ...]:
    """The chips of a valid set of rows, the smallest first."""
    found = [form.chip for form in rows.forms if form.chip is not None]
    return tuple(sorted(found, key=lambda chip: chip.value))


def typed_set(chips: Iterable[Chip], digits: int) -> list[ChipRow]:
    """Chips as one would type them."""
    return [
        {
            "value": figures.amount(chip.value, digits).replace(figures.THIN, ""),
            "colour": chip.colour,
            "each": str(chip.each or ""),
            "owned": str(chip.owned or ""),
        }
        for chip in chips
    ]


def chip_data(rows: Iterable[ChipRow], prefix: str = "chips") -> dict[str, str]:
    """Rows as a sent form holds them."""
    rows = list(rows)
    data = {f"{prefix}-TOTAL_FORMS": str(len(rows)), f"{prefix}-INITIAL_FORMS": "0"}
    for index, row in enumerate(rows):
        data |= {f"{prefix}-{index}-{name}": value for name, value in row.items() if value}
    return data


def chips_typed(data: Mapping[str, Any], prefix: str = "chips") -> list[ChipRow]:
    """The rows of a sent form, as typed; those without anything are left out."""
    rows = [
        {name: str(data.get(f"{prefix}-{n}-{name}", "")) for name in CHIP_COLUMNS} for n in range(MOST_CHIPS)
    ]
    return [row for row in rows if any(value.strip() for value in row.values())]


def in_play(chips: Iterable[Chip]) -> tuple[Chip, ...]:
    """The chips that an open is played with: none smaller than those that players get."""
    chips = tuple(chips)
    given = [chip.value for chip in chips if chip.each]
    return tuple(chip for chip in chips if not given or chip.value >= min(given))


class ChipSetForm(forms.Form):
    """The name of a set, and whether its values are money."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    chip_unit = forms.ChoiceField(
        label=gettext_lazy("Chips are"),
        choices=[("points", gettext_lazy("points")), ("money", gettext_lazy("money"))],
        widget=forms.RadioSelect,
    )
