"""One sample of parameters for each refusal and remark of Poker Hand History files."""

from __future__ import annotations

from typing import Any

REFUSED: dict[str, list[dict[str, Any]]] = {
    "phh_above_stack": [{"to": (5000, 0), "most": (2000, 0)}],
    "phh_action_unknown": [{"action": "p1 dance"}],
    "phh_amount_unreadable": [{"field": "antes"}, {"field": "actions"}],
    "phh_betting_over": [{"p": 3}],
    "phh_board_too_soon": [{}],
    "phh_card_twice": [{"card": "Ah"}],
    "phh_card_unknown": [{"card": "Xx"}],
    "phh_cards_too_many": [{}],
    "phh_counts_differ": [{"field": "antes", "players": 6, "given": 5}],
    "phh_field_missing": [{"field": "actions"}],
    "phh_field_wrong": [{"field": "actions"}],
    "phh_folded_shows": [{"p": 3}],
    "phh_game": [{"game": "FO/8"}, {"game": "FB"}],
    "phh_game_not_written": [{"game": "five_card_draw"}, {"game": "other"}],
    "phh_game_unknown": [{"game": "XY"}],
    "phh_no_hand": [{}],
    "phh_no_line": [{}],
    "phh_not_above": [{"to": (100, 0), "highest": (200, 0)}],
    "phh_not_in_turn": [{"p": 3, "turn": 2}],
    "phh_not_toml": [{"line": 4, "column": 7}, {"line": 0, "column": 0}],
    "phh_player_unknown": [{"action": "p9 f"}],
    "phh_players": [{"players": 30, "most": 22}],
    "phh_shows_too_soon": [{"p": 3}],
    "phh_too_long": [{"most": 2_000_000}],
    "phh_too_many_actions": [{"most": 1000}],
    "phh_too_many_hands": [{"most": 1000}],
}
REMARKED: dict[str, list[dict[str, Any]]] = {
    "phh_cards_missing": [{}],
    "phh_finishing_sum": [{}],
    "phh_least_bet": [{"to": (40, 0)}],
    "phh_line_made": [{}],
    "phh_line_replaced": [{}],
    "phh_other_stacks": [{}],
    "phh_raise_odd": [{"p": 3, "to": (150, 2), "at": (7, 23)}, {"p": 3, "to": (150, 0), "at": (7, 0)}],
    "phh_unfinished": [{}],
}
