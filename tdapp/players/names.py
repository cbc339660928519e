"""How typed names are kept and compared.

A name keeps its spelling (composed, single spaces).  Typed again in the same spelling, whatever
its case, it means the player who has it; its folded form, without case and accents, only proposes
players who may be the same person and never merges them ("Müller" is not "Muller").  Marks that nobody
sees are left out: lists copied from a chat are full of them, and one that turns the direction of writing
would turn the rest of each sentence too.
"""

from __future__ import annotations

import re
import unicodedata

from tdapp.rules.errors import RuleError

LONGEST = 60

# Controls, soft hyphen, marks of direction, zero-width spaces; what joins emoji and letters stays.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def seen(text: str) -> str:
    """The text with single spaces, without marks that nobody sees."""
    return " ".join(_UNSEEN.sub("", " ".join(text.split())).split())


def cleaned(text: str) -> str:
    """The name as it is kept. RuleError: ``name_missing``, ``name_too_long``."""
    name = unicodedata.normalize("NFC", seen(text))
    if all(unicodedata.category(letter)[0] in "CMZ" for letter in name):
        raise RuleError("name_missing")
    if len(name) > LONGEST:
        raise RuleError("name_too_long", longest=LONGEST)
    return name


def cleaned_note(text: str) -> str:
    """The note as it is kept, empty or not. RuleError: ``name_too_long``."""
    return cleaned(text) if seen(text) else ""


def same(name: str, other: str) -> bool:
    """Whether two names are spelled alike but for case: "CANADÁ" and "canadá", never "Canada"."""
    return _caseless(name) == _caseless(other)


def _caseless(name: str) -> str:
    return unicodedata.normalize("NFC", seen(name).casefold())


def folded(text: str) -> str:
    """The name without case, accents and doubled spaces: "Canadá" and "CANADA" are alike."""
    letters = unicodedata.normalize("NFKD", seen(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))[:LONGEST]
