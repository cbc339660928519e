"""A table's name, size and blocked seats; the order of breaking; a seat to be kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.room import seat_numbers, tables_named
from tdapp.floor.tables import LEAST_SEATS, LONGEST_NAME, MOST_SEATS
from tdapp.opens.models import Table


class TableForm(forms.Form):
    """What people call a table, how many seats it has, and those nobody may get ("5, 9")."""

    name = forms.CharField(
        label=gettext_lazy("Name"), required=False, max_length=LONGEST_NAME,
        help_text=gettext_lazy("Empty: the table is called by its number."),
    )  # fmt: skip
    seats = forms.IntegerField(label=gettext_lazy("Seats"), min_value=LEAST_SEATS, max_value=MOST_SEATS)
    blocked = forms.CharField(
        label=gettext_lazy("Blocked seats"), required=False, max_length=60,
        help_text=gettext_lazy("Numbers, such as 5, 9. Nobody is drawn there."),
    )  # fmt: skip

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"].widget.attrs |= {"autofocus": True, "autocomplete": "off"}
        self.fields["seats"].widget.attrs |= {"inputmode": "numeric", "class": "input--short"}
        self.fields["blocked"].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def clean_blocked(self) -> list[int]:
        """The seat numbers."""
        try:
            return seat_numbers(self.cleaned_data["blocked"])
        except ValueError:
            raise forms.ValidationError(_("Type seat numbers with commas between them: 5, 9.")) from None


class OrderForm(forms.Form):
    """The tables in the order in which they break, the first first."""

    order = forms.CharField(label=gettext_lazy("These break first"), required=False, max_length=4000)

    def __init__(self, *args: Any, rows: Sequence[Table], **more: Any) -> None:
        super().__init__(*args, **more)
        self.rows = rows
        self.fields["order"].widget.attrs |= {"autofocus": True, "autocomplete": "off"}
        self.fields["order"].help_text = _(
            "Tables with commas between them. Those not named break after them, the last number first."
        )

    def clean_order(self) -> list[Table]:
        """The tables."""
        named, unknown = tables_named(self.cleaned_data["order"], self.rows)
        if unknown:
            raise forms.ValidationError(
                _("No table is called %(word)s: take it out, or correct it.") % {"word": unknown[0]}
            )
        return named


class KeepForm(forms.Form):
    """Where a player is kept: nothing for the seat he has, else a table's number and a seat's."""

    table = forms.IntegerField(label=gettext_lazy("Table"), required=False, min_value=1, max_value=9999)
    seat = forms.IntegerField(label=gettext_lazy("Seat"), required=False, min_value=1, max_value=MOST_SEATS)
