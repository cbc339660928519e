"""The bytes of a live page at one version."""

from __future__ import annotations

import json

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from tdapp.journal.models import Stream
from tdapp.live.state import Stamp, State, stamp_of, stamps_of

STAMP = Stamp("a1b2", 7)


def events(message: bytes) -> list[str]:
    """The events of a message but the first, ``server``."""
    return message.decode().split("\n\n")[1:-1]


def test_every_line_of_a_fragment_becomes_a_data_line() -> None:
    state = State(STAMP, {"screen-clock": '<p id="screen-clock">\r\n20:00\r\n\n</p>\r'})
    assert events(state.message()) == [
        'event: screen-clock\ndata: <p id="screen-clock">\ndata: 20:00\ndata: \ndata: </p>\ndata: '
    ]


def test_other_separators_are_text_and_stay() -> None:
    assert events(State(STAMP, {"x": "a\u2028b\x0bc\x85d"}).message()) == [
        "event: x\ndata: a\u2028b\x0bc\x85d"
    ]


def test_the_server_event_comes_first_with_the_id_and_the_names_that_follow() -> None:
    state = State(STAMP, {"x": "1", "y": "2"})
    tag, name, data = state.message().decode().split("\n\n")[0].split("\n")
    told = json.loads(data.removeprefix("data: "))
    assert (tag, name) == (f"id: a1b2-7-{state.digest}", "event: server")
    assert (told["version"], told["epoch"], told["fragments"]) == (7, "a1b2", ["x", "y"])


def test_only_what_differs_from_what_was_seen_is_sent() -> None:
    seen = State(STAMP, {"x": "1", "y": "2"})
    new = State(Stamp("a1b2", 8), {"x": "1", "y": "3"})
    assert events(new.message(seen)) == ["event: y\ndata: 3"]
    assert events(new.message()) == ["event: x\ndata: 1", "event: y\ndata: 3"]


def test_who_saw_the_same_shares_the_bytes_while_the_time_in_them_is_new() -> None:
    seen, new = State(STAMP, {"x": "1"}), State(Stamp("a1b2", 8), {"x": "2"})
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        first = new.message(seen)
        clock.shift(0.01)
        assert new.message(seen) is first
        assert new.message() is not first
        clock.shift(0.01)
        assert b'"now": 1800000000020,' in new.message(seen)
        clock.shift(-60)  # the laptop's clock is put right
        assert b'"now": 1799999940020,' in new.message(seen)


def test_who_has_seen_it_all_is_told_the_time_behind_a_comment() -> None:
    state = State(STAMP, {"x": "1"})
    ping = state.message(state)
    assert ping.startswith(b": ping\nid: a1b2-7-")
    assert events(ping) == []


def test_the_tag_changes_with_the_version_and_with_the_content_and_only_then() -> None:
    tags = {
        State(stamp, fragments).tag
        for stamp in (STAMP, Stamp("a1b2", 8), Stamp("c3d4", 7))
        for fragments in ({"x": "1"}, {"x": "2"}, {"x": "1"})
    }
    assert len(tags) == 6


@pytest.mark.parametrize("name", ["server", "message", "error", "open", "", "Clock", "a b", "a\nb", "7"])
def test_a_fragment_needs_a_name_that_can_name_an_event(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name a live fragment"):
        State(STAMP, {name: ""})


@pytest.mark.django_db
def test_all_streams_are_compared_in_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    first, second = (Stream.objects.create(kind="open", version=version) for version in (3, 4))
    with django_assert_num_queries(1):
        stamps = stamps_of({first.pk, second.pk, 999_999})
    assert stamps == {first.pk: Stamp(first.epoch, 3), second.pk: Stamp(second.epoch, 4)}
    assert stamp_of(999_999) is None
