"""The stages of an open among its terms: kept, copied, changed, refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.floor import door
from tdapp.floor.set_up import change_terms, check_terms, create_open, terms_of
from tdapp.opens.models import Open, Round
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.round_presets import vivaldi
from tdapp.rules.rounds import RoundPlan
from tests.builders import Night, make_night, timed_terms
from tests.nights.back_and_forth import back_and_forth
from tests.vivaldi import sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Sixteen players at A, B, C and D, play just begun."""
    night = vivaldi_night()
    night.start()
    return night


def test_the_stages_are_kept_with_the_terms_and_copied_from_one_open_to_another(night: Night):
    terms = terms_of(night.open)
    assert terms.rounds == vivaldi(16)
    assert terms.levels == vivaldi(16)[0].levels
    entry = create_open(tour=night.tour, terms=replace(terms, name="Torneo II", room_tables=6), **night.act)
    copy = Open.objects.get(pk=entry.params["open"])
    assert terms_of(copy) == replace(terms, name="Torneo II", room_tables=6)


def test_stages_that_have_begun_stay_and_later_ones_may_still_change(night: Night):
    terms = terms_of(night.open)
    first, second, last = terms.rounds
    later = replace(terms, rounds=(first, replace(second, name="Semifinal"), last))
    back_and_forth(night, lambda: change_terms(open=night.open, terms=later, **night.act))
    assert terms_of(night.open).rounds[1].name == "Semifinal"
    changed = replace(terms, rounds=(replace(first, stack=6000), second, last))
    with pytest.raises(RuleError, match="stage_began") as refused:
        change_terms(open=night.open, terms=changed, **night.act)
    assert refused.value.params == {"number": 1}


def test_the_first_round_follows_its_terms_until_play_begins():
    night = make_night(timed_terms())
    assert Round.objects.get().plan == {}
    terms = replace(terms_of(night.open), rounds=vivaldi(12))
    back_and_forth(night, lambda: change_terms(open=night.open, terms=terms, **night.act))
    assert Round.objects.get().plan["tables"] == 4
    assert terms_of(night.open).levels == vivaldi(12)[0].levels
    change_terms(open=night.open, terms=replace(terms, rounds=(), levels=(Level(25, 50),)), **night.act)
    assert (Round.objects.get().plan, terms_of(night.open).levels) == ({}, (Level(25, 50),))


def test_terms_with_stages_nobody_could_play_are_refused():
    terms = replace(timed_terms(), rounds=(RoundPlan(ends="levels", level_count=2),))
    with pytest.raises(RuleError, match="last_round_without_end"):
        check_terms(terms)
    with pytest.raises(RuleError, match="room_tables_negative"):
        check_terms(replace(timed_terms(), room_tables=-1))


def test_nobody_enters_once_it_is_decided_among_the_tables_who_goes_on(night: Night):
    door.sign_up(open=night.open, nickname="Tarde", seed="s", seat=True, **night.act)
    assert len(night.field().left) == 17
    night.out(sitting(table_called(night.open, "A"))[0])
    with pytest.raises(RuleError, match="entry_rounds_over") as refused:
        door.sign_up(open=night.open, nickname="Muy tarde", seed="s", seat=True, **night.act)
    assert (refused.value.params, refused.value.overrule) == ({"number": 1}, False)
    with pytest.raises(RuleError, match="entry_rounds_over"):
        door.sign_up_list(open=night.open, nicknames=["Muy tarde"], **night.act)
