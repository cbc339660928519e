"""Cards as people type them and as the rules read them.

A card is written rank first, suit last: "As", "Td", "9c".  Typed it may be "10h", "♠A", "a♠" or "aS".  The
suits are kept in TDA's order, clubs lowest (TDA 24); Vivaldi has another one (``rules.ranking``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tdapp.rules.errors import RuleError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(rank + suit for suit in reversed(SUITS) for rank in reversed(RANKS))

_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_RANK_FIRST = re.compile(r"(10|[2-9tjqka])\s*([cdhs])", re.IGNORECASE)
_SUIT_FIRST = re.compile(r"([cdhs])\s*(10|[2-9tjqka])", re.IGNORECASE)


def card(text: str) -> str:
    """One card as "Ks", however it was typed: K♠, ♠K, ks, 10s. RuleError: ``card_unknown`` (card)."""
    written = _plain(text).strip()
    rank_first, suit_first = _RANK_FIRST.fullmatch(written), _SUIT_FIRST.fullmatch(written)
    if rank_first:
        rank, suit = rank_first.groups()
    elif suit_first:
        suit, rank = suit_first.groups()
    else:
        raise RuleError("card_unknown", card=text)
    return rank.upper().replace("10", "T") + suit.lower()


def cards(typed: str | Iterable[str]) -> tuple[str, ...]:
    """Cards typed in one go ("AhKd", "10h ♠A, 2c") or one by one, in that order.

    RuleError: ``card_unknown`` (card: the rest that could not be read), ``card_twice`` (card).
    """
    found = tuple(_split(typed)) if isinstance(typed, str) else tuple(card(one) for one in typed)
    check_different(found)
    return found


def check_different(everything: Iterable[str]) -> None:
    """No card may be seen twice, whoever holds it. RuleError: ``card_twice`` (card)."""
    seen: set[str] = set()
    for one in everything:
        if one in seen:
            raise RuleError("card_twice", card=one)
        seen.add(one)


def _plain(text: str) -> str:
    # U+FE0F asks for a sign in colour: phones write "♠️" so
    return "".join(_SIGNS.get(letter, letter) for letter in text if letter != "\ufe0f")


def _split(text: str) -> Iterable[str]:
    rest = re.sub(r"[\s,;/|.\-]+", " ", _plain(text)).strip()
    # "♠A ♥K": suits lead in the whole line or in none, for "sAh" alone would be read in two ways
    shape = _RANK_FIRST if not rest or not _SUIT_FIRST.match(rest) else _SUIT_FIRST
    while rest:
        found = shape.match(rest)
        if not found:
            raise RuleError("card_unknown", card=rest)
        yield card(found.group())
        rest = rest[found.end() :].strip()
