"""Prizes and the end of a night: what is unassigned is said, what is odd is passed with one tap."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from tdapp.cash import queries as cash
from tdapp.cash.models import Payment, Payout
from tdapp.floor.corrections import OutChange, change_out
from tdapp.floor.services import finish_open, reopen_open
from tdapp.journal.undo import next_redo, redo, undo
from tdapp.opens.models import Open, Out
from tdapp.rules.house import PRESETS
from tdapp.seasons.models import Result
from tdapp.seasons.queries import results
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.desk.clients import client_of, text

pytestmark = pytest.mark.django_db


def played(*left: str, paid: bool = True, **terms: object) -> Night:
    """The Barbarismo night with everybody out but ``left``."""
    night = make_night(spt_terms(**terms))  # type: ignore[arg-type]
    night.sign_up(*BARBARISMO[:-1])
    night.sign_up(BARBARISMO[-1], pay=paid)
    night.start()
    for name in reversed(BARBARISMO):
        if name not in left:
            night.out(name)
    return night


def prizes_of(night: Night) -> cash.Prizes:
    return cash.prizes(Open.objects.get(pk=night.open.pk), night.pool())


def at(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/" + "".join(f"{part}/" for part in path)


def final(night: Night) -> list[tuple[int, int, str, int]]:
    lines = results(Open.objects.get(pk=night.open.pk)).lines
    return [
        (line.place.first, line.place.last, line.name, line.prize) for line in lines if line.place.first <= 3
    ]


# -- prizes --------------------------------------------------------------------------------------------


def test_prizes_are_typed_and_what_is_unassigned_is_said_SPT_35():
    night = played("Canadá")
    client = client_of(night.director)
    answer = client.post(at(night, "prizes"), {"kind": "amounts", "prizes": "50/20", "unit": "1"})
    assert answer.status_code == 302
    assert prizes_of(night).amounts == (5000, 2000)
    page = text(client.get(at(night, "prizes")))
    assert "unassigned</th>" in page
    assert '<td class="num owes">10 €</td>' in page


@pytest.mark.parametrize(
    ("typed", "words"), [("50/-20/10", "negative"), ("50/20,5555", "20,5555"), ("cincuenta", "cincuenta")]
)
def test_wrong_prizes_are_refused_beside_the_field_and_stay_typed(typed: str, words: str):
    night = played("Canadá")
    answer = client_of(night.director).post(
        at(night, "prizes"), {"kind": "amounts", "prizes": typed, "unit": "1"}
    )
    assert answer.status_code == 422
    sentence = text(answer).split('id="id_prizes_error">')[1].split("</p>")[0]
    assert words in sentence
    assert f'value="{typed}"' in text(answer)
    assert prizes_of(night).amounts == (5000, 2000, 1000)


def test_a_usual_plan_is_taken_over_with_one_tap():
    night = played("Canadá")
    client = client_of(night.director)
    assert client.post(at(night, "prizes", "plan"), {"plan": "50 / 30 / 20 %"}).status_code == 302
    assert prizes_of(night).amounts == (4000, 2400, 1600)


def test_prizes_short_of_the_pool_are_locked_on_purpose_and_unlocked_again():
    night = played("Canadá", prizes=(5000, 2000))
    client = client_of(night.director)
    asked = client.post(at(night, "prizes", "lock"))
    assert asked.status_code == 422
    assert "Lock them all the same" in text(asked)
    assert "10 €" in text(asked).split('role="alert"')[1].split("</p>")[0]
    assert not prizes_of(night).locked
    client.post(at(night, "prizes", "lock"), {"overrule": "prizes_do_not_sum"})
    assert prizes_of(night).locked
    assert "Unlock the prizes" in text(client.get(at(night, "prizes")))
    client.post(at(night, "prizes", "unlock"))
    assert not prizes_of(night).locked


def test_prizes_that_rise_cannot_be_locked_at_all():
    night = played("Canadá", prizes=(2000, 6000))
    answer = client_of(night.director).post(at(night, "prizes", "lock"), {"overrule": "prizes_do_not_sum"})
    assert answer.status_code == 422
    assert "Lock them all the same" not in text(answer)


# -- the end -------------------------------------------------------------------------------------------


def test_with_one_player_left_one_tap_finishes_SPT_40():
    night = played("Canadá")
    client = client_of(night.director)
    assert "Canadá is the last player left and wins." in text(client.get(at(night, "finish")))
    assert client.post(at(night, "finish")).status_code == 302
    assert final(night) == [(1, 1, "Canadá", 5000), (2, 2, "Inglaterra", 2000), (3, 3, "Letonia", 1000)]
    page = text(client.get(at(night, "finish")))
    assert "Prizes to hand over" in page
    assert "Post the results" in page


def test_before_the_start_there_is_nothing_to_finish():
    night = make_night(spt_terms())
    assert "Play has not begun" in text(client_of(night.director).get(at(night, "finish")))
    answer = client_of(night.director).post(at(night, "finish"))
    assert answer.status_code == 422


def test_finishing_with_debts_is_said_and_passed_with_one_tap():
    night = played("Canadá", paid=False, prizes=(5000, 2000))
    client = client_of(night.director)
    asked = client.post(at(night, "finish"))
    assert asked.status_code == 422
    assert "Israel" in text(asked).split('role="alert"')[1]
    assert 'name="overrule" value="debts_open"' in text(asked)
    assert Open.objects.get().finished_at is None
    assert client.post(at(night, "finish"), {"overrule": "debts_open"}).status_code == 302
    assert Open.objects.get().finished_at is not None
    assert "owes 10 €" in text(client.get(at(night, "finish")))


def test_prizes_that_are_more_than_the_pool_are_said_before_and_after_the_end():
    night = played("Canadá", prizes=(6000, 2000, 1000))
    client = client_of(night.director)
    assert "10 € more than the pool." in text(client.get(at(night, "finish")))
    client.post(at(night, "finish"), {"overrule": "prizes_do_not_sum"})
    assert Open.objects.get().finished_at is not None
    assert "10 € more than the pool." in text(client.get(at(night, "finish")))


def test_prizes_short_of_the_pool_are_passed_after_the_debts_were():
    night = played("Canadá", paid=False, prizes=(4000, 2000))
    client = client_of(night.director)
    asked = client.post(at(night, "finish"), {"overrule": "debts_open"})
    assert asked.status_code == 422
    page = text(asked)
    assert '<input type="hidden" name="overrule" value="debts_open">' in page
    assert 'name="overrule" value="prizes_do_not_sum">Finish all the same' in page
    client.post(at(night, "finish"), {"overrule": ["debts_open", "prizes_do_not_sum"]})
    assert Open.objects.get().finished_at is not None


def by_count_terms() -> Night:
    night = make_night(replace(spt_terms(), house=replace(PRESETS["spt"], end_mode="paid_places_count")))
    night.sign_up(*BARBARISMO)
    night.start()
    for name in ("Israel", "Kosovo", "Francia", "Lituania", "Irán"):
        night.out(name)
    return night


def counts(night: Night, **chips: str) -> dict[str, str]:
    return {f"chips_{night.entries[name].pk}": typed for name, typed in chips.items()}


def test_with_as_many_left_as_are_paid_the_chips_are_counted_SPT_41():
    night = by_count_terms()
    client = client_of(night.director)
    page = text(client.get(at(night, "finish")))
    assert "As many are left as are paid: count the chips of everybody. Most chips wins." in page
    assert "Equal counts share the place and its money." in page
    typed = counts(night, Canadá="60", Inglaterra="75,50", Letonia="24.50")
    assert client.post(at(night, "finish"), typed).status_code == 302
    assert final(night) == [(1, 1, "Inglaterra", 5000), (2, 2, "Canadá", 2000), (3, 3, "Letonia", 1000)]


def test_equal_counts_share_their_places_and_the_money_is_shown_first():
    night = by_count_terms()
    client = client_of(night.director)
    typed = counts(night, Canadá="60", Inglaterra="60", Letonia="40")
    seen = text(client.post(at(night, "finish", "count"), typed, headers={"HX-Request": "true"}))
    assert "35 €" in seen
    assert "160 € counted, 160 € in play." in seen
    assert Open.objects.get().finished_at is None
    client.post(at(night, "finish"), typed)
    assert sorted(final(night)) == [
        (1, 2, "Canadá", 3500),
        (1, 2, "Inglaterra", 3500),
        (3, 3, "Letonia", 1000),
    ]


def test_a_count_that_is_missing_or_wrong_is_said_beside_its_player_and_the_others_stay():
    night = by_count_terms()
    client = client_of(night.director)
    answer = client.post(at(night, "finish"), counts(night, Canadá="60", Inglaterra="-5", Letonia=""))
    page = text(answer)
    assert answer.status_code == 422
    assert 'value="60"' in page
    assert 'value="-5"' in page
    assert page.count('class="field__error"') == 2
    assert "negative" in page
    assert Open.objects.get().finished_at is None


def test_chips_that_do_not_add_up_are_remarked_upon_and_stop_nothing():
    night = by_count_terms()
    client = client_of(night.director)
    typed = counts(night, Canadá="60", Inglaterra="50", Letonia="40")
    seen = text(client.post(at(night, "finish", "count"), typed))
    assert "150 € counted, 160 € in play." in seen
    assert "Count again, or finish all the same." in seen
    assert client.post(at(night, "finish"), typed).status_code == 302


def test_play_may_end_by_count_before_the_rules_say_so():
    night = played("Canadá", "Inglaterra", "Letonia", "Irán")
    page = text(client_of(night.director).get(at(night, "finish")))
    assert "4 players are left." in page
    assert "By the rules play goes on." in page


# -- afterwards ----------------------------------------------------------------------------------------


def test_prizes_are_ticked_as_handed_over_and_unticked():
    night = played("Canadá")
    client = client_of(night.director)
    client.post(at(night, "finish"))
    entry = night.entries["Canadá"]
    assert client.post(at(night, "finish", entry.pk, "handed-over")).status_code == 302
    assert Payout.objects.get().amount == 5000
    client.post(at(night, "finish", entry.pk, "handed-over"))
    assert Payout.objects.count() == 1
    assert "handed over" in text(client.get(at(night, "finish")))
    client.post(at(night, "finish", entry.pk, "handed-over"), {"back": "1"})
    assert Payout.objects.count() == 0


def test_a_prize_handed_over_that_a_later_correction_makes_too_much_is_asked_for_at_the_night():
    """Canadá won 50 € and Inglaterra 20 €; both are handed over, then they turn out to change places."""
    night = played("Canadá")
    client = client_of(night.director)
    client.post(at(night, "finish"))
    first, second = night.entries["Canadá"], night.entries["Inglaterra"]
    for entry in (first, second):
        client.post(at(night, "finish", entry.pk, "handed-over"))
    assert "handed 50" not in text(client.get(at(night)))
    reopen_open(open=night.open, **night.act)
    out = Out.objects.get(entry=second)
    corrected = change_out(out=out, correction=OutChange(entry=first), seed="x", **night.act)
    page = text(client.get(at(night)))
    assert "Canadá was handed 50 € and wins 20 € now: ask for 30 € back." in page
    assert "Inglaterra was handed" not in page, "20 € of a winner still in"
    undo(entry=corrected, **night.act)
    assert "was handed" not in text(client.get(at(night)))
    redo(entry=next_redo(night.open.stream), **night.act)
    assert "Canadá was handed 50" in text(client.get(at(night)))
    client.post(at(night, "finish", first.pk, "handed-over"), {"back": "1"})
    assert "Canadá was handed" not in text(client.get(at(night)))


def test_a_prize_handed_over_is_not_asked_back_of_who_plays_on_for_it():
    """Three were counted and paid; the open is reopened and they play on."""
    night = played("Canadá", "Inglaterra", "Letonia")
    client = client_of(night.director)
    counted = {
        night.entries[name]: chips for name, chips in zip(BARBARISMO, (9000, 5000, 2000), strict=False)
    }
    finish_open(open=night.open, counts=counted, overruled=["count_differs"], **night.act)
    client.post(at(night, "finish", night.entries["Canadá"].pk, "handed-over"))
    reopen_open(open=night.open, **night.act)
    assert Payout.objects.get().amount == 5000
    assert "was handed" not in text(client.get(at(night)))


def test_a_debt_is_settled_after_the_end():
    night = played("Canadá", paid=False, prizes=(5000, 2000))
    client = client_of(night.director)
    client.post(at(night, "finish"), {"overrule": "debts_open"})
    client.post(at(night, "finish", night.entries["Israel"].pk, "owed"))
    assert night.pool().prize == 8000
    assert "owes 10" not in text(client.get(at(night, "finish")))


def test_results_are_posted_taken_back_and_the_open_reopened():
    night = played("Canadá")
    client = client_of(night.director)
    client.post(at(night, "finish"))
    client.post(at(night, "finish", "post"))
    assert Result.objects.count() == 8
    assert "They are on the season table." in text(client.get(at(night, "finish")))
    refused = client.post(at(night, "finish", "reopen"), follow=True)
    assert "message--error" in text(refused)
    client.post(at(night, "finish", "take-back"))
    assert Result.objects.count() == 0
    client.post(at(night, "finish", "reopen"))
    assert Open.objects.get().finished_at is None


def test_a_debt_is_carried_to_the_results_for_the_director_and_paid_by_card_with_one_tap():
    night = played("Canadá", paid=False)
    client = client_of(night.director)
    client.post(at(night, "finish"), {"overrule": "debts_open"})
    client.post(at(night, "finish", "post"))
    results_url = f"/o/{night.open.code}/results/"
    assert 'id="results-owing"' in text(client.get(results_url))
    assert 'id="results-owing"' not in text(Client().get(results_url))
    owing = night.entries["Israel"].pk
    client.post(at(night, "finish", owing, "owed"), {"method": "card"})
    payment = Payment.objects.get(entry=owing)
    assert (payment.amount, payment.method) == (1000, "card")
    assert "1 player paid, 10 € in all, by card" in text(client.get(at(night, "finish"))).replace("\xa0", " ")
    assert 'id="results-owing"' not in text(client.get(results_url))
