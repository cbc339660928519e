"""What can be bought, on the set-up page: rows as typed, sentences beside their fields, SA-23 proposed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.accounts.models import User
from tdapp.desk.forms.prices import price_text, read_price
from tdapp.desk.forms.sheets import sheet
from tdapp.floor.options import options_of
from tdapp.opens.models import BuyInOption, Open
from tdapp.rules.errors import RuleError
from tdapp.rules.purchases import Limits, Offer
from tdapp.tours.models import Tour
from tests.builders import make_night, make_tour, spt_terms
from tests.desk.clients import client_of, text
from tests.desk.test_setup import typed

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("said", "splits"),
    [
        ("10", (("prize", 1000),)),
        ("10 + 2", (("prize", 1000), ("house", 200))),
        ("10€+2€", (("prize", 1000), ("house", 200))),
        ("12,50 EUR", (("prize", 1250),)),
        ("10 + 2 + 1 Dealers", (("prize", 1000), ("house", 200), ("Dealers", 100))),
        ("10 € premios + 5 € bounties", (("prize", 1000), ("bounty", 500))),
        ("10 + 5 bounty + 2 house", (("prize", 1000), ("bounty", 500), ("house", 200))),
        ("10 + 0", (("prize", 1000),)),
    ],
)
def test_a_price_is_read_by_fund_as_people_say_it(said: str, splits: tuple[tuple[str, int], ...]) -> None:
    assert read_price(said, 2) == splits
    assert read_price(price_text(splits, 2), 2) == splits


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("10 + 2 + 1", "part_without_fund"),
        ("10 + 2 prizes", "fund_twice"),
        ("", "money_missing"),
        ("10 +", "money_split_incomplete"),
        ("ten", "money_unreadable"),
        ("10 + 1 " + "x" * 31, "name_too_long"),
    ],
)
def test_a_price_that_says_nothing_is_refused(said: str, code: str) -> None:
    with pytest.raises(RuleError, match=code):
        read_price(said, 2)


def row(n: int = 0, **values: str) -> dict[str, str]:
    return {"options-TOTAL_FORMS": str(n + 1), "options-INITIAL_FORMS": "0"} | {
        f"options-{n}-{name}": value for name, value in values.items()
    }


def saved(**values: str) -> tuple[int, str, Open]:
    """The answer to a set-up sent with one row, its page and the open."""
    night = make_night(spt_terms())
    sent = {**typed(night), **row(**values)}
    answer = client_of(night.director).post(f"/desk/{night.open.code}/setup/", sent)
    return answer.status_code, text(answer), Open.objects.get(pk=night.open.pk)


def test_a_row_becomes_an_option_with_its_limits() -> None:
    status, _page, open = saved(
        kind="rebuy", price="15 + 2 + 1 Dealers", chips="20", when="out", per_player="2", until_minute="60",
        agreed="on", pool_reaches="500",
    )  # fmt: skip
    assert status == 302
    (offer,) = options_of(open)
    assert offer.splits == (("prize", 1500), ("house", 200), ("Dealers", 100))
    assert (offer.kind, offer.chips) == ("rebuy", 2000)
    assert offer.limits == Limits(2, until_minute=60, when="out", agreed=True, pool_reaches=50_000)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("price", "10+"), ("price", "10+2+1"), ("chips", "many"), ("below", "-1"), ("per_player", "x")],
)
def test_what_cannot_be_read_stays_typed_with_its_sentence_beside_it(field: str, wrong: str) -> None:
    values = {"kind": "rebuy", "price": "15", "chips": "20", "when": "out", field: wrong}
    status, page, open = saved(**values)
    assert status == 422
    assert f'id="id_options-0-{field}_error"' in page
    assert f'value="{wrong}"' in page
    assert options_of(open) == ()


def test_two_alike_are_told_apart_by_a_name_or_refused_beside_it() -> None:
    night = make_night(spt_terms())
    two = row(0, kind="rebuy", price="15", chips="20") | row(1, kind="rebuy", price="20", chips="20")
    client, where = client_of(night.director), f"/desk/{night.open.code}/setup/"
    answer = client.post(where, {**typed(night), **two})
    assert answer.status_code == 422
    assert 'id="id_options-1-name_error"' in text(answer)
    client.post(where, {**typed(night), **two, "options-1-name": "late"})
    assert [offer.key for offer in options_of(night.open)] == ["rebuy", "late"]


def test_the_page_sent_back_untouched_keeps_what_is_sold() -> None:
    offer = Offer("add_on", 8000, (("prize", 500), ("Dealers", 100)), Limits(in_break=True))
    night = make_night(replace(spt_terms(), options=(offer,)))
    before = list(BuyInOption.objects.values_list("pk", flat=True))
    sent = typed(night, name="New name")
    assert client_of(night.director).post(f"/desk/{night.open.code}/setup/", sent).status_code == 302
    assert Open.objects.get().name == "New name"
    assert options_of(night.open) == (offer,)
    assert list(BuyInOption.objects.values_list("pk", flat=True)) == before


def redraw(data: dict[str, str]) -> str:
    tour = Tour.objects.first() or make_tour()[0]
    director = User.objects.get(name="Directora")
    answer = client_of(director).post(f"/desk/tour/{tour.code}/new/", data)
    assert answer.status_code == 200
    return text(answer)


def test_the_rules_of_san_antonio_bring_their_respawn_SA_23() -> None:
    page = redraw({**sheet("spt", 2), "preset": "san_antonio", "drawn_for": "spt", "redraw": "preset"})
    assert 'name="options-0-price" value="16 + 2"' in page
    assert 'name="options-0-chips" value="50"' in page
    assert 'name="options-0-until_minute" value="60"' in page
    away = redraw(
        {**sheet("san_antonio", 2), "preset": "tda", "drawn_for": "san_antonio", "redraw": "preset"}
    )
    assert 'value="16 + 2"' not in away


def test_a_button_asks_the_house_rules_again_for_the_buy_in_typed_SA_23() -> None:
    fields = {**sheet("san_antonio", 2), "preset": "san_antonio", "drawn_for": "san_antonio"}
    page = redraw({**fields, "buy_in": "500", "redraw": "options"})
    assert 'name="options-0-price" value="750"' in page
    none = redraw({**sheet("spt", 2), "preset": "spt", "drawn_for": "spt", "redraw": "options"})
    assert "These house rules have no rebuys" in none
