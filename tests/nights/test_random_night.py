"""A random night of 200 acts, undone to the first sign-up and redone, shows the same at each step."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tdapp.cash import queries as cash
from tdapp.journal.undo import next_redo, next_undo, redo, undo
from tests.builders import Night, make_night, spt_terms, timed_terms
from tests.nights.random_night import Director, everything_shown

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def dealt_as_the_prizes_are(night: Night) -> bool:
    """Whether a deal shares what its players could win, to the cent, whatever was done since (RULES 4.4)."""
    prizes = cash.prizes(night.open, night.pool())
    deal = prizes.deal
    return deal is None or deal.total == sum(prizes.amounts[: len(deal.amounts)])


@pytest.mark.parametrize(
    ("terms", "seed"),
    [(spt_terms(), 1), (timed_terms(), 2), (spt_terms(house=200), 3)],
    ids=["spt", "timed", "spt 10 + 2"],
)
def test_a_random_night_is_undone_and_redone_step_by_step(terms, seed):
    night = make_night(terms)
    director = Director(night, seed)
    end = night.now + timedelta(hours=30)
    shown = [everything_shown(night, end)]
    while len(shown) <= 200:
        if director.act() is not None:
            shown.append(everything_shown(night, end))
            assert dealt_as_the_prizes_are(night)

    stream = night.open.stream
    for step in range(len(shown) - 2, -1, -1):
        entry = next_undo(stream)
        assert entry is not None
        undo(entry=entry, actor=night.director, now=end)
        assert everything_shown(night, end) == shown[step], f"undoing {entry.kind} (act {step + 1})"
    assert next_undo(stream) is None

    for step in range(1, len(shown)):
        back = next_redo(stream)
        assert back is not None
        redo(entry=back, actor=night.director, now=end)
        assert everything_shown(night, end) == shown[step], (
            f"redoing {back.params['kind_undone']} (act {step})"
        )
    assert next_redo(stream) is None
