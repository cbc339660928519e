"""Accounts by name."""

from __future__ import annotations

import unicodedata

import pytest

from tdapp.accounts.models import User
from tdapp.accounts.steps import account_called
from tdapp.rules.errors import RuleError

pytestmark = pytest.mark.django_db


def test_an_account_is_found_whatever_case_and_composition():
    made = account_called(name=" Ángel  Luis ", language="es")
    assert (made.name, made.language, made.has_usable_password()) == ("Ángel Luis", "es", False)
    for typed in ("ángel luis", "ÁNGEL LUIS", unicodedata.normalize("NFD", "Ángel Luis")):
        assert account_called(name=typed, language="en") == made
    assert User.objects.count() == 1


@pytest.mark.parametrize(("name", "code"), [("\t", "name_missing"), ("x" * 61, "name_too_long")])
def test_a_name_that_nobody_can_have_is_refused(name, code):
    with pytest.raises(RuleError, match=code):
        account_called(name=name, language="en")
