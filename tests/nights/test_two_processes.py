"""Two processes do the same thing at the same moment: one is kept, the other gets a sentence."""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

from tdapp.cash.models import Payment, Payout, TillCount
from tdapp.floor.queries import seatings
from tdapp.floor.services import finish_open
from tdapp.hands.models import Hand
from tests.builders import Night, make_night

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
REPO = Path(__file__).resolve().parents[2]


def both_at_once(env: dict[str, str], act: str, *told: dict[str, Any]) -> list[dict[str, Any]]:
    """Start a process for each, give all the word together, and return what each says."""
    command = [sys.executable, "-m", "tests.nights.in_another_process", act]
    running = [
        subprocess.Popen(
            [*command, json.dumps(one)],
            env=env,
            cwd=REPO,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for one in told
    ]
    for process in running:
        assert process.stdout.readline() == "ready\n"
    for process in running:
        process.stdin.write("go\n")
        process.stdin.flush()
    return [json.loads(process.communicate(timeout=60)[0]) for process in running]


@pytest.fixture
def night(other_process: dict[str, str]) -> Night:
    night = make_night()
    night.sign_up("Canadá", "Lituania", "Irán", "Kosovo")
    night.start()
    return night


def test_the_same_request_pays_once(night: Night, other_process: dict[str, str]):
    night.sign_up("Letonia", pay=False)
    told = {"entry": night.entries["Letonia"].pk, "request_id": str(uuid.uuid4())}
    answers = both_at_once(other_process, "pay", told, told)
    assert answers[0]["entry"] == answers[1]["entry"]
    assert sorted(answer["repeated"] for answer in answers) == [False, True]
    assert Payment.objects.filter(entry=night.entries["Letonia"]).count() == 1


def test_two_payments_of_one_player_by_two_requests_are_one_and_a_sentence(
    night: Night, other_process: dict[str, str]
):
    night.sign_up("Letonia", pay=False)
    entry = night.entries["Letonia"].pk
    answers = both_at_once(
        other_process, "pay", *({"entry": entry, "request_id": str(uuid.uuid4())} for _ in range(2))
    )
    assert [answer.get("refused") for answer in answers].count("paid_already") == 1
    assert Payment.objects.filter(entry=entry).count() == 1


def test_two_parts_that_are_more_than_the_price_are_one_and_a_sentence(
    night: Night, other_process: dict[str, str]
):
    night.sign_up("Letonia", pay=False)
    told = {"entry": night.entries["Letonia"].pk, "amount": 600}
    answers = both_at_once(other_process, "pay_part", told, told)
    assert [answer.get("refused") for answer in answers].count("payment_above_price") == 1
    assert Payment.objects.get(entry=night.entries["Letonia"]).amount == 600


def test_two_refunds_that_are_more_than_was_paid_are_one_and_a_sentence_RULES_4_5(
    night: Night, other_process: dict[str, str]
):
    payment = Payment.objects.get(entry=night.entries["Irán"])
    told = {"payment": payment.pk, "amount": 700}
    answers = both_at_once(other_process, "give_back", told, told)
    assert [answer.get("refused") for answer in answers].count("refund_above_payment") == 1
    payment.refresh_from_db()
    assert payment.amount == 300
    assert night.pool().taken == 3300


def test_a_till_closed_twice_and_a_prize_handed_over_twice_are_one_and_a_sentence(
    night: Night, other_process: dict[str, str]
):
    told: dict[str, Any] = {"open": night.open.pk, "pieces": {"1000": 4}}
    answers = both_at_once(other_process, "close_till", told, told)
    assert [answer.get("refused") for answer in answers].count("till_closed_already") == 1
    assert TillCount.objects.get().counted == 4000
    night.out("Kosovo", "Irán", "Lituania")
    winner = {"entry": night.entries["Canadá"].pk}
    finish_open(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    answers = both_at_once(other_process, "pay_out", winner, winner)
    assert [answer.get("refused") for answer in answers].count("paid_out_already") == 1
    assert Payout.objects.count() == 1


def test_two_different_hands_for_one_table_are_one_hand_and_a_sentence(
    night: Night, other_process: dict[str, str]
):
    table = night.open.rounds.get().tables.get()
    seats = {seat.number: seat.entry_id for seat in seatings(table.round)}
    first, second = sorted(seats)[:2]

    def hand(winner: int, chips: int) -> dict[str, Any]:
        parts = [
            {"seat": number, "entry": entry, "live": chips if number in (first, second) else 0,
             "folded": number not in (first, second)}
            for number, entry in seats.items()
        ]  # fmt: skip
        known = {"table": table.pk, "stamp": table.stamp, "button": table.button}
        return {**known, "parts": parts, "winners": [[winner]]}

    answers = both_at_once(other_process, "hand", hand(first, 300), hand(second, 500))
    assert [answer.get("refused") for answer in answers].count("changed_meanwhile") == 1
    assert Hand.objects.count() == 1


def test_two_swaps_of_the_same_seats_are_one_swap_and_a_sentence(night: Night, other_process: dict[str, str]):
    before = {seat.entry_id: seat for seat in seatings(night.open.rounds.get())}
    one, other = night.entries["Canadá"].pk, night.entries["Irán"].pk
    stamps = {str(before[key].pk): before[key].stamp for key in (one, other)}
    told = {"first": one, "second": other, "seats": stamps}
    answers = both_at_once(other_process, "swap", told, told)
    assert [answer.get("refused") for answer in answers].count("changed_meanwhile") == 1
    after = {seat.entry_id: seat.number for seat in seatings(night.open.rounds.get())}
    assert (after[one], after[other]) == (before[other].number, before[one].number)
