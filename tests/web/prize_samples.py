"""Real parameters for every code of a refusal or remark about fixed and special prizes."""

from __future__ import annotations

from typing import Any

ENTRY = "entry"

REFUSED: dict[str, list[dict[str, Any]]] = {
    "prizes_fixed_already": [{}],
    "prize_not_fixed": [{"place": 3}],
    "special_prize_unknown": [{"kind": "worst_hand"}],
    "special_prize_empty": [{}],
    "special_prize_without_place": [{}],
    "special_prize_voided": [{}],
    "special_prize_given": [{"entry": ENTRY}],
    "special_prize_not_given": [{}],
    "registration_open": [{}],
    "no_such_fund": [{"fund": "cena"}],
}

REMARKED: dict[str, list[dict[str, Any]]] = {
    "prizes_rise": [{"place": 2, "amount": 3000, "above": 2000}],
    "prizes_to_lock": [{"owed": 1000}, {"owed": 0}],
    "prize_handed_too_much": [
        {"entry": ENTRY, "handed": 5000, "amount": 2000, "over": 3000},
        {"entry": ENTRY, "handed": 5000, "amount": 0, "over": 5000},
    ],
    "prize_zero": [{"place": 3}],
    "locked_place_unpaid": [{"place": 2, "places": 1}, {"place": 5, "places": 3}],
}
