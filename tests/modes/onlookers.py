"""Those who look at a screen or a phone while servers die, and count on as the browser's clock.js does."""

from __future__ import annotations

import html
import http.client
import json
import re
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.live.conftest import Viewer

AGAIN = 0.2
"""Seconds until a lost stream is tried again (a browser: two)."""
FRAGMENT = {"screen": "screen-panel", "phone": "phone-clock"}
PAGE = {"screen": "/screen/{}/", "phone": "/o/{}/"}


@dataclass(frozen=True)
class Shown:
    """A clock as it was delivered: it goes on by itself from there."""

    html: str

    def at(self, now: datetime) -> str:
        """The level's number at ``now`` as the page shows it, "break" or "paused"."""
        if self._attribute("data-running") != "1":
            return "paused"
        passed = [one for one in json.loads(self._attribute("data-boundaries")) if one["at_ms"] <= _ms(now)]
        if passed:
            return "break" if passed[-1]["state"] == "break" else str(passed[-1]["level"])
        if self._attribute("data-state") == "break":
            return "break"
        found = re.search(r"data-clock-level>(\d+)<", self.html)
        assert found, self.html
        return found[1]

    def _attribute(self, name: str) -> str:
        found = re.search(rf'{name}="([^"]*)"', self.html)
        assert found, f"no {name} in {self.html}"
        return html.unescape(found[1])


def _ms(now: datetime) -> int:
    return round(now.timestamp() * 1000)


class Onlooker:
    """A page that is open: it follows its stream, and takes it up again when it breaks."""

    def __init__(self, surface: str, code: str, port: int) -> None:
        self.name = f"{surface} on {port}"
        self.connections = 0
        """How many streams have delivered so far."""
        self.shown = Shown(get(port, PAGE[surface].format(code)))
        self._path, self._fragment, self._port = f"/live/en/{surface}/{code}/", FRAGMENT[surface], port
        self._over = threading.Event()
        self._viewer: Viewer | None = None
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        while not self._over.is_set():
            # Closed by us while it reads, a connection fails in its own ways.
            with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
                self._listen()
            self._over.wait(AGAIN)

    def _listen(self) -> None:
        self._viewer = Viewer(self._port, self._path)
        fresh = 1
        while (event := self._viewer.event()) is not None:
            if event.name == self._fragment:
                self.shown = Shown(event.data)
                self.connections, fresh = self.connections + fresh, 0

    def close(self) -> None:
        self._over.set()
        if self._viewer is not None:
            self._viewer.close()


class Poller:
    """A page that asks instead of listening; what it was told last is what it shows."""

    def __init__(self, surface: str, code: str, port: int) -> None:
        self.name = f"{surface} on {port}, polling"
        self._path, self._fragment, self._port = f"/live/en/{surface}/{code}/?poll=1", FRAGMENT[surface], port
        self._tag = ""
        self.ask()

    def ask(self) -> None:
        """Ask for news; a server that is not there leaves everything as it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            connection.request("GET", self._path, headers={"If-None-Match": self._tag})
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException):
            return
        finally:
            connection.close()
        assert answer.status in (200, 304), (answer.status, body)
        if answer.status == 200:
            self._tag = answer.headers["ETag"]
            self.shown = Shown(json.loads(body)["fragments"][self._fragment])


def get(port: int, path: str) -> str:
    """A page as it is delivered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path, headers={"Accept-Language": "en"})
        answer = connection.getresponse()
        assert answer.status == 200, f"{path}: {answer.status}"
        return answer.read().decode()
    finally:
        connection.close()


def right_now() -> datetime:
    """The instant, in whole milliseconds as pages count them."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)
