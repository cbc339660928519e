"""Prizes as people write them: "50/20/10", "50 30 20 %", or everything to the winner."""

from __future__ import annotations

import re

from tdapp.rules import money
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tdapp.web import amounts, figures

KINDS = ("amounts", "percent", "winner")


def read_plan(kind: str, text: str, digits: int, unit: int = 1) -> PrizePlan:
    """The plan that was typed; a percent sign decides over ``kind``.

    RuleErrors of ``amounts.read``, ``weight_unreadable``, ``prize_negative``, ``prize_plan_unreadable``.
    """
    if kind == "winner":
        return PrizePlan("winner")
    words = _words(text)
    if "%" in text or kind == "percent":
        return PrizePlan("percent", tuple(_percentage(word) for word in words), unit)
    if kind != "amounts":
        raise RuleError("prize_plan_unreadable", value=kind)
    return PrizePlan("amounts", tuple(amounts.read(word, digits) for word in words))


def _words(text: str) -> list[str]:
    """The parts of a list with slashes, semicolons or lines; without any of them, of one with spaces."""
    plain = text.replace("%", " ")
    marked = re.split(r"[/;\n]", plain)
    if len(marked) == 1:
        marked = plain.split()
    parts = [part.strip().rstrip(",") for part in marked]
    return [part for part in parts if any(letter.isdigit() for letter in part) or len(part) > 2]


def _percentage(word: str) -> str:
    money.exact_weight(word)  # RuleError weight_unreadable
    return word.strip().replace(",", ".")


def plan_text(plan: PrizePlan, digits: int) -> str:
    """The plan as one would type it; empty for last man standing."""
    if plan.kind == "percent":
        mark = figures.decimal_mark()
        values = " / ".join(str(value).replace(".", mark) for value in plan.values)
        return f"{values} %" if values else ""
    return " / ".join(figures.amount(int(value), digits) for value in plan.values)


def typed_unit(plan: PrizePlan, digits: int) -> str:
    """What percentages are rounded to; whole units are proposed where the plan has none."""
    return figures.amount(plan.unit if plan.kind == "percent" else 10**digits, digits)
