"""A real server with a page of its own, and viewers that read its raw streams."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import pytest
from django.db import transaction
from django.db.models import F
from django.utils.translation import get_language

from tdapp.journal import listeners
from tdapp.journal.models import Stream
from tdapp.live import hub, registry
from tests.programs import LiveSite

PATIENCE = 5.0


def advance(stream: Stream) -> int:
    """Give the stream a new version as the journal does, and tell the listeners; returns the version."""
    with transaction.atomic():
        Stream.objects.filter(pk=stream.pk).update(version=F("version") + 1)
        stream.refresh_from_db()
        changed = listeners.Changed(stream.pk, stream.epoch, stream.version)
        transaction.on_commit(partial(listeners.notify, changed))
    return stream.version


@dataclass
class Board:
    """A live page made for the tests: it shows the version of its stream, in two fragments."""

    codes: dict[str, int] = field(default_factory=dict)
    padding: str = ""
    calls: list[tuple[str, int]] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    entered: threading.Event = field(default_factory=threading.Event)
    in_transaction: set[bool] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.gate.set()

    def render(self, stream_id: int, language: str) -> dict[str, str]:
        version = Stream.objects.get(pk=stream_id).version
        self.calls.append((language, version))
        self.in_transaction.add(transaction.get_connection().in_atomic_block)
        self.entered.set()
        assert self.gate.wait(PATIENCE)
        heading = f'<h1 id="board-title">\n  {get_language()}\n</h1>'
        return {
            "board-title": heading,
            "board-version": f'<p id="board-version">{version}</p>{self.padding}',
        }


@dataclass
class Event:
    """One server-sent event; ``comments`` are those that came before it."""

    name: str
    data: str
    id: str
    comments: list[str]


class Viewer:
    """A page that is open: one connection, read blocking, for five seconds at most."""

    def __init__(self, port: int, path: str, *, room: int = 0, **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        if room:
            # So many bytes wait here while nobody reads; the system would find room for megabytes.
            self._connection.sock = socket.socket()
            self._connection.sock.settimeout(PATIENCE)
            self._connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            self._connection.sock.connect(("127.0.0.1", port))
        self._connection.request("GET", path, headers=headers)
        self.response = self._connection.getresponse()
        self.status = self.response.status

    def event(self) -> Event | None:
        """The next event, or None at the end of the stream."""
        name, data, tag, comments = "message", [], "", []
        while line := self.response.readline():
            key, _, value = line.decode().rstrip("\n").partition(": ")
            match key:
                case "":
                    if value:
                        comments.append(value)
                    elif data:
                        return Event(name, "\n".join(data), tag, comments)
                case "event":
                    name = value
                case "data":
                    data.append(value)
                case "id":
                    tag = value
        return None

    def until(self, name: str) -> Event:
        """The next event called ``name``."""
        while (event := self.event()) is not None:
            if event.name == name:
                return event
        raise AssertionError(f"the stream ended before {name}")

    def version(self) -> int:
        """The version that the board shows when it is pushed next."""
        return int(self.until("board-version").data.split(">")[1].split("<")[0])

    def until_version(self, version: int) -> int:
        """Read on until the board shows ``version``; how many boards were pushed until then."""
        pushed = 1
        while self.version() != version:
            pushed += 1
        return pushed

    def text(self) -> str:
        return self.response.read().decode()

    def json(self) -> dict[str, object]:
        return dict(json.loads(self.text()))

    def close(self) -> None:
        self.response.close()
        self._connection.close()


class Server:
    """The served site, and the viewers that were opened on it."""

    def __init__(self, site: LiveSite) -> None:
        self.site = site
        self.viewers: list[Viewer] = []

    def open(self, path: str, *, room: int = 0, **headers: str) -> Viewer:
        viewer = Viewer(self.site.port, path, room=room, **headers)
        self.viewers.append(viewer)
        return viewer


@pytest.fixture
def server(mode: str, live_site: LiveSite) -> Iterator[Server]:
    """The served site, in both modes: changes travel within this process, or through Redis as well."""
    server = Server(live_site)
    yield server
    for viewer in server.viewers:
        viewer.close()


@pytest.fixture
def often_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages are compared with the database all the time."""
    monkeypatch.setattr(hub, "LOOK_EVERY", 0.05)


@pytest.fixture
def never_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages hear of a change or they do not: none is found in the database."""
    monkeypatch.setattr(hub, "LOOK_EVERY", 3600.0)


@pytest.fixture
def stream(transactional_db: None) -> Stream:
    return Stream.objects.create(kind="open", version=7)


@pytest.fixture
def board(stream: Stream) -> Iterator[Board]:
    board = Board(codes={"k3x9": stream.pk})
    registry.register(registry.Surface("board", resolve=board.codes.get, render=board.render))
    yield board
    registry.unregister("board")
