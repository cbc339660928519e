"""Real hands: the 300 of the shared cases, and three decisive ones of them with nobody's name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tdapp.rules.cards import cards
from tdapp.rules.hand import Hand, Part

RealHand = dict[str, Any]
HOLDEM = frozenset({"nlhe", "lhe"})


def real_hands(folder: Path) -> list[RealHand]:
    """All 300, as ``cases/README`` describes them."""
    lines = (folder / "hands" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def told(blinds: str, ante: int, button: int, board: str, pots: str, *players: str) -> RealHand:
    """One of them written short: a player is "seat stack put in [posted] [cards] = stack after", folded
    where he has no cards; ``pots`` is "amount:winners", main pot first."""
    found = []
    for line in players:
        said, after = line.split(" = ")
        seat, stack, put_in, *more = said.split()
        posted = {word: 1 for word in more if word in ("sb", "bb")}
        shown = next((word for word in more if word not in posted), "")
        found.append(
            {
                "seat": int(seat),
                "stack_before": int(stack),
                "contributed": int(put_in),
                "posted": posted,
                "folded": not shown,
                "cards": list(cards(shown)),
                "stack_after": int(after),
            }
        )
    return {
        "id": pots,
        "game": "nlhe",
        "antes": {"type": "each" if ante else "none", "amount": ante},
        "blinds": [int(chips) for chips in blinds.split("/")],
        "button": button,
        "players": found,
        "board": list(cards(board)),
        "pots": [
            {
                "amount": int(pot.split(":")[0]),
                "winners": [int(seat) for seat in pot.split(":")[1].split(",")],
            }
            for pot in pots.split()
        ],
        "tags": [],
    }


ODD_CHIP = told(
    "500/1000", 100, 3, "2d 4d 8h 4h 2c", "31323:1,5 20736:1",
    "1 62177 20509 QdAd = 78065", "2 20509 20509 QsKh = 0", "3 29340 100 = 29240", "4 75319 600 sb = 74719",
    "5 10141 10141 bb JdAh = 15662", "6 48514 100 = 48414", "7 111642 100 = 111542",
)  # fmt: skip
"""A tie for the main pot with an odd chip, one of the two alone in the side pot: the chip is the big blind's,
who sits first after the button."""
SHORT_ANTE = told(
    "1000/2000", 200, 3, "5h 3d Kh Kc 8h", "560:2 11285:2 5330:3",
    "1 11555 200 = 11355", "2 3055 3055 8d8c = 11845", "3 5720 5720 QcQs = 5330", "4 9080 2200 bb = 6880",
    "5 80 80 2hAc = 0", "6 7050 200 = 6850", "7 9041 9041 AsQh = 3321",
)  # fmt: skip
"""No small blind, an all-in that does not cover the ante, folded money in the side pots, an uncalled bet."""
THREE_WINNERS = told(
    "10/20", 0, 6, "7s 4c 4s 7h 8d", "4692:6 636:7,9 240:9",
    "3 1470 20 = 1450", "5 1530 1530 6h3c = 30", "6 1168 1168 QdQh = 4692", "7 1380 1380 sb TsAh = 318",
    "9 1500 1500 bb AcQs = 558",
)  # fmt: skip
"""Four all-in of different depth: one takes the main pot, two part a side pot, one of them the last."""
DECISIVE = {"odd_chip": ODD_CHIP, "short_ante": SHORT_ANTE, "three_winners": THREE_WINNERS}


def dead_of(player: RealHand, antes: str) -> int:
    """Dead chips: a dead post, and an ante that one pays for the table."""
    posted = player["posted"]
    return int(posted.get("dead", 0) + (posted.get("ante", 0) if antes == "big_blind" else 0))


def all_in(player: RealHand) -> bool:
    return player["contributed"] == player["stack_before"] and not player["folded"]


def shown_down(hand: RealHand) -> bool:
    """Hold'em in which the cards of two or more and the whole board are known."""
    left = [player["cards"] for player in hand["players"] if not player["folded"]]
    return hand["game"] in HOLDEM and len(hand["board"]) == 5 and len(left) > 1 and all(left)


def as_hand(hand: RealHand, *, by_cards: bool) -> Hand:
    """The hand with its cards and no winner, or with its winners and no card."""
    antes = hand["antes"]["type"]
    parts = tuple(
        Part(
            one["seat"],
            one["contributed"] - dead_of(one, antes),
            dead_of(one, antes),
            folded=one["folded"],
            all_in=all_in(one),
            cards=tuple(one["cards"] or ()) if by_cards else (),
        )
        for one in hand["players"]
    )
    button = hand["button"] or hand["order_left_of_button"][-1]
    if by_cards:
        return Hand(button, parts, tuple(hand["board"]))
    return Hand(button, parts, (), tuple(tuple(pot["winners"]) for pot in hand["pots"]))


def stacks_after(hand: RealHand) -> dict[int, int]:
    return {player["seat"]: player["stack_after"] for player in hand["players"]}
