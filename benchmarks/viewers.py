"""Many open pages that cost little: they note when which version has arrived whole."""

from __future__ import annotations

import asyncio
import re
import time

_VERSION = re.compile(rb'"version": (\d+)')
AT_ONCE = 100
"""Connections that are opened at the same time."""


class Receipts:
    """When which version arrived on the ``streams`` that are open."""

    def __init__(self, streams: int) -> None:
        self.streams = streams
        self.bytes_each = 0
        self._arrived: dict[int, list[int]] = {}
        self._complete = asyncio.Event()

    def note(self, version: int, size: int) -> None:
        """A message of ``size`` bytes arrived."""
        times = self._arrived.setdefault(version, [])
        times.append(time.time_ns())
        if len(times) == self.streams:
            self.bytes_each = size
            self._complete.set()

    def expect(self) -> None:
        """From now on ``wait`` waits for a version that has not arrived everywhere yet."""
        self._complete.clear()

    async def wait(self, patience: float) -> None:
        """Until a version has arrived on every stream; TimeoutError after ``patience`` seconds."""
        await asyncio.wait_for(self._complete.wait(), patience)

    def of(self, version: int) -> list[int]:
        """The instants (ns) at which ``version`` arrived."""
        return self._arrived.pop(version)


class Viewer(asyncio.Protocol):
    """One stream, read chunk by chunk: a server sends each message as one."""

    def __init__(self, receipts: Receipts, port: int, path: str) -> None:
        self._receipts = receipts
        self._request = f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
        self._held = b""
        self._headers = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        held = self._held + data if self._held else data
        if self._headers:
            head, end, held = held.partition(b"\r\n\r\n")
            if not end:
                self._held = head
                return
            assert b" 200 " in head.split(b"\r\n")[0], head
            self._headers = False
        while (start := held.find(b"\r\n") + 2) > 1:
            end_of_chunk = start + int(held[: start - 2], 16)
            if len(held) < end_of_chunk + 2:
                break
            self._read(held[start:end_of_chunk])
            held = held[end_of_chunk + 2 :]
        self._held = held

    def _read(self, message: bytes) -> None:
        # A ping repeats the version, which has arrived already; the first chunk has none.
        if not message.startswith(b":") and (found := _VERSION.search(message)):
            self._receipts.note(int(found[1]), len(message))


async def open_streams(places: list[tuple[int, str]], receipts: Receipts) -> list[asyncio.Transport]:
    """Open a stream for each port and path."""
    loop = asyncio.get_running_loop()
    opened: list[asyncio.Transport] = []

    async def open_one(port: int, path: str) -> None:
        transport, _ = await loop.create_connection(lambda: Viewer(receipts, port, path), "127.0.0.1", port)
        opened.append(transport)

    for first in range(0, len(places), AT_ONCE):
        await asyncio.gather(*(open_one(port, path) for port, path in places[first : first + AT_ONCE]))
    return opened
