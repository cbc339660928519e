"""Real parameters for every code of a refusal or remark about money."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

ENTRY, OTHER = "entry", "other"
CLOSED = datetime(2008, 1, 5, 0, 40, tzinfo=UTC)


def sale(**params: Any) -> list[dict[str, Any]]:
    """The same reason for each kind of purchase."""
    return [{"kind": kind, **params, "overrule": True} for kind in ("rebuy", "add_on", "re_entry", "buy_in")]


REFUSED: dict[str, list[dict[str, Any]]] = {
    "forfeit_unknown": [{"entry": ENTRY}],
    "purchase_voided_already": [{"entry": ENTRY}],
    "purchase_chips_gone": [{"entry": ENTRY}],
    "purchase_paid": [{"entry": ENTRY}],
    "out_bought_back": [{"entry": ENTRY}],
    "part_without_fund": [{"number": 3}],
    "options_too_many": [{"most": 20}],
    "option_twice": [{"number": 2, "kind": "rebuy"}],
    "option_without_name": [{"number": 1}],
    "purchase_not_agreed": sale(),
    "purchase_limit_player": sale(taken=1, limit=1),
    "purchase_limit_total": sale(sold=20, limit=20),
    "purchase_only_before": sale(),
    "purchase_not_yet": sale(level=3, from_level=4),
    "purchase_level_over": sale(level=5, until_level=4),
    "purchase_too_soon": sale(played=3599, opens=3600),
    "purchase_time_over": sale(played=3605, closed=3600),
    "purchase_not_in_break": sale(),
    "purchase_pool_reached": sale(pool=101_000, limit=100_000),
    "purchase_stack_unknown": [*sale(when="out"), *sale(when="below_stack")],
    "purchase_still_in": sale(stack=1200),
    "purchase_stack_too_large": sale(stack=1200, below=100),
    "purchase_in_hand": sale(),
    "limit_negative": [{"field": "total"}],
    "price_missing": [{}],
    "fund_without_name": [{}],
    "fund_twice": [{"fund": "prize"}, {"fund": "cena"}],
    "split_negative": [{"fund": "house"}],
    "bounty_negative": [{}],
    "bounty_cash_out_of_range": [{}],
    "head_twice": [{"player": ENTRY}],
    "no_head": [{"player": ENTRY}],
    "envelopes_do_not_sum": [{"total": 10_000, "fund": 12_000, "missing": 2000, "overrule": True}],
    "envelopes_too_few": [
        {"envelopes": 1, "heads": 9, "overrule": True},
        {"envelopes": 7, "heads": 9, "overrule": True},
        {"envelopes": 0, "heads": 1},
    ],
    "too_many_for_icm": [{"players": 13, "most": 12}],
    "deal_already": [{}],
    "deal_without_prizes": [{}],
    "stacks_moved": [{"overrule": True}],
    "deal_does_not_sum": [
        {"total": 7000, "expected": 8000, "missing": 1000},
        {"total": 9000, "expected": 8000, "missing": -1000},
    ],
    "deal_negative": [{"number": 2}],
    "deal_not_agreed": [{"players": (ENTRY,)}, {"players": (ENTRY, OTHER)}],
    "nothing_left_to_share": [{"amount": 9000, "total": 8000}],
    "payout_table_unreadable": [{"bracket": 2}, {"bracket": 0}],
    "paid_percent_out_of_range": [{}],
    "places_out_of_range": [{"most": 500}],
    "locked_place_unpaid": [{"place": 4, "places": 3}, {"place": 2, "places": 1}],
    "locked_prizes_uncovered": [{"assigned": 8000, "left": 7000, "overrule": True}],
    "expense_voided_already": [{}],
    "pool_negative": [{}],
    "payment_not_positive": [{}],
    "payment_above_price": [{"owed": 400, "amount": 1000}],
    "refund_above_payment": [{"paid": 1200, "amount": 2000}],
    "money_line_negative": [{}],
    "till_differs": [
        {"expected": 9600, "counted": 10_000, "difference": 400, "overrule": True},
        {"expected": 9600, "counted": 9000, "difference": -600, "overrule": True},
    ],
    "till_closed_already": [{"at": CLOSED}, {}],
    "till_not_closed": [{}],
    "no_such_denomination": [{"value": 0}],
    "pieces_negative": [{"value": 5000}],
    "chips_in_play_negative": [{"chips": -1200}],
    "tables_uncounted": [{"tables": ("1",)}, {"tables": ("1", "C")}, {"tables": ()}],
    "chips_agree": [{}],
    "counts_changed": [{}],
    "chip_change_direction": [{"kind": "forfeit", "delta": 500}],
    "no_such_table": [{"table": 7}],
}

REMARKED: dict[str, list[dict[str, Any]]] = {
    "rebuy_offer": [
        {"entry": ENTRY, "kind": "rebuy", "amount": 750, "option": 1, "until": 3600, "level": None},
        {"entry": ENTRY, "kind": "re_entry", "amount": 750, "option": 1, "until": None, "level": 4},
        {"entry": ENTRY, "kind": "rebuy", "amount": 750, "option": 1, "until": None, "level": None},
    ],
    "add_on_offer": [{"amount": 500, "chips": 8000}, {"amount": 500, "chips": 0}],
    "count_differs": [{"counted": 39_500, "expected": 40_000}],
    "deal_above_first": [
        {"entry": ENTRY, "amount": 56_000, "first": 50_000},
        {"number": 1, "amount": 56_000, "first": 50_000},
    ],
    "deal_below_secured": [
        {"entry": ENTRY, "amount": 19_000, "secured": 20_000},
        {"number": 3, "amount": 19_000, "secured": 20_000},
    ],
    "deal": [{"left": 1}, {"left": 3}],
    "deal_stands": [{"amount": 1000}, {"amount": 0}],
    "shares_do_not_sum": [{"percent": "90"}],
    "places_unpayable": [{"wanted": 3, "paid": 2, "unit": 500}],
    "bracket_sum": [{"bracket": 1, "percent": "99.5"}],
    "bracket_rises": [{"bracket": 1, "place": 2}],
    "bracket_overlaps": [{"bracket": 2}],
    "bracket_gap": [{"bracket": 4, "low": 11, "high": 19}],
    "costs_above_pool": [{"taken": 0, "costs": 37_500}],
    "overlay_due": [{"overlay": 14_000, "guarantee": 50_000}],
    "set_aside_above_pool": [{"set_aside": 9000, "payable": 8000}],
    "bounty_unclaimed": [{"amount": 1000}],
    "fund_overdrawn": [{"fund": "prize", "missing": 1000}, {"fund": "cena", "missing": 1000}],
    "method_overdrawn": [{"method": "cash", "missing": 1500}, {"method": "card", "missing": 1500}],
    "till_moved_since": [{"at": CLOSED, "moved": 1200}, {"at": CLOSED, "moved": -5000}],
    "till_short": [{"expected": 9600, "counted": 9000, "difference": 600}],
    "till_over": [{"expected": 9600, "counted": 10_000, "difference": 400}],
    "tables_not_counted": [{"tables": (2,)}, {"tables": (2, 3)}],
    "table_count_short": [{"table": 1, "counted": 59_500, "expected": 60_000, "difference": 500}],
    "table_count_over": [{"table": 1, "counted": 60_500, "expected": 60_000, "difference": 500}],
    "room_count_short": [{"counted": 99_500, "expected": 100_000, "difference": 500}],
    "room_count_over": [{"counted": 100_500, "expected": 100_000, "difference": 500}],
}
