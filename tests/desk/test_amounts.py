"""Every form that takes money or chips: what can be read in two ways is asked about, and stays as typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.cash.models import Payment
from tdapp.desk.forms.levels import rows_as_data
from tdapp.desk.forms.setup import typed_terms
from tdapp.floor.models import Seat
from tdapp.floor.set_up import terms_of
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import BuyInOption, Table
from tdapp.rules.bounties import Terms as BountyTerms
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.purchases import Limits, Offer
from tests.builders import Night, make_night, spt_terms, timed_terms
from tests.desk.clients import client_of, tapped, text

pytestmark = pytest.mark.django_db

FIVE = ("Ana", "Bo", "Cy", "Dee", "Eli")
REBUY = Offer("rebuy", 2000, (("prize", 1000),), Limits(when="any"))


def night_of(**changes: Any) -> Night:
    """Five of Somontano, whose chips are euros; Eli has not paid."""
    night = make_night(replace(spt_terms(), options=(REBUY,), **changes))
    night.sign_up(*FIVE[:4])
    night.sign_up("Eli", pay=False)
    return night


def started(**changes: Any) -> Night:
    night = night_of(**changes)
    night.start()
    return night


def three_left(**changes: Any) -> Night:
    night = started(**changes)
    night.out("Eli")
    night.out("Dee")
    return night


def set_up(night: Night) -> dict[str, str]:
    """The set-up form as it is sent back."""
    fields, _rows = typed_terms(terms_of(night.open), night.open.minor_digits)
    return {name: "" if value is None else str(value) for name, value in fields.items()}


def key(night: Night, name: str) -> int:
    return int(night.entries[name].pk)


@dataclass(frozen=True)
class Form:
    """Where an amount is typed: the page, the field, what else is sent."""

    page: str
    field: str | Callable[[Night], str]
    make: Callable[..., Night] = started
    args: Callable[[Night], list[object]] = lambda _night: []
    more: Callable[[Night], dict[str, Any]] = lambda _night: {}
    terms: dict[str, Any] | None = None
    before: str = ""

    def __str__(self) -> str:
        field = self.field if isinstance(self.field, str) else "stack"
        return f"{self.page}-{field}"


def _before(page: str, field: str, **more: str) -> Form:
    return Form(page, field, night_of, more=lambda night: {**set_up(night), **more})


SHARES = {"prizes": PrizePlan("percent", ("50", "30", "20"))}
HEADS = {"bounties": BountyTerms("single", 1000)}
MONEY = [
    _before("setup", "buy_in"),
    _before("setup", "stack"),
    _before("setup", "smallest_chip"),
    _before("setup", "first_ante"),
    _before("setup", "guarantee"),
    _before("setup", "prizes", prizes_kind="amounts"),
    _before("setup", "prize_unit"),
    _before("setup", "options-0-price"),
    _before("setup", "options-0-chips"),
    _before("setup", "options-0-below"),
    _before("setup", "options-0-pool_reaches"),
    _before("setup", "bounty-amount", **{"bounty-kind": "single"}),
    _before("setup", "chips-0-value", **{"chips-TOTAL_FORMS": "1", "chips-INITIAL_FORMS": "0"}),
    Form(
        "dues", "amount", args=lambda n: [key(n, "Eli")], more=lambda n: {"due": "buy_in", "method": "cash"}
    ),
    Form(
        "buy", "amount", args=lambda n: [key(n, "Ana")], more=lambda n: {"option": rebuy(n), "method": "cash"}
    ),
    Form(
        "buy", "stack", args=lambda n: [key(n, "Ana")], more=lambda n: {"option": rebuy(n), "method": "cash"}
    ),
    Form("refund", "amount", args=lambda n: [payment(n)]),
    Form("prizes", "prizes", more=lambda n: {"kind": "amounts", "unit": "1"}),
    Form("prizes", "unit", more=lambda n: {"kind": "percent", "prizes": "50/30/20 %"}),
    Form("prizes_fix", "amount", terms=SHARES, more=lambda n: {"place": "1"}),
    Form("special_add", "money", more=lambda n: {"kind": "best_hand", "fund": "prize", "text": ""}),
    Form("money", "amount", more=lambda n: {"what": "expense:house", "method": "cash"}),
    Form("money_guarantee", "guarantee"),
    Form("till", "other"),
    Form("till", "opening"),
    Form("bounty_head", "amount", terms=HEADS, more=lambda n: {"entry_id": str(key(n, "Ana"))}),
    Form("bounty_envelopes", "envelopes", terms={"bounties": BountyTerms("mystery", 0)}),
    Form("deal", "left_to_play", three_left, more=lambda n: {"method": "even", "unit": "1"}),
    Form("deal", "unit", three_left, more=lambda n: {"method": "even"}),
    Form("deal", lambda n: f"amount_{key(n, 'Ana')}", three_left, more=lambda n: {"method": "custom"}),
    Form("deal", lambda n: f"stack_{key(n, 'Ana')}", three_left, more=lambda n: {"method": "icm"}),
]
CHIPS = [
    Form("count", lambda n: f"stack_{key(n, 'Ana')}"),
    Form("finish", lambda n: f"chips_{key(n, 'Ana')}", three_left),
    Form("chips", lambda n: f"chips_{Table.objects.get().pk}"),
    Form("colour_up", "chip", more=lambda n: {"into": "1", "how": "plain"}),
    Form("colour_up", "delta", more=lambda n: {"chip": "0,25", "into": "1", "how": "total"}),
    Form("disqualify", "chips", more=lambda n: {"entry": str(key(n, "Ana"))}),
    Form("hand", lambda n: f"a{seat(n)}", args=lambda n: [Table.objects.get().pk], more=lambda n: all_in(n)),
    Form("hand", lambda n: f"h{seat(n)}", args=lambda n: [Table.objects.get().pk], more=lambda n: all_in(n)),
]


def rebuy(night: Night) -> str:
    return str(BuyInOption.objects.get(open=night.open, kind="rebuy").pk)


def payment(night: Night) -> int:
    return int(Payment.objects.get(entry=night.entries["Ana"]).pk)


def seat(night: Night) -> int:
    return int(Seat.objects.get(entry=night.entries["Ana"], ended_at=None).number)


def all_in(night: Night) -> dict[str, str]:
    return {f"s{seat(night)}": "all_in"}


def sent(form: Form, typed: str, language: str) -> tuple[Night, str, Any]:
    """The form sent with that amount typed: the night, the field and the answer."""
    night = form.make(**(form.terms or {}))
    client = client_of(night.director)
    client.cookies["tapete_language"] = language
    field = form.field if isinstance(form.field, str) else form.field(night)
    address = reverse(f"desk:{form.page}", args=[night.open.code, *form.args(night)])
    return night, field, tapped(client, address, {**form.more(night), field: typed})


def kept(page: str, typed: str) -> bool:
    """Whether the amount still stands in a field."""
    return f'value="{typed}"' in page or f">\n{typed}</textarea>" in page or f">{typed}</textarea>" in page


@pytest.mark.parametrize("form", [*MONEY, *CHIPS], ids=str)
def test_what_can_be_read_in_two_ways_is_asked_about_and_kept(form: Form) -> None:
    _night, _field, answer = sent(form, "1,500", "es")
    page = text(answer)
    assert answer.status_code in (200, 422)
    assert "«1,500»" in page or "“1,500”" in page
    assert "1 500" in page
    assert "1,50 " in page or "1,50." in page
    assert kept(page, "1,500")
    last = JournalEntry.objects.latest("pk").kind
    assert last in ("signed_up", "play_started", "out_recorded"), "nothing was done"


@pytest.mark.parametrize("form", [*MONEY, *CHIPS], ids=str)
def test_what_is_no_amount_is_refused_with_a_sentence_and_kept(form: Form) -> None:
    _night, _field, answer = sent(form, "doce", "en")
    page = text(answer)
    assert answer.status_code in (200, 422)
    assert "“doce” is no amount" in page
    assert kept(page, "doce")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("form", MONEY, ids=str)
def test_another_currency_s_sign_is_refused_by_every_field_of_money_and_kept(
    form: Form, language: str
) -> None:
    _night, _field, answer = sent(form, "10 $", language)
    page = text(answer)
    assert answer.status_code in (200, 422)
    assert re.search("[“«]10 ?[$][”»][^<]*EUR", page)
    assert kept(page, "10 $")


@pytest.mark.parametrize("form", MONEY, ids=str)
def test_cents_are_never_cut_off(form: Form) -> None:
    _night, _field, answer = sent(form, "12,505", "es")
    page = text(answer)
    assert "12,505" in page
    assert kept(page, "12,505")


def test_the_question_is_answered_by_typing_one_of_the_readings() -> None:
    night = started()
    client: Client = client_of(night.director)
    client.cookies["tapete_language"] = "es"
    address = reverse("desk:money_guarantee", args=[night.open.code])
    for typed, units in (("1 500", 150_000), ("1,50", 150), ("1.500 €", 150_000), ("1.500,00", 150_000)):
        tapped(client, address, {"guarantee": typed})
        night.open.refresh_from_db()
        assert night.open.guarantee == units


def test_levels_and_chips_in_euros_are_asked_about_too() -> None:
    night = make_night(replace(timed_terms(), chip_digits=2, chips_are_money=True))
    client = client_of(night.director)
    client.cookies["tapete_language"] = "es"
    fields, rows = typed_terms(terms_of(night.open), 2)
    levels = rows_as_data(rows)
    typed = {**set_up(night), **levels, "levels-0-sb": "1,500"}
    page = text(tapped(client, reverse("desk:setup", args=[night.open.code]), typed))
    assert "1 500" in page
    assert kept(page, "1,500")
    assert fields["stack"] == "50"
    chips = {"name": "Maletín", "chip_unit": "money", "chips-TOTAL_FORMS": "1", "chips-INITIAL_FORMS": "0"}
    address = reverse("desk:chip_set_new", args=[night.tour.code])
    page = text(tapped(client, address, {**chips, "chips-0-value": "1,500", "chips-0-each": "5"}))
    assert "1 500" in page
    assert kept(page, "1,500")
