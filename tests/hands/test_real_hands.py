"""Real hands played at tables of ours: seats, stacks before, contributions, winners; then what was paid.

The pure settlement of all 300 is tested with the rules; here the ones with most pots go through services.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tdapp.floor.models import Seat
from tdapp.floor.services import count_chips
from tdapp.hands import services
from tdapp.hands.reckoning import Part, Sheet
from tdapp.opens.models import Entry, Table
from tests.builders import EVENING, Night, make_night, make_tour, timed_terms
from tests.hands.dealing import the_table

pytestmark = pytest.mark.django_db

AS_MANY = 60
ONE_WINNER_EACH_WAY = {"nlhe", "lhe", "omaha", "stud", "badugi", "27sd"}


def worth_playing(hand: dict[str, Any]) -> bool:
    """An all-in, in a game whose pots are not parted between high and low, reckoned to the last chip."""
    whole = all(
        p["stack_before"] - p["contributed"] + p["won"] + p["uncalled_returned"] == p["stack_after"]
        for p in hand["players"]
    )
    tags = set(hand["tags"])
    fair = "allin" in tags and "odd_chip_not_left_of_button" not in tags
    return whole and fair and hand["game"] in ONE_WINNER_EACH_WAY and not hand["rake"]


def real_hands(folder: Path) -> list[dict[str, Any]]:
    """Those with most pots and most players first."""
    lines = (folder / "hands" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
    found = [hand for hand in map(json.loads, lines) if worth_playing(hand)]
    return sorted(found, key=lambda hand: (-len(hand["pots"]), -len(hand["players"]), hand["id"]))[:AS_MANY]


def seated(night: Night, hand: dict[str, Any]) -> dict[int, Entry]:
    """The players in the seats of the hand, each with the stack he really had."""
    night.sign_up(*(f"seat {p['seat']}" for p in hand["players"]), pay=False)
    night.start()
    table = the_table(night)
    Seat.everything.filter(table=table).delete()
    Table.objects.filter(pk=table.pk).update(seats=max(p["seat"] for p in hand["players"]))
    entries = {p["seat"]: night.entries[f"seat {p['seat']}"] for p in hand["players"]}
    for number, entry in entries.items():
        Seat.objects.create(table=table, number=number, entry=entry, from_at=EVENING)
    stacks = {entries[p["seat"]]: p["stack_before"] for p in hand["players"]}
    count_chips(open=night.open, counts=stacks, **night.act)
    return entries


def sheet_of(hand: dict[str, Any], entries: dict[int, Entry]) -> Sheet:
    def part(player: dict[str, Any]) -> Part:
        dead = player["posted"].get("dead", 0)
        if hand["antes"]["type"] == "big_blind":
            dead += player["posted"].get("ante", 0)
        return Part(
            player["seat"],
            entries[player["seat"]].pk,
            player["contributed"] - dead,
            dead,
            folded=player["folded"],
            all_in=player["contributed"] == player["stack_before"] and not player["folded"],
        )

    left = hand["order_left_of_button"]
    return Sheet(
        hand["button"] or left[-1],
        *hand["blinds"],
        hand["antes"].get("amount") or 0,
        tuple(part(player) for player in hand["players"]),
        tuple(tuple(pot["winners"]) for pot in hand["pots"]),
        small_blind=left[0],
        big_blind=left[1],
    )


def test_real_hands_pay_at_our_tables_what_they_paid(shared_cases):
    hands = real_hands(shared_cases)
    assert len(hands) == AS_MANY
    assert sum(1 for hand in hands if len(hand["pots"]) > 1) > 30
    tour, director = make_tour()
    differ = []
    for hand in hands:
        terms = timed_terms(hand["id"])
        terms = replace(terms, smallest_chip=1, house=replace(terms.house, table_seats=10))
        night = make_night(terms, tour=tour, director=director)
        entries = seated(night, hand)
        services.enter_hand(table=the_table(night), sheet=sheet_of(hand, entries), **night.act)
        everyone = night.field()
        after = {seat: everyone.stacks[entry.pk].chips for seat, entry in entries.items()}
        if after != {p["seat"]: p["stack_after"] for p in hand["players"]}:
            differ.append((hand["id"], after))
        broke = {entries[p["seat"]].pk for p in hand["players"] if not p["stack_after"]}
        assert set(everyone.out_ids) == broke, hand["id"]
    assert differ == []
