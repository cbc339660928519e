"""What a night of so many players will look like: the tables of every stage, before anybody sits.

Decides nothing new: it plays ``rounds.next_plan`` forward with tables as few and as even as each stage says.

Worked example: Vivaldi with 16 players is 4, 4, 4, 4; then 4, 4; then 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tdapp.rules.brackets import bracket
from tdapp.rules.house import HouseRules
from tdapp.rules.round_presets import table_sizes
from tdapp.rules.rounds import RoundPlan, next_plan

MOST_STEPS = 40
HOUSE_SEATS = HouseRules().table_seats


@dataclass(frozen=True)
class Step:
    """One stage as it will be played: ``index`` of its plan, the players at each table, how many go on.

    ``sizes`` is empty where nobody can know them (flights, what follows levels or comes after a merge);
    ``through`` is None there.  A size of 1 is a bye.
    """

    index: int
    sizes: tuple[int, ...]
    through: int | None


def outline(plans: Sequence[RoundPlan], players: int, house_seats: int = HOUSE_SEATS) -> tuple[Step, ...]:
    """The stages that so many players will play, in order; ``house_seats`` where a stage names no size."""
    steps: list[Step] = []
    left: int | None = players
    index = -1
    while len(steps) < MOST_STEPS:
        # What nobody knows is taken as many: every later stage is shown.
        coming = next_plan(plans, index, players if left is None else left)
        if coming is None or (left is None and coming[0] == index):
            break
        index, plan = coming
        sizes = () if left is None or plan.flight else _sizes(plan, left, house_seats)
        through = _through(plan, sizes) if sizes else None
        steps.append(Step(index, sizes, through))
        left = through
    return tuple(steps)


def _sizes(plan: RoundPlan, left: int, house_seats: int) -> tuple[int, ...]:
    seats = plan.table_seats or house_seats
    if seats == 2 and not plan.tables:
        return tuple(len(group) for group in bracket(range(left), ""))
    return table_sizes(left, min(plan.tables or -(-left // seats), left))


def _through(plan: RoundPlan, sizes: tuple[int, ...]) -> int | None:
    if plan.ends == "table":
        return sum(min(size, plan.advance or plan.left) for size in sizes)
    if plan.ends == "field":
        return min(plan.left, sum(sizes))
    return 1 if plan.ends == "last_player" else None
