"""Fields for money and chips: each amount that is typed goes through one of them or ``web.amounts``."""

from __future__ import annotations

from typing import Any

from django import forms

from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.web import amounts, messages


class AmountField(forms.CharField):
    """An amount as people write it, in units with ``digits`` decimals; None where empty."""

    currency = ""

    def __init__(self, open: Open, digits: int, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=40, **kwargs)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}
        self.open, self.digits = open, digits

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return amounts.read(text, self.digits, self.currency)
        except RuleError as error:
            raise forms.ValidationError(messages.refusal(error, self.open).text, code=error.code) from error


class MoneyField(AmountField):
    """An amount of money, in minor units of the open's currency."""

    def __init__(self, open: Open, **kwargs: Any) -> None:
        super().__init__(open, open.minor_digits, **kwargs)
        self.currency = open.currency
        self.widget.attrs |= {"class": "input input--amount"}


class ChipsField(AmountField):
    """An amount of chips, in units of the open's chips."""

    def __init__(self, open: Open, **kwargs: Any) -> None:
        super().__init__(open, open.chip_digits, **kwargs)
        self.currency = open.currency if open.chips_are_money else ""
