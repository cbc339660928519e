"""What the tests of the night's pages ask for: somebody at the desk of a night."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tdapp.accounts.roles import Role
from tests.builders import Night
from tests.desk.clients import client_of, member

Desk = Callable[..., Client]


def one_line(html: str) -> str:
    """The page without its line breaks; spaces that never break stay."""
    return re.sub(r"[ \n]+", " ", html)


@pytest.fixture
def desk() -> Desk:
    """``desk(night)`` is the director's browser; ``desk(night, Role.FLOOR)`` that of another member."""

    def at(night: Night, role: Role = Role.DIRECTOR) -> Client:
        return client_of(night.director if role is Role.DIRECTOR else member(night.tour, role))

    return at
