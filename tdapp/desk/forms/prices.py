"""A price by fund as people type it: "10", "10 + 2", "10 + 2 + 1 Dealers", "10 prizes + 5 bounties".

Without a word the first part is for the prizes and the second for the house; a word names another fund, ours
in either language or one of the club's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tdapp.opens.funds import OWN, stored
from tdapp.rules.errors import RuleError
from tdapp.rules.names import seen
from tdapp.web import amounts, figures

Splits = tuple[tuple[str, int], ...]

IN_ORDER = ("prize", "house")
"""The funds of parts without a word."""
_WORDS = {
    "prize": ("prize", "prizes", "pool", "premio", "premios", "bote"),
    "house": ("house", "fee", "casa", "organización", "organizacion"),
    "bounty": ("bounty", "bounties", "recompensa", "recompensas"),
    "season": ("season", "temporada"),
}
_NAME = re.compile(r"[^\d+€$][^+\d]*")


def read_price(text: str, digits: int, currency: str = "") -> Splits:
    """The parts by fund, in order.

    RuleErrors of ``amounts.read``, ``money_split_incomplete``; ``part_without_fund`` (number: a third part
    without a word), ``fund_twice`` (fund), ``name_too_long``.
    """
    if not text.strip():
        raise RuleError("money_missing")
    parts = text.replace("＋", "+").split("+")
    if not all(part.strip() for part in parts):
        raise RuleError("money_split_incomplete", text=text)
    found: list[tuple[str, int]] = []
    for at, part in enumerate(parts):
        fund, amount = _part(part, digits, currency)
        if not fund and at >= len(IN_ORDER):
            raise RuleError("part_without_fund", number=at + 1)
        fund = fund or IN_ORDER[at]
        stored(fund)
        if fund in dict(found):
            raise RuleError("fund_twice", fund=fund)
        found.append((fund, amount))
    # A price says where the prizes stand, even at nothing; a fund that gets nothing is none.
    return tuple(part for at, part in enumerate(found) if at == 0 or part[1])


def _part(part: str, digits: int, currency: str) -> tuple[str, int]:
    """One part: its fund, empty without a word, and the amount: as many words as make one."""
    words = part.split()
    for at in range(len(words), 0, -1):
        try:
            amount = amounts.read(" ".join(words[:at]), digits, currency)
        except RuleError as error:
            if error.code != "money_unreadable":
                raise
            continue
        if at == len(words):
            return "", amount
        if _NAME.fullmatch(name := seen(" ".join(words[at:]))):
            return _fund(name), amount
        break
    raise RuleError("money_unreadable", text=part.strip())


def _fund(name: str) -> str:
    """Our fund of that name in either language, else the club's own."""
    said = name.casefold()
    return next((f for f, words in _WORDS.items() if said in words or said == fund_word(f).casefold()), name)


def price_text(splits: Sequence[tuple[str, int]], digits: int) -> str:
    """The same as one would type it."""
    said = []
    for at, (fund, amount) in enumerate(splits):
        plain = at < len(IN_ORDER) and fund == IN_ORDER[at]
        said.append(figures.amount(amount, digits) + ("" if plain else f" {fund_word(fund)}"))
    return " + ".join(said)


def fund_word(fund: str) -> str:
    """What a fund is called: ours in the viewer's words."""
    words = {"prize": _("prizes"), "house": _("house"), "bounty": _("bounties"), "season": _("season")}
    return words[fund] if fund in OWN else fund
