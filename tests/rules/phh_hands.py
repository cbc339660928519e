"""Random hands that pokerkit plays and writes, for the tests of PHH."""

from __future__ import annotations

from random import Random
from typing import Any

GAMES = ("NT", "FT", "NS", "PO")


def pokerkit_hand(seed: int, variant: str) -> tuple[Any, Any, Any]:
    """(game, final state, hand history) of a hand played at random; pokerkit is imported here (0.7 s)."""
    import pokerkit
    from pokerkit import Automation, HandHistory, Mode

    random = Random(f"{variant}{seed}")
    count = random.randint(2, 7)
    ante = random.choice((0, 0, 25))
    antes = random.choice(((ante,) * count, (0, 100, *(0,) * (count - 2))))
    trimming = len(set(antes)) == 1
    stacks = [random.choice((random.randint(30, 400), random.randint(400, 5000))) for _ in range(count)]
    kinds = {
        "NT": pokerkit.NoLimitTexasHoldem,
        "FT": pokerkit.FixedLimitTexasHoldem,
        "NS": pokerkit.NoLimitShortDeckHoldem,
        "PO": pokerkit.PotLimitOmahaHoldem,
    }
    bets = (100, 200) if variant == "FT" else (100,)
    automations = tuple(one for one in Automation if one not in (Automation.HOLE_CARDS_SHOWING_OR_MUCKING,))
    game = kinds[variant](automations, trimming, antes, (50, 100), *bets, mode=Mode.CASH_GAME)
    state_random = random.getstate()
    import random as shared  # pokerkit shuffles with the module's own generator

    shared.seed(f"{variant}{seed}")
    random.setstate(state_random)
    state = game(stacks, count)
    while state.status:
        if state.showdown_index is not None:
            state.show_or_muck_hole_cards(None if random.random() < 0.7 else state.all_in_status or None)
            continue
        if state.actor_index is None:
            break
        _act(state, random)
    return game, state, HandHistory.from_game_state(game, state)


def _act(state: Any, random: Random) -> None:
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    roll = random.random()
    if roll < 0.18 and state.can_fold() and state.checking_or_calling_amount:
        state.fold()
    elif roll < 0.5 and least is not None:
        to = most if random.random() < 0.35 else random.randint(least, min(most, least * 3))
        state.complete_bet_or_raise_to(to)
    else:
        state.check_or_call()
