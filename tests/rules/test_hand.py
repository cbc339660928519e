"""A whole hand by its cards: the 48 examples of RULES 3.2, the cards that are known, what is asked.

The chips are those of ``test_pots``; here each rank of an example is a hand of real cards.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.rules.cards import cards
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.hand import Hand, HandResult, Part, settle
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.pots import Contribution
from tests.rules.test_pots import EXAMPLES, chips, refusal, seats

TDA, SPT, SAN_ANTONIO = PRESETS["tda"], PRESETS["spt"], PRESETS["san_antonio"]
VIVALDI = PRESETS["vivaldi"]

BOARD = cards("Ac Jd 9h 6s 3c")
BEST = ("AhKh", "AdKd", "AsKs")
"""Three equal hands on that board: a pair of aces with the king."""
BELOW = ("QhQd", "ThTd", "8h8d", "7h7d", "5h5d", "4h4d")
"""Each lower than the one before."""
DRAWN_BEST = "KdKh9s5c2h"
DRAWN_BELOW = ("KsKc9d5h2d", "QsQc8d5s2s", "JsJcTd7h3h")
"""Five cards of a draw game, each lower than the one before; the first two differ by their suits alone."""


def held(given: list[Contribution[str]], best: tuple[str, ...], below: tuple[str, ...]) -> dict[str, str]:
    """Cards that stand to each other as the ranks of the example do."""
    first = iter(best)
    return {one.seat: next(first) if one.rank == 1 else below[one.rank - 2] for one in given if one.rank}


def dealt(
    number: str, house: HouseRules, *, clockwise: bool = True, turned: int = 0
) -> tuple[dict[str, int], Hand]:
    """An example with real cards: name → seat, and the hand, its odd-chip order that of RULES 3.2.

    The last player named has the button; ``turned`` moves everybody that many seats on.
    """
    given = seats(EXAMPLES[number][0])
    draw = house.game == "five_card_draw"
    known = held(given, (DRAWN_BEST,) if draw else BEST, DRAWN_BELOW if draw else BELOW)
    many = len(given)
    numbers = range(many) if clockwise else range(many, 0, -1)
    places = {one.seat: (at + turned) % many + 1 for one, at in zip(given, numbers, strict=True)}
    parts = tuple(
        Part(
            places[one.seat],
            one.live,
            one.dead,
            folded=one.out,
            forfeit=one.forfeit,
            cards=cards(known.get(one.seat, "")),
        )
        for one in given
    )
    hand = Hand(places[given[-1].seat], parts, () if draw else BOARD, unit=EXAMPLES[number][4].get("unit", 1))
    return places, hand


def house_of(number: str) -> HouseRules:
    """The sheet that pays odd chips as the example does, in its direction of play."""
    nearest = EXAMPLES[number][4].get("odd_chip") == "all_to_nearest"
    return SAN_ANTONIO if nearest else TDA


def paid(done: HandResult, places: dict[str, int]) -> dict[str, int]:
    """Name → chips received."""
    assert done.settlement is not None
    names = {seat: name for name, seat in places.items()}
    return {names[seat]: figure for seat, figure in done.settlement.received.items()}


# -- the 48 examples -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", EXAMPLES)
def test_an_example_of_rules_3_2_is_settled_by_its_cards(number: str) -> None:
    house = VIVALDI if number in ("S41", "S42", "S43", "S44", "S45") else house_of(number)
    text, amounts, returned, received, _options = EXAMPLES[number]
    places, hand = dealt(number, house, clockwise=house.direction == "clockwise")
    done = settle(hand, house)
    assert [pot.amount for pot in done.layout.pots] == amounts
    assert {seat: figure for seat, figure in done.layout.returned.items() if figure} == {
        places[name]: figure for name, figure in chips(returned).items()
    }
    assert paid(done, places) == chips(received), text
    assert (done.lacking, done.questions, done.warnings) == ((), (), ())
    assert sum(done.gains.values()) == 0


@pytest.mark.parametrize("turned", [1, 3])
@pytest.mark.parametrize("number", EXAMPLES)
def test_an_example_anticlockwise_and_at_other_seats_pays_the_same(number: str, turned: int) -> None:
    house = replace(house_of(number), direction="anticlockwise")
    places, hand = dealt(number, house, clockwise=False, turned=turned)
    assert paid(settle(hand, house), places) == chips(EXAMPLES[number][3])


@pytest.mark.parametrize("number", EXAMPLES)
def test_an_example_whose_winners_are_named_pays_the_same_without_cards(number: str) -> None:
    house = house_of(number)
    places, hand = dealt(number, house)
    named = settle(hand, house).winners
    blank = replace(
        hand, board=(), parts=tuple(replace(part, cards=()) for part in hand.parts), winners=named
    )
    done = settle(blank, house)
    assert paid(done, places) == chips(EXAMPLES[number][3])
    assert (done.values, set(done.by_cards)) == ({}, {None} if done.by_cards else set())


def test_the_short_hand_takes_the_main_pot_and_the_kings_the_side_pot_S03() -> None:
    parts = (
        Part(1, 200, all_in=True, cards=cards("AhAd")),
        Part(2, 500, cards=cards("KhKd")),
        Part(3, 500, cards=cards("QhQd")),
    )
    done = settle(Hand(3, parts, cards("2c 3d 4s 9h Js")), TDA)
    assert [(pot.amount, pot.winners) for pot in done.layout.pots] == [(600, ()), (600, ())]
    assert (done.winners, done.by_cards) == (((1,), (2,)), ((1,), (2,)))
    assert done.gains == {1: 400, 2: 100, 3: -500}
    assert [done.values[seat].category for seat in (1, 2, 3)] == ["pair", "pair", "pair"]


def test_the_odd_chip_goes_with_the_direction_of_play_SPT_25_S25() -> None:
    # Seats 1-4 clockwise, button 4; SPT plays 3, 2, 1.  Seats 1 and 3 tie for 500 in chips of 100.
    parts = (
        Part(1, 200, cards=cards("AhKh")),
        Part(2, 100, folded=True),
        Part(3, 200, cards=cards("AdKd")),
        Part(4, 0, folded=True),
    )
    hand = Hand(4, parts, BOARD, unit=100)
    assert settle(hand, SPT).settlement.received == {3: 300, 1: 200}  # type: ignore[union-attr]
    assert settle(hand, TDA).settlement.received == {1: 300, 3: 200}  # type: ignore[union-attr]


def test_two_odd_chips_as_the_house_gives_them_SA_18_SIS_13_S29_S30() -> None:
    _places, hand = dealt("S29", TDA)
    received = {}
    for name in ("tda", "san_antonio", "sistema"):
        settlement = settle(hand, PRESETS[name]).settlement
        received[name] = dict(settlement.received) if settlement else {}
    assert received == {
        "tda": {1: 400, 2: 400, 3: 300},
        "san_antonio": {1: 500, 2: 300, 3: 300},
        "sistema": {1: 500, 2: 300, 3: 300},
    }


def test_the_button_at_an_empty_seat_starts_the_odd_chips_after_it_S31() -> None:
    parts = (Part(2, 100, folded=True), Part(5, 200, cards=cards("AhKh")), Part(8, 200, cards=cards("AdKd")))
    dead_button = Hand(6, parts, BOARD, unit=100)
    assert settle(dead_button, TDA).gains == {2: -100, 5: 0, 8: 100}
    assert settle(dead_button, SPT).gains == {2: -100, 5: 100, 8: 0}


# -- Vivaldi's hands -------------------------------------------------------------------------------------


def test_the_dealer_who_forgot_the_ante_pays_four_of_them_S43_VIV_15() -> None:
    """A and B put in 300 each, of which D paid 100; C's and D's antes of 100 are D's too."""
    parts = (
        Part(4, 300, cards=cards("AsAh9d5c2h"), for_him=100),
        Part(3, 300, cards=cards("KsKh9c5h2d"), for_him=100),
        Part(2, 100, folded=True, for_him=100),
        Part(1, 100, folded=True, for_him=-300),
    )
    done = settle(Hand(1, parts), VIVALDI)
    assert [pot.amount for pot in done.layout.pots] == [800]
    assert paid(done, {"A": 4, "B": 3, "C": 2, "D": 1}) == {"A": 800}
    assert done.gains == {4: 600, 3: -200, 2: 0, 1: -400}
    assert [part.outlay for part in parts] == [200, 200, 0, 400]


@pytest.mark.parametrize(("dealer", "over"), [(0, 100), (-200, -100)])
def test_what_the_dealer_paid_is_what_the_others_got_paid_S43(dealer: int, over: int) -> None:
    parts = (Part(1, 100, for_him=100), Part(2, 100, folded=True, for_him=dealer))
    refused = refusal(Hand(2, parts), VIVALDI, act=settle)
    assert (refused.code, refused.params) == ("paid_for_unbalanced", {"chips": over})


def test_between_equal_pairs_the_suit_decides_and_no_pot_is_split_S45_VIV_36() -> None:
    parts = (
        Part(4, 800, cards=cards("JdJhTc5s3d")),
        Part(3, 800, cards=cards("JsJcTd5h3h")),
        Part(2, 100, folded=True),
        Part(1, 100, folded=True),
    )
    done = settle(Hand(1, parts, unit=100), VIVALDI)
    assert (done.winners, done.gains[4], done.questions) == (((4,),), 1000, ())
    without_suits = settle(Hand(1, parts, unit=100), replace(VIVALDI, suits="never"))
    assert (without_suits.winners, without_suits.gains) == (((4, 3),), {4: 100, 3: 100, 2: -100, 1: -100})


@pytest.mark.parametrize(
    ("called", "hand_value", "winner"),
    [
        ("", "called", 4),
        ("full_house", "called", 4),
        ("two_pair", "called", 3),  # three kings would win, two pair lose to three tens
        ("four", "called", 4),  # nobody calls up: it is still the full
        ("two_pair", "cards_speak", 4),
    ],
)
def test_the_called_hand_is_the_one_that_counts_VIV_21(called: str, hand_value: str, winner: int) -> None:
    parts = (
        Part(4, 500, cards=cards("KsKhKd2c2h"), called=called),
        Part(3, 500, cards=cards("TsThTd9c8h")),
        Part(1, 100, folded=True),
    )
    done = settle(Hand(1, parts), replace(VIVALDI, hand_value=hand_value))
    assert done.winners == ((winner,),)
    assert done.gains[winner] == 600


def test_who_holds_fewer_than_five_cards_plays_on_with_them_VIV_30() -> None:
    parts = (Part(2, 300, cards=cards("9s9h4c2d")), Part(1, 300, cards=cards("8s8hAcKdQs")))
    done = settle(Hand(1, parts), VIVALDI)
    assert (done.winners, done.values[2].category) == (((2,),), "pair")


def test_two_winners_where_suits_decide_are_asked_about_VIV_36() -> None:
    hand = Hand(1, (Part(1, 300), Part(2, 300)), winners=((1, 2),))
    (question,) = settle(hand, VIVALDI).questions
    assert (question.code, question.params, question.overrule) == ("suits_decide", {"pot": 0}, True)
    assert settle(hand, TDA).questions == ()
    assert settle(replace(hand, winners=((1,),)), VIVALDI).questions == ()


# -- what is known and what is named ---------------------------------------------------------------------

SHORT = Part(1, 200, all_in=True, cards=cards("AhAd"))
KINGS = Part(2, 500, cards=cards("KhKd"))
QUEENS = Part(3, 500, cards=cards("QhQd"))
THREE = Hand(3, (SHORT, KINGS, QUEENS), cards("2c 3d 4s 9h Js"))


def test_a_winner_against_the_cards_is_asked_about_and_may_be_overruled_RULES_2_7() -> None:
    done = settle(replace(THREE, winners=((1,), (3,))), TDA)
    (question,) = done.questions
    assert (question.code, question.overrule) == ("cards_say_otherwise", True)
    assert question.params == {"pot": 1, "seats": (2,)}
    assert done.by_cards == ((1,), (2,))
    assert done.gains == {1: 400, 2: -500, 3: 100}  # as the director named them


def test_one_of_two_equal_hands_named_alone_is_asked_about() -> None:
    parts = (Part(1, 100, cards=cards("AhKh")), Part(2, 100, cards=cards("AdKd")))
    done = settle(Hand(2, parts, BOARD, winners=((2,),)), TDA)
    assert [question.params for question in done.questions] == [{"pot": 0, "seats": (1, 2)}]
    assert settle(Hand(2, parts, BOARD, winners=((2, 1),)), TDA).questions == ()


def test_cards_of_only_some_contenders_leave_the_pot_without_winner() -> None:
    unseen = replace(THREE, parts=(replace(SHORT, cards=()), KINGS, QUEENS))
    done = settle(unseen, TDA)
    assert (done.winners, done.by_cards, done.lacking) == (((), (2,)), (None, (2,)), (0,))
    assert (done.settlement, done.gains) == (None, {})
    assert set(done.values) == {2, 3}
    named = settle(replace(unseen, winners=((1,),)), TDA)
    assert (named.winners, named.lacking, named.questions) == (((1,), (2,)), (), ())


@pytest.mark.parametrize(("board", "read"), [("", False), ("2c3d4s", True), ("2c3d4s9h", True)])
def test_a_board_that_is_not_whole_decides_nothing(board: str, read: bool) -> None:
    done = settle(replace(THREE, board=cards(board)), TDA)
    assert (done.by_cards, done.lacking, done.settlement) == ((None, None), (0, 1), None)
    assert bool(done.values) is read


def test_a_pot_with_one_contender_needs_neither_cards_nor_a_winner_SPT_17_S02() -> None:
    parts = (Part(1, 50, folded=True), Part(2, 100, folded=True), Part(3, 600))
    done = settle(Hand(3, parts), TDA)
    assert (done.winners, done.gains, dict(done.layout.returned)) == (
        ((3,),),
        {1: -50, 2: -100, 3: 150},
        {3: 500},
    )


@pytest.mark.parametrize("dead", ["folded", "forfeit"])
def test_the_best_cards_win_nothing_once_they_are_out_F11(dead: str) -> None:
    gone = Part(1, 500, folded=dead == "folded", forfeit=dead == "forfeit", cards=cards("AhAd"))
    done = settle(Hand(3, (gone, KINGS, QUEENS), THREE.board), TDA)
    assert (done.winners, set(done.values)) == (((2,),), {2, 3})
    refused = refusal(Hand(3, (gone, KINGS, QUEENS), THREE.board, winners=((1,),)), TDA, act=settle)
    assert (refused.code, refused.params) == ("winner_folded", {"seat": 1, "pot": 0})


def test_the_ranks_count_among_the_contenders_of_each_pot_F14() -> None:
    parts = (
        Part(1, 50, cards=cards("AhKh")),
        Part(2, 100, cards=cards("QhQd")),
        Part(3, 200, cards=cards("8h8d")),
        Part(4, 200, cards=cards("ThTd")),
    )
    assert settle(Hand(4, parts, BOARD), TDA).winners == ((1,), (2,), (4,))


def test_a_winner_of_the_bet_that_nobody_called_is_not_read_F28() -> None:
    parts = (Part(1, 600, cards=cards("QhQd")), Part(2, 200, cards=cards("ThTd")))
    done = settle(Hand(2, parts, BOARD, winners=((1,), (1,))), TDA)
    assert (done.winners, dict(done.layout.returned), done.gains) == (((1,),), {1: 400}, {1: 200, 2: -200})


def test_chips_that_are_no_whole_chip_are_remarked_and_go_to_the_first_winner() -> None:
    parts = (Part(1, 510, cards=cards("AhKh")), Part(2, 510, cards=cards("AdKd")), Part(3, 100, folded=True))
    done = settle(Hand(3, parts, BOARD, unit=100), TDA)
    assert done.gains == {1: 110, 2: -10, 3: -100}
    assert done.warnings == (Remark("pot_not_in_chips", {"pot": 0, "chips": 20, "unit": 100}),)


# -- other games, and cards that cannot be ---------------------------------------------------------------


def test_omaha_plays_two_of_its_four_cards() -> None:
    parts = (Part(1, 100, cards=cards("AhAdAs2d")), Part(2, 100, cards=cards("KhQh2c3c")))
    done = settle(Hand(2, parts, cards("Th 9h 4h Jd 8s")), replace(TDA, game="omaha"))
    # Two of the three aces, and not the bare ace of hearts with four of the board.
    assert {seat: value.category for seat, value in done.values.items()} == {1: "pair", 2: "flush"}
    assert done.winners == ((2,),)


def test_a_game_that_is_not_ours_is_judged_by_the_director_alone() -> None:
    parts = (Part(1, 100, cards=cards("AhAd")), Part(2, 100, cards=cards("KhKd")))
    done = settle(Hand(2, parts, BOARD), replace(TDA, game="other"))
    assert (done.values, done.by_cards, done.lacking) == ({}, (None,), (0,))


def test_the_board_plays_for_everybody_F34_F35_SPT_02_SA_17_SIS_13() -> None:
    two_pair = (Part(1, 100, cards=cards("8h5h")), Part(2, 100, cards=cards("8c2h")))
    assert settle(Hand(2, two_pair, cards("Ad Jd 3c Qs 3s")), TDA).winners == ((1, 2),)
    flush = (Part(1, 100, cards=cards("2d4c")), Part(2, 100, cards=cards("5sTc")))
    assert settle(Hand(2, flush, cards("3d 6d Td Jd Ad")), TDA).winners == ((1, 2),)


@pytest.mark.parametrize(
    ("first", "second", "board", "winner"),
    [
        ("AhKd", "6s7s", "2d 3c 4h 5s Ts", 2),  # F31: the ace counts low, five-high is below 2-6 and 3-7
        ("Ad2d", "6s9s", "3d 4d 5d 2c Ks", 1),  # F32: a straight flush, be it the lowest
        ("7h7d", "AhAd", "7s 2c 9d Jh Qc", 1),  # F38: three of a kind above a pair
    ],
)
def test_which_hand_is_better_SPT_45_SA_11_F31_F32_F38(
    first: str, second: str, board: str, winner: int
) -> None:
    parts = (Part(1, 100, cards=cards(first)), Part(2, 100, cards=cards(second)))
    assert settle(Hand(2, parts, cards(board)), TDA).winners == ((winner,),)


@pytest.mark.parametrize(
    ("parts", "board", "code", "params"),
    [
        (("7h7d", "7hKd"), "", "card_twice", {"card": "7h"}),
        (("2hKd", "QsQd"), "2h3d4s", "card_twice", {"card": "2h"}),
        (("Ah", "KhKd"), "", "cards_not_of_game", {"seat": 1, "given": 1, "needed": 2}),
        (("AhAd", "KhKdKs"), "", "cards_not_of_game", {"seat": 2, "given": 3, "needed": 2}),
        (("AhAd", "KhKd"), "2c3d", "board_not_of_game", {"given": 2}),
        (("AhAd", "KhKd"), "2c3d4s5h9sTs", "board_not_of_game", {"given": 6}),
    ],
)
def test_cards_that_cannot_be_are_refused_F37(
    parts: tuple[str, ...], board: str, code: str, params: dict[str, object]
) -> None:
    hand = Hand(2, tuple(Part(at, 100, cards=cards(one)) for at, one in enumerate(parts, 1)), cards(board))
    refused = refusal(hand, TDA, act=settle)
    assert (refused.code, refused.params) == (code, params)


def test_a_draw_game_has_no_board_and_no_sixth_card_VIV_30() -> None:
    parts = (Part(1, 100, cards=cards("AhAdKsQs2c9c")), Part(2, 100))
    assert refusal(Hand(2, parts), VIVALDI, act=settle).code == "cards_not_of_game"
    assert refusal(Hand(2, parts[1:], cards("2c3d4s")), VIVALDI, act=settle).code == "board_not_of_game"
    killed = (replace(parts[0], folded=True), parts[1])
    assert settle(Hand(2, killed), VIVALDI).winners == ((2,),)


def test_one_card_of_a_folded_hand_may_be_known() -> None:
    hand = replace(THREE, parts=(*THREE.parts, Part(4, 50, folded=True, cards=cards("As"))))
    assert settle(hand, TDA).winners == ((1,), (2,))


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ((), "no_contributions"),
        ((Part(1, 100, folded=True), Part(2, 50, forfeit=True)), "nobody_left"),
        ((Part(1, -1), Part(2, 1)), "negative_chips"),
    ],
)
def test_a_hand_that_cannot_be_settled_is_refused(parts: tuple[Part, ...], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        settle(Hand(1, parts), TDA)
    assert caught.value.code == code
