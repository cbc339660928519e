"""Renaming a player: everywhere at once, and taken back."""

from __future__ import annotations

import pytest

from tdapp.journal.models import JournalEntry, Stream
from tdapp.journal.undo import redo, undo
from tdapp.players.models import Player
from tdapp.players.services import club_stream, rename_player
from tdapp.rules.errors import RuleError
from tests.builders import EVENING, make_night

pytestmark = pytest.mark.django_db
ACT = {"actor": None, "now": EVENING}


@pytest.fixture
def kosovo() -> Player:
    night = make_night()
    night.sign_up("Kosovo")
    return Player.objects.get()


def test_a_player_is_renamed_and_found_by_the_new_name(kosovo: Player):
    entry = rename_player(player=kosovo, nickname=" Prístina ", note=" Norte ", **ACT)
    kosovo.refresh_from_db()
    assert (kosovo.nickname, kosovo.note, kosovo.folded) == ("Prístina", "Norte", "pristina")
    assert str(kosovo) == "Prístina (Norte)"
    assert entry.stream == club_stream()


def test_a_renaming_is_undone_and_redone(kosovo: Player):
    entry = rename_player(player=kosovo, nickname="Prístina", **ACT)
    back = undo(entry=entry, **ACT)
    kosovo.refresh_from_db()
    assert (kosovo.nickname, kosovo.folded) == ("Kosovo", "kosovo")
    redo(entry=back, **ACT)
    kosovo.refresh_from_db()
    assert (kosovo.nickname, kosovo.folded) == ("Prístina", "pristina")


@pytest.mark.parametrize(
    ("nickname", "note", "code"),
    [(" ", "", "name_missing"), ("x" * 61, "", "name_too_long"), ("Ana", "x" * 61, "name_too_long")],
)
def test_a_name_nobody_can_keep_is_refused_and_changes_nothing(kosovo: Player, nickname, note, code):
    with pytest.raises(RuleError, match=code):
        rename_player(player=kosovo, nickname=nickname, note=note, **ACT)
    kosovo.refresh_from_db()
    assert kosovo.nickname == "Kosovo"
    assert not JournalEntry.objects.filter(kind="player_renamed").exists()


def test_the_journal_holds_no_name(kosovo: Player):
    entry = rename_player(player=kosovo, nickname="Prístina", **ACT)
    images = [(change.before, change.after) for change in entry.changes.all()]
    assert "Prístina" not in str(images)
    assert entry.params == {"player": kosovo.pk}


def test_two_streams_of_the_club_made_at_once_are_one_from_then_on(kosovo: Player):
    first = club_stream()
    Stream.objects.create(kind="club")
    assert club_stream() == first
    assert rename_player(player=kosovo, nickname="Kosova", actor=None, now=EVENING).stream == first


def test_there_is_one_stream_of_the_club():
    assert club_stream() == club_stream()
