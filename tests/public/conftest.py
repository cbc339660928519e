"""The demo tour as the posted pages show it: two real opens with every figure known, one to be played."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tdapp.opens.models import Open
from tdapp.seasons import demo

TONIGHT = datetime(2026, 10, 12, 19, 0, tzinfo=UTC)


def readable(text: str) -> str:
    """The text with plain spaces where lines must not break."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.fixture
def opens(db: None) -> dict[str, Open]:
    """The opens of the demo by the last word of their names: Barbarismo, Naval, Otoño."""
    demo.build(TONIGHT)
    return {open.name.split()[-1]: open for open in Open.objects.select_related("tour", "season", "stream")}
