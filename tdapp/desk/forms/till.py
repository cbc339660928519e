"""The drawer counted, as it is typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tdapp.cash.till_counts import LONGEST, Drawer
from tdapp.desk.forms.amounts import MoneyField
from tdapp.opens.models import Open
from tdapp.rules.till import Denomination, denominations
from tdapp.web import figures

MOST_PIECES = 99_999


def name_of(value: int) -> str:
    """The field for the pieces of a note or coin."""
    return f"pieces_{value}"


class TillForm(forms.Form):
    """Pieces by denomination, what was not counted by pieces, the float, and who counted."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, open: Open, drawer: Drawer) -> None:
        super().__init__(data, initial=_initial(open, drawer))
        self.open = open
        self.denominations = denominations(open.currency, open.minor_digits)
        for one in self.denominations:
            self.fields[name_of(one.value)] = _pieces(open, one)
        self.fields["other"] = MoneyField(
            open, label=_("Not by pieces"), help_text=_("Cheques, a roll of coins, another currency.")
        )
        self.fields["opening"] = MoneyField(
            open, label=_("Float"), help_text=_("What lay in the drawer before the first payment.")
        )
        self.fields["text"] = forms.CharField(label=_("Counted by"), required=False, max_length=LONGEST)
        self.fields["text"].widget.attrs |= {"class": "input", "autocomplete": "off"}

    @property
    def pieces(self) -> dict[int, int]:
        """What was typed, by denomination; nothing where nothing was."""
        found = {one.value: self.cleaned_data.get(name_of(one.value)) for one in self.denominations}
        return {value: count for value, count in found.items() if count}

    @property
    def counting(self) -> dict[str, Any]:
        """The words of ``count_till`` about what was counted."""
        typed = self.cleaned_data
        return {
            "pieces": self.pieces,
            "other": typed["other"] or 0,
            "opening": typed["opening"] or 0,
            "text": typed["text"],
        }


def _pieces(open: Open, one: Denomination) -> forms.IntegerField:
    attrs = {"class": "input input--amount", "inputmode": "numeric", "autocomplete": "off"}
    attrs |= {"data-pieces": str(one.value), "placeholder": "0"}
    return forms.IntegerField(
        label=figures.money_of(open, one.value),
        required=False,
        min_value=0,
        max_value=MOST_PIECES,
        widget=forms.TextInput(attrs=attrs),
    )


def _initial(open: Open, drawer: Drawer) -> dict[str, Any]:
    """The float stays what it was; a count is proposed again while no cash moved since."""
    last = drawer.last
    if last is None:
        return {}
    found: dict[str, Any] = {"opening": _typed(open, last.opening)}
    if not drawer.moved:
        found |= {name_of(value): count for value, count in last.pieces.items()}
        found |= {"other": _typed(open, last.other), "text": last.text}
    return found


def _typed(open: Open, amount: int) -> str:
    return figures.amount(amount, open.minor_digits) if amount else ""
