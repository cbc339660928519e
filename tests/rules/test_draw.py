"""The draw: SPT-39, VIV-10, RULES 2.2; recomputed here the long way, so the recipe stays what is printed."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules import draw
from tdapp.rules.errors import RuleError

PLACES = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


def test_the_order_of_a_seed_never_changes() -> None:
    assert draw.shuffled("ABCD", "tapete") == ("D", "C", "A", "B")
    assert draw.shuffled(range(1, 10), "2008-01-04", "players") == (3, 1, 9, 2, 4, 5, 8, 7, 6)
    assert draw.pick(range(1, 9), "SPT-E1", "first dealer") == 2


def test_the_printed_recipe_gives_the_same_order_by_hand() -> None:
    # The three numbers of "tapete||0", "tapete||1", "tapete||2", as sha256sum prints them.
    numbers = ["e43948c7da0b7841", "5b1c0af79fee7b1f", "f8d4494900d13fdc"]
    assert [sha256(f"tapete||{n}".encode()).hexdigest()[:16] for n in range(3)] == numbers
    assert [int(number, 16) % bound for number, bound in zip(numbers, (4, 3, 2), strict=True)] == [1, 0, 0]
    items = list("ABCD")
    for i, j in ((3, 1), (2, 0), (1, 0)):
        items[i], items[j] = items[j], items[i]
    assert items == ["D", "C", "A", "B"]


def test_another_seed_or_purpose_is_another_draw() -> None:
    nine = range(1, 10)
    drawn = {
        draw.shuffled(nine, seed, purpose) for seed in ("a", "b") for purpose in ("", "seats", "players")
    }
    assert len(drawn) == 6


def test_numbers_that_would_favour_a_seat_are_thrown_away() -> None:
    top = 2**64 - 1
    assert draw.below(3, iter([top, 5])) == 2  # 2^64 mod 3 = 1: the largest number does not count
    assert draw.below(4, iter([top])) == 3  # 2^64 mod 4 = 0: all of them count
    assert draw.below(1, iter([top])) == 0


def test_every_order_of_four_comes_up_about_as_often() -> None:
    seen = Counter(draw.shuffled("ABCD", f"night {n}") for n in range(2400))
    assert set(seen) == set(permutations("ABCD"))
    # 100 each are expected; five standard deviations are about 49.
    assert max(abs(count - 100) for count in seen.values()) < 49


def test_every_player_is_first_dealer_about_as_often_SPT_39() -> None:
    seen = Counter(draw.pick(range(8), f"night {n}", "first dealer") for n in range(1600))
    assert sorted(seen) == list(range(8))
    assert max(abs(count - 200) for count in seen.values()) < 66


@given(st.lists(st.integers(), max_size=30), st.text(max_size=12), st.text(max_size=6))
def test_a_shuffle_loses_and_invents_nobody(items: list[int], seed: str, purpose: str) -> None:
    drawn = draw.shuffled(items, seed, purpose)
    assert sorted(drawn) == sorted(items)
    assert drawn == draw.shuffled(items, seed, purpose)


def test_nothing_cannot_be_drawn_from() -> None:
    assert draw.shuffled([], "x") == ()
    with pytest.raises(RuleError, match="nothing_to_draw"):
        draw.pick([], "x")


def test_seats_of_a_seed_never_change_VIV_10() -> None:
    players = ["Canadá", "Inglaterra", "Letonia", "Irán", "Lituania"]
    assert draw.seats(players, PLACES, "VIV-10") == (
        ("Canadá", (2, 3)),
        ("Irán", (1, 3)),
        ("Inglaterra", (2, 1)),
        ("Letonia", (1, 2)),
        ("Lituania", (2, 2)),
    )


@given(st.integers(1, 5), st.integers(1, 10), st.data(), st.text(max_size=8))
def test_everybody_gets_one_seat_and_tables_are_within_one_player(
    tables: int, size: int, data: st.DataObject, seed: str
) -> None:
    places = [(table, seat) for table in range(1, tables + 1) for seat in range(1, size + 1)]
    entries = list(range(100, 100 + data.draw(st.integers(0, len(places)))))
    drawn = draw.seats(entries, places, seed)
    assert sorted(entry for entry, _ in drawn) == entries
    taken = [place for _, place in drawn]
    assert len(set(taken)) == len(taken)
    assert set(taken) <= set(places)
    sizes = Counter(table for table, _ in taken)
    counts = [sizes[table] for table in range(1, tables + 1)]
    assert max(counts) - min(counts) <= 1


def test_a_small_table_fills_up_and_the_others_take_the_rest() -> None:
    drawn = draw.seats(range(5), [(1, 1), (2, 1), (2, 2), (2, 3), (2, 4)], "x")
    assert Counter(table for _, (table, _) in drawn) == {1: 1, 2: 4}


def test_too_few_seats_and_a_seat_named_twice_are_refused() -> None:
    with pytest.raises(RuleError) as caught:
        draw.seats(range(7), PLACES, "x")
    assert (caught.value.code, caught.value.params) == ("not_enough_seats", {"entries": 7, "seats": 6})
    with pytest.raises(RuleError) as caught:
        draw.seats([1], [(1, 2), (1, 2)], "x")
    assert (caught.value.code, caught.value.params) == ("seat_twice", {"table": 1, "seat": 2})
