"""What is left of the numbered rules of play: the game, the first dealer, blinds, one act at a time."""

from __future__ import annotations

import pytest

from tdapp.rules import forced_bets
from tdapp.rules.betting_line import play
from tdapp.rules.button import Button, first_button, next_button
from tdapp.rules.cards import DECK, RANKS, SUITS, card, cards
from tdapp.rules.draw import pick
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.presets import san_antonio
from tests.rules.lines import line, live, on, start

SPT, SAN_ANTONIO, SISTEMA = PRESETS["spt"], PRESETS["san_antonio"], PRESETS["sistema"]


def test_spt_is_holdem_without_a_limit_SPT_01() -> None:
    assert SPT.game == "holdem"
    told = start(1, 2, 3, blinds=(25, 50), button=Button(3, 2, 1), stacks={3: 2000})
    may = line(told, house=SPT).options
    assert may is not None
    assert (may.seat, may.least, may.most) == (3, 100, 2000)
    assert live(line(told, "3 r 2000", house=SPT))[3] == 2000


def test_the_first_dealer_is_by_lot_and_the_blinds_follow_to_his_left_SA_03() -> None:
    players = (1, 2, 4, 5)
    dealers = {pick(players, str(seed), "dealer") for seed in range(60)}
    assert dealers == set(players)
    here = first_button(players, 4, SAN_ANTONIO.direction, SAN_ANTONIO.heads_up_button)
    assert here == Button(4, 5, 1)


def test_the_dealers_chip_moves_to_the_next_player_on_the_left_SA_04() -> None:
    here = Button(1, 2, 3)
    for expected in (Button(2, 3, 4), Button(3, 4, 1), Button(4, 1, 2), Button(1, 2, 3)):
        here = next_button(here, (1, 2, 3, 4), rule=SAN_ANTONIO.button_rule, direction=SAN_ANTONIO.direction)
        assert here == expected


def test_blinds_rise_every_twenty_minutes_and_the_small_one_is_half_SA_06_SA_10() -> None:
    levels = san_antonio().schedule.levels
    assert [level.seconds for level in levels] == [20 * 60] * 10
    assert [(level.sb, level.bb) for level in levels[:3]] == [(1, 2), (2, 4), (3, 6)]
    assert all(2 * level.sb == level.bb for level in levels)


def test_left_of_the_button_posts_half_and_the_next_the_big_blind_SIS_20() -> None:
    here = first_button((2, 5, 7, 9), 5, SISTEMA.direction)
    level = Level(550, 1100, 100, ante_form="per_player")
    posted = {seat: forced_bets.posted(seat, 5000, here, level, SISTEMA).live for seat in (2, 5, 7, 9)}
    assert posted == {2: 100, 5: 100, 7: 650, 9: 1200}


def test_a_full_deck_of_52_cards_and_no_wild_card_VIV_12() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert set(DECK) == {rank + suit for rank in RANKS for suit in SUITS}
    for none in ("joker", "*", "Xx"):
        with pytest.raises(RuleError) as caught:
            card(none)
        assert caught.value.code == "card_unknown"
    with pytest.raises(RuleError):
        cards("AhAdAsAc" + "Ah")  # five aces


def test_a_raise_is_one_motion_then_the_next_one_speaks_SIS_05() -> None:
    here = line(start(1, 2, 3, blinds=(10, 20)), "1 r 60", house=SISTEMA)
    assert here.turn == 2
    again = Act(0, 1, "raise", 120)
    assert [(one.code, one.params) for one in here.breaches(again)] == [
        ("not_in_turn", {"seat": 1, "turn": 2}),
        ("raise_not_open", {"seat": 1}),
    ]


def test_what_was_announced_is_counted_exactly_and_stands_SIS_07() -> None:
    here = line(start(1, 2, 3, blinds=(10, 20)), "1 r 60", "2 f", house=SISTEMA)
    done = here.done[0]
    assert (done.kind, done.added, done.to, done.raised) == ("raise", 60, 60, 40)
    with pytest.raises(RuleError) as caught:
        here.after(Act(0, 2, "call"))
    assert caught.value.code == "seat_has_folded"
    # The next act leaves what was put in as it is.
    assert live(on(here, "3 c")) == {1: 60, 2: 10, 3: 60}
    assert play(here.start, here.acts, SISTEMA).parts == here.parts
