"""Prizes as people write them: "50/20/10", "50 30 20 %", by the field, or everything to the winner."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.cash.special_prizes import LONGEST_TEXT
from tdapp.desk.forms.schedules import Unreadable, decoded
from tdapp.opens.models import Open
from tdapp.rules import money, prize_plans
from tdapp.rules.errors import RuleError
from tdapp.rules.payout_tables import Table, read
from tdapp.rules.payouts import FOLLOWING, MOST_PLACES, PrizePlan
from tdapp.web import amounts, figures, messages, prize_words

KINDS = [
    ("amounts", _("fixed amounts")),
    ("percent", _("percentages")),
    ("field", _("by the number of entries")),
    ("winner", _("all to the winner")),
]
OUR_TABLE = "ours"
LARGEST_TABLE = 256 * 1024
"""Bytes of a file with payout tables."""


def read_plan(
    kind: str, text: str, digits: int, unit: int = 1, stored: PrizePlan | None = None, currency: str = ""
) -> PrizePlan:
    """The plan that was typed; a percent sign decides over ``kind``.

    What no such form says is kept of the ``stored`` plan: a table by field, fixed places, when to lock.
    RuleErrors of ``amounts.read``, ``weight_unreadable``, ``prize_negative``, ``prize_plan_unreadable``.
    """
    return _kept(_typed(kind, text, digits, unit, stored, currency), stored)


def _typed(
    kind: str, text: str, digits: int, unit: int, stored: PrizePlan | None, currency: str
) -> PrizePlan:
    if kind == "winner":
        return PrizePlan("winner")
    if kind == "field":
        before = stored if stored is not None and stored.kind == "field" else PrizePlan("field")
        return replace(before, unit=unit)
    words = _words(text)
    if "%" in text or kind == "percent":
        return PrizePlan("percent", tuple(_percentage(word) for word in words), unit)
    if kind != "amounts":
        raise RuleError("prize_plan_unreadable", value=kind)
    return PrizePlan("amounts", tuple(amounts.read(word, digits, currency) for word in words))


def _kept(plan: PrizePlan, stored: PrizePlan | None) -> PrizePlan:
    if stored is None:
        return plan
    fixed = stored.fixed if plan.kind in FOLLOWING else ()
    return replace(plan, fixed=fixed, at_close=stored.at_close)


def _words(text: str) -> list[str]:
    """The parts of a list with slashes, semicolons or lines; without any of them, of one with spaces."""
    plain = text.replace("%", " ")
    marked = re.split(r"[/;\n]", plain)
    if len(marked) == 1:
        marked = re.sub(r"(\d)\s+([€$£¥])", r"\1\2", plain).split()
    parts = [part.strip().rstrip(",") for part in marked]
    return [part for part in parts if any(letter.isdigit() for letter in part) or len(part) > 2]


def _percentage(word: str) -> str:
    money.exact_weight(word)  # RuleError weight_unreadable
    return word.strip().replace(",", ".")


def plan_text(plan: PrizePlan, digits: int) -> str:
    """The plan as one would type it; empty where nothing is typed."""
    if plan.kind == "percent":
        return f"{prize_words.shares(plan.values)} %" if plan.values else ""
    return " / ".join(figures.amount(int(value), digits) for value in plan.values)


def plan_said(plan: PrizePlan, digits: int) -> str:
    """The plan for reading: as it is typed, or how it follows the field."""
    return prize_words.by_field(plan) if plan.kind == "field" else plan_text(plan, digits)


def typed_unit(plan: PrizePlan, digits: int) -> str:
    """What percentages are rounded to; whole units are proposed where the plan has none."""
    return figures.amount(plan.unit if plan.kind in FOLLOWING else 10**digits, digits)


def more_of(plan: PrizePlan) -> str:
    """What no typed list says of a plan, as JSON for a hidden field; empty for nothing."""
    more = {key: said for key, said in plan.to_dict().items() if key not in ("kind", "values", "unit")}
    follows = {"kind": plan.kind} if plan.kind == "field" else {}
    return json.dumps({**follows, **more}) if more else ""


def stored_more(text: str) -> PrizePlan | None:
    """A plan that holds what ``more_of`` wrote; None where there is nothing of it, or nobody can read it."""
    try:
        data = json.loads(text) if text else None
        if not isinstance(data, dict):
            return None
        plan = PrizePlan.from_dict({"kind": "percent", **data})
        return replace(plan, table=read(plan.table).to_dict() if plan.table else None)
    except (ValueError, TypeError, OverflowError, RecursionError, RuleError):
        return None


class PrizesForm(forms.Form):
    """How the pool is shared, as typed; ``plan`` after ``is_valid``.

    ``tables`` are the payout tables of the tour, by what the choice sends.
    """

    kind = forms.ChoiceField(label=_("Prizes"), choices=KINDS, widget=forms.RadioSelect)
    prizes = forms.CharField(
        label=_("Places, best first"),
        help_text=_("50/20/10, or 50 30 20 %. It need not add up until the prizes are locked."),
        required=False,
        max_length=400,
    )
    table = forms.ChoiceField(label=_("Payout table"), required=False)
    paid = forms.IntegerField(
        label=_("Places paid"),
        help_text=_("empty: as the table says"),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
    )
    share = forms.IntegerField(label=_("or % of the entries"), required=False, min_value=1, max_value=100)
    unit = forms.CharField(
        label=_("Round to"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"class": "input--short", "inputmode": "decimal"}),
    )
    at_close = forms.BooleanField(
        label=_("Lock them by itself when registration and rebuys are over"), required=False
    )

    def __init__(self, data: Any = None, *, open: Open, tables: Mapping[str, Table] | None = None) -> None:
        stored = PrizePlan.from_dict(open.prize_plan)
        digits = open.minor_digits
        start = {
            "kind": stored.kind,
            "prizes": plan_text(stored, digits),
            "table": "own" if stored.table else OUR_TABLE,
            "paid": stored.paid or None,
            "share": stored.share or None,
            "unit": typed_unit(stored, digits),
            "at_close": stored.at_close,
        }
        super().__init__(data, initial=start)
        self.digits, self.stored, self.tables = digits, stored, tables or {}
        self.currency = open.currency
        self.fields["table"].choices = [  # type: ignore[attr-defined]
            (OUR_TABLE, _("the usual one")),
            *((key, table.name or _("an imported one")) for key, table in self.tables.items()),
        ]
        self.plan: PrizePlan | None = None

    def clean(self) -> dict[str, Any]:
        super().clean()
        typed = self.cleaned_data
        name, text = "unit", typed.get("unit", "")
        try:
            unit = amounts.read_if_typed(text, self.digits, 1, self.currency)
            self.plan = PrizePlan("winner", unit=unit)  # an amount to round to of 0 is refused here
            name = "prizes"
            stored = replace(self.stored, at_close=bool(typed.get("at_close")))
            plan = read_plan(
                typed.get("kind", ""), typed.get("prizes", ""), self.digits, unit, stored, self.currency
            )
            self.plan = self._by_field(plan) if plan.kind == "field" else plan
        except RuleError as error:
            self.plan = None
            self.add_error(name, messages.refusal(error).text)
        return typed

    def _by_field(self, plan: PrizePlan) -> PrizePlan:
        typed = self.cleaned_data
        paid, share = typed.get("paid") or 0, typed.get("share") or 0
        if paid and share:
            self.add_error("share", _("Say how many places are paid, or how many per cent: not both."))
        table = self.tables.get(typed.get("table", ""))
        return replace(plan, table=table.to_dict() if table else None, paid=paid, share=share)


class TableForm(forms.Form):
    """A payout table of the club, as a file or pasted; ``table`` after ``is_valid`` where it is clear which.

    ``found`` are the tables that the text holds; of several one is chosen.
    """

    file = forms.FileField(
        label=_("File"),
        help_text=_("JSON with “brackets”, each with “entries” and “places”."),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,.txt"}),
    )
    text = forms.CharField(
        label=_("Or paste it here"),
        required=False,
        max_length=LARGEST_TABLE,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    choice = forms.IntegerField(required=False, min_value=0, max_value=999)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found: tuple[Table, ...] = ()
        self.table: Table | None = None

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        file = typed.get("file")
        if file is not None:
            if file.size > LARGEST_TABLE:
                raise forms.ValidationError(_("The file is too large: 256 KB at most."))
            try:
                typed["text"] = decoded(file.read())
            except Unreadable:
                raise forms.ValidationError(_("This is no text file: choose one in JSON.")) from None
        if not self.errors:
            self._read(typed.get("text", ""))
        number = typed.get("choice")
        if len(self.found) == 1:
            self.table = self.found[0]
        elif number is not None and number < len(self.found):
            self.table = self.found[number]
        return typed

    def _read(self, text: str) -> None:
        if not text.strip():
            raise forms.ValidationError(_("Choose a file, or paste a table."))
        try:
            self.found = prize_plans.tables_in(json.loads(text))
        except (ValueError, RecursionError):
            raise forms.ValidationError(_("This JSON cannot be read: it is cut off or damaged.")) from None
        except RuleError as error:
            raise forms.ValidationError(messages.refusal(error).text) from None


class SpecialForm(forms.Form):
    """A prize beside those of the places, as typed; ``amount`` in minor units after ``is_valid``."""

    kind = forms.ChoiceField(
        label=_("What for"),
        choices=[
            ("best_hand", _("the best hand")),
            ("first_out", _("the first out")),
            ("bubble", _("the bubble")),
            ("place", _("a place")),
            ("other", _("something else")),
        ],
    )
    place = forms.IntegerField(
        label=_("Place"), required=False, min_value=1, max_value=MOST_PLACES, help_text=_("only for a place")
    )
    text = forms.CharField(
        label=_("What it is"),
        required=False,
        max_length=LONGEST_TEXT,
        help_text=_("“a ham”, or empty for money"),
    )
    money = forms.CharField(label=_("Amount"), required=False, max_length=20)
    fund = forms.ChoiceField(
        label=_("Out of"),
        choices=[("prize", _("prizes")), ("house", _("house")), ("season", _("season"))],
    )

    def __init__(self, data: Any = None, *, open: Open) -> None:
        super().__init__(data)
        self.open, self.amount = open, 0

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        try:
            self.amount = amounts.read_if_typed(
                typed.get("money", ""), self.open.minor_digits, currency=self.open.currency
            )
        except RuleError as error:
            self.add_error("money", messages.refusal(error, self.open).text)
        return typed


def field_of(error: RuleError) -> str | None:
    """The field beside which a refused special prize is said; None above the form."""
    return {
        "special_prize_empty": "text",
        "special_prize_without_place": "place",
        "name_missing": "text",
        "name_too_long": "text",
        "money_negative": "money",
    }.get(error.code)
