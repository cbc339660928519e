"""An all-in over the whole screen: names, cards, the board so far, who wins how often, and who won."""

from __future__ import annotations

from dataclasses import dataclass

from tdapp.hands.equities import AllIn
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.rules.hand import WHOLE_BOARD
from tdapp.web import figures
from tdapp.web.all_in_words import AllInWords, all_in_words
from tdapp.web.hand_names import SIGNS
from tdapp.web.night import PublicNight

FEW = 4
"""Players who have room below a large board."""


@dataclass(frozen=True)
class Card:
    """A card as it is drawn; ``suit`` is "s", "h", "d" or "c", "" for one that is still to come."""

    suit: str = ""
    rank: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Line:
    """One player: ``chances`` per pot ("" where he is not in it), ``hand`` once the board is whole."""

    name: str
    cards: tuple[Card, ...]
    chances: tuple[str, ...]
    hand: str
    wins: bool


@dataclass(frozen=True)
class AllInBoard:
    """The whole of it; ``pots`` are (title, chips in words), one without a title where it is the only one."""

    board: tuple[Card, ...]
    pots: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]
    splits: tuple[str, ...]
    about: bool

    @property
    def shared(self) -> bool:
        """Whether some run-outs share a pot."""
        return any(self.splits)

    @property
    def counted(self) -> bool:
        """Whether there are chances to tell."""
        return any(line.chances for line in self.lines)

    @property
    def many(self) -> bool:
        """Whether the players need the room of the board."""
        return len(self.lines) > FEW

    @property
    def begun(self) -> bool:
        """Whether a card lies on the board."""
        return any(card.suit for card in self.board)

    @property
    def over(self) -> bool:
        """Whether the board is whole."""
        return all(card.suit for card in self.board)


def all_in_board(open: Open, night: PublicNight, shown: AllIn) -> AllInBoard:
    """The all-in as the screen draws it, in the order of the seats."""
    words = all_in_words(shown, house_of(open))
    board = [_card(card) for card in shown.board] + [Card()] * (WHOLE_BOARD - len(shown.board))
    several = len(words.pots) > 1
    return AllInBoard(
        board=tuple(board),
        pots=tuple((pot.title if several else "", figures.chips(open, pot.chips)) for pot in words.pots),
        lines=tuple(_lines(night, shown, words)),
        splits=tuple(pot.split for pot in words.pots),
        about=not words.exact,
    )


def _lines(night: PublicNight, shown: AllIn, words: AllInWords) -> list[Line]:
    seats = {one.entrant.id: one.seat or 0 for one in night.people}
    return [
        Line(
            name=night.field.by_id[entry].name,
            cards=tuple(_card(card) for card in cards),
            chances=tuple(pot.chances.get(entry, "") for pot in words.pots) if words.counted else (),
            hand=words.hands[entry] if words.hands else "",
            wins=entry in words.winners,
        )
        for entry, cards in sorted(shown.hands, key=lambda one: seats.get(one[0], 0))
        if entry in night.field.by_id
    ]


def _card(card: str) -> Card:
    return Card(card[1], card[0].replace("T", "10"), SIGNS[card[1]])
