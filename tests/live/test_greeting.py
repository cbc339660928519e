"""What the terminal says once the pages are served."""

from __future__ import annotations

import pytest

from tdapp.live.greeting import greeting
from tests.builders import EVENING

pytestmark = pytest.mark.django_db


def test_televisions_and_phones_are_told_the_address_that_reaches_them():
    said = greeting("192.0.2.7", 8000, now=EVENING, encoding="utf-8")
    assert "  Televisions  http://192.0.2.7:8000/tv/\n" in said
    assert "  Phones       http://192.0.2.7:8000/\n" in said


def test_a_machine_that_nobody_reaches_names_no_address_for_televisions():
    said = greeting("127.0.0.1", 8000, now=EVENING, encoding="utf-8")
    assert "Televisions" not in said
    assert "Phones       not reachable" in said
