"""Attempts at a password: so many per name and address, then a pause (DESIGN 10).

The counter lives in the cache: with several web processes they share it through Redis.
"""

from __future__ import annotations

import hashlib

from django.core.cache import cache

ALLOWED = 10
PAUSE_SECONDS = 600


def _key(name: str, address: str) -> str:
    # Hashed: a cache takes neither spaces nor very long keys, and what is typed may be a password.
    return "attempts-" + hashlib.sha256(f"{address} {name.casefold()}".encode()).hexdigest()[:32]


def exhausted(name: str, address: str) -> bool:
    """Whether the last ten minutes had too many failures for this name from this address."""
    return int(cache.get(_key(name, address), 0)) >= ALLOWED


def failed(name: str, address: str) -> None:
    """Count one failure; the ten minutes begin with the first one."""
    key = _key(name, address)
    if not cache.add(key, 1, PAUSE_SECONDS):
        cache.incr(key)


def forgotten(name: str, address: str) -> None:
    """Start from nothing again: the right password was typed."""
    cache.delete(_key(name, address))
