"""Finding players while a name is typed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tdapp.players import names
from tdapp.players.models import Player


@dataclass(frozen=True)
class Suggestion:
    """A player who may be meant."""

    id: int
    nickname: str
    note: str
    exact: bool


def suggestions(text: str, *, without: Collection[int] = (), limit: int = 8) -> tuple[Suggestion, ...]:
    """Players whose name begins like ``text``, then those that contain it; ``without`` are ids left out."""
    wanted = names.folded(text)
    if not wanted:
        return ()
    found = (
        Player.objects.filter(folded__contains=wanted).exclude(pk__in=without).order_by("folded", "pk")[:200]
    )
    ranked = sorted(
        found, key=lambda p: (p.folded != wanted, not p.folded.startswith(wanted), p.folded, p.note, p.pk)
    )
    return tuple(Suggestion(p.pk, p.nickname, p.note, p.folded == wanted) for p in ranked[:limit])


def namesakes(nickname: str) -> list[Player]:
    """Players whose name reads the same but for case and accents, the oldest first."""
    return list(Player.objects.filter(folded=names.folded(nickname)).order_by("pk"))
