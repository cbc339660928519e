"""Everybody who looks at a live page of this process, and the pushing of new versions to them.

One ``Hub`` per process lives on the event loop of the web server.  A change arrives through
``changed`` (from any thread); besides, the versions of all pages in use are compared with the
database every two seconds, for what other processes wrote, what got lost and restored backups.
Rendering happens in worker threads, once per page, language and version, whoever asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.conf import settings
from django.db import connections

from tdapp.journal.listeners import Changed
from tdapp.live import registry, state
from tdapp.live.registry import Address
from tdapp.live.state import Stamp, State

logger = logging.getLogger(__name__)
T = TypeVar("T")

LOOK_EVERY = 2.0
"""Seconds between two comparisons with the database."""
SETTLE = 0.02
"""Seconds between two renderings of a page: the first change of a burst is shown at once."""
AT_ONCE = 64
"""Streams that are woken together; what they send is on its way before the next ones are."""
PING_EVERY = 15.0
"""Seconds of silence before a ping, unless LIVE_PING_SECONDS says otherwise."""
STALLED_AFTER = 60.0
"""Seconds after which a client that takes nothing is let go."""
FRESH_FOR = 0.25
"""Seconds for which a look at the database serves everybody who asks for the same page."""
KEEP_FOR = 30.0
"""Seconds that a page nobody asks for any more keeps its last state."""
LAST_WORD = 0.3
"""Seconds that a stream gets to end by itself on shutdown."""
ADDRESS_CAP = 200
"""Streams that one client address may have open, unless LIVE_STREAMS_PER_ADDRESS says otherwise."""


class UnknownPageError(Exception):
    """Nobody has that code, or its stream is gone."""


class TooManyStreamsError(Exception):
    """The client's address has as many streams open as it may."""


class UnavailableError(Exception):
    """The server is stopping, or the page cannot be rendered at the moment."""


class Subscriber:
    """One open stream. It has room for one state: each holds everything, so the latest wins."""

    __slots__ = ("_busy_since", "_letter", "_post", "client", "ended", "group", "let_go", "task")

    def __init__(self, group: Group, client: str, task: asyncio.Task[None] | None) -> None:
        self.group = group
        self.client = client
        self.task = task
        self.ended = False
        self.let_go = False
        self._letter: State | None = None
        self._post = asyncio.Event()
        self._busy_since = asyncio.get_running_loop().time()

    def put(self, new: State | None) -> None:
        """Leave ``new`` to be sent, instead of one that was not sent yet; None ends the stream."""
        if not self.ended:
            self.ended = new is None
            self._letter = new
            self._post.set()

    async def next(self) -> State | None:
        """The next state to send, or None at the end of the stream."""
        self._busy_since = math.inf
        await self._post.wait()
        self._post.clear()
        self._busy_since = asyncio.get_running_loop().time()
        return self._letter

    def stalled(self, now: float) -> bool:
        """Whether the client has taken nothing for so long that nobody can be there."""
        return now - self._busy_since > STALLED_AFTER

    def cut_off(self) -> None:
        """End the stream though its client does not read: it cannot be told that it is over."""
        if self.task is not None and self in self.group.subscribers:
            self.let_go = self.ended = True
            self.task.cancel()


class Group:
    """All who look at one page in one language, and what they were shown last."""

    def __init__(self, address: Address, stream_id: int) -> None:
        self.address = address
        self.stream_id = stream_id
        self.state: State | None = None
        self.subscribers: set[Subscriber] = set()
        self.stale = True
        self.gone = False
        self.failing = False
        self.marked: Stamp | None = None
        self.looked_at = -math.inf
        self.asked_at = 0.0
        self.told_at = asyncio.get_running_loop().time()
        self.refreshing: asyncio.Task[None] | None = None


class Hub:
    """The live pages of one process, which has one web server.

    Everything but ``changed`` and ``close_all`` runs on the server's loop.  ``renderings`` counts
    the renderings so far.
    """

    def __init__(self) -> None:
        self.renderings = 0
        self._counting = threading.Lock()
        self._groups: dict[Address, Group] = {}
        self._clients: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._rounds: list[asyncio.Task[None]] = []
        self._closing = False
        self._look_failed = False
        self._started: list[Callable[[Hub], asyncio.Task[None] | None]] = []
        self._companions: list[asyncio.Task[None]] = []

    # -- from any thread ---------------------------------------------------------------------------

    def changed(self, change: Changed) -> None:
        """A stream has a new version; from any thread, and before there is a loop."""
        self._call(self._mark, change.stream_id, Stamp(change.epoch, change.version))

    def close_all(self) -> None:
        """End every stream at once and take no new ones; from any thread or signal handler."""
        self._call(self._end_all)

    def _call(self, function: Callable[..., None], *args: object) -> None:
        loop = self._loop
        if loop is not None:
            # The loop may stop between the question and the call; then nobody is listening.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(function, *args)

    # -- what stream.py asks for -------------------------------------------------------------------

    def on_start(self, start: Callable[[Hub], asyncio.Task[None] | None]) -> None:
        """Call ``start`` whenever the hub begins on a loop; the task it returns ends with the hub."""
        self._started.append(start)

    @property
    def open_streams(self) -> int:
        """How many streams are open."""
        return sum(len(group.subscribers) for group in self._groups.values())

    @property
    def closing(self) -> bool:
        """Whether the server is stopping."""
        return self._closing

    async def subscribe(self, address: Address, client: str) -> Subscriber:
        """Open a stream; its first state is waiting already. ``client`` "" is not counted.

        Raises UnknownPageError, TooManyStreamsError, UnavailableError.
        """
        self._attach()
        if client and self._clients[client] >= getattr(settings, "LIVE_STREAMS_PER_ADDRESS", ADDRESS_CAP):
            raise TooManyStreamsError
        self._clients[client] += 1
        try:
            group = await self._fresh(address)
        except BaseException:
            self._discount(client)
            raise
        subscriber = Subscriber(group, client, asyncio.current_task())
        subscriber.put(group.state)
        group.subscribers.add(subscriber)
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """The stream is over; twice is once."""
        if subscriber in subscriber.group.subscribers:
            subscriber.group.subscribers.discard(subscriber)
            self._discount(subscriber.client)

    async def current(self, address: Address) -> State:
        """The page as it is now, for one that polls. Raises UnknownPageError, UnavailableError."""
        self._attach()
        group = await self._fresh(address)
        assert group.state is not None
        return group.state

    def _discount(self, client: str) -> None:
        self._clients[client] -= 1
        if self._clients[client] <= 0:
            del self._clients[client]

    # -- the loop and its threads ------------------------------------------------------------------

    def _attach(self) -> None:
        """Belong to the running loop; a hub whose loop ended begins anew on the next one."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            self._closing = False
            self._groups, self._clients = {}, Counter()
            self._pool = ThreadPoolExecutor(2, thread_name_prefix="live")
            self._rounds = [loop.create_task(self._look_for_ever()), loop.create_task(self._ping_for_ever())]
            started = [start(self) for start in self._started]
            self._companions = [task for task in started if task is not None]
        if self._closing:
            raise UnavailableError

    async def _in_thread(self, function: Callable[..., T], *args: object) -> T:
        if self._closing or self._pool is None:
            raise UnavailableError
        return await asyncio.get_running_loop().run_in_executor(self._pool, _unconnected, function, *args)

    def _end_all(self) -> None:
        self._closing = True
        left = [subscriber for group in self._groups.values() for subscriber in group.subscribers]
        for subscriber in left:
            subscriber.put(None)
        for task in [*self._rounds, *self._companions]:
            task.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False)
        if self._loop is not None:
            for subscriber in left:
                self._loop.call_later(LAST_WORD, subscriber.cut_off)

    # -- states ------------------------------------------------------------------------------------

    async def _fresh(self, address: Address) -> Group:
        """The group of ``address`` with a state that was compared with the database just now."""
        group = self._groups.get(address) or await self._new_group(address)
        now = asyncio.get_running_loop().time()
        group.asked_at = now
        if group.refreshing is not None:
            await asyncio.shield(group.refreshing)
        elif group.state is None or now - group.looked_at > FRESH_FOR:
            await asyncio.shield(self._refresh_soon(group))
        if group.gone:
            raise UnknownPageError
        if group.state is None or self._closing:
            raise UnavailableError
        return group

    async def _new_group(self, address: Address) -> Group:
        surface = registry.surface(address.surface)
        if surface is None:
            raise UnknownPageError
        stream_id = await self._in_thread(surface.resolve, address.code)
        if stream_id is None:
            raise UnknownPageError
        return self._groups.setdefault(address, Group(address, stream_id))

    def _mark(self, stream_id: int, stamp: Stamp) -> None:
        for group in self._groups.values():
            # Redis tells this process of its own changes too, which are being looked at already.
            shown = group.state.stamp if group.state else None
            if group.stream_id == stream_id and stamp not in (group.marked, shown):
                group.marked = stamp
                self._refresh_soon(group)

    def _refresh_soon(self, group: Group) -> asyncio.Task[None]:
        group.stale = True
        if group.refreshing is None:
            assert self._loop is not None
            group.refreshing = self._loop.create_task(self._refresh(group))
        return group.refreshing

    async def _refresh(self, group: Group) -> None:
        """Bring the group up to date; changes that arrive meanwhile cost one more look, not one each."""
        loop = asyncio.get_running_loop()
        try:
            while group.stale and not group.gone:
                if (early := group.looked_at + SETTLE - loop.time()) > 0 and group.subscribers:
                    await asyncio.sleep(early)
                group.stale = False
                new = await self._in_thread(self._look_at, group, group.state)
                group.looked_at = loop.time()
                group.failing = False
                await self._show(group, new)
        except Exception:
            if not group.failing and not self._closing:
                logger.exception("The live page %s cannot be rendered", registry.path(group.address))
            group.failing = True
        finally:
            group.refreshing = None

    async def _show(self, group: Group, new: State | None) -> None:
        if new is not None and new is group.state:
            return
        if new is None:
            group.gone = True
            self._groups.pop(group.address, None)
        group.state = new
        await self._tell(group)

    async def _tell(self, group: Group) -> None:
        """Give everybody the state of the group; who has it already is told the time."""
        group.told_at = now = asyncio.get_running_loop().time()
        for number, subscriber in enumerate(list(group.subscribers), start=1):
            if subscriber.stalled(now):
                path = registry.path(group.address)
                logger.info("A viewer of %s took nothing for %s s", path, STALLED_AFTER)
                subscriber.cut_off()
            subscriber.put(group.state)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _look_at(self, group: Group, shown: State | None) -> State | None:
        """In a worker thread: the state of the page now, ``shown`` itself if that is still right."""
        surface = registry.surface(group.address.surface)
        if surface is None:
            return None
        stamp = state.stamp_of(group.stream_id)
        if shown is not None and stamp == shown.stamp:
            return shown
        if shown is not None and (stamp is None or stamp.epoch != shown.stamp.epoch):
            # Another life of the data: the code may be another open's, or nobody's.
            stream_id = surface.resolve(group.address.code)
            if stream_id is None:
                return None
            group.stream_id = stream_id
        return state.render(surface, group.stream_id, group.address.language, self._count)

    def _count(self) -> None:
        with self._counting:
            self.renderings += 1

    # -- rounds ------------------------------------------------------------------------------------

    async def _ping_for_ever(self) -> None:
        """Tell a group that nothing was told to for so long; its newcomers were told something later."""
        loop = asyncio.get_running_loop()
        while True:
            every: float = getattr(settings, "LIVE_PING_SECONDS", PING_EVERY)
            now = loop.time()
            for group in [group for group in self._groups.values() if group.told_at + every <= now]:
                await self._tell(group)
            first = min((group.told_at for group in self._groups.values()), default=now)
            await asyncio.sleep(first + every - loop.time())

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.look()

    async def look(self) -> None:
        """Compare all pages in use with the database now; what fails is logged once and tried again."""
        try:
            await self._look()
            self._look_failed = False
        except Exception:
            if not self._look_failed:
                logger.exception("The live pages cannot be compared with the database")
            self._look_failed = True

    async def _look(self) -> None:
        assert self._loop is not None
        now = self._loop.time()
        for group in list(self._groups.values()):
            if not group.subscribers and now - group.asked_at > KEEP_FOR and group.refreshing is None:
                del self._groups[group.address]
        if not self._groups:
            return
        stamps = await self._in_thread(state.stamps_of, {group.stream_id for group in self._groups.values()})
        for group in list(self._groups.values()):
            stamp = stamps.get(group.stream_id)
            if group.state is None or group.state.stamp != stamp:
                self._refresh_soon(group)
            else:
                group.looked_at = now


def _unconnected(function: Callable[..., T], *args: object) -> T:
    """Call ``function`` and leave no database connection behind.

    A connection kept open would go on reading the old file after a backup was restored.
    """
    try:
        return function(*args)
    finally:
        connections.close_all()


hub = Hub()
"""The hub of this process."""


def close_all() -> None:
    """End every stream of this process at once; from any thread or signal handler."""
    hub.close_all()
