"""The director's rulings through services: notes, penalties, misdeals, votes; each undone and redone."""

from __future__ import annotations

import pytest

from tdapp.floor import rulings
from tdapp.journal.models import JournalEntry, RowChange
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Ruling, Table
from tdapp.rules.errors import RuleError
from tests.builders import BARBARISMO, Night, make_night, spt_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight at one table, playing."""
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def shown(night: Night) -> tuple[rulings.RulingView, ...]:
    return rulings.rulings(night.open, night.field())


def there_and_back(night: Night, entry: JournalEntry) -> None:
    """Undone and redone, the rulings are as they were."""
    after = shown(night)
    back = undo(entry=entry, **night.act)
    assert shown(night) != after
    redo(entry=back, **night.act)
    assert shown(night) == after


def test_a_missed_round_penalty_is_players_at_the_table_times_rounds_T_2_11a(night: Night):
    entry = rulings.penalty(entry=night.entries["Kosovo"], rounds=2, text="Late twice", **night.act)
    (one,) = shown(night)
    assert (one.kind, one.hands, one.over, one.text) == ("penalty", 16, False, "Late twice")
    assert one.figures == {"rounds": 2, "players": 8, "hands": 16}
    night.out("Israel")
    assert shown(night)[0].hands == 16, "even if the table shrinks"
    assert entry.params["hands"] == 16


def test_a_penalty_given_later_counts_the_players_there_then(night: Night):
    night.out("Israel")
    night.out("Francia")
    rulings.penalty(entry=night.entries["Kosovo"], rounds=1, **night.act)
    assert shown(night)[0].hands == 6


def test_a_penalty_is_sat_out_once_and_undone(night: Night):
    there_and_back(night, rulings.penalty(entry=night.entries["Kosovo"], rounds=1, **night.act))
    ruling = Ruling.objects.get()
    there_and_back(night, rulings.penalty_over(ruling=ruling, **night.act))
    assert shown(night)[0].over
    with pytest.raises(RuleError, match="penalty_over_already"):
        rulings.penalty_over(ruling=ruling, **night.act)


def test_who_is_out_gets_no_penalty(night: Night):
    night.out("Israel")
    with pytest.raises(RuleError, match="not_playing"):
        rulings.penalty(entry=night.entries["Israel"], rounds=1, **night.act)
    with pytest.raises(RuleError, match="penalty_rounds"):
        rulings.penalty(entry=night.entries["Kosovo"], rounds=0, **night.act)


def test_a_vote_keeps_totals_only_VIV_33(night: Night):
    entry = rulings.vote(open=night.open, votes_for=5, votes_against=3, text="Was it a raise?", **night.act)
    (one,) = shown(night)
    assert (one.outcome, one.figures, one.entrant) == ("for", {"for": 5, "against": 3}, None)
    assert set(entry.params) == {"ruling", "outcome", "for", "against"}
    there_and_back(night, entry)


def test_a_tied_vote_waits_for_the_open_hand_and_keeps_the_side_never_the_players_VIV_33(night: Night):
    rulings.vote(open=night.open, votes_for=4, votes_against=4, **night.act)
    ruling = Ruling.objects.get()
    assert (shown(night)[0].outcome, shown(night)[0].tied) == ("open_hand", True)
    entry = rulings.decide_vote(ruling=ruling, side="against", **night.act)
    assert (shown(night)[0].outcome, shown(night)[0].tied) == ("against", True)
    ids = {entry.pk for entry in night.entries.values()}
    written = RowChange.objects.filter(entry=entry).values_list("field", "after")
    assert list(written) == [("figures", {"for": 4, "against": 4, "open_hand": "against"})]
    assert not ids & set(entry.params.values()) - {ruling.pk}
    there_and_back(night, entry)
    with pytest.raises(RuleError, match="vote_decided_already"):
        rulings.decide_vote(ruling=ruling, side="for", **night.act)


def test_a_vote_that_is_no_tie_needs_no_open_hand(night: Night):
    rulings.vote(open=night.open, votes_for=4, votes_against=3, **night.act)
    with pytest.raises(RuleError, match="vote_not_tied"):
        rulings.decide_vote(ruling=Ruling.objects.get(), side="for", **night.act)


def test_more_votes_than_players_are_asked_about_and_may_be_kept(night: Night):
    with pytest.raises(RuleError) as refused:
        rulings.vote(open=night.open, votes_for=5, votes_against=4, **night.act)
    error = refused.value
    assert (error.code, error.params, error.overrule) == (
        "votes_above_players", {"votes": 9, "players": 8}, True,
    )  # fmt: skip
    rulings.vote(
        open=night.open, votes_for=5, votes_against=4, overruled=["votes_above_players"], **night.act
    )
    assert shown(night)[0].outcome == "for"


def test_who_is_out_still_votes_VIV_33(night: Night):
    night.out("Israel")
    rulings.vote(open=night.open, votes_for=5, votes_against=3, **night.act)
    assert shown(night)[0].outcome == "for"


def test_a_note_is_about_a_player_a_table_or_neither(night: Night):
    table = Table.objects.get()
    rulings.note(open=night.open, text="  The deck was  changed ", **night.act)
    night.wait(minutes=1)
    entry = rulings.note(
        open=night.open, text="Warned", entry=night.entries["Irán"], table=table, **night.act
    )
    latest, first = shown(night)
    assert (first.text, first.entrant, first.table) == ("The deck was changed", None, "")
    assert (latest.text, latest.entrant and latest.entrant.name, latest.table) == ("Warned", "Irán", "1")
    there_and_back(night, entry)
    for text, code in (("  ", "ruling_without_words"), ("x" * 201, "ruling_too_long")):
        with pytest.raises(RuleError, match=code):
            rulings.note(open=night.open, text=text, **night.act)


def test_what_is_written_stands_in_no_image_of_the_journal(night: Night):
    entry = rulings.note(open=night.open, text="Kosovo shouted", **night.act)
    kept = [str(one) for one in RowChange.objects.filter(entry=entry).values_list("after", flat=True)]
    assert not any("Kosovo" in one for one in [*kept, str(entry.params)])


def test_a_misdeal_is_kept_with_its_table_VIV_29(night: Night):
    entry = rulings.misdeal(table=Table.objects.get(), **night.act)
    (one,) = shown(night)
    assert (one.kind, one.table, one.text) == ("misdeal", "1", "")
    there_and_back(night, entry)


def test_a_double_tap_counts_a_vote_once(night: Night):
    act = night.act
    first = rulings.vote(open=night.open, votes_for=1, votes_against=0, **act)
    again = rulings.vote(open=night.open, votes_for=1, votes_against=0, **act)
    assert (again.pk, again.repeated, Ruling.objects.count()) == (first.pk, True, 1)
