"""Real parameters for every code of a refusal or remark about bounties."""

from __future__ import annotations

from typing import Any

ENTRY, OTHER = "entry", "other"

REFUSED: dict[str, list[dict[str, Any]]] = {
    "bounty_taker_out": [{"entry": ENTRY, "head": OTHER}],
    "bounty_out_twice": [{"entry": ENTRY}],
    "bounties_differ": [{"entry": ENTRY}],
    "no_bounties": [{}],
    "taker_twice": [{"entry": ENTRY}],
    "bounties_not_single": [{}],
    "taker_missing": [{}],
    "bounties_not_mystery": [{}],
    "bounties_begun": [{}],
    "bounty_unpriced": [{}],
    "envelope_twice": [{"entry": ENTRY}],
    "envelopes_too_many": [{"most": 1000}],
}

REMARKED: dict[str, list[dict[str, Any]]] = {
    "bounty_fund_differs": [{"laid": 2000, "fund": 1500}, {"laid": 1500, "fund": 2000}],
    "bounty_head_gone": [{}],
    "bounty_unsaid": [{"entries": (ENTRY,)}, {"entries": (ENTRY, OTHER)}],
}
