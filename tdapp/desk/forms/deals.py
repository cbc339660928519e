"""A deal as it is typed: stacks, own amounts, what is left to play for, the method, who agreed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.desk.forms.amounts import MoneyField
from tdapp.desk.forms.chips import CountForm, name_of
from tdapp.desk.forms.prizes import typed_unit
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant
from tdapp.rules import deals
from tdapp.rules.payouts import PrizePlan
from tdapp.web import figures
from tdapp.web.numbers import number


class DealForm(CountForm):
    """Fields of its players are ``stack_<entry id>``, ``amount_<entry id>``, and ``agreed`` for each."""

    method = forms.ChoiceField(
        choices=[(name, name) for name in deals.METHODS],
        error_messages={"required": _("Choose one of the deals.")},
    )
    agreed = forms.MultipleChoiceField(required=False)
    all = forms.BooleanField(required=False)

    def __init__(
        self, data: Any = None, *, open: Open, left: tuple[Entrant, ...], known: Mapping[int, int]
    ) -> None:
        unit = typed_unit(PrizePlan.from_dict(open.prize_plan), open.minor_digits)
        start = {name_of(one): figures.chips_plain(open, known[one.id]) for one in left if one.id in known}
        super().__init__(data, open=open, left=left, initial={**start, "unit": unit})
        for entrant in left:
            self.fields[f"amount_{entrant.id}"] = MoneyField(open, label=entrant.name)
        self.fields["left_to_play"] = MoneyField(open, label=_("Left to play for"))
        self.fields["unit"] = MoneyField(open, label=_("Round to"))
        agreed = self.fields["agreed"]
        assert isinstance(agreed, forms.MultipleChoiceField)
        agreed.choices = [(str(entrant.id), entrant.name) for entrant in left]
        for name, field in self.fields.items():
            if isinstance(field, forms.CharField) and name not in ("agreed", "method"):
                field.widget.attrs |= {"class": "input input--amount", "inputmode": "decimal"}
        self.known, self.sent = dict(known), data

    def clean_unit(self) -> int:
        """What amounts are rounded to, at least the smallest coin."""
        return max(1, self.cleaned_data["unit"] or 1)

    def figure(self, name: str, without: int) -> int:
        """A figure that could be read."""
        found = self.cleaned_data.get(name) if self.is_bound else None
        return without if found is None else int(found)

    @property
    def stacks(self) -> dict[int, int]:
        """Entry → chips: those typed, before anything is sent those that are known."""
        return self.counts if self.is_bound else self.known

    @property
    def amounts(self) -> dict[int, int]:
        """Entry → own amount: those typed."""
        if not self.is_bound:
            return {}
        found = ((one.id, self.cleaned_data.get(f"amount_{one.id}")) for one in self.left)
        return {key: amount for key, amount in found if amount is not None}

    @property
    def agreeing(self) -> set[int]:
        """Who has agreed; everybody with one tap."""
        if not self.is_bound:
            return set()
        if self.sent.get("all"):
            return {entrant.id for entrant in self.left}
        return {key for key in map(number, self.sent.getlist("agreed")) if key is not None}
