"""What a viewer of a live page receives over a real connection (DESIGN 5)."""

from __future__ import annotations

import asyncio
import json
import threading
import time

import pytest
from django.db import transaction
from pytest_django.fixtures import Settings

from tdapp.journal.models import Stream
from tdapp.live import hub as live_hub
from tdapp.live import registry
from tdapp.live import stream as live_stream
from tdapp.live.hub import hub
from tests import programs
from tests.live.conftest import Board, Server, advance

EN = "/live/en/board/k3x9/"
ES = "/live/es/board/k3x9/"


def test_the_full_state_comes_on_connect(server: Server, board: Board, stream: Stream) -> None:
    viewer = server.open(EN)
    assert viewer.status == 200
    assert viewer.response.getheader("content-type") == "text/event-stream; charset=utf-8"
    assert viewer.response.getheader("cache-control") == "no-store"
    assert viewer.response.getheader("x-accel-buffering") == "no"
    first = viewer.event()
    assert first is not None
    told = json.loads(first.data)
    assert (first.name, told["version"], told["epoch"]) == ("server", 7, stream.epoch)
    assert told["fragments"] == ["board-title", "board-version"]
    assert abs(told["now"] - time.time() * 1000) < 2000
    assert first.id.startswith(f"{stream.epoch}-7-")
    assert viewer.until("board-title").data == '<h1 id="board-title">\n  en\n</h1>'
    assert viewer.version() == 7


def test_a_browser_is_told_to_come_back_after_two_seconds(server: Server, board: Board) -> None:
    viewer = server.open(EN)
    assert viewer.response.readline() == b"retry: 2000\n"


def test_a_change_is_pushed_and_only_the_fragment_that_differs(
    server: Server, board: Board, stream: Stream
) -> None:
    viewer = server.open(EN)
    assert viewer.version() == 7
    advance(stream)
    pushed = [viewer.event(), viewer.event()]
    advance(stream)
    pushed += [viewer.event(), viewer.event()]
    assert [event and event.name for event in pushed] == ["server", "board-version"] * 2
    assert [json.loads(event.data)["version"] for event in pushed[::2] if event] == [8, 9]


def test_each_language_has_a_stream_of_its_own(server: Server, board: Board, stream: Stream) -> None:
    english, spanish = server.open(EN), server.open(ES)
    assert "en" in english.until("board-title").data
    assert "es" in spanish.until("board-title").data
    advance(stream)
    assert (english.until_version(8), spanish.until_version(8)) == (2, 2)


def test_twenty_viewers_cost_one_rendering_per_version_and_language(
    server: Server, board: Board, stream: Stream
) -> None:
    before = hub.renderings
    viewers = [server.open(EN if number % 2 else ES) for number in range(20)]
    assert [viewer.version() for viewer in viewers] == [7] * 20
    advance(stream)
    assert [viewer.version() for viewer in viewers] == [8] * 20
    assert sorted(board.calls) == [("en", 7), ("en", 8), ("es", 7), ("es", 8)]
    assert hub.renderings - before == 4
    assert board.in_transaction == {False}


def test_of_several_quick_versions_only_the_last_is_rendered(
    server: Server, board: Board, stream: Stream
) -> None:
    viewer = server.open(EN)
    assert viewer.version() == 7
    board.calls.clear()
    board.entered.clear()
    board.gate.clear()
    advance(stream)
    assert board.entered.wait(5)
    for _ in range(4):
        advance(stream)
    board.gate.set()
    assert viewer.version() == 12
    assert board.calls == [("en", 8), ("en", 12)]


def test_a_reader_who_is_slow_gets_the_latest_state_and_skips_the_rest(
    server: Server, board: Board, stream: Stream
) -> None:
    board.padding = "x" * 3_000_000  # more than the sockets take without a reader
    slow, quick = server.open(EN, room=65536), server.open(EN)
    assert quick.version() == 7
    for version in range(8, 18):
        assert advance(stream) == version
        assert quick.version() == version
    assert slow.until_version(17) < 6  # the first, what the sockets had taken, the last


def test_a_stream_is_kept_alive_by_pings_that_tell_the_time(
    server: Server, board: Board, settings: Settings
) -> None:
    settings.LIVE_PING_SECONDS = 0.05
    viewer = server.open(EN)
    first = viewer.until("server")
    ping = viewer.until("server")
    assert ping.comments == ["ping"]
    assert ping.id == first.id
    assert json.loads(ping.data)["now"] >= json.loads(first.data)["now"]


def test_who_takes_nothing_is_let_go_and_the_others_stay(
    server: Server, board: Board, stream: Stream, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIVE_PING_SECONDS = 0.1
    monkeypatch.setattr(live_hub, "STALLED_AFTER", 1.0)
    board.padding = "x" * 3_000_000
    server.open(EN, room=65536)
    reader = server.open(EN)
    assert reader.version() == 7
    for version in range(8, 12):  # until the sockets take no more
        advance(stream)
        assert reader.version() == version
    while hub.open_streams == 2:
        reader.until("server")
    assert reader.until("server")
    assert hub.open_streams == 1


def test_a_page_without_fragments_is_told_the_version_only(server: Server, stream: Stream) -> None:
    registry.register(registry.Surface("plain", resolve={"k3x9": stream.pk}.get))
    try:
        viewer = server.open("/live/en/plain/k3x9/")
        assert viewer.until("changed").data == f"{stream.epoch}-7"
        advance(stream)
        assert viewer.until("changed").data == f"{stream.epoch}-8"
    finally:
        registry.unregister("plain")


@pytest.mark.parametrize(
    "path",
    [
        "/live/en/board/nobody/",
        "/live/de/board/k3x9/",
        "/live/en/door/k3x9/",
        "/live/en/board/k3x9",
        "/live/en/board/",
        "/live/en/board/nobody/?poll=1",
    ],
)
def test_an_unknown_page_is_not_found(server: Server, board: Board, path: str) -> None:
    assert server.open(path).status == 404


def test_only_reading_is_allowed(server: Server, board: Board) -> None:
    answered = asyncio.run(_ask("POST", "localhost"))
    assert answered == 405


@pytest.mark.parametrize("path", [EN, EN + "?poll=1"])
def test_a_foreign_host_gets_no_page(server: Server, board: Board, path: str) -> None:
    assert server.open(path, Host="evil.example").status == 400


def test_the_stream_itself_refuses_a_foreign_host() -> None:
    assert asyncio.run(_ask("GET", "evil.example")) == 400


async def _ask(method: str, host: str) -> int:
    sent: list[dict[str, object]] = []
    scope = {
        "type": "http",
        "method": method,
        "path": EN,
        "query_string": b"",
        "headers": [(b"host", host.encode())],
    }

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    await live_stream.app(scope, receive, send)  # type: ignore[arg-type]
    return int(str(sent[0]["status"]))


def test_polling_gets_the_whole_state_once_and_304_until_it_changes(
    server: Server, board: Board, stream: Stream
) -> None:
    first = server.open(EN + "?poll=1")
    tag = first.response.getheader("etag")
    told = first.json()
    assert (first.status, told["version"], told["epoch"]) == (200, 7, stream.epoch)
    assert told["fragments"] == board.render(stream.pk, "en") | {
        "board-title": '<h1 id="board-title">\n  en\n</h1>'
    }
    board.calls.clear()
    assert tag
    again = server.open(EN + "?poll=1", **{"If-None-Match": tag})
    assert (again.status, again.text()) == (304, "")
    assert again.response.getheader("x-tapete-now")
    assert board.calls == []
    # With a viewer on the same page the push tells us when the new state is there to be polled.
    viewer = server.open(EN)
    advance(stream)
    viewer.until_version(8)
    changed = server.open(EN + "?poll=1", **{"If-None-Match": tag})
    assert (changed.status, changed.json()["version"]) == (200, 8)
    assert board.calls == [("en", 8)]


def test_what_nobody_was_told_of_is_found_by_comparing_with_the_database(
    server: Server, board: Board, stream: Stream, often_compared: None
) -> None:
    viewer = server.open(EN)
    assert viewer.version() == 7
    Stream.objects.filter(pk=stream.pk).update(version=8)
    assert viewer.version() == 8


def test_a_restored_backup_reaches_open_pages(
    server: Server, board: Board, stream: Stream, often_compared: None
) -> None:
    viewer = server.open(EN)
    assert viewer.version() == 7
    # The same version in another life of the data, under another number.
    other = Stream.objects.create(kind="open", version=3, epoch="restored")
    board.codes["k3x9"] = other.pk
    Stream.objects.filter(pk=stream.pk).update(epoch="restored")
    told = json.loads(viewer.until("server").data)
    assert (told["epoch"], told["version"]) == ("restored", 3)
    assert viewer.version() == 3


def test_the_page_of_an_open_that_the_backup_does_not_know_ends(
    server: Server, board: Board, stream: Stream, often_compared: None
) -> None:
    viewer = server.open(EN)
    assert viewer.version() == 7
    del board.codes["k3x9"]
    Stream.objects.filter(pk=stream.pk).delete()
    assert viewer.event() is None
    assert server.open(EN).status == 404


def test_a_page_that_cannot_be_rendered_is_unavailable_and_comes_back(
    server: Server, board: Board, stream: Stream, caplog: pytest.LogCaptureFixture
) -> None:
    registry.register(
        registry.Surface("board", board.codes.get, lambda stream_id, language: {"server": "not a name"})
    )
    broken = server.open(EN)
    assert broken.status == 503
    assert "cannot be rendered" in caplog.text
    registry.register(registry.Surface("board", board.codes.get, board.render))
    assert server.open(EN).version() == 7


def test_an_address_may_open_so_many_streams_and_no_more(
    server: Server, board: Board, settings: Settings
) -> None:
    settings.LIVE_STREAMS_PER_ADDRESS = 2
    first, second = server.open(EN), server.open(ES)
    assert (first.version(), second.version()) == (7, 7)
    third = server.open(EN)
    assert third.status == 429
    assert third.text().startswith("Too many live pages are open from this address.")
    assert server.open(EN + "?poll=1").status == 200


def test_a_viewer_who_leaves_makes_room(server: Server, board: Board, settings: Settings) -> None:
    settings.LIVE_STREAMS_PER_ADDRESS = 1
    leaving = server.open(EN)
    assert leaving.version() == 7
    assert server.open(EN).status == 429
    leaving.close()
    deadline = time.monotonic() + 5
    while (newcomer := server.open(EN)).status == 429:
        assert time.monotonic() < deadline
    assert newcomer.version() == 7
    assert hub.open_streams == 1


def test_on_shutdown_every_stream_ends_at_once(server: Server, board: Board) -> None:
    viewers = [server.open(EN) for _ in range(20)]
    assert [viewer.version() for viewer in viewers] == [7] * 20
    hub.close_all()
    assert [viewer.event() for viewer in viewers] == [None] * 20
    assert server.open(EN).status == 503


def test_a_viewer_who_reads_nothing_does_not_hold_up_the_shutdown(board: Board) -> None:
    board.padding = "x" * 3_000_000
    with programs.serve_in_thread() as site:
        server = Server(site)
        server.open(EN, room=65536)
        assert server.open(EN).version() == 7
    assert "site" not in {thread.name for thread in threading.enumerate()}
    for viewer in server.viewers:
        viewer.close()


def test_a_version_that_moves_while_it_is_rendered_is_rendered_again(
    server: Server, board: Board, stream: Stream
) -> None:
    moved: list[int] = []

    def render(stream_id: int, language: str) -> dict[str, str]:
        fragments = board.render(stream_id, language)
        if not moved:
            moved.append(advance(stream))
        return fragments

    registry.register(registry.Surface("board", board.codes.get, render))
    told = server.open(EN + "?poll=1").json()
    assert told["version"] == 8
    assert "8" in str(told["fragments"])
    assert board.calls == [("en", 7), ("en", 8)]
    assert transaction.get_connection().in_atomic_block is False
