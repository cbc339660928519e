"""Playing again after a cheat: which tables are void, which are replayed now, who has to play again.

Decides VIV-32: every table in which the cheat played is replayed, and with it falls every later table that
held somebody who came from a void one, even without the cheat.  Void tables of the earliest round are played
again at once, with fresh stacks and without the cheat; those of later rounds are made anew from the new
results.  Units: minutes.

Worked example: 16 players, four tables A–D, then 1 and 2; a cheat who came from B is found in round 2.  B, 1
and 2 are void; B's other three and the six who did not come from B play again, nine in all; B's three hours
begin anew.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tdapp.rules.errors import RuleError

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class PlayedTable(Generic[K]):
    """A table that stands: begun or finished, and not annulled.

    ``round`` is the number of its round; ``players`` everybody who played there; ``came_from`` the id of the
    table each qualified at, None or absent where there was none.  ``left`` is with how many it ends;
    ``limit_minutes`` the cap of its round, 0 for none.
    """

    id: int
    round: int
    players: tuple[K, ...]
    came_from: Mapping[K, int | None] = field(default_factory=dict)
    left: int = 2
    limit_minutes: int = 0


@dataclass(frozen=True)
class Again(Generic[K]):
    """A table that is played again now by ``players``, the cheat not among them.

    ``plays`` is False where no more are there than it would end with: they go on without a hand.  Two of
    them still need their order for the sheet: an open hand (VIV-08, for their equal stacks); then
    ``open_hand`` is True.
    """

    table: int
    players: tuple[K, ...]
    plays: bool
    open_hand: bool


@dataclass(frozen=True)
class Replay(Generic[K]):
    """What a disqualification with replay brings about.

    ``void`` are the void tables by round, earliest first; ``again`` those of the earliest round, played
    again now; ``later`` how many tables of later rounds are made anew afterwards.  ``players`` is everybody
    of the void tables but the cheat and who was disqualified before: they play again.  ``longest`` is the
    longest cap of what is played again now, in minutes: None where it has none, 0 where nobody plays.
    """

    void: Mapping[int, tuple[int, ...]]
    again: tuple[Again[K], ...]
    later: int
    players: tuple[K, ...]
    longest: int | None

    @property
    def tables(self) -> tuple[int, ...]:
        """All void tables, by round."""
        return tuple(table for tables in self.void.values() for table in tables)


def replay(tables: Sequence[PlayedTable[K]], cheat: K, gone: Collection[K] = ()) -> Replay[K]:
    """What falls, and who plays again, when ``cheat`` is found out.

    ``tables`` are all that stand, of every round, in any order; ``gone`` were disqualified before and do not
    come back.  Raises ``not_seated_anywhere`` (player) where the cheat played at none of them.
    """
    ordered = sorted(tables, key=lambda table: table.round)
    void: dict[int, PlayedTable[K]] = {}
    for table in ordered:
        fed = any(table.came_from.get(player) in void for player in table.players)
        if cheat in table.players or fed:
            void[table.id] = table
    if not any(cheat in table.players for table in void.values()):
        raise RuleError("not_seated_anywhere", player=cheat)
    away = {cheat, *gone}
    earliest = min(table.round for table in void.values())
    now = [table for table in void.values() if table.round == earliest]
    again = tuple(_again(table, away) for table in now)
    return Replay(
        void=_by_round(void.values()),
        again=again,
        later=len(void) - len(now),
        players=tuple(dict.fromkeys(p for table in void.values() for p in table.players if p not in away)),
        longest=_longest(now, again),
    )


def unseated(results: Sequence[Sequence[K]], standing: Collection[K]) -> tuple[tuple[K, ...], ...]:
    """The qualifiers of each table who have no table in the next round yet, best first.

    ``standing`` are those whose later table was not voided.  Given to ``brackets.continue_with`` this makes
    exactly the tables that fell; tables nobody is missing from stay, as empty ones.
    """
    return tuple(tuple(player for player in table if player not in standing) for table in results)


def _again(table: PlayedTable[K], away: Collection[K]) -> Again[K]:
    players = tuple(player for player in table.players if player not in away)
    plays = len(players) > table.left
    return Again(table.id, players, plays, open_hand=not plays and len(players) > 1)


def _by_round(tables: Collection[PlayedTable[K]]) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for table in tables:
        found[table.round] = (*found.get(table.round, ()), table.id)
    return found


def _longest(now: Sequence[PlayedTable[K]], again: Sequence[Again[K]]) -> int | None:
    caps = [table.limit_minutes for table, one in zip(now, again, strict=True) if one.plays]
    return None if 0 in caps else max(caps, default=0)
