"""Who is told, after commit, that a stream has a new version."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Changed:
    """A stream stands at ``version`` in the life of the data called ``epoch``."""

    stream_id: int
    epoch: str
    version: int


_listeners: list[Callable[[Changed], None]] = []


def register(listener: Callable[[Changed], None]) -> None:
    """Tell ``listener`` of every change from now on; registering it again does nothing."""
    if listener not in _listeners:
        _listeners.append(listener)


def notify(changed: Changed) -> None:
    """Tell everybody. A listener that fails never disturbs the act that is already saved."""
    for listener in _listeners:
        try:
            listener(changed)
        except Exception:
            logger.exception("A listener failed on %s", changed)
