"""One door for every change: entries, images, repeated requests, expected rows."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest

from tdapp.accounts.models import User
from tdapp.cash.models import Prize
from tdapp.journal import listeners
from tdapp.journal.models import JournalEntry, RowChange, Stream, Wording
from tdapp.journal.recorder import Change, Expected, StillReferred, announce, new_stream, once, record
from tdapp.journal.undo import undo
from tdapp.opens.models import Entry, StackChange
from tdapp.players.models import Player
from tdapp.players.steps import make_player
from tdapp.rules.errors import RuleError
from tests.builders import make_night

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NOW = datetime(2008, 1, 4, 21, tzinfo=UTC)


@pytest.fixture
def stream() -> Stream:
    return Stream.objects.create(kind="club")


def new_player(stream: Stream, nickname: str = "Canadá") -> Player:
    with record(stream, "player_renamed", actor=None, now=NOW) as change:
        return make_player(change, nickname=nickname)


def test_a_request_id_used_by_another_kind_of_act_is_refused(stream: Stream):
    request_id = uuid.uuid4()
    with record(stream, "player_renamed", actor=None, now=NOW, request_id=request_id):
        pass

    def use_it_again() -> None:
        with record(stream, "signed_up", actor=None, now=NOW, request_id=request_id):
            pass

    with pytest.raises(RuleError, match="request_used_already"):
        use_it_again()


def test_a_request_id_used_by_the_same_kind_in_another_stream_is_refused(stream: Stream):
    request_id = uuid.uuid4()
    other = Stream.objects.create(kind="open")
    new_player(other)
    with record(stream, "player_renamed", actor=None, now=NOW, request_id=request_id):
        pass

    def use_it_again() -> None:
        with record(other, "player_renamed", actor=None, now=NOW, request_id=request_id):
            pass

    with pytest.raises(RuleError, match="request_used_already"):
        use_it_again()


def test_a_new_stream_stays_only_where_something_is_done_in_it():
    with new_stream("open") as kept:
        new_player(kept)
    with pytest.raises(RuleError), new_stream("open"):
        raise RuleError("name_missing")
    assert list(Stream.objects.filter(kind="open")) == [kept]


def act_upon(player: Player, stamp: int, stream: Stream) -> None:
    with record(stream, "player_renamed", actor=None, now=NOW, expected=[Expected(player, stamp)]):
        pass


def test_a_record_takes_the_next_number_of_its_stream(stream: Stream):
    for number in (1, 2, 3):
        with record(stream, "player_renamed", actor=None, now=NOW) as change:
            assert change.entry.number == number
    stream.refresh_from_db()
    assert stream.version == 3


def test_a_created_row_changes_from_voided_to_living_and_its_name_stays_out_of_the_journal(stream: Stream):
    player = new_player(stream)
    (change,) = RowChange.objects.all()
    assert (change.model, change.row, change.field) == ("players.player", player.pk, "voided")
    assert (change.before, change.after) == (True, False)
    assert player.stamp == change.entry_id


def test_many_rows_made_at_once_are_journaled_and_undone_one_by_one(stream: Stream):
    night = make_night()
    night.sign_up("Canadá")
    rows = [
        {"entry": night.entries["Canadá"], "source": "count", "counted": n, "at": NOW, "order": n}
        for n in range(1200)
    ]
    with record(night.open.stream, "chips_counted", actor=night.director, now=NOW) as change:
        made = change.create_all(StackChange, rows)
    assert [row.counted for row in made] == list(range(1200))
    assert len({row.pk for row in made}) == 1200
    assert {row.stamp for row in made} == {change.entry.pk}
    assert change.entry.changes.filter(model="opens.stackchange", after=False).count() == 1200
    undo(entry=change.entry, actor=night.director, now=NOW)
    assert not StackChange.objects.exists()


def test_many_rows_are_set_at_once_and_only_those_that_change_are_written(django_assert_max_num_queries):
    night = make_night()
    night.sign_up("Canadá", "Irán")
    night.start()
    entry = night.entries["Canadá"]
    rows = [{"entry": entry, "source": "count", "counted": n % 2, "at": NOW, "order": n} for n in range(1200)]
    with record(night.open.stream, "chips_counted", actor=night.director, now=NOW) as change:
        made = change.create_all(StackChange, rows)
    with (
        django_assert_max_num_queries(20),
        record(night.open.stream, "chips_counted", actor=night.director, now=NOW) as change,
    ):
        change.update_all(made, counted=1)
    assert set(StackChange.objects.filter(source="count").values_list("counted", flat=True)) == {1}
    assert change.entry.changes.count() == 600
    assert StackChange.objects.filter(stamp=change.entry.pk).count() == 600
    assert {row.counted for row in made} == {1}
    undo(entry=change.entry, actor=night.director, now=NOW)
    assert StackChange.objects.filter(counted=0).count() == 600


def test_an_update_writes_only_what_changed_and_keeps_text_apart(stream: Stream):
    player = new_player(stream)
    with record(stream, "player_renamed", actor=None, now=NOW) as change:
        change.update(player, nickname="Canada", guest=False)
    (row,) = RowChange.objects.filter(entry=change.entry)
    assert row.field == "nickname"
    assert [Wording.objects.get(pk=row.before).text, Wording.objects.get(pk=row.after).text] == [
        "Canadá",
        "Canada",
    ]


def test_an_update_starts_from_the_database_and_not_from_a_stale_copy(stream: Stream):
    player = new_player(stream)
    stale = Player.objects.get(pk=player.pk)
    with record(stream, "player_renamed", actor=None, now=NOW) as change:
        change.update(player, guest=True)
    with record(stream, "player_renamed", actor=None, now=NOW) as change:
        change.update(stale, guest=True)
    assert not RowChange.objects.filter(entry=change.entry).exists()


def test_a_failing_act_leaves_nothing_behind(stream: Stream):
    def fail() -> None:
        with record(stream, "player_renamed", actor=None, now=NOW) as change:
            make_player(change, nickname="Canadá")
            raise RuleError("name_missing")

    with pytest.raises(RuleError, match="name_missing"):
        fail()
    stream.refresh_from_db()
    assert (stream.version, Player.everything.count(), JournalEntry.objects.count()) == (0, 0, 0)


def test_the_same_request_is_done_once_and_answered_twice(stream: Stream):
    @once
    def sign(**act) -> JournalEntry:
        with record(stream, "player_renamed", **act) as change:
            make_player(change, nickname="Canadá")
        return change.entry

    request_id = uuid.uuid4()
    first = sign(actor=None, now=NOW, request_id=request_id)
    again = sign(actor=None, now=NOW, request_id=request_id)
    assert again.pk == first.pk
    assert (first.repeated, again.repeated, again.undone) == (False, True, False)
    assert Player.objects.count() == 1


def test_an_act_upon_a_row_that_changed_meanwhile_is_refused(stream: Stream):
    player = new_player(stream)
    seen = player.stamp
    with record(stream, "player_renamed", actor=None, now=NOW) as change:
        change.update(player, guest=True)
    with pytest.raises(RuleError, match="changed_meanwhile") as caught:
        act_upon(player, seen, stream)
    assert caught.value.params["by"] == change.entry.pk


def test_a_touched_row_counts_as_changed(stream: Stream):
    player = new_player(stream)
    seen = player.stamp
    with record(stream, "player_renamed", actor=None, now=NOW) as change:
        change.touch(player)
    assert not RowChange.objects.filter(entry=change.entry).exists()
    with pytest.raises(RuleError, match="changed_meanwhile"):
        act_upon(player, seen, stream)


def test_a_constraint_that_bites_becomes_its_code(stream: Stream):
    night = make_night()

    def promise_less_than_nothing() -> None:
        with record(night.open.stream, "prizes_set", actor=None, now=NOW) as change:
            change.create(Prize, open=night.open, place=1, amount=-1)

    with pytest.raises(RuleError, match="money_negative"):
        promise_less_than_nothing()


def test_a_unique_index_that_bites_becomes_its_code():
    night = make_night()
    night.sign_up("Canadá")
    entry = night.entries["Canadá"]

    def enter_again() -> None:
        with record(night.open.stream, "signed_up", actor=None, now=NOW) as change:
            change.create(Entry, open=night.open, player=entry.player, order=2)

    with pytest.raises(RuleError, match="player_already_in"):
        enter_again()


def test_an_unknown_kind_is_a_programming_error(stream: Stream):
    with pytest.raises(KeyError), record(stream, "no_such_kind", actor=None, now=NOW):
        pass


def test_listeners_hear_the_new_version_after_commit(stream: Stream, django_capture_on_commit_callbacks):
    heard: list[listeners.Changed] = []
    listeners.register(heard.append)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            new_player(stream)
    finally:
        listeners._listeners.remove(heard.append)
    assert heard == [listeners.Changed(stream.pk, stream.epoch, 1)]


def test_the_actor_and_device_are_kept(stream: Stream):
    director = User.objects.create(name="Directora")
    with record(stream, "player_renamed", actor=director, now=NOW, why="test") as change:
        assert isinstance(change, Change)
    entry = JournalEntry.objects.get(pk=change.entry.pk)
    assert (entry.actor, entry.at, entry.params) == (director, NOW, {"why": "test"})


def test_voiding_a_row_that_others_refer_to_is_a_programming_error():
    night = make_night()
    night.sign_up("Canadá")

    def void_the_entry() -> None:
        with record(night.open.stream, "withdrawn", actor=None, now=NOW) as change:
            change.void(night.entries["Canadá"])

    with pytest.raises(StillReferred):
        void_the_entry()
    assert [e.nickname for e in night.field().entrants] == ["Canadá"]


def test_a_change_elsewhere_is_announced_with_a_new_version(stream: Stream):
    heard: list[listeners.Changed] = []
    listeners.register(heard.append)
    try:
        announce(stream)
    finally:
        listeners._listeners.remove(heard.append)
    assert heard == [listeners.Changed(stream.pk, stream.epoch, 1)]
