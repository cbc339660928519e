"""The code by which a television set goes: it shows it, and the director types it."""

from __future__ import annotations

import secrets

from tdapp.rules.errors import RuleError

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that nobody mistakes for one another, at ten metres either."""
LENGTH = 6


def new_code() -> str:
    """Six random letters and digits."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def parse_code(text: str) -> str:
    """A code as it was typed: small letters, spaces and dashes are forgiven.

    RuleError: ``display_code_unreadable``.
    """
    code = "".join(letter for letter in text.upper() if letter not in " -")
    if len(code) != LENGTH or set(code) - set(LETTERS):
        raise RuleError("display_code_unreadable")
    return code
