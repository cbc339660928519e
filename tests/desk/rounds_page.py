"""The rounds page of a night, as one reads it."""

from __future__ import annotations

import re
from typing import Any

from tests.builders import Night
from tests.desk.clients import client_of, text
from tests.desk.conftest import one_line


def at(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/rounds/" + "".join(f"{part}/" for part in path)


def page(night: Night, *path: object, client: Any = None) -> str:
    return one_line(text((client or client_of(night.director)).get(at(night, *path))))


def column(html: str, number: int) -> str:
    """One round of the page, as one reads it."""
    return plain(html.split('<section class="stage stage--')[number])


def plain(html: str) -> str:
    """A page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
