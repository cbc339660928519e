"""The chances of an all-in: exact from the flop on, by lot before it, where all cards are known."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from time import perf_counter

import pytest

from tdapp.hands.equities import AllIn, all_in, odds
from tdapp.rules.cards import cards
from tdapp.rules.house import PRESETS, HouseRules

HOLDEM = PRESETS["tda"]
OMAHA = replace(HOLDEM, game="omaha")


def shown(hands: dict[int, str], board: str = "", house: HouseRules = HOLDEM) -> AllIn:
    held = {seat: cards(text) for seat, text in hands.items()}
    found = all_in(held, cards(board), [(1000, tuple(hands))], house)
    assert found is not None
    return found


def per_cent(found: AllIn, house: HouseRules = HOLDEM) -> dict[int, tuple[float, float]]:
    """Seat → per cent won alone and shared."""
    chances = odds(found, house, seed="a seed")
    assert chances is not None
    return {
        seat: (100 * equity.wins / chances.runouts, 100 * equity.ties / chances.runouts)
        for seat, equity in chances.pots[0].items()
    }


@pytest.mark.parametrize(
    ("hands", "won", "tied"),
    [
        # exact: counted over all 1,712,304 run-outs
        ({1: "AhAd", 2: "KhKd"}, (82.36, 17.09), 0.54),
        ({1: "AcAs", 2: "KhKd"}, (81.06, 18.55), 0.38),
        ({1: "AsKs", 2: "QhQd"}, (46.02, 53.59), 0.39),
    ],
)
def test_before_the_flop_the_answer_is_about_right(
    hands: dict[int, str], won: tuple[float, float], tied: float
) -> None:
    found = per_cent(shown(hands))
    assert found[1][0] == pytest.approx(won[0], abs=1)
    assert found[2][0] == pytest.approx(won[1], abs=1)
    assert found[1][1] == found[2][1] == pytest.approx(tied, abs=0.3)
    chances = odds(shown(hands), HOLDEM, seed="a seed")
    assert chances is not None
    assert (chances.exact, chances.runouts) == (False, 20_000)


def test_the_same_seed_gives_the_same_answer_and_another_one_about_the_same() -> None:
    hands = shown({1: "AhAd", 2: "KhKd", 3: "7s6s"})
    first, again, other = (odds(hands, HOLDEM, seed=seed) for seed in ("one", "one", "two"))
    assert first == again
    assert first is not None
    assert other is not None
    assert first != other
    for seat in (1, 2, 3):
        assert float(first.pots[0][seat].share) == pytest.approx(float(other.pots[0][seat].share), abs=0.02)


def test_from_the_flop_on_every_run_out_is_counted() -> None:
    chances = odds(shown({1: "AhKh", 2: "9c9d"}, "2h7hTs4c"), HOLDEM, seed="a seed")
    assert chances is not None
    assert (chances.exact, chances.runouts) == (True, 44)
    assert chances.pots[0][1].share == Fraction(15, 44)
    chances = odds(shown({1: "AhKhQs2s", 2: "9c9d8h8s"}, "2h7hTs", OMAHA), OMAHA, seed="a seed")
    assert chances is not None
    assert (chances.exact, chances.runouts) == (True, 820)


def test_a_whole_board_has_no_chances_left() -> None:
    assert odds(shown({1: "AhKh", 2: "9c9d"}, "2h7hTs4c5c"), HOLDEM, seed="a seed") is None


def test_nothing_is_offered_while_a_contender_shows_no_cards() -> None:
    held = {1: cards("AhAd"), 4: cards("KhKd")}
    assert all_in(held, (), [(600, (1, 4)), (200, (4, 7))], HOLDEM) is None
    assert all_in(held, (), [(600, (1,))], HOLDEM) is None


def test_a_pot_of_one_player_and_the_cards_of_others_play_no_part() -> None:
    held = {1: cards("AhAd"), 4: cards("KhKd"), 9: cards("2s2d")}
    found = all_in(held, (), [(600, (1, 4)), (200, (4,))], HOLDEM, dead=cards("2s2d"))
    assert found == AllIn(((1, ("Ah", "Ad")), (4, ("Kh", "Kd"))), (), ((600, (1, 4)),), ("2s", "2d"))


@pytest.mark.parametrize("settings", [{"suits": "vivaldi"}, {"hand_order": "flush_above_full"}])
def test_no_chances_where_hands_have_another_order_VIV_34_VIV_35(settings: dict[str, str]) -> None:
    house = replace(HOLDEM, **settings)
    assert odds(shown({1: "AhAd", 2: "KhKd"}, "2c7d9s", house), house, seed="a seed") is None


def test_five_card_draw_has_none_VIV_14() -> None:
    held = {1: cards("AhAd2c3c4c"), 4: cards("KhKd5c6c7c")}
    assert all_in(held, (), [(600, (1, 4))], PRESETS["vivaldi"]) is None


def test_three_players_before_the_flop_take_no_noticeable_time() -> None:
    started = perf_counter()
    odds(shown({1: "AhAd", 2: "KhKd", 3: "7s6s"}), HOLDEM, seed="as fast as it goes")
    assert perf_counter() - started < 3  # 0.1 s on a quiet machine
