"""Names as they are kept: composed, with single spaces, without marks that nobody sees."""

from __future__ import annotations

import pytest

from tdapp.rules import names
from tdapp.rules.errors import RuleError


def test_the_example_of_the_module() -> None:
    assert names.kept("  Open\u200b de  Naval ", 80) == "Open de Naval"


def test_letters_are_composed_and_a_turn_of_direction_is_left_out() -> None:
    assert names.kept("Canada\u0301\u202e", 60) == "Canadá"


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\u0301", "\u200d"])
def test_a_name_of_which_nothing_is_seen_is_missing(text: str) -> None:
    with pytest.raises(RuleError, match="name_missing"):
        names.kept(text, 60)


def test_the_length_counts_what_is_kept() -> None:
    assert names.kept("a" * 60 + "\u200b" * 9, 60) == "a" * 60
    with pytest.raises(RuleError, match="name_too_long") as refused:
        names.kept("a" * 61, 60)
    assert refused.value.params == {"longest": 60}


def test_a_text_that_may_be_empty_is_kept_empty() -> None:
    assert names.kept_text(" \u200b ", 40) == ""
