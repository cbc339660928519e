"""The order at one table: who is first and second there, by count, by outs, or by the open hand.

Decides VIV-08 (two left: their chips are counted), VIV-09, VIV-25 (two out in one hand: who had more before
it is higher), VIV-26 (a cap: all are counted) and when an open hand is needed: only for equal players where
it decides who goes on, or who of those is first (the sheet order of VIV-11 needs it).
Units: chips; places from 1.

Worked example: A and B left with 12 000 and 8 000, then C and D out in that order of elimination: A, B, D, C.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.places import count_ranking, played_out

K = TypeVar("K", bound=Hashable)


def table_groups(
    seated: Collection[K],
    outs: Sequence[Sequence[K]],
    counts: Mapping[K, int],
    open_hand: Sequence[K] = (),
    advance: int = 2,
) -> tuple[tuple[K, ...], ...]:
    """Everybody who sat at the table, best first; those whose tie decides nothing stay in one group.

    ``outs`` are groups in order of elimination, the first out first, equal ones together; ``counts`` the
    chips of those left (a single one needs none); ``open_hand`` the order of the tied, best first, as far as
    it was played out.  The best ``advance`` go on; with 0 every place matters, as in a final.

    Raises ``open_hand_needed`` (players: the tied; what: "through" where it decides who goes on, "order"
    where only who of them is better; place: the best one they play for), ``count_incomplete`` (players),
    ``negative_chips``, ``not_at_table``, ``out_twice``, ``survivor_is_out`` (player).
    """
    gone = _check_outs(seated, outs)
    left = [player for player in seated if player not in gone]
    for player in counts:
        if player in gone:
            raise RuleError("survivor_is_out", player=player)
        if player not in left:
            raise RuleError("not_at_table", player=player)
    if len(left) > 1 and (missing := tuple(player for player in left if player not in counts)):
        raise RuleError("count_incomplete", players=missing)
    ranked = count_ranking({player: counts.get(player, 0) for player in left})
    played = [part for group in (*ranked, *outs[::-1]) for part in played_out(group, open_hand)]
    _check_ties(played, advance or len(seated), through=advance)
    return tuple(played)


def table_order(
    seated: Collection[K],
    outs: Sequence[Sequence[K]],
    counts: Mapping[K, int],
    open_hand: Sequence[K] = (),
    advance: int = 2,
) -> tuple[K, ...]:
    """``table_groups`` as one order, best first; where a tie decides nothing, in the order of ``seated``."""
    places = {player: at for at, player in enumerate(seated)}
    groups = table_groups(seated, outs, counts, open_hand, advance)
    return tuple(player for group in groups for player in sorted(group, key=places.__getitem__))


def check_counts(counts: Mapping[K, int], expected: int, smallest_chip: int = 1) -> tuple[Remark, ...]:
    """The counted chips of a table against what is in play there (its players' stacks).

    Raises ``negative_chips`` (player) and ``count_differs`` (counted, expected), which the director may
    overrule.  Remarks ``count_not_in_chips`` (player, chips, chip) where a count cannot be made of whole
    smallest chips.
    """
    for player, chips in counts.items():
        if chips < 0:
            raise RuleError("negative_chips", player=player)
    counted = sum(counts.values())
    if counted != expected:
        raise RuleError("count_differs", overrule=True, counted=counted, expected=expected)
    return tuple(
        Remark("count_not_in_chips", {"player": player, "chips": chips, "chip": smallest_chip})
        for player, chips in counts.items()
        if chips % max(smallest_chip, 1)
    )


def _check_outs(seated: Collection[K], outs: Sequence[Sequence[K]]) -> set[K]:
    gone: set[K] = set()
    for player in (player for group in outs for player in group):
        if player not in seated:
            raise RuleError("not_at_table", player=player)
        if player in gone:
            raise RuleError("out_twice", player=player)
        gone.add(player)
    return gone


def _check_ties(groups: Sequence[tuple[K, ...]], matters: int, through: int) -> None:
    place = 1
    for group in groups:
        last = place + len(group) - 1
        if len(group) > 1 and place <= matters:
            what = "through" if place <= through < last else "order"
            raise RuleError("open_hand_needed", players=group, what=what, place=place)
        place = last + 1
