"""Money that no entry pays or wins, as it is typed: costs, what is handed on or put in, the guarantee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.cash.expenses import LONGEST
from tdapp.desk.forms.amounts import MoneyField
from tdapp.desk.forms.purchases import methods
from tdapp.desk.money import word_of
from tdapp.opens.funds import LONGEST_NAME
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.web import messages

EXPENSE, HANDED_ON, ADDED = "expense", "handed_on", "added"
FIRST = f"{EXPENSE}:prize"
"""What is proposed: Vivaldi's costs."""


class SpendForm(forms.Form):
    """A line of expenses: ``what`` is "expense:house", the fund empty where ``name`` names a new one."""

    what = forms.ChoiceField(label=gettext_lazy("What"), choices=[])
    name = forms.CharField(label=gettext_lazy("Name of the fund"), max_length=LONGEST_NAME, required=False)
    text = forms.CharField(
        label=gettext_lazy("What for"),
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    method = forms.ChoiceField(label=gettext_lazy("Paid"), choices=[], widget=forms.RadioSelect)

    def __init__(self, *args: Any, open: Open, funds: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.open = open
        self.fields["what"].choices = _choices(open, funds)  # type: ignore[attr-defined]
        self.fields["what"].widget.attrs["class"] = "input"
        self.fields["name"].widget.attrs |= {"class": "input", "autocomplete": "off"}
        self.fields["method"].choices = methods(account=False)  # type: ignore[attr-defined]
        self.fields["amount"] = MoneyField(open, label=_("Amount"))

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("what", "").endswith(":") and not found.get("name"):
            self.add_error("name", messages.refusal(RuleError("name_missing"), self.open).text)
        if "amount" in found and found["amount"] is None:
            self.add_error("amount", messages.refusal(RuleError("payment_not_positive"), self.open).text)
        return found

    @property
    def way(self) -> str:
        """Whether it is an expense, handed on, or added."""
        return str(self.cleaned_data["what"]).partition(":")[0]

    @property
    def said(self) -> dict[str, Any]:
        """The words of the services of ``cash.expenses``."""
        typed = self.cleaned_data
        fund = typed["what"].partition(":")[2] or typed["name"]
        return {"fund": fund, **{key: typed[key] for key in ("amount", "text", "method")}}


def _choices(open: Open, funds: Sequence[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """What may be typed, under what happens to the money."""

    def of(way: str, words: str, first: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        order = (*first, *(fund for fund in funds if fund not in first))
        found = [(f"{way}:{fund}", words % {"fund": word_of(fund, open)}) for fund in order]
        return [*found, (f"{way}:", _("another fund …"))]

    spent = of(EXPENSE, _("out of “%(fund)s”"))
    spent[0] = (FIRST, _("costs before the prizes"))
    return [
        (_("Spent"), spent),
        (_("Handed on"), of(HANDED_ON, _("from “%(fund)s”"), ("season", "house"))),
        (_("Put in from outside"), of(ADDED, _("into “%(fund)s”"))),
    ]


class GuaranteeForm(forms.Form):
    """What is promised for the prizes; empty or 0 for nothing."""

    def __init__(self, *args: Any, open: Open, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["guarantee"] = MoneyField(
            open, label=_("In prizes at least"), help_text=_("Empty: nothing is promised.")
        )

    def clean_guarantee(self) -> int | None:
        """Empty takes the promise back; a request that does not hold the field says nothing of it."""
        if "guarantee" not in self.data:
            raise forms.ValidationError(self.fields["guarantee"].error_messages["required"])
        amount: int | None = self.cleaned_data["guarantee"]
        return amount

    @property
    def amount(self) -> int:
        return self.cleaned_data["guarantee"] or 0
