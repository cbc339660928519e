"""How typed names are kept and compared.

A name keeps its spelling (composed, single spaces).  Typed again in the same spelling, whatever
its case, it means the player who has it; its folded form, without case and accents, only proposes
players who may be the same person and never merges them ("Müller" is not "Muller").
"""

from __future__ import annotations

import unicodedata

from tdapp.rules import names as rules

LONGEST = 60


def cleaned(text: str) -> str:
    """The name as it is kept. RuleError: ``name_missing``, ``name_too_long``."""
    return rules.kept(text, LONGEST)


def cleaned_note(text: str) -> str:
    """The note as it is kept, empty or not. RuleError: ``name_too_long``."""
    return cleaned(text) if rules.seen(text) else ""


def same(name: str, other: str) -> bool:
    """Whether two names are spelled alike but for case: "CANADÁ" and "canadá", never "Canada"."""
    return _caseless(name) == _caseless(other)


def _caseless(name: str) -> str:
    return unicodedata.normalize("NFC", rules.seen(name).casefold())


def folded(text: str) -> str:
    """The name without case, accents and doubled spaces: "Canadá" and "CANADA" are alike."""
    letters = unicodedata.normalize("NFKD", rules.seen(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))[:LONGEST]
