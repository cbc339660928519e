"""One sample of parameters for each refusal of a hand's cards and bets."""

from __future__ import annotations

from typing import Any

REFUSED: dict[str, list[dict[str, Any]]] = {
    "bet_above_stack": [{"to": 5000, "most": 2000}],
    "bet_not_above": [{"to": 200, "highest": 300, "overrule": True}],
    "bet_not_in_steps": [{"to": 250, "step": 100, "overrule": True}],
    "check_facing_bet": [{"price": 300, "overrule": True}],
    "not_in_turn": [{"seat": 2, "turn": 1, "overrule": True}],
    "nothing_to_call": [{"overrule": True}],
    "raise_not_open": [{"seat": 3, "overrule": True}],
    "raise_too_small": [{"to": 500, "least": 600, "overrule": True}],
    "seat_has_folded": [{"seat": 3}],
    "seat_not_in_hand": [{"seat": 9}],
    "street_over": [{}],
}
