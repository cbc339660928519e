"""Which television sets were heard of lately, and how fast their keys are pressed: kept in the cache only."""

from __future__ import annotations

from datetime import datetime

from django.core.cache import cache

HEARD_FOR = 60
"""Seconds after which a set that says nothing counts as off; one that is on asks every few seconds."""
KEYS_IN, KEYS_ALLOWED = 10, 20
"""Seconds, and how many acts the keys of one set may do in them."""


def seen(code: str, now: datetime) -> None:
    """Note that the set is on; the desk says so beside its name."""
    cache.set(f"tv-seen-{code}", now, HEARD_FOR)


def last_seen(code: str) -> datetime | None:
    """When the set was heard of last, within the last minute."""
    found: datetime | None = cache.get(f"tv-seen-{code}")
    return found


def too_fast(code: str) -> bool:
    """Count one press of a key; True beyond twenty in ten seconds."""
    key = f"tv-keys-{code}"
    if cache.add(key, 1, KEYS_IN):
        return False
    try:
        return cache.incr(key) > KEYS_ALLOWED
    except ValueError:  # it ran out at this moment
        return False
