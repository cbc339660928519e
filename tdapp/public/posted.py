"""What every posted page needs: where its links lead, and dates in words."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from tdapp.opens.models import Open
from tdapp.players.models import Player
from tdapp.tours.models import Season, Tour
from tdapp.web.figures import long_date as long_date


def frame(tour: Tour, here: str, open: Open | None = None) -> dict[str, Any]:
    """The context of the line at the top: the tour, which page this is, and the open whose rules are meant.

    ``here`` is opens, standings, players, rules or draw.
    """
    shown = open or Open.objects.filter(tour=tour).order_by("-date", "-pk").first()
    return {"tour": tour, "here": here, "rules_of": shown}


def seasons_of(tour: Tour) -> list[Season]:
    """The tour's seasons, the first one first: a page says which by its number from 1."""
    return list(Season.objects.filter(tour=tour).order_by("pk"))


def latest_season(seasons: list[Season]) -> Season | None:
    """The last season with something posted, else the last one."""
    with_results = set(
        Open.objects.filter(season__in=seasons, posted_at__isnull=False).values_list("season", flat=True)
    )
    played = [one for one in seasons if one.pk in with_results]
    return next(reversed(played or seasons), None)


def in_spanish() -> bool:
    """Whether the viewer reads Spanish."""
    return (translation.get_language() or "").startswith("es")


def codes_of(players: set[int]) -> dict[int, str]:
    """The public code of each player, by id."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "code"))
