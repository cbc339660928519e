"""Rulings as the night's story tells them: what was decided, about whom, in the director's own words."""

from __future__ import annotations

import pytest
from django.utils import translation

from tdapp.floor import replays, rulings
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import Open, Ruling, Table
from tdapp.web.story import sentence, short
from tests.builders import Night
from tests.nights.test_cheat import many
from tests.vivaldi import sitting, table_called

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight at two tables of a first round."""
    with translation.override("en"):
        yield many(8)


def told(entry: JournalEntry, night: Night) -> str:
    return sentence(JournalEntry.objects.get(pk=entry.pk), Open.objects.get(pk=night.open.pk))


def test_a_note_says_about_whom_and_what_was_written(night: Night):
    entry = night.entries["P01"]
    one = rulings.note(open=night.open, text="Warned", entry=entry, **night.act)
    assert (told(one, night), short(one, night.open)) == ("Note on P01: Warned", "Note on P01")
    two = rulings.note(open=night.open, text="New deck", table=Table.objects.get(name="B"), **night.act)
    assert told(two, night) == "Note on table B: New deck"
    three = rulings.note(open=night.open, text="Late food", **night.act)
    assert (told(three, night), short(three, night.open)) == ("Note: Late food", "Note")


def test_a_penalty_says_rounds_and_hands_T_2_11a(night: Night):
    entry = night.entries["P01"]
    one = rulings.penalty(entry=entry, rounds=1, **night.act)
    two = rulings.penalty(entry=entry, rounds=2, text="Late", **night.act)
    assert told(one, night) == "P01 sits out 1 round: 4 hands"
    assert told(two, night) == "P01 sits out 2 rounds: 8 hands (Late)"
    assert short(two, night.open) == "Penalty of P01"
    over = rulings.penalty_over(ruling=Ruling.objects.first(), **night.act)
    assert told(over, night) == "P01 has sat out the penalty"


def test_a_misdeal_names_its_table(night: Night):
    one = rulings.misdeal(table=Table.objects.get(name="A"), text="Six cards", **night.act)
    assert (told(one, night), short(one, night.open)) == (
        "Misdeal at table A, dealt again: Six cards", "Misdeal",
    )  # fmt: skip


def test_a_vote_tells_the_totals_and_who_won_the_open_hand_never_who_voted_what_VIV_33(night: Night):
    won = rulings.vote(open=night.open, votes_for=5, votes_against=3, text="A raise?", **night.act)
    lost = rulings.vote(open=night.open, votes_for=1, votes_against=7, **night.act)
    tied = rulings.vote(open=night.open, votes_for=4, votes_against=4, **night.act)
    assert [told(one, night) for one in (won, lost, tied)] == [
        "Vote: yes, 5 to 3 (A raise?)", "Vote: no, 7 to 1", "Vote tied, 4 to 4: an open hand decides",
    ]  # fmt: skip
    row = Ruling.objects.get(pk=tied.params["ruling"])
    assert told(rulings.decide_vote(ruling=row, side="against", **night.act), night) == (
        "The open hand of the tied vote says no"
    )


def test_a_disqualification_tells_what_fell_and_how_many_play_again_VIV_32(night: Night):
    cheat = sitting(table_called(night.open, "B"))[0]
    entry = night.entries[cheat]
    plain = replays.disqualify(entry=entry, seed="x", **night.act)
    assert told(plain, night) == f"{cheat} disqualified"
    undo(entry=plain, **night.act)
    again = replays.disqualify(entry=entry, seed="x", replay=True, text="Marked cards", **night.act)
    assert told(again, night) == f"{cheat} disqualified. Void: B. 3 players play again (Marked cards)"
    back = undo(entry=again, **night.act)
    assert told(back, night) == f"Undone: {told(again, night)}"
    assert short(again, night.open) == f"{cheat} disqualified"
