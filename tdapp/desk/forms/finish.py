"""Forms of the prizes and of the end of a night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.desk.forms.prizes import plan_text, read_plan, typed_unit
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tdapp.web import amounts, figures, messages


class PrizesForm(forms.Form):
    """How the pool is shared, as typed; ``plan`` after ``is_valid``."""

    kind = forms.ChoiceField(
        label=_("Prizes"),
        choices=[
            ("amounts", _("fixed amounts")),
            ("percent", _("percentages")),
            ("winner", _("all to the winner")),
        ],
        widget=forms.RadioSelect,
    )
    prizes = forms.CharField(
        label=_("Places, best first"),
        help_text=_("50/20/10, or 50 30 20 %. It need not add up until the prizes are locked."),
        required=False,
        max_length=200,
    )
    unit = forms.CharField(label=_("Round percentages to"), required=False, max_length=20)

    def __init__(self, data: Any = None, *, open: Open) -> None:
        stored = PrizePlan.from_dict(open.prize_plan)
        digits = open.minor_digits
        start = {
            "kind": stored.kind,
            "prizes": plan_text(stored, digits),
            "unit": typed_unit(stored, digits),
        }
        super().__init__(data, initial=start)
        self.digits = digits
        self.plan: PrizePlan | None = None

    def clean(self) -> dict[str, Any]:
        super().clean()
        typed = self.cleaned_data
        name, text = "unit", typed.get("unit", "")
        try:
            unit = amounts.read_if_typed(text, self.digits, 1)
            self.plan = PrizePlan("winner", unit=unit)  # an amount to round to of 0 is refused here
            name = "prizes"
            self.plan = read_plan(typed.get("kind", ""), typed.get("prizes", ""), self.digits, unit)
        except RuleError as error:
            self.plan = None
            self.add_error(name, messages.refusal(error).text)
        return typed


class CountForm(forms.Form):
    """The counted chips of everybody left; ``counts`` by entry id after ``is_valid``.

    ``known`` are chips that were counted just now (a deal) and are proposed.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        open: Open,
        left: Sequence[Entrant],
        known: Mapping[int, int] | None = None,
    ) -> None:
        self.known = {one.id: chips for one in left if (chips := (known or {}).get(one.id)) is not None}
        start = {f"chips_{key}": figures.chips_plain(open, chips) for key, chips in self.known.items()}
        super().__init__(data, initial=start)
        self.open, self.left = open, left
        for entrant in left:
            self.fields[f"chips_{entrant.id}"] = forms.CharField(
                label=entrant.name,
                required=False,
                max_length=20,
                widget=forms.TextInput(attrs={"class": "input input--amount", "inputmode": "decimal"}),
            )
        self.counts: dict[int, int] = {}

    def clean(self) -> dict[str, Any]:
        super().clean()
        for entrant in self.left:
            name = f"chips_{entrant.id}"
            try:
                typed = self.cleaned_data.get(name, "")
                self.counts[entrant.id] = amounts.read(typed, self.open.chip_digits)
            except RuleError as error:
                self.add_error(name, messages.refusal(error, self.open).text)
        return self.cleaned_data
