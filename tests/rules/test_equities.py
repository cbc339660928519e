"""Chances of an all-in: the fast values agree with the ranking, and the counts with known ones (TDA 2.7)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from pokerkit import StandardHighHand

from tdapp.rules.cards import DECK
from tdapp.rules.cards import cards as split
from tdapp.rules.equities import Equity, Odds, count, countable, every, how_many, unseen
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.ranking import standard

HOLDEM = HouseRules()
OMAHA = replace(HOLDEM, game="omaha")


def odds(hands: dict[int, str], board: str, house: HouseRules = HOLDEM, *pots: tuple[int, ...]) -> Odds[int]:
    """Every run-out counted."""
    held = {seat: split(cards) for seat, cards in hands.items()}
    shown = split(board)
    runouts = every(unseen(held, shown), shown)
    return count(held, shown, runouts, house, pots or [tuple(hands)], exact=True)


def winners(hands: dict[int, str], board: str, house: HouseRules) -> tuple[int, ...]:
    """Who wins on a whole board."""
    chances = odds(hands, board, house).pots[0]
    return tuple(seat for seat, equity in chances.items() if equity.wins or equity.ties)


@pytest.mark.parametrize("wheel", ["yes", "no"])
@pytest.mark.parametrize(("game", "held"), [("holdem", 2), ("omaha", 4)])
@pytest.mark.parametrize("ranks", ["23456789TJQKA", "2345A"])
def test_the_fast_values_rank_as_the_ranking_does_SPT_45_VIV_41(
    game: str, held: int, wheel: str, ranks: str
) -> None:
    house = replace(HOLDEM, game=game, wheel=wheel)
    deck = [card for card in DECK if card[0] in ranks]
    chance = random.Random(f"{game} {wheel} {ranks}")
    for _ in range(400):
        drawn = chance.sample(deck, 5 + 3 * held)
        board = "".join(drawn[:5])
        hands = {seat: "".join(drawn[5 + held * seat : 5 + held * (seat + 1)]) for seat in range(3)}
        values = {
            seat: standard(cards, board, wheel=wheel == "yes", from_hand=2 if game == "omaha" else None)
            for seat, cards in hands.items()
        }
        best = max(values.values())
        expected = tuple(seat for seat, value in values.items() if value == best)
        assert winners(hands, board, house) == expected, (hands, board)


def test_aces_beat_kings_on_the_turn_in_all_but_two_run_outs() -> None:
    found = odds({1: "AhAd", 2: "KhKd"}, "2c7d9sJs")
    assert found.runouts == 44
    assert found.pots[0] == {1: Equity(42, 0, Fraction(21, 22)), 2: Equity(2, 0, Fraction(1, 22))}


def test_a_flush_draw_with_two_overcards_has_so_many_outs_on_the_turn() -> None:
    """Nine hearts, and three aces and three kings of other suits: 15 of 44."""
    found = odds({1: "AhKh", 2: "9c9d"}, "2h7hTs4c")
    assert found.pots[0][1] == Equity(15, 0, Fraction(15, 44))


def test_the_same_hand_in_other_suits_is_mostly_shared() -> None:
    found = odds({1: "AhKd", 2: "AcKs"}, "2c7d9sJs")
    assert found.pots[0] == {1: Equity(0, 44, Fraction(1, 2)), 2: Equity(0, 44, Fraction(1, 2))}
    found = odds({1: "AhKd", 2: "AcKs"}, "2s7s9sJd")
    assert found.pots[0][2] == Equity(9, 35, Fraction(53, 88))


def test_the_flop_agrees_with_an_enumeration_by_pokerkit() -> None:
    hands, board = {1: "AhKh", 2: "9c9d"}, "2h7hTs"
    left = unseen({seat: split(cards) for seat, cards in hands.items()}, split(board))
    tally = {1: 0, 2: 0, 0: 0}
    for turn, river in combinations(left, 2):
        mine, theirs = (StandardHighHand.from_game(cards, board + turn + river) for cards in hands.values())
        tally[1 if mine > theirs else 2 if theirs > mine else 0] += 1
    found = odds(hands, board)
    assert found.runouts == 990 == sum(tally.values())
    assert (found.pots[0][1].wins, found.pots[0][2].wins, found.pots[0][1].ties) == tuple(tally.values())


def test_each_pot_is_counted_among_its_own_contenders_TDA_2_7() -> None:
    """Seat 1 is in the main pot only: in the side pot his aces stand in nobody's way."""
    found = odds({1: "AhAd", 4: "KhKd", 7: "QhQd"}, "2c7d9sJs", HOLDEM, (1, 4, 7), (4, 7))
    main, side = found.pots
    assert [main[seat].wins for seat in (1, 4, 7)] == [38, 2, 2]
    assert {seat: side[seat].wins for seat in side} == {4: 40, 7: 2}
    assert sum(equity.share for equity in main.values()) == sum(e.share for e in side.values()) == 1


def test_omaha_counts_two_cards_of_the_hand() -> None:
    """Four hearts on the board and one in the hand are no flush."""
    found = odds({1: "AhKsQc2d", 2: "8h7h3c3d"}, "9hJh5h4s", OMAHA)
    assert found.pots[0][2].wins > found.pots[0][1].wins
    assert winners({1: "AhKsQc2d", 2: "TsTd3c3d"}, "9hJh5h4h8c", OMAHA) == (2,)


@pytest.mark.parametrize(
    "house",
    [
        PRESETS["vivaldi"],
        replace(HOLDEM, suits="vivaldi"),
        replace(HOLDEM, hand_order="flush_above_full"),
        replace(HOLDEM, game="other"),
    ],
)
def test_orders_of_hands_that_are_not_the_common_one_are_refused_VIV_35(house: HouseRules) -> None:
    assert not countable(house)
    with pytest.raises(RuleError) as refused:
        odds({1: "AhAd", 2: "KhKd"}, "2c7d9sJs", house)
    assert refused.value.code == "no_equities"


def test_a_card_that_lies_twice_is_refused_fault_37() -> None:
    with pytest.raises(RuleError) as refused:
        odds({1: "AhAd", 2: "AhKd"}, "2c7d9sJs")
    assert (refused.value.code, refused.value.params) == ("card_twice", {"card": "Ah"})


def test_cards_that_folded_players_held_cannot_come() -> None:
    held = {1: split("AhAd"), 2: split("KhKd")}
    left = unseen(held, split("2c7d9sJs"), dead=split("KcKs"))
    assert how_many(left, split("2c7d9sJs")) == 42
    assert "Kc" not in left
