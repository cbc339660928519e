"""Bounties where tables end by themselves, and where they are played again (VIV-26, VIV-32; RULES 4.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash.models import BountyPrize
from tdapp.floor import replays, rounds
from tdapp.floor.set_up import change_terms, terms_of
from tdapp.journal.undo import redo, undo
from tdapp.rules import bounties as rules
from tests.builders import Night
from tests.floor.test_bounties import by_name, heads
from tests.vivaldi import finish, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight at two tables, 10 € on each head."""
    night = vivaldi_night([f"P{n:02}" for n in range(1, 9)])
    terms = terms_of(night.open)
    splits = (*terms.buy_in, ("bounty", 1000))
    changed = replace(terms, buy_in=splits, bounties=rules.Terms("plain"))
    change_terms(open=night.open, terms=changed, **night.act)
    night.start()
    night.wait(minutes=40)
    return night


def test_who_does_not_go_on_from_a_counted_table_leaves_the_head_to_the_pool(night: Night):
    table = table_called(night.open, "A")
    there = sitting(table)
    night.out(there[3], by=there[0])
    counts = dict(zip(there, (9000, 7000, 4000), strict=False))
    rounds.finish_table(
        table=table,
        counts={night.entries[name]: chips for name, chips in counts.items()},
        overruled=["table_still_plays", "count_differs"],
        **night.act,
    )
    found = heads(night)
    assert by_name(night, found.taken) == {there[0]: 1000}
    assert found.book.to_pool == 1000
    assert len(found.in_play) == 6


def test_a_table_opened_again_gives_the_heads_back(night: Night):
    table = table_called(night.open, "A")
    there = sitting(table)
    night.out(there[3], by=there[0])
    night.out(there[2], by=there[1])
    finish(night, table, {there[0]: 12_000, there[1]: 8000})
    before = heads(night)
    table.refresh_from_db()
    rounds.reopen_table(table=table, **night.act)
    assert (
        by_name(night, heads(night).taken) == by_name(night, before.taken) == {there[0]: 1000, there[1]: 1000}
    )


def test_a_table_played_again_takes_its_bounties_back_and_the_cheat_s_head_goes_to_the_pool(night: Night):
    table = table_called(night.open, "A")
    there = sitting(table)
    night.out(there[3], by=there[0])
    act = replays.disqualify(entry=night.entries[there[0]], replay=True, seed="s", **night.act)
    found = heads(night)
    assert found.taken == {}
    assert found.book.to_pool == 1000
    assert len(found.in_play) == 7
    assert not BountyPrize.objects.filter(winner__isnull=False).exists()
    back = undo(entry=act, actor=night.director, now=night.now)
    assert by_name(night, heads(night).taken) == {there[0]: 1000}
    redo(entry=back, actor=night.director, now=night.now)
    assert heads(night) == found
