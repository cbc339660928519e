"""Bounties in the set-up: what kind, and where the money of a head goes; and the forms of their own page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tdapp.desk.forms.amounts import MoneyField
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant
from tdapp.rules.bounties import CASH_PERCENT, Terms
from tdapp.rules.errors import RuleError
from tdapp.web import amounts, figures, messages

PREFIX = "bounty"
MOST_ENVELOPES = 1000
_TIMES = re.compile(r"(?P<count>\d{1,4})\s*[x×*·]\s*(?P<amount>.+)", re.IGNORECASE)


class BountyForm(forms.Form):
    """How heads are paid; ``terms`` after ``is_valid``, None without bounties."""

    use_required_attribute = False

    kind = forms.ChoiceField(
        label=gettext_lazy("Bounties"),
        required=False,
        choices=[
            ("", pgettext_lazy("bounties", "none")),
            ("plain", gettext_lazy("on each player")),
            ("progressive", gettext_lazy("progressive")),
            ("single", gettext_lazy("on one player")),
            ("mystery", gettext_lazy("mystery envelopes")),
        ],
        widget=forms.RadioSelect,
    )
    cash = forms.IntegerField(
        label=gettext_lazy("Progressive: per cent in cash"),
        help_text=gettext_lazy("The rest goes onto the taker's own head, odd cents too."),
        required=False,
        min_value=0,
        max_value=100,
        widget=forms.TextInput(attrs={"class": "input input--amount", "inputmode": "numeric"}),
    )
    amount = forms.CharField(
        label=gettext_lazy("On one player: the amount"),
        help_text=gettext_lazy("Name or draw the player on the bounties page."),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"class": "input input--amount", "inputmode": "decimal"}),
    )
    without_taker = forms.ChoiceField(
        label=gettext_lazy("Who is blinded off or disqualified: the bounty goes"),
        required=False,
        choices=[
            ("pool", gettext_lazy("to the prizes")),
            ("nobody", gettext_lazy("to nobody")),
            ("big_blind", gettext_lazy("to the winner of the last big blind")),
        ],
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
        digits: int,
        currency: str = "",
    ) -> None:
        own = {name.removeprefix(f"{PREFIX}-"): value for name, value in initial.items()}
        super().__init__(data, initial=own, prefix=PREFIX)
        self.digits, self.currency = digits, currency
        self.terms: Terms | None = None

    def clean_amount(self) -> int:
        try:
            return amounts.read_if_typed(self.cleaned_data["amount"], self.digits, 0, self.currency) or 0
        except RuleError as error:
            raise forms.ValidationError(messages.refusal(error).text) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors or not cleaned.get("kind"):
            return cleaned
        if cleaned["kind"] == "single" and not cleaned["amount"]:
            self.add_error("amount", _("Type how much is on the player."))
            return cleaned
        cash = cleaned["cash"]
        self.terms = Terms(
            cleaned["kind"],
            cleaned["amount"] if cleaned["kind"] == "single" else 0,
            CASH_PERCENT if cash is None else cash,
            cleaned["without_taker"] or "pool",
        )
        return cleaned

    @property
    def folded(self) -> bool:
        """Whether nothing of it needs to be seen."""
        return not self["kind"].value() and not self.errors


def bounty_data(terms: Terms | None, digits: int) -> dict[str, str]:
    """Terms as one would type them."""
    single = terms is not None and terms.kind == "single"
    return {
        f"{PREFIX}-kind": terms.kind if terms else "",
        f"{PREFIX}-cash": str(terms.cash if terms else CASH_PERCENT),
        f"{PREFIX}-amount": figures.amount(terms.amount, digits) if terms and single else "",
        f"{PREFIX}-without_taker": terms.without_taker if terms else "pool",
    }


# -- envelopes as people write them ------------------------------------------------------------------------


def read_envelopes(text: str, digits: int, currency: str = "") -> tuple[int, ...]:
    """ "1×100, 2×50, 5×10", or just "100, 50, 50": the amounts in minor units.

    Parts stand between semicolons or lines, or commas with a space after them.  RuleErrors of
    ``amounts.read``, ``envelopes_too_few``, ``envelopes_too_many`` (most).
    """
    found: list[int] = []
    for part in re.split(r"[;\n]+|,\s+|\s+\+\s+", text.strip()):
        if not part.strip():
            continue
        times = _TIMES.fullmatch(part.strip())
        count, amount = (int(times["count"]), times["amount"]) if times else (1, part)
        if len(found) + count > MOST_ENVELOPES:
            raise RuleError("envelopes_too_many", most=MOST_ENVELOPES)
        found += [amounts.read(amount.strip(), digits, currency)] * count
    if not found:
        raise RuleError("envelopes_too_few", envelopes=0, heads=1)
    return tuple(found)


def envelopes_text(found: Sequence[int], digits: int) -> str:
    """The same as one would type it: "1×100, 2×50"."""
    counted = Counter(found)
    parts = (f"{counted[one]}×{figures.amount(one, digits)}" for one in sorted(counted, reverse=True))
    return ", ".join(parts)


class EnvelopesForm(forms.Form):
    """What lies in the envelopes, as people write it."""

    envelopes = forms.CharField(
        label=gettext_lazy("Envelopes"),
        help_text=gettext_lazy("For example 1×100, 2×50, 5×10. They are shuffled; nobody sees the order."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "class": "input"}),
    )

    def __init__(self, *args: Any, open: Open, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.open = open

    def clean_envelopes(self) -> tuple[int, ...]:
        try:
            return read_envelopes(self.cleaned_data["envelopes"], self.open.minor_digits, self.open.currency)
        except RuleError as error:
            raise forms.ValidationError(messages.refusal(error, self.open).text) from error


class HeadForm(forms.Form):
    """On whom the bounty lies, and how much."""

    entry_id = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label=gettext_lazy("On whom")
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, open: Open, left: Sequence[Entrant], amount: int = 0
    ) -> None:
        typed = figures.amount(amount, open.minor_digits) if amount else ""
        super().__init__(data, initial={"amount": typed})
        self.fields["entry_id"].choices = [  # type: ignore[attr-defined]
            ("", _("choose a player")),
            *((one.id, one.name) for one in left),
        ]
        self.fields["amount"] = MoneyField(open, label=_("Amount"))

    def clean_amount(self) -> int:
        amount = self.cleaned_data["amount"]
        if not amount:
            raise forms.ValidationError(_("Type how much is on the player."))
        return int(amount)

    @property
    def entry(self) -> int | None:
        """The entry chosen, None where nobody was."""
        return self.cleaned_data.get("entry_id")
