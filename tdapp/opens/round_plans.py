"""The stages of an open, kept with it as JSON and read back as ``rules.rounds.RoundPlan``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tdapp.opens.models import Open, Round
from tdapp.rules.rounds import RoundPlan, plan_from_dict, plans_from_dicts


def plan_row(plan: RoundPlan) -> dict[str, Any]:
    """A stage as JSON can hold it, all of it: an empty ``Round.plan`` is an open of one round."""
    return asdict(plan) | {"levels": [level.as_line() for level in plan.levels]}


def plans_of(open: Open) -> tuple[RoundPlan, ...]:
    """The stages of an open, empty where it is played in one round."""
    return plans_from_dicts(open.round_plans)


def plan_of_round(round: Round) -> RoundPlan | None:
    """The stage that a round plays, None in an open of one round."""
    return plan_from_dict(round.plan) if round.plan else None
