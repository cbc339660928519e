"""Parts of larger acts on accounts."""

from __future__ import annotations

from tdapp.accounts.models import User
from tdapp.rules import names

LONGEST = 60


def account_name(text: str) -> str:
    """The name of an account as it is kept. RuleError: ``name_missing``, ``name_too_long``."""
    return names.kept(text, LONGEST)


def account_called(*, name: str, language: str) -> User:
    """The account of that name, whatever its case; a new one without a password where there is none.

    RuleError: ``name_missing``, ``name_too_long``.
    """
    name = account_name(name)
    known = User.objects.called(name)
    if known is not None:
        return known
    user = User(name=name, language=language)
    user.set_unusable_password()
    user.save()
    return user
