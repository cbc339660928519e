"""A fund as the rules name it, and as it is stored: a code of ours, or "other" with the club's own name.

Worked example: "house" is the fund ``house``; "Dealers" is ``other`` with the label "Dealers".
"""

from __future__ import annotations

from tdapp.opens.models import Split
from tdapp.rules import names

OTHER = "other"
OWN = tuple(code for code, _ in Split.FUNDS if code != OTHER)
"""The funds that every open knows."""
LONGEST_NAME = 30
"""Letters of a fund's name."""


def named(fund: str, label: str) -> str:
    """The name of a stored fund."""
    return label or fund


def stored(name: str) -> dict[str, str]:
    """The columns of a fund by that name. RuleError: ``name_missing``, ``name_too_long``."""
    if name in OWN:
        return {"fund": name, "label": ""}
    return {"fund": OTHER, "label": names.kept(name, LONGEST_NAME)}
