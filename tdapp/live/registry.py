"""The pages that are live: who finds the stream behind an address, and who renders its fragments.

A surface registers itself once, in its ``AppConfig.ready()``::

    registry.register(registry.Surface("screen", resolve=live.stream_of, render=live.fragments))

Its pages then live at ``/live/<language>/<surface>/<code>/``, code being the public short code
of the open (or tour) shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.urls import get_script_prefix

RESERVED = frozenset({"server", "message", "open", "error"})
"""Event names a fragment cannot have: our own and those with a meaning for the browser."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,59}")
_PATH = re.compile(r"/live/(?P<language>[a-z-]{2,10})/(?P<surface>[a-z]{1,20})/(?P<code>[\w-]{1,40})/", re.A)


@dataclass(frozen=True)
class Surface:
    """A kind of live page.

    ``resolve(code)`` returns the id of the stream whose versions the page follows, or None for a
    code nobody has.  ``render(stream_id, language)`` returns the public fragments: the id of
    each fragment's root element and its HTML.  Both are called in a worker thread, outside any
    transaction; the language is active already.  The fragments go to everybody who asks: nothing
    private may be in them.  Without ``render`` only the version is sent (event ``changed``).
    """

    name: str
    resolve: Callable[[str], int | None]
    render: Callable[[int, str], Mapping[str, str]] | None = None


class Address(NamedTuple):
    """One live page in one language."""

    surface: str
    code: str
    language: str


_surfaces: dict[str, Surface] = {}


def register(surface: Surface) -> None:
    """Make ``surface`` answer under its name, instead of one registered before."""
    _surfaces[surface.name] = surface


def unregister(name: str) -> None:
    """Forget the surface called ``name``, if there is one."""
    _surfaces.pop(name, None)


def surface(name: str) -> Surface | None:
    """The surface called ``name``."""
    return _surfaces.get(name)


def path(address: Address) -> str:
    """Where the page's stream is, e.g. ``/live/es/screen/k3x9/``; ``?poll=1`` behind it polls."""
    prefix = get_script_prefix().rstrip("/")
    return f"{prefix}/live/{address.language}/{address.surface}/{address.code}/"


def parse(path_info: str) -> Address | None:
    """The address behind a path, if its surface and its language exist."""
    match = _PATH.fullmatch(path_info)
    if match is None or match["surface"] not in _surfaces:
        return None
    if match["language"] not in dict(settings.LANGUAGES):
        return None
    return Address(match["surface"], match["code"], match["language"])


def check_names(fragments: Mapping[str, str]) -> None:
    """Raises ValueError for a fragment whose name cannot be the name of an event."""
    for name in fragments:
        if name in RESERVED or not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} cannot name a live fragment")
