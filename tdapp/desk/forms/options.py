"""What can be bought beside the buy-in, as rows of typed prices, chips and limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms.formsets import BaseFormSet
from django.utils.translation import gettext_lazy

from tdapp.desk.forms.prices import price_text, read_price
from tdapp.floor.options import LONGEST_NAME, MOST, name_of
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.rules.purchases import Kind, Limits, Offer
from tdapp.web import amounts, figures, messages

OptionRow = dict[str, str]
SPARE = 1
COUNTS = ("per_player", "until_minute", "until_level", "from_minute", "from_level", "total")
TICKS = ("agreed", "before_hand", "in_break", "before_start")
COLUMNS = ("kind", "name", "price", "chips", "when", "below", "pool_reaches", *COUNTS, *TICKS)
BLANK: Mapping[str, str] = {"kind": "rebuy", "when": "out"}
"""What an empty row starts with."""


def _count(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


class OptionForm(forms.Form):
    """One thing that can be bought; a row without a price and without chips is none."""

    use_required_attribute = False

    kind = forms.ChoiceField(
        label=gettext_lazy("What"),
        required=False,
        choices=[
            ("rebuy", gettext_lazy("rebuy")),
            ("add_on", gettext_lazy("add-on")),
            ("re_entry", gettext_lazy("re-entry")),
            ("buy_in", gettext_lazy("buy-in, early or late")),
        ],
    )
    name = forms.CharField(
        label=gettext_lazy("Name, if there are several"), required=False, max_length=LONGEST_NAME
    )
    price = forms.CharField(label=gettext_lazy("Price"), required=False, max_length=80)
    chips = forms.CharField(label=gettext_lazy("Chips"), required=False, max_length=20)
    when = forms.ChoiceField(
        label=gettext_lazy("Who may"),
        required=False,
        choices=[
            ("out", gettext_lazy("who is out")),
            ("below_stack", gettext_lazy("who has fewer chips than")),
            ("below_bb", gettext_lazy("who has less than a big blind")),
            ("any", gettext_lazy("anybody")),
        ],
    )
    below = forms.CharField(label=gettext_lazy("Fewer chips than"), required=False, max_length=20)
    per_player = _count(gettext_lazy("Times per player"), 99)
    until_minute = _count(gettext_lazy("Until minute of play"), 1440)
    until_level = _count(gettext_lazy("Until level"), 99)
    from_minute = _count(gettext_lazy("From minute of play"), 1440)
    from_level = _count(gettext_lazy("From level"), 99)
    total = _count(gettext_lazy("In all"), 9999)
    pool_reaches = forms.CharField(
        label=gettext_lazy("Until the pool reaches"), required=False, max_length=20
    )
    agreed = forms.BooleanField(label=gettext_lazy("agreed before the start only"), required=False)
    before_hand = forms.BooleanField(label=gettext_lazy("before a hand only"), required=False)
    in_break = forms.BooleanField(label=gettext_lazy("in a break only"), required=False)
    before_start = forms.BooleanField(label=gettext_lazy("before the start only"), required=False)

    def __init__(
        self,
        *args: Any,
        digits: int = 0,
        money_digits: int = 0,
        currency: str = "",
        chip_currency: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.digits, self.money_digits = digits, money_digits
        self.currency, self.chip_currency = currency, chip_currency
        for field in self.fields.values():
            if not isinstance(field, forms.ChoiceField | forms.BooleanField):
                field.widget.attrs |= {"class": "input input--amount"}
        self.fields["name"].widget.attrs |= {"class": "input"}
        self.offer: Offer | None = None

    @property
    def ticks(self) -> list[forms.BoundField]:
        return [self[name] for name in TICKS]

    @property
    def more(self) -> list[forms.BoundField]:
        """The limits that most options do without."""
        return [
            self[name] for name in ("name", "from_minute", "from_level", "total", "below", "pool_reaches")
        ]

    @property
    def uses_more(self) -> bool:
        """Whether something stands there, or a sentence does."""
        return any(field.value() or field.errors for field in (*self.more, self["before_start"]))

    def clean(self) -> None:
        data = self.cleaned_data
        if not (data.get("price") or "").strip() and not (data.get("chips") or "").strip():
            return
        splits = self._read("price", lambda text: read_price(text, self.money_digits, self.currency))
        chips = self._read(
            "chips", lambda text: amounts.read_if_typed(text, self.digits, 0, self.chip_currency)
        )
        below = self._read(
            "below", lambda text: amounts.read_if_typed(text, self.digits, 0, self.chip_currency)
        )
        pool = self._read(
            "pool_reaches", lambda text: amounts.read_if_typed(text, self.money_digits, 0, self.currency)
        )
        if self.errors or splits is None:
            return
        kind: Kind = data["kind"] or "rebuy"
        said: dict[str, Any] = {name: data[name] or 0 for name in COUNTS}
        said |= {name: bool(data[name]) for name in TICKS}
        limits = Limits(when=data["when"] or "any", below=below or 0, pool_reaches=pool or 0, **said)
        try:
            self.offer = Offer(kind, chips or 0, splits, limits, names.seen(data["name"]))
        except RuleError as error:
            self.add_error("price", messages.refusal(error).text)

    def _read(self, name: str, reader: Any) -> Any:
        try:
            return reader(self.cleaned_data.get(name) or "")
        except RuleError as error:
            self.add_error(name, messages.refusal(error).text)
            return None


OptionFormSet = forms.formset_factory(OptionForm, extra=0, max_num=MOST, absolute_max=MOST)


def option_rows(
    data: Mapping[str, Any] | None,
    rows: list[OptionRow],
    digits: int,
    money_digits: int,
    currency: str = "",
    chip_currency: str = "",
) -> Any:
    """The rows: as sent, or ``rows`` and one more to fill in."""
    sent = None if data is None else {"options-TOTAL_FORMS": "0", "options-INITIAL_FORMS": "0", **data}
    start = None if sent is not None else [*rows, *(dict(BLANK) for _n in range(SPARE) if len(rows) < MOST)]
    kwargs = {
        "digits": digits,
        "money_digits": money_digits,
        "currency": currency,
        "chip_currency": chip_currency,
    }
    return OptionFormSet(sent, prefix="options", initial=start, form_kwargs=kwargs)


def offers_in(rows: BaseFormSet[OptionForm]) -> tuple[Offer, ...]:
    """What the valid rows say, in their order."""
    return tuple(form.offer for form in rows.forms if form.offer is not None)


def refuse(rows: BaseFormSet[OptionForm], error: RuleError) -> None:
    """Put the sentence beside the row that it is about (``number`` counts those filled in)."""
    filled = [form for form in rows.forms if form.offer is not None]
    at = error.params.get("number")
    form = filled[at - 1] if isinstance(at, int) and 0 < at <= len(filled) else None
    if form is not None:
        form.add_error("name", messages.refusal(error).text)


def typed_options(offers: Iterable[Offer], digits: int, money_digits: int) -> list[OptionRow]:
    """Offers as one would type them."""
    return [_typed(offer, digits, money_digits) for offer in offers]


def _typed(offer: Offer, digits: int, money_digits: int) -> OptionRow:
    limits = offer.limits
    row = {
        "kind": offer.kind,
        "name": name_of(offer),
        "price": price_text(offer.splits, money_digits),
        "chips": figures.amount(offer.chips, digits) if offer.chips else "",
        "when": limits.when,
        "below": figures.amount(limits.below, digits) if limits.below else "",
        "pool_reaches": figures.amount(limits.pool_reaches, money_digits) if limits.pool_reaches else "",
        **{name: str(getattr(limits, name) or "") for name in COUNTS},
        **{name: "on" if getattr(limits, name) else "" for name in TICKS},
    }
    return {name: value for name, value in row.items() if value}


def option_data(rows: Iterable[OptionRow]) -> dict[str, str]:
    """Rows as a sent form holds them."""
    rows = list(rows)
    data = {"options-TOTAL_FORMS": str(len(rows)), "options-INITIAL_FORMS": "0"}
    for index, row in enumerate(rows):
        data |= {f"options-{index}-{name}": value for name, value in row.items() if value}
    return data


def options_typed(data: Mapping[str, Any]) -> list[OptionRow]:
    """The rows of a sent form, as typed; those without a price and chips are left out."""
    rows = []
    for n in range(MOST):
        row = {name: str(data.get(f"options-{n}-{name}") or "") for name in COLUMNS}
        if row["price"].strip() or row["chips"].strip():
            rows.append({name: value for name, value in row.items() if value})
    return rows
