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
