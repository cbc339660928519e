"""The chips of whole tables as they are typed, and why the chips in play are put right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.forms.amounts import ChipsField
from tdapp.floor.chip_counts import TableChips
from tdapp.opens.models import Open


class TablesForm(forms.Form):
    """Fields are named ``chips_<table id>``; an empty one was not counted."""

    def __init__(self, *args: Any, open: Open, tables: Sequence[TableChips], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tables = tables
        for table in tables:
            name = f"chips_{table.id}"
            self.fields[name] = ChipsField(open, label=_("Table %(table)s") % {"table": table.label})
            self.fields[name].widget.attrs |= {"class": "input input--amount"}

    @property
    def counts(self) -> dict[int, int]:
        """The counted chips by table id: those that were typed."""
        found = ((one.id, self.cleaned_data.get(f"chips_{one.id}")) for one in self.tables)
        return {table: chips for table, chips in found if chips is not None}


class UseCountedForm(forms.Form):
    """Why the chips in play differ; ``seen`` is the act of the last count that the page showed."""

    seen = forms.IntegerField(min_value=0)
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("For example: a chip was found under the table."),
        required=False,
        max_length=120,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
