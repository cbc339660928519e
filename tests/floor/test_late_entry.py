"""Late entry ends with its line; the director may let somebody in all the same (RULES 2.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.floor import door
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Entry
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tests.builders import Night, make_night, timed_terms

pytestmark = pytest.mark.django_db

LEVELS = (
    Level.of_minutes(25, 50, 20),
    replace(Level.of_minutes(50, 100, 20), entry_ends=True),
    Level.break_of(10),
    Level.of_minutes(100, 200, 20),
)


@pytest.fixture
def night() -> Night:
    """Late entry ends with level 2, at 21:40."""
    night = make_night(replace(timed_terms(), levels=LEVELS))
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    return night


def late(night: Night, **more: object):
    return door.sign_up(open=night.open, nickname="Francia", seed="s", **more, **night.act)


def test_until_its_line_ends_anybody_may_come(night: Night):
    night.wait(minutes=39, seconds=59)
    assert late(night).params["late"] is False


def test_from_the_break_on_it_is_asked_and_what_was_passed_is_journaled(night: Night):
    night.wait(minutes=40)
    with pytest.raises(RuleError) as refused:
        late(night)
    error = refused.value
    assert (error.code, error.overrule, error.params) == (
        "late_entry_closed",
        True,
        {"level": 2, "closed_after": 2},
    )
    entry = late(night, overruled=["late_entry_closed"], pay=True, seat=True)
    assert entry.params["late"] is True
    undone = undo(entry=entry, **night.act)
    assert Entry.objects.count() == 3
    redo(entry=undone, **night.act)
    assert Entry.objects.count() == 4


def test_a_list_is_asked_about_as_well(night: Night):
    night.wait(minutes=60)
    with pytest.raises(RuleError) as refused:
        door.sign_up_list(open=night.open, nicknames=["Francia", "Israel"], **night.act)
    assert (refused.value.code, refused.value.params["level"]) == ("late_entry_closed", 3)
    door.sign_up_list(
        open=night.open, nicknames=["Francia", "Israel"], overruled=["late_entry_closed"], **night.act
    )
    assert Entry.objects.count() == 5
