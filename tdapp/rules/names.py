r"""Names as people type them: of players, accounts, tours, opens, schedules, chip sets and screens.

Decides how a typed name is kept: composed letters, single spaces, without marks that nobody sees.  Lists
copied from a chat are full of such marks, and one that turns the direction of writing would turn the rest
of each sentence too.  Lengths are in letters.

Worked example: ``kept("  Open\u200b de  Naval ", 80)`` is "Open de Naval".
"""

from __future__ import annotations

import re
import unicodedata

from tdapp.rules.errors import RuleError

# Controls, soft hyphen, marks of direction, zero-width spaces; what joins emoji and letters stays.
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def seen(text: str) -> str:
    """The text with single spaces, without marks that nobody sees."""
    return " ".join(_UNSEEN.sub("", " ".join(text.split())).split())


def kept(text: str, longest: int) -> str:
    """A name as it is kept. Raises ``name_missing``, ``name_too_long`` (longest)."""
    name = kept_text(text, longest)
    if all(unicodedata.category(letter)[0] in "CMZ" for letter in name):
        raise RuleError("name_missing")
    return name


def kept_text(text: str, longest: int) -> str:
    """The same where it may be empty. Raises ``name_too_long`` (longest)."""
    name = unicodedata.normalize("NFC", seen(text))
    if len(name) > longest:
        raise RuleError("name_too_long", longest=longest)
    return name
