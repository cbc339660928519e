"""Places: the order in which an open was left, derived from what was recorded.

Decides RULES 4.1 and the ending by count (SPT-41).  Nothing is stored: the caller gives
the live outs in order and gets every place anew, so undo and correction need nothing.
Units: chips before the hand (before antes and blinds), place numbers from 1.

An open hand in place of a tie: ``same_hand_played_out`` (VIV-25).

Worked example: six left, A (900) and B (400) go out in one hand: A 5th, B 6th.  Both with
900: both are 5th-6th, ``Place(5, 6)``, shown as T5 and paid as the mean of both.

A disqualified player is an ordinary group at the moment of the ruling: last among those
still in (whether he is paid is said to ``payouts.shared``).  A re-entry has one place:
give only the last bust of each entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tdapp.rules.errors import RuleError

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, order=True)
class Place:
    """A finishing place; tied players share the places ``first`` to ``last``."""

    first: int
    last: int

    @property
    def number(self) -> int:
        """The place that is shown: the better one of a tie (T5)."""
        return self.first

    @property
    def tied(self) -> bool:
        return self.last > self.first


def same_hand_order(
    stacks: Mapping[K, int | None], rule: str = "stack_before_share"
) -> tuple[tuple[K, ...], ...]:
    """Those out in one hand at one table, in order of elimination (RULES 4.1, points 2 and 3).

    ``stacks`` are the chips before the hand, None = unknown.  The first group is the
    first out (worst place); equal stacks are one group, and under the house rule "share"
    everybody is.  Raises RuleError ``stack_order_needed`` (players: all of them) where an
    unknown stack decides something.
    """
    if rule == "share":
        return (tuple(stacks),) if stacks else ()
    if len(stacks) > 1 and any(chips is None for chips in stacks.values()):
        raise RuleError("stack_order_needed", players=tuple(stacks))
    return _grouped({key: chips or 0 for key, chips in stacks.items()}, best_first=False)


def same_hand_played_out(
    stacks: Mapping[K, int | None], rule: str, open_hand: Sequence[K] = ()
) -> tuple[tuple[K, ...], ...]:
    """``same_hand_order`` under a house where equal stacks play an open hand (VIV-25).

    ``open_hand`` is the order of the equal ones, best first; the last of them need not be named.  Under any
    other rule they tie, as ever.  Raises ``stack_order_needed`` (players) and ``open_hand_needed`` (players:
    the equal ones, what: "out").
    """
    groups = same_hand_order(stacks, rule)
    if rule != "stack_before_open_hand":
        return groups
    found = [part for group in groups for part in reversed(played_out(group, open_hand))]
    for group in found:
        if len(group) > 1:
            raise RuleError("open_hand_needed", players=group, what="out")
    return tuple(found)


def played_out(tied: Sequence[K], open_hand: Sequence[K]) -> tuple[tuple[K, ...], ...]:
    """A tie as the open hand left it, best first: who it named one by one, below them the others together."""
    named = [player for player in dict.fromkeys(open_hand) if player in tied]
    rest = tuple(player for player in tied if player not in named)
    return (*((player,) for player in named), *((rest,) if rest else ()))


def count_ranking(counts: Mapping[K, int]) -> tuple[tuple[K, ...], ...]:
    """The survivors by counted chips, best first; equal counts tie (SPT-41).

    Raises RuleError ``negative_chips`` (player).
    """
    for key, chips in counts.items():
        if chips < 0:
            raise RuleError("negative_chips", player=key)
    return _grouped(counts, best_first=True)


def places(
    entrants: Sequence[K],
    outs: Iterable[Sequence[K]],
    survivors: Iterable[Sequence[K]] = (),
) -> dict[K, Place]:
    """The place of everybody who has one; those still in are absent.

    ``outs`` are groups in order of elimination, earliest first; ``survivors`` are groups
    best first, given when the open ended by count, and then all of them.  Without them a
    single player left after an out is 1st.  Raises RuleError ``entered_twice``,
    ``not_in_open``, ``out_twice``, ``survivor_is_out`` (player) and ``count_incomplete``
    (players: survivors without a rank).
    """
    out_groups = [tuple(group) for group in outs]
    best_groups = [tuple(group) for group in survivors]
    _check(entrants, out_groups, best_groups)
    gone = {key for group in out_groups for key in group}
    left = [key for key in entrants if key not in gone]
    if not best_groups and len(left) == 1 and gone:
        best_groups = [tuple(left)]
    ranked = {key for group in best_groups for key in group}
    if ranked and (missing := tuple(key for key in left if key not in ranked)):
        raise RuleError("count_incomplete", players=missing)

    found: dict[K, Place] = {}
    next_best = 1
    for group in best_groups:
        found.update(dict.fromkeys(group, Place(next_best, next_best + len(group) - 1)))
        next_best += len(group)
    worst = len(entrants)
    for group in out_groups:
        found.update(dict.fromkeys(group, Place(worst - len(group) + 1, worst)))
        worst -= len(group)
    return found


def survivors_and_last_hand(
    entrants: Sequence[K],
    earlier_outs: Iterable[Sequence[K]],
    last_hand: Mapping[K, int | None],
    counts: Mapping[K, int],
) -> dict[K, Place]:
    """Places of an open that ended by count, its last hand perhaps taking out too many (SPT-41).

    Four left, three paid, two out in the last hand: the survivors are ranked by ``counts``,
    then those of ``last_hand`` by their chips before it, so the bigger one is paid.
    """
    return places(entrants, [*earlier_outs, *same_hand_order(last_hand)], count_ranking(counts))


def _grouped(chips: Mapping[K, int], *, best_first: bool) -> tuple[tuple[K, ...], ...]:
    figures = sorted(set(chips.values()), reverse=best_first)
    return tuple(tuple(key for key, figure in chips.items() if figure == value) for value in figures)


def _check(entrants: Sequence[K], outs: Sequence[Sequence[K]], best: Sequence[Sequence[K]]) -> None:
    entered = Counter(entrants)
    for key, times in entered.items():
        if times > 1:
            raise RuleError("entered_twice", player=key)
    seen: set[K] = set()
    for groups, again in ((outs, "out_twice"), (best, "survivor_is_out")):
        for key in (key for group in groups for key in group):
            if key not in entered:
                raise RuleError("not_in_open", player=key)
            if key in seen:
                raise RuleError(again, player=key)
            seen.add(key)
