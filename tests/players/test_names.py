"""Names as people type them: kept as spelled, compared to propose and never to merge (faults 130, 133)."""

from __future__ import annotations

import unicodedata

import pytest

from tdapp.players import names
from tdapp.rules.errors import RuleError


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Canadá ", "Canadá"),
        ("Juan\u00a0 Luis", "Juan Luis"),
        (unicodedata.normalize("NFD", "Müller"), "Müller"),
    ],
)
def test_a_name_keeps_its_spelling_composed_and_with_single_spaces(typed, kept):
    assert names.cleaned(typed) == kept


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\u200eIrán\u202c", "Irán"),
        ("\u202eevil", "evil"),
        ("\ufeff Ir\u200bán \u2060", "Irán"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", None),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_marks_that_nobody_sees_are_left_out_and_what_joins_letters_and_emoji_stays(typed, kept):
    assert names.cleaned(typed) == (kept or typed)
    assert names.same(typed, kept or typed)
    assert names.folded(typed) == names.folded(kept or typed)


@pytest.mark.parametrize("typed", ["\u200b", "\u202e \u200e", "\u200d", "\u0301", "\x07"])
def test_a_name_of_marks_that_nobody_sees_is_missing(typed):
    with pytest.raises(RuleError, match="name_missing"):
        names.cleaned(typed)


def test_an_empty_name_is_missing():
    with pytest.raises(RuleError, match="name_missing"):
        names.cleaned(" \t\n")


def test_sixty_letters_fit_and_sixty_one_do_not():
    assert names.cleaned("x" * 60) == "x" * 60
    with pytest.raises(RuleError, match="name_too_long") as caught:
        names.cleaned("x" * 61)
    assert caught.value.params == {"longest": 60}


def test_a_note_may_be_empty_but_not_too_long():
    assert names.cleaned_note("  ") == ""
    assert names.cleaned_note(" the  tall one ") == "the tall one"
    with pytest.raises(RuleError, match="name_too_long"):
        names.cleaned_note("x" * 61)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Canadá", "CANADÁ", True),
        ("Canadá", unicodedata.normalize("NFD", "canadá"), True),
        ("Juan  Luis", " juan luis", True),
        ("Canadá", "Canada", False),
        ("Müller", "Muller", False),
        ("Müller", "Mueller", False),
    ],
)
def test_names_are_the_same_but_for_case_never_but_for_accents_fault_130(one, other, alike):
    assert names.same(one, other) is alike


@pytest.mark.parametrize(
    ("name", "folded"),
    [("Canadá", "canada"), ("MÜLLER", "muller"), ("Straße", "strasse"), ("Ñandú", "nandu")],
)
def test_the_folded_name_has_neither_case_nor_accents(name, folded):
    assert names.folded(name) == folded


def test_mueller_is_not_even_proposed_for_muller_fault_130():
    assert names.folded("Mueller") != names.folded("Müller")
