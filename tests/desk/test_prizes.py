"""The page of the prizes: by the field, fixed places, a table of the club, what changed, special prizes."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash import special_prizes as special
from tdapp.cash.models import Payment, SpecialPrize
from tdapp.desk.forms.prizes import stored_more
from tdapp.floor import services as floor
from tdapp.floor.set_up import terms_of
from tdapp.opens.models import Open
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.desk.clients import client_of, text

pytestmark = pytest.mark.django_db

TABLE = {
    "name": "Peña",
    "brackets": [
        {"entries": [2, 7], "places": [{"from": 1, "to": 1, "percent": 100}]},
        {
            "entries": [8, None],
            "places": [{"from": 1, "to": 1, "percent": 75}, {"from": 2, "to": 2, "percent": 25}],
        },
    ],
}
BY_FIELD = {"kind": "field", "unit": "1", "table": "ours"}


@pytest.fixture
def night() -> Night:
    """Eight paid: 80 euros."""
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    return night


def at(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/prizes/" + "".join(f"{part}/" for part in path)


def now(night: Night) -> cash.Prizes:
    return cash.prizes(Open.objects.get(pk=night.open.pk), night.pool())


def plan(night: Night) -> PrizePlan:
    return cash.plan_of(Open.objects.get(pk=night.open.pk))


def page(night: Night) -> str:
    return text(client_of(night.director).get(at(night)))


# -- by the field ----------------------------------------------------------------------------------------


def test_prizes_by_the_number_of_entries_follow_each_one(night: Night):
    client = client_of(night.director)
    assert client.post(at(night), BY_FIELD).status_code == 302
    assert plan(night) == PrizePlan("field", unit=100)
    assert now(night).amounts == (4000, 2400, 1600)
    night.sign_up("Tanzania", "Andorra", "Malta")
    assert now(night).amounts == (5500, 3300, 2200)
    assert "11 entries so far" in page(night)


def test_so_many_places_or_such_a_share_of_the_entries_are_paid(night: Night):
    client = client_of(night.director)
    client.post(at(night), {**BY_FIELD, "paid": "4"})
    assert now(night).paid_places == 4
    client.post(at(night), {**BY_FIELD, "share": "25"})
    assert now(night).amounts == (4800, 3200)
    both = client.post(at(night), {**BY_FIELD, "paid": "4", "share": "25"})
    assert both.status_code == 422
    assert "not both" in text(both)
    assert 'value="4"' in text(both)
    assert plan(night).share == 25


@pytest.mark.parametrize("wrong", [{"paid": "0"}, {"paid": "501"}, {"share": "101"}, {"table": "open-9"}])
def test_figures_out_of_range_are_refused_beside_their_field(night: Night, wrong: dict[str, str]):
    answer = client_of(night.director).post(at(night), {**BY_FIELD, **wrong})
    assert answer.status_code == 422
    assert "field__error" in text(answer)


def test_a_unit_too_large_pays_fewer_places_and_says_so_4_2(night: Night):
    client_of(night.director).post(at(night), {**BY_FIELD, "unit": "50"})
    assert now(night).amounts == (8000,)
    assert "only 1 of 3 places can be paid" in page(night)


def test_when_to_lock_them_is_asked_and_kept(night: Night):
    client_of(night.director).post(at(night), {**BY_FIELD, "at_close": "on"})
    assert plan(night).at_close
    assert "Nothing in the levels" not in page(night)
    night.start()
    assert "Nothing in the levels or in what is sold says when that is" in page(night)


def test_a_spanish_page_reads_its_own_figures(night: Night):
    client = client_of(night.director)
    client.post(at(night), {"kind": "amounts", "prizes": "50,50/20/9,50"}, headers={"Accept-Language": "es"})
    assert now(night).amounts == (5050, 2000, 950)


# -- a table of the club ---------------------------------------------------------------------------------


def test_a_pasted_table_is_followed(night: Night):
    client = client_of(night.director)
    assert client.get(at(night, "table")).status_code == 200
    assert client.post(at(night, "table"), {"text": json.dumps(TABLE)}).status_code == 302
    assert now(night).amounts == (6000, 2000)
    said = page(night)
    assert "Peña" in said


def test_of_a_file_with_several_tables_one_is_chosen(night: Night, shared_cases):
    client = client_of(night.director)
    data = (shared_cases / "structures" / "payouts.json").read_bytes()
    asked = client.post(at(night, "table"), {"file": SimpleUploadedFile("payouts.json", data)})
    assert asked.status_code == 422
    assert "Which of them?" in text(asked)
    assert plan(night).kind == "amounts"
    answer = client.post(at(night, "table"), {"text": data.decode(), "choice": "0"})
    assert answer.status_code == 302
    # BARGE, five to eight entries: 70 and 30 per cent.
    assert now(night).amounts == (5600, 2400)
    night.sign_up("Tanzania")
    assert now(night).amounts == (4500, 2700, 1800)


@pytest.mark.parametrize("typed", ["", "50/30/20", "{", '{"brackets": []}', "[" * 2000, '{"brackets": [{}]}'])
def test_what_is_no_table_is_refused_and_stays_typed(night: Night, typed: str):
    answer = client_of(night.director).post(at(night, "table"), {"text": typed})
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    assert plan(night).kind == "amounts"


def test_what_is_odd_about_a_table_is_said_and_stops_nothing(night: Night):
    odd = {
        "name": "Odd",
        "brackets": [{"entries": [2, None], "places": [{"from": 1, "to": 2, "percent": 45}]}],
    }
    client = client_of(night.director)
    answer = client.post(at(night, "table"), {"text": json.dumps(odd)}, follow=True)
    assert "Row 1 of the table adds up to 90 %" in text(answer)
    assert now(night).amounts == (4000, 4000)
    assert "in their proportion" in page(night)


def test_another_open_of_the_tour_plays_by_the_same_table(night: Night):
    client = client_of(night.director)
    client.post(at(night, "table"), {"text": json.dumps(TABLE)})
    other = make_night(spt_terms("Naval"), tour=night.tour, director=night.director)
    other.sign_up(*BARBARISMO)
    offered = f"open-{night.open.pk}"
    assert f'value="{offered}"' in page(other)
    client.post(at(other), {**BY_FIELD, "table": offered})
    assert now(other).amounts == (6000, 2000)
    client.post(at(other), {**BY_FIELD, "table": "own", "share": "10"})
    assert now(other).amounts == (8000,)


def test_the_set_up_keeps_what_only_this_page_says(night: Night):
    client = client_of(night.director)
    client.post(at(night, "table"), {"text": json.dumps(TABLE)})
    till.fix_prize(open=night.open, place=1, amount=5000, **night.act)
    form = client.get(f"/desk/{night.open.code}/setup/")
    typed = {
        name: field.value() if (field := form.context["form"][name]) and field.value() is not None else ""
        for name in form.context["form"].fields
    }
    rows = {"levels-TOTAL_FORMS": "0", "levels-INITIAL_FORMS": "0"}
    answer = client.post(f"/desk/{night.open.code}/setup/", {**typed, **rows, "name": "Otro nombre"})
    assert answer.status_code == 302, text(answer)
    kept = terms_of(Open.objects.get(pk=night.open.pk))
    assert kept.name == "Otro nombre"
    assert kept.prizes == replace(plan(night), fixed=((1, 5000),))
    assert kept.prizes.table is not None


@pytest.mark.parametrize(
    "more",
    ["x", "[]", '{"table": {"brackets": [{}]}}', '{"kind": "field", "table": {"brackets": 1}}', "[" * 3000],
)
def test_what_nobody_can_read_of_a_plan_is_passed_over(more: str):
    assert stored_more(more) is None


# -- fixed places ----------------------------------------------------------------------------------------


def test_one_place_is_fixed_and_freed(night: Night):
    client = client_of(night.director)
    client.post(at(night), BY_FIELD)
    assert client.post(at(night, "fix"), {"place": "1", "amount": "50"}).status_code == 302
    assert now(night).amounts == (5000, 1800, 1200)
    assert "fixed</span>" in page(night)
    client.post(at(night, "fix"), {"place": "1", "free": "1"})
    assert now(night).amounts == (4000, 2400, 1600)


@pytest.mark.parametrize("amount", ["", "mucho", "0", "-5"])
def test_an_amount_that_cannot_be_fixed_stays_typed_with_its_sentence(night: Night, amount: str):
    client = client_of(night.director)
    client.post(at(night), BY_FIELD)
    answer = client.post(at(night, "fix"), {"place": "2", "amount": amount})
    assert answer.status_code == 422
    assert 'id="fix-error"' in text(answer)
    assert f'value="{amount}"' in text(answer)


def test_typed_amounts_are_fixed_already(night: Night):
    assert "Fix one place" not in page(night)
    answer = client_of(night.director).post(at(night, "fix"), {"place": "1", "amount": "60"})
    assert answer.status_code == 422


# -- locked ----------------------------------------------------------------------------------------------


def test_the_page_says_since_when_they_are_locked_and_what_changed_since(night: Night):
    till.lock_prizes(open=night.open, **night.act)
    assert "locked since 22:00" in page(night)
    assert "Nothing has changed the money since." in page(night)
    night.wait(minutes=30)
    payment = Payment.objects.get(entry=night.entries["Israel"])
    till.void_payment(payment=payment, **night.act)
    said = page(night)
    assert "Changed since" in said
    assert "Payment of Israel voided" in said
    assert "22:30" in said


def test_prizes_that_should_lock_by_themselves_and_cannot_are_said_at_the_table():
    ends = (replace(Level.of_minutes(25, 50, 20), entry_ends=True), Level.of_minutes(50, 100, 20))
    asking = PrizePlan("field", unit=100, at_close=True)
    night = make_night(replace(timed_terms(), levels=ends, prizes=asking))
    night.sign_up(*BARBARISMO[:-1])
    night.sign_up("Israel", pay=False)
    night.start()
    client = client_of(night.director)
    with time_machine.travel(night.now, tick=False):
        assert 'id="band-prizes"' not in text(client.get(f"/desk/{night.open.code}/"))
    with time_machine.travel(night.now + timedelta(minutes=21), tick=False):
        said = text(client.get(f"/desk/{night.open.code}/"))
        assert "Registration is over, and 10 € is still owed to the prizes" in said
        assert 'id="band-prizes"' in said
        page = text(client.get(at(night)))
        assert "Registration and rebuys are over." in page
        client.post(at(night, "lock"))
        assert 'id="band-prizes"' not in text(client.get(f"/desk/{night.open.code}/"))
    assert now(night).amounts == (3500, 2100, 1400)


# -- special prizes --------------------------------------------------------------------------------------


def test_a_special_prize_is_set_given_and_taken_back(night: Night):
    client = client_of(night.director)
    answer = client.post(at(night, "special"), {"kind": "best_hand", "money": "10", "fund": "prize"})
    assert answer.status_code == 302
    prize = SpecialPrize.objects.get()
    said = page(night)
    assert "Best hand" in said
    assert "special prizes</th>" in said
    assert "70 €" in said
    client.post(at(night, "special", prize.pk), {"entry": night.entries["Irán"].pk})
    prize.refresh_from_db()
    assert prize.entry == night.entries["Irán"]
    given = page(night)
    assert "take back</button>" in given
    assert "not yet</button>" not in given
    client.post(at(night, "special", prize.pk), {"back": "1"})
    client.post(at(night, "special", prize.pk, "void"))
    assert not SpecialPrize.objects.exists()
    assert night.pool().prize == 8000


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"kind": "bubble", "fund": "prize"}, "Say what the prize is"),
        ({"kind": "place", "text": "un jamón", "fund": "prize"}, "Which place gets this prize?"),
        ({"kind": "bubble", "money": "mucho", "fund": "prize"}, "mucho"),
        ({"kind": "ham", "text": "un jamón", "fund": "prize"}, "field__error"),
    ],
)
def test_a_special_prize_that_says_too_little_is_refused_in_its_form(
    night: Night, typed: dict[str, str], words: str
):
    answer = client_of(night.director).post(at(night, "special"), typed)
    assert answer.status_code == 422
    assert words in text(answer)
    assert not SpecialPrize.objects.exists()


def test_a_special_prize_that_locked_prizes_would_pay_is_passed_with_one_tap(night: Night):
    till.lock_prizes(open=night.open, **night.act)
    client = client_of(night.director)
    typed = {"kind": "best_hand", "money": "10", "fund": "prize"}
    asked = client.post(at(night, "special"), typed)
    assert asked.status_code == 422
    assert "Add it all the same" in text(asked)
    assert 'value="10"' in text(asked)
    answer = client.post(at(night, "special"), {**typed, "overrule": "locked_prizes_uncovered"})
    assert answer.status_code == 302
    assert SpecialPrize.objects.get().amount == 1000


def test_whose_it_is_by_the_outs_is_one_tap_and_said_at_the_out(night: Night):
    special.add_special_prize(open=night.open, kind="first_out", text="una copa", **night.act)
    night.start()
    client = client_of(night.director)
    israel = night.entries["Israel"].pk
    answer = client.post(f"/desk/{night.open.code}/out/", {"entry": israel, "by": ""}, follow=True)
    assert "Israel out in 8th" in text(answer)
    assert "First out: una copa, for Israel." in text(answer)
    assert "Give it to Israel" in page(night)


def test_the_place_the_prize_and_the_special_prize_are_said_at_the_out(night: Night):
    special.add_special_prize(open=night.open, kind="place", place=3, text="un jamón", **night.act)
    night.start()
    for name in reversed(BARBARISMO[3:]):
        night.out(name)
    third = night.entries["Letonia"].pk
    answer = client_of(night.director).post(
        f"/desk/{night.open.code}/out/", {"entry": third, "by": ""}, follow=True
    )
    said = text(answer)
    assert "Letonia out in 3rd" in said
    assert "Prize: 10 €" in said
    assert "3rd place: un jamón, for Letonia." in said


def test_after_the_end_it_is_said_which_special_prize_nobody_has_yet(night: Night):
    special.add_special_prize(open=night.open, kind="best_hand", text="un jamón", **night.act)
    night.start()
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    prize = SpecialPrize.objects.get()
    client = client_of(night.director)
    finish = f"/desk/{night.open.code}/finish/"
    assert f"prizes/#special-{prize.pk}" in text(client.get(finish))
    client.post(at(night, "special", prize.pk), {"entry": night.entries["Irán"].pk})
    assert f"prizes/#special-{prize.pk}" not in text(client.get(finish))


# -- where the players see them --------------------------------------------------------------------------


def test_phones_screens_results_and_post_say_the_prizes_with_their_time(night: Night):
    special.add_special_prize(open=night.open, kind="best_hand", text="un jamón", **night.act)
    prize = SpecialPrize.objects.get()
    code = night.open.code
    client = client_of(night.director)
    assert "Prizes, as of 22:00" in text(client.get(f"/o/{code}/"))
    special.give_special_prize(prize=prize, entry=night.entries["Irán"], **night.act)
    night.wait(minutes=65)
    till.lock_prizes(open=night.open, **night.act)
    phone = text(client.get(f"/o/{code}/"))
    assert "Prizes, final since 23:05" in phone
    assert "Best hand: un jamón (Irán)" in phone
    assert "Best hand: un jamón (Irán)" in text(client.get(f"/o/{code}/results/"))
