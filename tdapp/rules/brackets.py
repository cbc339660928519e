"""Who meets whom in the next round: groups made from the places at the tables before.

Decides VIV-11 (A1 B1 C2 D2 and A2 B2 C1 D1) and what RULES 1.3 says of any other number of tables: firsts
and seconds mixed evenly, nobody with a player of his previous table while that can be avoided, tables within
one player of each other; and heads-up brackets with byes (a group of one).

``results`` are the qualifiers of each earlier table, best first, in the order of the tables; players are any
ids.  The label of the first of the first table is "A1".

Worked example: four tables of two, for tables of four, give A1 B1 C2 D2 and A2 B2 C1 D1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import TypeVar

from tdapp.rules.draw import shuffled
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.mixing import mixed

K = TypeVar("K", bound=Hashable)
Groups = tuple[tuple[K, ...], ...]

# VIV-11 by (table, place) of four tables, both counted from 0.
VIVALDI = (((0, 0), (1, 0), (2, 1), (3, 1)), ((0, 1), (1, 1), (2, 0), (3, 0)))
VIVALDI_TABLES = 4


def continue_with(
    results: Sequence[Sequence[K]], table_size: int, seed: str, byes: Collection[K] = ()
) -> Groups[K]:
    """The tables of the next round, as few of at most ``table_size`` as hold everybody.

    Four tables of two make two of four by VIV-11, eight make four by using it twice (A–D, E–H).  One table is
    all of them: A1 B1 A2 B2.  With ``table_size`` 2 the winners of neighbouring tables meet; where their
    number is no power of two, as many as it takes have a bye (by lot, those in ``byes`` had one already).
    Anything else is mixed by lot with the seed: each earlier table and each place spread over the groups as
    evenly as their numbers allow, so two of one table meet only where it has more than there are groups.
    Tables nobody came from may stand among ``results`` as empty ones.  Raises ``table_size`` (least),
    ``player_twice`` (player).
    """
    _check_results(results, table_size)
    came = [tuple(table) for table in results if table]
    everybody = [player for table in came for player in table]
    if not everybody:
        return ()
    if table_size == 2 and all(len(table) == 1 for table in came):
        return bracket(everybody, seed, byes)
    pattern = _pattern(came, table_size)
    if pattern:
        return tuple(tuple(came[table][place] for table, place in group) for group in pattern)
    return mixed(came, -(-len(everybody) // table_size), seed)


def bracket(winners: Sequence[K], seed: str, byes: Collection[K] = ()) -> Groups[K]:
    """Heads-up pairs in the order of ``winners``, neighbours first; a group of one is a bye.

    So many have a bye that the next round is a power of two: then nobody needs a second one.  They are drawn
    by lot among those who had none yet, and each meets the winner of a pair next where there are enough.
    """
    size = 1
    while size < len(winners):
        size *= 2
    free = size - len(winners)
    if len(winners) == 1:
        return (tuple(winners),)
    drawn = sorted(shuffled(winners, seed, "byes"), key=lambda player: player in byes)
    resting = set(drawn[:free])
    singles = [(player,) for player in winners if player in resting]
    playing = [player for player in winners if player not in resting]
    pairs = [(playing[at], playing[at + 1]) for at in range(0, len(playing), 2)]
    if not singles:
        return tuple(pairs)
    groups: list[tuple[K, ...]] = []
    for at in range(max(len(singles), len(pairs))):
        groups += singles[at : at + 1]
        groups += pairs[at : at + 1]
    return tuple(groups)


def first_pairs(entries: Sequence[K], seed: str) -> Groups[K]:
    """The first round of a heads-up bracket: drawn by lot, with the byes of ``bracket``."""
    return bracket(shuffled(entries, seed, "players"), seed)


def letter(number: int) -> str:
    """What the table of this number (from 1) is called by letter: A to Z, then AA, AB, …"""
    name = ""
    while number > 0:
        number, at = divmod(number - 1, 26)
        name = chr(ord("A") + at) + name
    return name


def seed_label(table: str, place: int) -> str:
    """The label of a place at a table: "A1", or "3-1" at a table called by a number."""
    return f"{table}-{place}" if table[-1:].isdigit() else f"{table}{place}"


def seeds_of(results: Sequence[Sequence[K]], names: Sequence[str] = ()) -> dict[K, str]:
    """Where each came from: "A1", "B2"; ``names`` are the tables' own, else letters by their order."""
    return {
        player: seed_label(_name(names, at), place)
        for at, table in enumerate(results)
        for place, player in enumerate(table, start=1)
    }


def expected_seeds(tables: int, advance: int, table_size: int, names: Sequence[str] = ()) -> Groups[str]:
    """Who will meet whom in a coming round: labels per table ("A1", "B1", "C2", "D2").

    Empty where the lot decides, which nobody can know beforehand.
    """
    if tables < 1 or advance < 1:
        return ()
    coming = [[(table, place) for place in range(advance)] for table in range(tables)]
    pattern = _pattern(coming, table_size)
    if not pattern and table_size == 2 and advance == 1 and not tables & (tables - 1):
        pattern = tuple(((at, 0), (at + 1, 0)) for at in range(0, tables, 2))
    return tuple(
        tuple(seed_label(_name(names, table), place + 1) for table, place in group) for group in pattern
    )


def check_groups(
    groups: Sequence[Sequence[K]], results: Sequence[Sequence[K]], table_size: int
) -> tuple[Remark, ...]:
    """An edited proposal: every qualifier once, at tables that can hold them; what is odd is remarked.

    Raises ``player_twice``, ``not_through`` (player), ``groups_incomplete`` (players), ``group_too_large``
    (table, players, seats), ``group_too_small`` (table, player: alone, and no heads-up bye).  Remarks:
    ``met_before`` (table, players) where more of one earlier table sit together than need to (two in a final
    of two tables do), ``groups_uneven`` (least, most).  ``table`` is the number of the new table, from 1;
    empty groups are passed over.
    """
    came_from = {player: at for at, table in enumerate(results) for player in table}
    standing = [tuple(group) for group in groups if group]
    times = Counter(player for group in standing for player in group)
    for player, count in times.items():
        if count > 1:
            raise RuleError("player_twice", player=player)
        if player not in came_from:
            raise RuleError("not_through", player=player)
    if missing := tuple(player for player in came_from if player not in times):
        raise RuleError("groups_incomplete", players=missing)
    for number, group in enumerate(standing, start=1):
        if len(group) > table_size:
            raise RuleError("group_too_large", table=number, players=len(group), seats=table_size)
        if len(group) == 1 and table_size > 2 and len(standing) > 1:
            raise RuleError("group_too_small", table=number, player=group[0])
    return (*_met_before(standing, came_from), *_uneven(standing))


def _met_before(groups: Sequence[Sequence[K]], came_from: dict[K, int]) -> Iterable[Remark]:
    sizes = Counter(came_from.values())
    for number, group in enumerate(groups, start=1):
        for at in dict.fromkeys(came_from[player] for player in group):
            together = tuple(player for player in group if came_from[player] == at)
            if len(together) > -(-sizes[at] // len(groups)):
                yield Remark("met_before", {"table": number, "players": together})


def _uneven(groups: Sequence[Sequence[K]]) -> Iterable[Remark]:
    sizes = [len(group) for group in groups]
    if sizes and max(sizes) - min(sizes) > 1:
        yield Remark("groups_uneven", {"least": min(sizes), "most": max(sizes)})


def _pattern(came: Sequence[Sequence[K]], table_size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The groups as (table, place) from 0 where the sheet fixes them, empty where it does not."""
    if sum(len(table) for table in came) <= table_size:
        deepest = max(len(table) for table in came)
        return (
            tuple(
                (at, place) for place in range(deepest) for at in range(len(came)) if place < len(came[at])
            ),
        )
    if table_size == VIVALDI_TABLES and not len(came) % VIVALDI_TABLES and all(len(t) == 2 for t in came):
        return tuple(
            tuple((first + table, place) for table, place in group)
            for first in range(0, len(came), VIVALDI_TABLES)
            for group in VIVALDI
        )
    return ()


def _check_results(results: Sequence[Sequence[K]], table_size: int) -> None:
    if table_size < 2:
        raise RuleError("table_size", least=2)
    times = Counter(player for table in results for player in table)
    for player, count in times.items():
        if count > 1:
            raise RuleError("player_twice", player=player)


def _name(names: Sequence[str], at: int) -> str:
    return names[at] if at < len(names) else letter(at + 1)
