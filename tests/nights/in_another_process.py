"""Run by tests in processes of their own: wait for the word, then act upon the night, and say how it went.

python -m tests.nights.in_another_process pay '{"entry": 3, "request_id": "…"}'
"""

from __future__ import annotations

import json

# ruff: noqa: E402  Django is set up before its models are imported
import os
import sys
import uuid
from datetime import UTC, datetime
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")

import django

django.setup()

from tdapp.accounts.models import User
from tdapp.cash import services as till
from tdapp.cash.models import Payment
from tdapp.cash.services import take_payment
from tdapp.cash.till_counts import count_till
from tdapp.floor.models import Seat
from tdapp.floor.services import swap_seats
from tdapp.hands.reckoning import Part, Sheet
from tdapp.hands.services import enter_hand
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Expected
from tdapp.opens.models import Entry, Open, Table
from tdapp.rules.errors import RuleError

NOW = datetime(2008, 1, 4, 22, tzinfo=UTC)


def pay(*, entry: int, request_id: str) -> JournalEntry:
    return take_payment(
        entry=Entry.objects.get(pk=entry), actor=director(), now=NOW, request_id=uuid.UUID(request_id)
    )


def pay_part(*, entry: int, amount: int) -> JournalEntry:
    return take_payment(entry=Entry.objects.get(pk=entry), amount=amount, actor=director(), now=NOW)


def give_back(*, payment: int, amount: int) -> JournalEntry:
    row = Payment.objects.select_related("entry__open").get(pk=payment)
    return till.refund_payment(payment=row, amount=amount, actor=director(), now=NOW)


def pay_out(*, entry: int) -> JournalEntry:
    return till.pay_out(entry=Entry.objects.get(pk=entry), actor=director(), now=NOW)


def close_till(*, open: int, pieces: dict[str, int]) -> JournalEntry:
    counted = {int(value): count for value, count in pieces.items()}
    row = Open.objects.get(pk=open)
    return count_till(open=row, pieces=counted, close=True, actor=director(), now=NOW)


def hand(
    *, table: int, stamp: int, button: int, parts: list[dict[str, Any]], winners: list[list[int]]
) -> JournalEntry:
    row = Table.objects.get(pk=table)
    return enter_hand(
        table=row,
        sheet=Sheet(button, 25, 50, 0, tuple(Part(**p) for p in parts), tuple(tuple(w) for w in winners)),
        overruled=["stack_differs"],
        actor=director(),
        now=NOW,
        expected=[Expected(row, stamp)],
    )


def swap(*, first: int, second: int, seats: dict[str, int]) -> JournalEntry:
    return swap_seats(
        first=Entry.objects.get(pk=first),
        second=Entry.objects.get(pk=second),
        overruled=["seat_changes_never"],
        actor=director(),
        now=NOW,
        expected=[Expected(Seat.objects.get(pk=int(key)), stamp) for key, stamp in seats.items()],
    )


def director() -> User:
    return User.objects.get()


def main() -> None:
    """Connect, say "ready", wait for a line, act, print what came of it as JSON."""
    act, told = sys.argv[1], json.loads(sys.argv[2])
    director()
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        entry = globals()[act](**told)
    except RuleError as error:
        print(json.dumps({"refused": error.code}), flush=True)
    else:
        print(json.dumps({"entry": entry.pk, "repeated": entry.repeated}), flush=True)


if __name__ == "__main__":
    main()
