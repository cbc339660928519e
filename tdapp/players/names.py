"""How typed names are kept and compared.

A name keeps its spelling (composed, single spaces).  Typed again in the same spelling, whatever
its case, it means the player who has it; its folded form, without case and accents, only proposes
players who may be the same person and never merges them ("Müller" is not "Muller").
"""

from __future__ import annotations

import unicodedata

from tdapp.rules.errors import RuleError

LONGEST = 60


def cleaned(text: str) -> str:
    """The name as it is kept. RuleError: ``name_missing``, ``name_too_long``."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise RuleError("name_missing")
    if len(name) > LONGEST:
        raise RuleError("name_too_long", longest=LONGEST)
    return name


def cleaned_note(text: str) -> str:
    """The note as it is kept, empty or not. RuleError: ``name_too_long``."""
    return cleaned(text) if text.strip() else ""


def same(name: str, other: str) -> bool:
    """Whether two names are spelled alike but for case: "CANADÁ" and "canadá", never "Canada"."""
    return _caseless(name) == _caseless(other)


def _caseless(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def folded(text: str) -> str:
    """The name without case, accents and doubled spaces: "Canadá" and "CANADA" are alike."""
    letters = unicodedata.normalize("NFKD", " ".join(text.split()).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))[:LONGEST]
