"""One sample of parameters for each refusal of a hand's cards and bets."""

from __future__ import annotations

from typing import Any

REFUSED: dict[str, list[dict[str, Any]]] = {
    "act_of_other_street": [{"street": 0, "now": 1}],
    "act_unknown": [{"kind": "dance"}],
    "all_in_below_stack": [{"seat": 3, "to": 900, "most": 1000}],
    "all_in_unknown": [{}],
    "all_in_without_amount": [{"seat": 3}],
    "board_not_of_game": [{"given": 2}],
    "cards_not_of_game": [{"seat": 3, "given": 4, "needed": 2}],
    "cards_say_otherwise": [
        {"pot": 0, "seats": (3,), "overrule": True},
        {"pot": 1, "seats": (3, 5), "overrule": True},
        {"pot": 0, "seats": (3,), "entries": ("entry",), "overrule": True},
        {"pot": 1, "seats": (3, 5), "entries": ("entry", "other"), "overrule": True},
    ],
    "paid_for_unbalanced": [{"chips": 100}],
    "suits_decide": [{"pot": 0, "overrule": True}],
    "bet_above_stack": [{"to": 5000, "most": 2000}],
    "bet_not_above": [{"to": 200, "highest": 300, "overrule": True}],
    "bet_not_in_steps": [{"to": 250, "step": 100, "overrule": True}],
    "check_facing_bet": [{"price": 300, "overrule": True}],
    "hand_bet_out": [{}],
    "line_too_long": [{"most": 400}],
    "line_unreadable": [{}],
    "no_equities": [{}],
    "nobody_to_answer": [{"overrule": True}],
    "notation_amount": [{"piece": "3 ai 12x", "amount": "12x"}],
    "notation_cards": [{"piece": "b AhXx"}],
    "notation_seat": [{"piece": "5 c", "seat": 5}],
    "notation_too_long": [{"piece": "3 ai 00000", "most": 1000}],
    "notation_twice": [{"piece": "3 c"}],
    "notation_unreadable": [{"piece": "x 7"}],
    "not_in_turn": [{"seat": 2, "turn": 1, "overrule": True}],
    "nothing_to_call": [{"overrule": True}],
    "raise_not_open": [{"seat": 3, "overrule": True}],
    "raise_too_small": [{"to": 500, "least": 600, "overrule": True}],
    "seat_all_in": [{"seat": 3}],
    "seat_has_folded": [{"seat": 3}],
    "seat_not_in_hand": [{"seat": 9}],
    "street_over": [{}],
}
