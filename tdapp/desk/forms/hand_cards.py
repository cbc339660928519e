"""The cards of a hand as they are typed: ``b`` the board, ``c`` and a seat's number what that player holds.

All of it may stay empty.  What is half typed is kept and counts for nothing; it is refused only when the
hand is saved.  A card in two places is refused with both of them named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from tdapp.desk.card_words import CardWords
from tdapp.desk.settling import Settling
from tdapp.hands.equities import AllIn
from tdapp.rules import cards as card_rules
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import HELD, WITH_BOARD
from tdapp.web import messages
from tdapp.web.hand_names import card_name

BOARD = "b"
Deck = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
LONGEST = 60
"""How much of a field is read."""
WHOLE_BOARDS = (3, 4, 5)
_HALF = re.compile(r"10?|[2-9tjqka]|[cdhs]", re.IGNORECASE)
"""What may still become a card: its rank, or its suit."""


@dataclass(frozen=True)
class CardField:
    """What is typed for one player, or for the board (``seat`` None); ``cards`` as far as they can be read.

    ``needed`` are the numbers of cards that make it whole; ``error`` is what must be corrected.
    """

    name: str
    seat: int | None
    label: str
    text: str
    needed: tuple[int, ...]
    cards: tuple[str, ...] = ()
    half: bool = False
    error: str = ""

    @property
    def most(self) -> int:
        """How many cards fill it."""
        return max(self.needed)

    @property
    def whole(self) -> bool:
        return not (self.error or self.half) and len(self.cards) in self.needed

    @property
    def few(self) -> bool:
        """Whether a hand of fewer cards than the game's plays on (VIV-30)."""
        return self.whole and self.seat is not None and len(self.cards) < self.most

    @property
    def asks(self) -> bool:
        """Whether something is typed that is no hand yet."""
        return bool(self.text) and not self.whole


@dataclass(frozen=True)
class CardRow:
    """A field with what its hand is called; ``wins`` where the cards give it a pot."""

    field: CardField
    folded: bool = False
    hand: str = ""
    wins: bool = False


class HandCards:
    """The card fields of a hand; none where the house's game is judged by the director alone."""

    def __init__(self, settling: Settling, posted: Mapping[str, str] | None = None) -> None:
        self.settling = settling
        self.posted = posted

    @property
    def game(self) -> str:
        return self.settling.house.game

    @property
    def offered(self) -> bool:
        """Whether this game has cards that can be read here."""
        return self.game in HELD

    @cached_property
    def fields(self) -> tuple[CardField, ...]:
        """The players in order of their seats, then the board."""
        return tuple(_checked(list(self._typed()))) if self.offered else ()

    def of(self, seat: int) -> tuple[str, ...]:
        """A seat's cards, none until they are whole."""
        return next((one.cards for one in self.fields if one.seat == seat and one.whole), ())

    @property
    def board(self) -> tuple[str, ...]:
        """The common cards, none until they are a flop at least."""
        return next((one.cards for one in self.fields if one.name == BOARD and one.whole), ())

    @property
    def problem(self) -> str:
        """Why the hand cannot be saved: cards that cannot be read, or are not all there."""
        return _("Correct the cards, or leave them away.") if any(one.asks for one in self.fields) else ""

    @property
    def open(self) -> bool:
        """Whether any card is typed."""
        return any(one.text for one in self.fields)

    def shown(self, folded: Collection[int], words: CardWords, *, saving: bool = False) -> CardsView:
        """The fields as the page shows them; when ``saving``, what is half typed is refused too."""
        rows = tuple(
            CardRow(
                _asked(one) if saving and one.asks and not one.error else one,
                one.seat in folded,
                words.names.get(one.seat, "") if one.seat is not None else "",
                one.seat in words.winners,
            )
            for one in self.fields
        )
        return CardsView(self.offered, rows, self.open, self.problem, self._chances(words), words.shown)

    def _chances(self, words: CardWords) -> tuple[Chances, ...]:
        found = words.words
        if found is None or not found.counted:
            return ()
        seats = {part.entry: part.seat for part in self.settling.sheet.parts}
        return tuple(
            Chances(
                pot.title if len(found.pots) > 1 else "",
                tuple(
                    (self.settling.name(entry), pot.chances[entry])
                    for entry in sorted(pot.chances, key=lambda entry: seats[entry])
                ),
                pot.split,
                found.exact,
            )
            for pot in found.pots
        )

    def _typed(self) -> Iterator[CardField]:
        held = HELD[self.game]
        # VIV-30: who holds fewer than five plays on with them
        needed = tuple(range(1, held + 1)) if self.game == "five_card_draw" else (held,)
        for part in self.settling.sheet.parts:
            name = f"c{part.seat}"
            label = self.settling.names[part.seat]
            yield _read(CardField(name, part.seat, label, self._text(name, part.cards), needed))
        if self.game in WITH_BOARD:
            text = self._text(BOARD, self.settling.sheet.board)
            yield _read(CardField(BOARD, None, _("Board"), text, WHOLE_BOARDS))

    def _text(self, name: str, cards: tuple[str, ...]) -> str:
        """As it was typed; else as it was entered before."""
        if self.posted is None:
            return "".join(cards)
        return str(self.posted.get(name, ""))[:LONGEST].strip()


@dataclass(frozen=True)
class Chances:
    """How an all-in stands in one pot: each player with his per cent, and how often it is shared ("" for
    never); ``title`` names the pot where there are several, ``exact`` where all run-outs were counted."""

    title: str
    lines: tuple[tuple[str, str], ...]
    split: str
    exact: bool


@dataclass(frozen=True)
class CardsView:
    """The part of the form that asks for cards; ``open`` where some are typed, ``shown`` what the screens
    may show of it."""

    offered: bool
    rows: tuple[CardRow, ...]
    open: bool
    problem: str
    chances: tuple[Chances, ...] = ()
    shown: AllIn | None = None

    @property
    def deck(self) -> Deck:
        """Every card, to be tapped."""
        return deck()


def deck() -> Deck:
    """Suit → its cards from the ace down, each with its name."""
    suits = "shdc"
    return tuple(
        (suit, tuple((rank + suit, card_name(rank + suit)) for rank in reversed(card_rules.RANKS)))
        for suit in suits
    )


def _read(field: CardField) -> CardField:
    """The field with its cards, or with why they cannot be read."""
    try:
        found = card_rules.cards(field.text)
    except RuleError as error:
        if error.code == "card_twice":
            words = {"card": card_name(str(error.params["card"]))}
            return replace(field, error=_("%(card)s stands here twice: correct one of the two.") % words)
        if not _HALF.fullmatch(str(error.params["card"])):
            return replace(field, error=messages.refusal(error).text)
        return replace(_read(replace(field, text=field.text[:-1])), text=field.text, half=True)
    if len(found) > field.most:
        numbers = {"given": len(found), "most": field.most}
        text = _("%(given)s cards are too many: %(most)s at most.") % numbers
        return replace(field, cards=found, error=text)
    return replace(field, cards=found)


def _checked(fields: list[CardField]) -> Iterator[CardField]:
    """The fields, each card that lies in two of them refused in both."""
    where: dict[str, list[CardField]] = {}
    for field in fields:
        for card in field.cards:
            where.setdefault(card, []).append(field)
    for field in fields:
        twice = next((card for card in field.cards if len(where[card]) > 1), None)
        if twice is None or field.error:
            yield field
            continue
        first, second = where[twice][:2]
        words = {"card": card_name(twice), "first": _to(first), "second": _to(second)}
        text = _("%(card)s was dealt twice, %(first)s and %(second)s: correct one of the two.") % words
        yield replace(field, error=text)


def _to(field: CardField) -> str:
    return _("to the board") if field.seat is None else _("to %(name)s") % {"name": field.label}


def _asked(field: CardField) -> CardField:
    """A field that is half typed, refused."""
    if field.seat is None:
        text = _("Type the flop, the turn and the river: 3, 4 or 5 cards, or none.")
    else:
        text = _("Type %(held)s cards, or none.") % {"held": field.most}
    return replace(field, error=text)
