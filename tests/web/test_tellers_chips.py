"""How counts of tables and a ledger put right are told."""

from __future__ import annotations

import pytest
from django.utils import translation

from tdapp.floor import chip_counts
from tdapp.journal.models import JournalEntry
from tdapp.web import story
from tests.builders import Night
from tests.floor.several_tables import night_of, table

pytestmark = pytest.mark.django_db


def told(act: JournalEntry, night: Night) -> str:
    with translation.override("en"):
        return story.sentence(act, night.open).replace("\u202f", " ")


def count(night: Night, counts: dict[int, int]) -> JournalEntry:
    rows = {table(night, number): chips for number, chips in counts.items()}
    return chip_counts.count_tables(open=night.open, counts=rows, **night.act)


def test_a_count_says_each_table_with_its_difference_and_a_correction_its_reason() -> None:
    night = night_of(12)
    both = count(night, {1: 30_000, 2: 31_000})
    assert told(both, night) == "Tables counted: table 1 30 000, table 2 31 000 (1 000 over)"
    one = count(night, {2: 29_500})
    assert told(one, night) == "Tables counted: table 2 29 500 (500 short)"
    used = chip_counts.use_counted(open=night.open, reason="Lost", **night.act)
    assert told(used, night) == "Chips in play put right by −500, to 59 500: Lost"
    plain = count(night, {2: 30_500})
    right = chip_counts.use_counted(open=night.open, **night.act)
    assert told(right, night) == "Chips in play put right by +1 000, to 60 500"
    with translation.override("en"):
        assert [story.short(act, night.open) for act in (both, plain, used)] == [
            "Count of 2 tables", "Count of table 2", "Chips in play put right",
        ]  # fmt: skip
