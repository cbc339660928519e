"""Reading PHH: what a file must be like, and what its hand comes to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act
from tdapp.rules.phh import OTHER_GAMES, Phh
from tdapp.rules.phh_read import read, read_all
from tdapp.rules.phh_results import others, settled, value
from tests.rules.phh_hands import GAMES, pokerkit_hand

HAND = """\
# The hand of the example
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [500, 500, 200]
actions = [
  "d dh p1 QhQd",
  "d dh p2 KhKd",
  "d dh p3 AhAd",
  "p3 cbr 200 # all of it",
  "p1 cbr 500",
  "p2 cc",
  "",
  "p1 sm QhQd",
  "p2 sm KhKd",
  "p3 sm AhAd",
  "d db 2c3d4s",
  "d db 9h",
  "d db Js",
]
players = ["Iran", "Kosovo", "Naval"]
seats = [4, 6, 2]
seat_count = 9
table = 3
hand = 17
event = "Open de Naval"
year = 2008
month = 2
day = 23
time = 21:05:00
time_zone = "Europe/Madrid"
finishing_stacks = [0, 600, 600]
_house = "SPT"
"""


def without(field: str, text: str = HAND) -> str:
    """The text without the line of a field of one line."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(f"{field} ="))


def with_field(field: str, value: str, text: str = HAND) -> str:
    """The text with another value of a field of one line."""
    return without(field, text) + f"{field} = {value}\n"


def acted(*actions: str) -> str:
    """The hand with other actions, without what it came to."""
    head, rest = HAND.split("actions = [")
    listed = ", ".join(f'"{action}"' for action in actions)
    after = rest[rest.index("\n]") + 2 :]
    return without("finishing_stacks", f"{head}actions = [{listed}]{after}")


def refused(text: str) -> tuple[str, dict[str, Any]]:
    """Why a text is refused."""
    with pytest.raises(RuleError) as caught:
        read(text)
    return caught.value.code, caught.value.params


def puts(phh: Phh) -> dict[int, int]:
    return {one.seat: one.put_in for one in phh.players}


def test_a_file_is_read_with_players_seats_stacks_and_what_they_did():
    phh = read(HAND)
    assert (phh.variant, phh.digits, phh.unit, phh.button, phh.seat_count) == ("NT", 0, 100, 2, 9)
    assert [(one.seat, one.name, one.stack, one.blind) for one in phh.players] == [
        (4, "Iran", 500, 50),
        (6, "Kosovo", 500, 100),
        (2, "Naval", 200, 0),
    ]
    assert phh.acts == (Act(0, 2, "raise", 200), Act(0, 4, "raise", 500), Act(0, 6, "call"))
    assert phh.board == ("2c", "3d", "4s", "9h", "Js")
    assert [one.shown for one in phh.players] == [("Qh", "Qd"), ("Kh", "Kd"), ("Ah", "Ad")]
    assert all(one.all_in for one in phh.players)
    assert phh.over
    assert phh.remarks == ()


def test_a_file_says_where_and_when():
    about = read(HAND).about
    assert (about.event, about.table, about.hand) == ("Open de Naval", "3", "17")
    assert (about.date, about.time, about.time_zone) == ((2008, 2, 23), "21:05:00", "Europe/Madrid")
    assert about.extra == {"_house": "SPT"}


def test_the_pots_are_ours_and_agree_with_the_file_S03():
    result = settled(read(HAND))
    assert [(pot.amount, pot.winners) for pot in result.layout.pots] == [(600, ()), (600, ())]
    assert result.settlement is not None
    assert [pot.shares for pot in result.settlement.pots] == [((2, 600),), ((6, 600),)]
    assert result.after == {4: 0, 6: 600, 2: 600}
    assert (result.by, result.agrees) == ("cards", True)


def test_a_file_that_ends_with_other_stacks_is_told_apart():
    result = settled(read(with_field("finishing_stacks", "[600, 0, 600]")))
    assert (result.after, result.agrees) == ({4: 0, 6: 600, 2: 600}, False)


def test_where_cards_are_unknown_the_files_own_stacks_say_who_won():
    text = HAND.replace("QhQd", "????").replace("KhKd", "????").replace("AhAd", "????")
    result = settled(read(text))
    assert result.settlement is not None
    assert [pot.winners for pot in result.settlement.pots] == [(2,), (6,)]
    assert (result.by, result.agrees) == ("file", True)


def test_without_cards_and_stacks_the_pots_lack_their_winners():
    text = without("finishing_stacks", HAND.replace("QhQd", "????").replace("KhKd", "????"))
    result = settled(read(text))
    assert (result.settlement, result.lacking) == (None, (0, 1))


def test_winnings_tell_as_well_as_stacks_do():
    text = with_field("winnings", "[0, 600, 600]", without("finishing_stacks"))
    assert settled(read(text)).agrees is True
    assert settled(read(text.replace("[0, 600, 600]", "[600, 0, 600]"))).agrees is False


def test_amounts_with_decimals_are_read_exactly():
    text = acted("p3 cbr 0.75", "p1 f", "p2 f")
    for field, given in (
        ("blinds_or_straddles", "[0.25, 0.5, 0]"),
        ("min_bet", "0.50"),
        ("starting_stacks", "[10.10, 20, 0.75]"),
    ):
        text = with_field(field, given, text)
    phh = read(text)
    assert phh.digits == 2
    assert [one.stack for one in phh.players] == [1010, 2000, 75]
    assert puts(phh) == {4: 25, 6: 50, 2: 75}
    assert settled(phh).after == {4: 985, 6: 1950, 2: 150}


def test_a_stack_that_nobody_knows_is_none():
    phh = read(with_field("starting_stacks", "[inf, 500, 200]", acted("p3 f", "p1 f")))
    assert phh.players[0].stack is None
    assert settled(phh).after == {4: None, 6: 550, 2: 200}


def test_heads_up_the_forced_bets_stand_the_other_way_round():
    phh = read(
        'variant = "NT"\nantes = [0, 25]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n'
        'starting_stacks = [1000, 1000]\nactions = ["p2 cc", "p1 cc"]\n'
    )
    assert [(one.blind, one.ante) for one in phh.players] == [(100, 25), (50, 0)]
    assert phh.button == 2


def test_antes_are_dead_for_everybody_or_count_as_bets_where_they_are_trimmed_S15():
    text = with_field("antes", "[25, 25, 25]", acted("p3 cbr 175", "p1 f", "p2 cc"))
    assert {one.seat: (one.live, one.dead) for one in read(text).players} == {
        4: (50, 25),
        6: (175, 25),
        2: (175, 25),
    }
    trimmed = read(text + "ante_trimming_status = true\n")
    assert {one.seat: (one.live, one.dead) for one in trimmed.players} == {
        4: (75, 0),
        6: (200, 0),
        2: (200, 0),
    }


def test_a_call_costs_what_lies_there_though_the_big_blind_is_short_S12():
    text = with_field("starting_stacks", "[500, 60, 500]", acted("p3 cc", "p1 cc"))
    assert puts(read(text)) == {4: 60, 6: 60, 2: 60}


def test_a_table_played_anticlockwise_comes_back_to_its_own_seats_SPT_10():
    assert read(HAND + '_direction = "anticlockwise"\n').seats == (6, 4, 8)


def test_a_raise_that_most_rules_forbid_is_taken_and_remarked():
    phh = read(acted("p3 cbr 150", "p1 f", "p2 f"))
    assert [(one.code, one.params) for one in phh.remarks] == [
        ("phh_raise_odd", {"p": 3, "to": (150, 0), "at": (1, 7)})
    ]


def test_a_hand_that_is_not_told_to_its_end_is_remarked():
    assert [one.code for one in read(acted("p3 cc")).remarks] == ["phh_unfinished"]


def test_whoever_mucks_wins_nothing():
    shows = ("p1 sm", "p2 sm KhKd", "p3 sm")
    streets = ("d db 2c3d4s", "p1 cc", "p2 cc", "p3 cc", "d db 9h", "p1 cc", "p2 cc", "p3 cc", "d db Js")
    phh = read(acted("p3 cc", "p1 cc", "p2 cc", *streets, "p1 cc", "p2 cc", "p3 cc", *shows))
    assert [one.mucked for one in phh.players] == [True, False, True]
    assert settled(phh).after == {4: 400, 6: 700, 2: 100}


def test_a_file_of_several_hands_is_read_one_by_one():
    both = read_all(f"[1]\n{HAND}\n[2]\n{with_field('hand', '18')}")
    assert [one.about.hand for one in both] == ["17", "18"]
    badugi = with_field("variant", '"FB"')
    with pytest.raises(RuleError) as caught:
        read_all(f"[1]\n{HAND}\n[2]\n{badugi}")
    assert (caught.value.code, caught.value.params) == ("phh_game", {"game": "FB", "nth": 2})


def test_the_ace_begins_a_straight_in_short_deck_and_a_flush_beats_a_full_house():
    wheel = value("NS", ("Ah", "6d"), ("7c", "8s", "9h", "Kd", "Kh"))
    assert wheel is not None
    assert (wheel.category, wheel.ranks) == ("straight", "9")
    flush = value("NS", ("Ah", "6h"), ("7h", "8h", "Th", "Td", "Tc"))
    full = value("NS", ("8d", "8c"), ("7h", "8h", "Th", "Td", "Tc"))
    assert flush is not None
    assert full is not None
    assert full < flush


def test_omaha_takes_two_from_the_hand():
    held, board = ("Ah", "Kd", "2c", "3c"), ("Qh", "Jh", "Th", "9h", "4s")
    best = value("PO", held, board)
    assert best is not None
    assert best.category == "straight"


def test_the_line_of_an_action_is_told_in_a_file_of_several_hands_too():
    second = HAND.replace("p2 cc", "p3 cc")
    with pytest.raises(RuleError) as caught:
        read_all(f"[1]\n{HAND}[2]\n{second}")
    assert caught.value.params["at"] == (6, 14 + HAND.count("\n") + 1)


def test_whatever_is_typed_wrong_a_file_is_read_or_refused():
    random, marks = Random(2008), [*'[]{}",.=#0159-?pdfcbrsAKQ \n', "inf", "nan", "[[", '"p2 cc",', "????"]
    for _case in range(1500):
        at, gone = random.randrange(len(HAND)), random.choice((0, 1, 1, 3, 12))
        text = HAND[:at] + random.choice(("", random.choice(marks))) + HAND[at + gone :]
        try:
            phh = read(text)
            settled(phh)
        except RuleError:
            continue
        assert sum(one.put_in for one in phh.players) <= sum(one.stack or 0 for one in phh.players)


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_every_other_game_is_refused_by_its_name(game: str):
    assert refused(with_field("variant", f'"{game}"')) == ("phh_game", {"game": game})


def test_a_game_that_nobody_knows_is_refused():
    assert refused(with_field("variant", '"XX"')) == ("phh_game_unknown", {"game": "XX"})


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("", "phh_no_hand", {}),
        ("variant = NT", "phh_not_toml", {"line": 1, "column": 11}),
        ("actions = " + "[" * 20_000, "phh_not_toml", {"line": 0, "column": 0}),
        (f"x = {'9' * 10_000}", "phh_not_toml", {"line": 0, "column": 0}),
        ("a." * 900_000 + "b = 1", "phh_not_toml", {"line": 0, "column": 0}),
        ('"a" . ' * 300_000 + "b = 1", "phh_not_toml", {"line": 0, "column": 0}),
        ("x" * 2_000_001, "phh_too_long", {"most": 2_000_000}),
        (without("antes"), "phh_field_missing", {"field": "antes"}),
        (without("variant"), "phh_field_missing", {"field": "variant"}),
        (without("min_bet"), "phh_field_missing", {"field": "min_bet"}),
        (with_field("antes", "[0, 0]"), "phh_counts_differ", {"field": "antes", "players": 3, "given": 2}),
        (with_field("antes", "0"), "phh_field_wrong", {"field": "antes"}),
        (with_field("antes", "[-1, 0, 0]"), "phh_amount_unreadable", {"field": "antes"}),
        (with_field("antes", "[nan, 0, 0]"), "phh_amount_unreadable", {"field": "antes"}),
        (with_field("antes", "[true, 0, 0]"), "phh_amount_unreadable", {"field": "antes"}),
        (with_field("antes", "[1e99, 0, 0]"), "phh_amount_unreadable", {"field": "antes"}),
        (with_field("antes", "[1e99999999, 0, 0]"), "phh_amount_unreadable", {"field": "antes"}),
        (with_field("antes", "[1e-99999999, 0, 0]"), "phh_amount_unreadable", {"field": "antes"}),
        (with_field("antes", "[0.0000001, 0, 0]"), "phh_amount_unreadable", {"field": "antes"}),
        (with_field("starting_stacks", "[0, 1, 1]"), "phh_amount_unreadable", {"field": "starting_stacks"}),
        (with_field("starting_stacks", "[1]"), "phh_players", {"players": 1, "most": 22}),
        (
            with_field("players", '["a", "b"]'),
            "phh_counts_differ",
            {"field": "players", "players": 3, "given": 2},
        ),
        (with_field("players", "[1, 2, 3]"), "phh_field_wrong", {"field": "players"}),
        (with_field("players", '["a", "b", "\\u0000"]'), "phh_field_wrong", {"field": "players"}),
        (with_field("seats", "[1, 1, 2]"), "phh_field_wrong", {"field": "seats"}),
        (with_field("seat_count", "5"), "phh_field_wrong", {"field": "seat_count"}),
        (with_field("seat_count", "2", without("seats")), "phh_field_wrong", {"field": "seat_count"}),
        (with_field("ante_trimming_status", "1"), "phh_field_wrong", {"field": "ante_trimming_status"}),
        (with_field("year", '"2008"'), "phh_field_wrong", {"field": "year"}),
    ],
)
def test_a_file_with_a_fault_is_refused_with_what_is_wrong(text: str, code: str, params: dict[str, Any]):
    assert refused(text) == (code, params)


@pytest.mark.parametrize(
    ("actions", "code", "params"),
    [
        (["p1 f"], "phh_not_in_turn", {"p": 1, "turn": 3}),
        (["p3 dance"], "phh_action_unknown", {"action": "p3 dance"}),
        (["x3 f"], "phh_action_unknown", {"action": "x3 f"}),
        (["p9 f"], "phh_player_unknown", {"action": "p9 f"}),
        (["p3 cbr 100"], "phh_not_above", {"to": (100, 0), "highest": (100, 0)}),
        (["p3 cbr 900"], "phh_above_stack", {"to": (900, 0), "most": (200, 0)}),
        (["d dh p1 Ahh"], "phh_card_unknown", {"card": "Ahh"}),
        (["d dh p1 AhKh", "d dh p2 AhQh"], "phh_card_twice", {"card": "Ah"}),
        (["d dh p1 AhKh", "d dh p1 Qh"], "phh_cards_too_many", {}),
        (["d db AhKhQh"], "phh_board_too_soon", {}),
        (
            ["p3 f", "p1 cbr 500", "p2 cc", "d db AhKhQh", "d db Jh", "d db Th", "d db 9h"],
            "phh_cards_too_many",
            {},
        ),
        (["p3 f", "p1 f", "p2 f"], "phh_betting_over", {"p": 2}),
        (["p3 sm"], "phh_shows_too_soon", {"p": 3}),
        (["p3 f", "p1 f", "p1 sm"], "phh_folded_shows", {"p": 1}),
    ],
)
def test_an_act_that_cannot_be_is_refused_with_its_place(
    actions: list[str], code: str, params: dict[str, Any]
):
    assert refused(acted(*actions)) == (code, params | {"at": (len(actions), 7)})


def test_an_amount_inside_an_action_that_cannot_be_read_is_refused():
    assert refused(acted("p3 cbr 1e3")) == ("phh_amount_unreadable", {"field": "actions"})


def test_a_card_that_short_deck_does_not_have_is_refused():
    text = with_field("variant", '"NS"', acted("d dh p1 2h3h"))
    assert refused(text)[0] == "phh_card_unknown"


def test_the_line_of_an_action_is_told_where_each_has_its_own():
    code, params = refused(HAND.replace("p2 cc", "p3 cc"))
    assert (code, params) == ("phh_not_in_turn", {"p": 3, "turn": 2, "at": (6, 13)})


@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
@pytest.mark.parametrize("game", GAMES)
def test_random_hands_that_pokerkit_writes_settle_to_its_stacks(game: str):
    """But for odd chips (RULES 3.2, end): pokerkit hands all of a pot's to the first winner."""
    for seed in range(100):
        _game, state, history = pokerkit_hand(seed, game)
        phh = read(history.dumps())
        theirs = list(state.stacks)
        paid = others(phh)
        assert paid is not None, seed
        assert [(one.stack or 0) - one.put_in + paid[one.seat] for one in phh.players] == theirs, seed
        result = settled(phh)
        ours = [result.after[one.seat] for one in phh.players]
        assert result.settlement is not None, seed
        odd = sum(pot.amount % len(pot.winners) for pot in result.settlement.pots)
        differ = sum(abs((a or 0) - b) for a, b in zip(ours, theirs, strict=True))
        assert differ <= 2 * odd, seed
