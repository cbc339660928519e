"""The codes of television sets."""

from __future__ import annotations

import pytest

from tdapp.displays.codes import LETTERS, new_code, parse_code
from tdapp.rules.errors import RuleError


def test_a_code_has_six_characters_without_look_alikes():
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == 6 and not set(code) - set(LETTERS) for code in codes)
    assert not set("01IOL") & set(LETTERS)


@pytest.mark.parametrize("typed", ["K7P2MX", "k7p2mx", " k7p 2mx ", "K7P-2MX"])
def test_a_code_is_read_however_it_is_typed(typed: str):
    assert parse_code(typed) == "K7P2MX"


@pytest.mark.parametrize("typed", ["", "K7P2M", "K7P2MXX", "K7P2M0", "K7P2MI", "Ñ7P2MX"])
def test_what_is_no_code_is_refused(typed: str):
    with pytest.raises(RuleError, match="display_code_unreadable"):
        parse_code(typed)
