"""What is bought and paid, as it is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.cash.models import Payment
from tdapp.desk.forms.amounts import ChipsField
from tdapp.desk.forms.amounts import MoneyField as MoneyField
from tdapp.opens.models import Open

ON_ACCOUNT = "account"


def methods(*, account: bool) -> list[tuple[str, str]]:
    """How something may be paid; on account only what is being bought."""
    words = {"cash": _("cash"), "transfer": _("transfer"), "card": _("card")}
    found = [(code, words[code]) for code, _word in Payment.METHODS]
    return [*found, (ON_ACCOUNT, _("on account"))] if account else found


KEYS = {"cash": "c", "transfer": "t", "card": "k", ON_ACCOUNT: "o"}


class Ways(forms.RadioSelect):
    """How something is paid, each with its key."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-key"] = option["key"] = KEYS[str(value)]
        return option


class BuyForm(forms.Form):
    """What somebody buys (``option``: its id), how it is paid, what he holds where that was counted."""

    option = forms.IntegerField(min_value=1)
    method = forms.ChoiceField(
        label=gettext_lazy("Paid"), required=False, widget=forms.RadioSelect, choices=[]
    )

    def __init__(self, *args: Any, open: Open, options: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options = options
        self.fields["method"].choices = methods(account=True)  # type: ignore[attr-defined]
        self.fields["method"].widget = Ways(choices=methods(account=True))
        self.fields["amount"] = MoneyField(
            open, label=_("Only a part"), help_text=_("Empty: all of it. What is missing is owed.")
        )
        self.fields["stack"] = ChipsField(
            open, label=_("Chips held"), help_text=_("They leave play where somebody enters again.")
        )
        self.fields["stack"].widget.attrs |= {"class": "input input--amount", "inputmode": "decimal"}

    def clean_option(self) -> int:
        """RuleErrors say why a thing is not sold; here only that it is no thing of this open."""
        option = int(self.cleaned_data["option"])
        if option not in self.options:
            raise forms.ValidationError(_("This is not sold any more: choose one of those below."))
        return option

    @property
    def paying(self) -> dict[str, Any]:
        """The words of ``purchases.buy`` about money."""
        method = self.cleaned_data.get("method") or "cash"
        if method == ON_ACCOUNT:
            return {"pay": False}
        return {"method": method, "amount": self.cleaned_data.get("amount")}


class PayForm(forms.Form):
    """A payment of something owed: ``due`` is "buy_in" or a purchase's id."""

    due = forms.ChoiceField(choices=[], widget=forms.RadioSelect, label=gettext_lazy("For"))
    method = forms.ChoiceField(choices=[], widget=forms.RadioSelect, label=gettext_lazy("Paid"))

    def __init__(self, *args: Any, open: Open, dues: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["due"].choices = list(dues)  # type: ignore[attr-defined]
        self.fields["method"].choices = methods(account=False)  # type: ignore[attr-defined]
        self.fields["method"].widget = Ways(choices=methods(account=False))
        self.fields["amount"] = MoneyField(open, label=_("Amount"), help_text=_("Empty: all that is owed."))

    @property
    def purchase(self) -> int | None:
        """The id of what is paid; None for the buy-in."""
        due = self.cleaned_data["due"]
        return None if due == "buy_in" else int(due)


class RefundForm(forms.Form):
    """How much of a payment goes back; empty for all of it."""

    def __init__(self, *args: Any, open: Open, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"] = MoneyField(open, label=_("Give back"), help_text=_("Empty: all of it."))


class VoidForm(forms.Form):
    """Whether the chips of a voided purchase came back."""

    chips_back = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])

    @property
    def back(self) -> bool:
        return bool(self.cleaned_data["chips_back"] == "yes")
