"""The published cases of balancing, each answered under the policy of whoever published it.

The decisive facts are copied here; where the case file is at hand they are compared with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tdapp.rules.balancing import Move, Policy, halted, propose, redraw, short_tables
from tdapp.rules.breaking import final_table, most_tables
from tdapp.rules.button import Button
from tdapp.rules.seating import draw, tables_needed, waits
from tests.rules.tables import Tables, after, counts, seated, tables_of

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "balancing" / "balancing.json"

TDA = Policy(halt_when="at_once")
WSOP = Policy(
    halt_when="at_once", source="next_number", gap_at=((12, 1),), redraw_at=(3, 2, 1), final_table=10
)
CARD_PLAYER = Policy(max_gap=2, halt_when="at_once")
ANTE_UP = Policy(max_gap=2)
MB2 = Policy(max_gap=2)
HOME = Policy(max_gap=1)
METHOD_1 = Policy(max_gap=1, who="same_position")
REPLAY_POKER = Policy(break_seats="by_blind")
FOG_CITY = Policy(max_gap=1, break_at=((20, 2), (10, 1)))
BARGE = Policy(who="next_big_blind", final_draw=True)

Facts = Mapping[str, Any]


def ends(moves: tuple[Move[str], ...], tables: Tables) -> dict[str, int]:
    """From and to how many players the only move goes."""
    (move,) = moves
    have = dict(zip([table.number for table in tables], counts(tables), strict=True))
    return {"from": have[move.from_table], "to": have[move.to_table]}


def halting(given: Facts, policy: Policy, size: int = 9) -> list[int]:
    tables = tables_of(*given["tables"], size=size)
    return [counts(tables)[halt.table - 1] for halt in halted(tables, policy)]


def b01(given: Facts) -> Facts:
    full = given["full_table"]
    last = Button(full["button"], 4, 5)
    # The short table: 3 went out as big blind and the seats beside it are empty, so that the next
    # hand has its button in empty seat 2, the cutoff in 1, the small blind in 3 and a single big blind in 4.
    tables = [
        seated(1, full["seats"], *full["occupied"], last=last),
        seated(2, 9, 5, 6, 7, 8, 9, last=Button(1, 2, 3)),
    ]
    move = propose(tables, TDA, "x")[0]
    assert (move.reason, move.seat_reason, move.hands) == ("next_big_blind", "single_big_blind", 0)
    return {"from_seat": move.from_seat, "to_seat": move.to_seat}


def b02(given: Facts) -> Facts:
    assert given["open_seat"] == "big blind of the next hand"
    due = seated(1, 9, *range(1, 10), last=Button(3, 4, 5))
    short = seated(2, 9, 1, 2, 4, 7, 8, 9, last=Button(1, 2, 4))
    (move,) = propose([due, short], TDA, "x")
    return {"due": move.reason, "posts_in": move.hands, "seat": move.seat_reason}


def between(given: Facts) -> Facts:
    assert given in ({"arrives_between": "small blind and button"}, {"seat": "between SB and button"})
    return {"dealt_in": not waits(4, Button(3, 5, 6), [1, 2, 3, 5, 6, 7, 8])}


def b05(given: Facts) -> Facts:
    tables = tables_of(*given["tables"])
    assert short_tables(tables, TDA) == {3: 3}
    return {"halt_table": halting(given, TDA)}


def obliged(given: Facts) -> Facts:
    """Within two nobody has to move and nobody halts; within one the tables are split evenly."""
    tables = tables_of(*given["tables"], size=max(given["tables"]))
    must = propose(tables, CARD_PLAYER, "x") or halted(tables, CARD_PLAYER)
    moves = propose(tables, HOME, "x")
    return {
        "obliged_by_TDA": bool(must),
        "even_split": counts(after(tables, moves)),
        "moves_needed": len(moves),
    }


def b08(given: Facts) -> Facts:
    most, least = max(given["tables"]), min(given["tables"])
    return {**obliged(given), "extra_blinds_for_short_tables_percent": round(100 * (most - least) / least)}


def one_move(policy: Policy, size: int) -> Callable[[Facts], Facts]:
    def answer(given: Facts) -> Facts:
        tables = tables_of(*given["tables"], size=size)
        moves = propose(tables, policy, "x")
        return {"move": ends(moves, tables) if moves else False, "after": counts(after(tables, moves))}

    return answer


def b11(given: Facts) -> Facts:
    tables = tables_of(8, 9, 7, 6, size=given["seats_per_table"])
    assert sum(len(table.free) for table in tables) == given["empty_seats"]
    left = counts(after(tables, propose(tables, ANTE_UP, "x")))
    return {"break_table": 0 in left, "left": sorted(left)}


def b14(given: Facts) -> Facts:
    tables = tables_of(*(9 for _ in range(given["tables_left"] - 1)), 6)
    sources = [propose(tables, WSOP, "x", after=last)[0].from_table for last in (0, 7, 24)]
    return {"sources": sources}


def b17(given: Facts) -> Facts:
    assert given == {"entrants": 100}
    redrawn = []
    for n in range(9, 1, -1):
        tables = tables_of(*[9] * (n - 2), *((5, 4) if n > 2 else (5, 5)))
        moves = propose(tables, WSOP, "x")
        if {move.why for move in moves} <= {"redraw", "final"}:
            redrawn.append(sum(1 for table in after(tables, moves) if table.seats))
    return {"redraw_at_tables": redrawn}


def final_of(given: Facts) -> Facts:
    at = {9: 10, 8: 9, 6: 7}[given["handed"]]
    house = Policy(final_table=at)
    found = [
        n
        for n in range(14, 3, -1)
        if n <= 2 * given["handed"]
        and final_table(tables_of(n - n // 2, n // 2, size=given["handed"]), house) is not None
    ]
    return {"combine_to_final_table_at": found[0]}


def b28(given: Facts) -> Facts:
    tables = tables_of(*given["tables"], size=given["seats_per_table"])
    moves = propose(tables, MB2, "x")
    (number,) = {move.from_table for move in moves}
    assert [move.seat_reason for move in moves] == ["lot", "lot"]
    free = sum(len(table.free) for table in tables if table.number != number)
    return {"break": counts(tables)[number - 1], "empty": free, "assign": "random"}


def b31(given: Facts) -> Facts:
    assert given == {"eliminated_position": "four seats left of the button"}
    # At table 2 the button was 2, so four seats left of it, seat 6, went out.  At table 1 it was 5.
    tables = [
        seated(1, 9, *range(1, 10), last=Button(5, 6, 7)),
        seated(2, 9, 1, 2, 3, 4, 5, 7, 8, last=Button(2, 3, 4)),
    ]
    (move,) = propose(tables, METHOD_1, "x", vacated={2: 6})
    assert (move.reason, move.seat_reason) == ("same_position", "vacated")
    return {"from_seat": move.from_seat, "to_seat": move.to_seat}


def b32(given: Facts) -> Facts:
    tables = [
        seated(1, 9, 1, 2, 3, 4, 5, 6, last=Button(1, 2, 3)),
        seated(2, 9, 1, 2, 3, 4, 5, 6, last=Button(1, 2, 3)),
        seated(3, 9, 1, 4, 7, last=Button(1, 4, 7)),
    ]
    moves = propose(tables, REPLAY_POKER, "x")
    assert [move.seat_reason for move in moves] == ["by_blind"] * 3
    return {"order": [move.from_seat for move in moves]}


def b34(given: Facts) -> Facts:
    tables = tables_of(9, 7, 8, 9, size=given["seats"])
    moves = [move for move in propose(tables, FOG_CITY, "x") if move.why == "balance"]
    share = 40  # entries at four tables of ten: half are out with 20 left, three quarters with 10
    return {
        "move": bool(moves),
        "most_tables": [most_tables(share * left // 100, FOG_CITY) for left in (50, 25)],
    }


def b35(given: Facts) -> Facts:
    house = Policy(final_table=6)
    sevens = [n for n in range(9, 3, -1) if final_table(tables_of(n - n // 2, n // 2, size=7), house)]
    return {
        "tables": [tables_needed(n, 7, single=9) for n in given["players"]],
        "final_table_at": sevens[0],
    }


def b37(given: Facts) -> Facts:
    tables = tables_of(7, 6, 5)
    moves = propose(tables, TDA, "x")
    assert [(m.player, (m.to_table, m.to_seat)) for m in moves] == list(
        draw([f"3.{n}" for n in range(1, 6)], tables[:2], "x")
    )
    return {"seats": "random"}


def b38(given: Facts) -> Facts:
    full = seated(1, 9, *range(1, 10), last=Button(3, 4, 5))
    (move,) = propose([full, seated(2, 9, *range(1, 7))], BARGE, "x")
    assert (move.player, move.reason) == ("1.6", "next_big_blind")
    final = propose(tables_of(5, 4), BARGE, "x")
    anew = {m.player for n in range(20) for m in propose(tables_of(5, 4), BARGE, f"{n}")}
    assert {m.why for m in final} == {"final"}
    return {"final_table": "redraw" if len(anew) == 9 else "kept"}


ANSWERS: dict[str, tuple[Callable[[Facts], Facts], Facts, Facts]] = {
    "b01": (
        b01,
        {"full_table": {"seats": 9, "button": 3, "occupied": [1, 2, 3, 4, 5, 6, 7, 8, 9]}},
        {"from_seat": 6, "to_seat": 4},
    ),
    "b02": (
        b02,
        {"open_seat": "big blind of the next hand"},
        {"due": "next_big_blind", "posts_in": 0, "seat": "big_blind"},
    ),
    "b04": (between, {"arrives_between": "small blind and button"}, {"dealt_in": False}),
    "b05": (b05, {"tables": [9, 9, 6]}, {"halt_table": [6]}),
    "b07": (
        obliged,
        {"tables": [10, 10, 8, 8]},
        {"obliged_by_TDA": False, "even_split": [9, 9, 9, 9], "moves_needed": 2},
    ),
    "b08": (
        b08,
        {"tables": [8, 8, 6, 6]},
        {"even_split": [7, 7, 7, 7], "moves_needed": 2, "extra_blinds_for_short_tables_percent": 33},
    ),
    "b10": (
        one_move(ANTE_UP, 10),
        {"tables": [10, 9, 9, 9, 7]},
        {"move": {"from": 10, "to": 7}, "after": [9, 9, 9, 9, 8]},
    ),
    "b11": (
        b11,
        {"seats_per_table": 10, "empty_seats": 10},
        {"break_table": True, "left": [0, 10, 10, 10]},
    ),
    "b13": (
        lambda given: {"halt_table": halting(given, WSOP)},
        {"tables": [9, 9, 9, 6]},
        {"halt_table": [6]},
    ),
    "b14": (b14, {"tables_left": 25}, {"sources": [1, 8, 1]}),
    "b16": (
        lambda given: {"max_difference": WSOP.gap(given["tables_left"])},
        {"tables_left": 12},
        {"max_difference": 1},
    ),
    "b17": (b17, {"entrants": 100}, {"redraw_at_tables": [3, 2, 1]}),
    "b19": (final_of, {"handed": 9}, {"combine_to_final_table_at": 10}),
    "b20": (final_of, {"handed": 8}, {"combine_to_final_table_at": 9}),
    "b22": (final_of, {"handed": 6}, {"combine_to_final_table_at": 7}),
    "b23": (between, {"seat": "between SB and button"}, {"dealt_in": False}),
    "b25": (
        one_move(MB2, 9),
        {"tables": [9, 8, 6]},
        {"move": {"from": 9, "to": 6}, "after": [8, 8, 7]},
    ),
    "b26": (one_move(MB2, 9), {"tables": [9, 8, 7]}, {"move": False}),
    "b28": (
        b28,
        {"seats_per_table": 9, "tables": [9, 9, 7, 2]},
        {"break": 2, "empty": 2, "assign": "random"},
    ),
    "b29": (one_move(HOME, 9), {"tables": [8, 6]}, {"move": {"from": 8, "to": 6}}),
    "b31": (b31, {"eliminated_position": "four seats left of the button"}, {"from_seat": 9, "to_seat": 6}),
    "b32": (b32, {"broken_table": "any"}, {"order": [7, 4, 1]}),
    "b34": (
        b34,
        {"max_tables": 4, "seats": 10, "difference": 2},
        {"move": True, "most_tables": [2, 1]},
    ),
    "b35": (
        b35,
        {"players": [9, 10, 14, 15, 21]},
        {"tables": [1, 2, 2, 3, 3], "final_table_at": 6},
    ),
    "b37": (b37, {"table_broken": True}, {"seats": "random"}),
    "b38": (b38, {"balance": True}, {"final_table": "redraw"}),
}
"""Id → how it is answered, the facts given and the answer expected, in numbers."""


@pytest.mark.parametrize("case", ANSWERS)
def test_a_published_case_is_answered_under_the_policy_it_names(case: str) -> None:
    answer, given, expected = ANSWERS[case]
    found = answer(given)
    assert {key: found[key] for key in expected} == expected


WORDED: dict[str, dict[str, str | None]] = {
    "b01": {
        "moves": "the player who will be big blind next (two seats after the current... = the current "
        "under-the-gun: seat 6 when button 3, SB 4, BB 5 have just been played)",
        "to": "worst open position: the single big blind; never the small blind",
    },
    "b02": {"posts": "big blind again, no refund"},
    "b05": {"reason": "three or more short of the fullest table"},
    "b07": {"reason": "difference is two; halting needs three; when to balance was not fixed by the rule"},
    "b08": {"obliged_by_TDA": '"should", at TD discretion'},
    "b11": {"rest": "all full again"},
    "b14": {"from": "next numerical full table"},
    "b25": {"policy": "within two with three or more tables"},
    "b28": {"reason": "2 empty seats hold the 2 players of the smallest table"},
    "b31": {
        "mover": "player four seats left of the button at the fullest table",
        "to": "the seat of the eliminated player",
        "when": "before the next hand/button move at any table",
    },
    "b32": {
        "priority": "player who just paid the big blind gets the best empty seat, then anticlockwise; "
        "worst seat = big blind next hand"
    },
    "b34": {"consolidate": "two tables at 50% eliminated, one at 75%"},
    "b38": {"by": "position from the button, not a random draw"},
}
"""What the file says in words, which the numbers above stand for."""


@pytest.mark.parametrize("case", ANSWERS)
def test_the_file_says_the_same_as_what_is_copied_here(case: str) -> None:
    if not CASES.exists():
        pytest.skip("the published cases are not beside the repository")
    there = {one["id"]: one for one in json.loads(CASES.read_text("utf-8"))["balancing"]}
    assert set(there) == set(ANSWERS)
    answer, given, _ = ANSWERS[case]
    assert {key: there[case]["given"][key] for key in given} == given
    found = {**answer(there[case]["given"]), **WORDED.get(case, {})}
    assert {key: found.get(key) for key in there[case]["answer"]} == there[case]["answer"]


def test_a_redraw_keeps_the_tables() -> None:
    assert sorted(counts(after(tables_of(9, 8, 8), redraw(tables_of(9, 8, 8), WSOP, "x")))) == [8, 8, 9]
