""" "Who had more before the hand?": the answers so far, and what is still to be asked (RULES 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tdapp.web.numbers import number

EQUAL = "equal"


@dataclass(frozen=True)
class Ranking:
    """Entry ids by chips before the hand, most first; a group had the same. ``rest`` is not ranked yet."""

    groups: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]

    @property
    def complete(self) -> bool:
        return not self.rest

    @property
    def out_order(self) -> tuple[tuple[int, ...], ...]:
        """In order of elimination: who had least went out first."""
        return self.groups[::-1]


def ranking(entries: Sequence[int], answers: Sequence[str]) -> Ranking:
    """Read the answers in turn: "12" had the most of the rest, "=12" as many as the one before, "equal"
    the rest all had the same. The last one left needs no answer; what names nobody is passed over."""
    groups: list[tuple[int, ...]] = []
    rest = list(dict.fromkeys(entries))
    for answer in answers:
        if answer == EQUAL and rest:
            groups.append(tuple(rest))
            rest = []
        named = number(answer.removeprefix("="))
        if named is None or named not in rest:
            continue
        rest.remove(named)
        if answer.startswith("=") and groups:
            groups[-1] = (*groups[-1], named)
        else:
            groups.append((named,))
    if groups and len(rest) == 1:
        groups.append((rest.pop(),))
    return Ranking(tuple(groups), tuple(rest))
