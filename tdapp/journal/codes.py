"""Short codes for public addresses: random, easy to read aloud, no ids given away (DESIGN 3)."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody mistakes for one another."""


def new_code() -> str:
    """Seven random letters and digits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(7))
