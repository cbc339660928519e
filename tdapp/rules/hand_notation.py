"""A hand typed in one line, and the line that says a hand: "3 ai 1150, 1 7400, 7 ai; w 3 / 1".

A line is a list of what is said of each seat, then of the board and the winners.  Parts end with a
semicolon; seats also with a comma, but for one between two digits, which belongs to an amount ("12,50").

* A seat: its number, a word, an amount, its cards, each of them once and in this order: ``3 ai 1150 QsQd``.
  The words are ``ai`` all-in, ``c`` in, ``f`` folded; an amount alone means in, a word alone leaves the
  amount to be filled (the whole stack, the call, what the position owes); ``3 QsQd`` only shows cards.
* The board: ``b AhKdQs``.
* Winners: ``w`` and the pots, main pot first, parted by "/"; who shares one is joined with "+" or ",".
  A pot left empty is not said: ``w 3 / / 1+7``.

Words of both languages are read (``WORDS``); what is written uses the first of each.  Nobody else's rule
asks for this.  Units: chips, read and written by the caller's functions (the language's decimal sign);
seat numbers.

Worked example: ``read("3 ai, 1 c; w 3", (1, 2, 3), int)`` says that seat 3 is all-in and seat 1 in, each for
an amount that is filled, and that the main pot is seat 3's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tdapp.rules import cards
from tdapp.rules.errors import RuleError

Said = Literal["fold", "in", "all_in"]

WORDS: dict[Said, tuple[str, ...]] = {
    "all_in": ("ai", "a", "all-in", "allin", "all in", "all", "va todo", "todo", "resto"),
    "in": ("c", "call", "in", "i", "va", "iguala", "paga"),
    "fold": ("f", "fold", "se retira", "retira", "r"),
}
BOARD = ("board", "mesa", "b", "m")
WINNERS = ("wins", "win", "gana", "w", "g")

MOST = 1000
"""Letters of the longest line that is read."""

_STATE = {word: state for state, words in WORDS.items() for word in words}
_SEAT = re.compile(r"(\d{1,2})(?!\d)\s*(.*)", re.DOTALL)
_COMMA = re.compile(r",(?!(?<=\d,)\d)")
_CARDS = re.compile(r"(?:^|(?<=\s))((?:(?:10|[2-9tjqka])[cdhs♣♦♥♠]\ufe0f?\s?){1,7})$", re.IGNORECASE)


@dataclass(frozen=True)
class Seat:
    """What was said of one seat: ``state`` None where only his cards were, ``amount`` None where none was."""

    seat: int
    state: Said | None = None
    amount: int | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Told:
    """What a line says. ``winners`` are seats per pot, empty where a pot was left out."""

    seats: tuple[Seat, ...] = ()
    winners: tuple[tuple[int, ...], ...] = ()
    board: tuple[str, ...] = ()


def read(text: str, here: Collection[int], amount: Callable[[str], int]) -> Told:
    """What a line says of the seats ``here``, in order of their numbers; ``amount`` reads chips.

    RuleError, each with the ``piece`` that is wrong: ``notation_unreadable``, ``notation_seat`` (seat: nobody
    sits there), ``notation_twice`` (said twice), ``notation_cards``, ``notation_too_long`` (most);
    what ``amount`` raises for chips, as ``notation_amount``.
    """
    if len(text) > MOST:
        raise RuleError("notation_too_long", piece=text[:20], most=MOST)
    said: dict[int, Seat] = {}
    board: tuple[str, ...] = ()
    winners: tuple[tuple[int, ...], ...] = ()
    for piece in _pieces(text):
        if (rest := _after(piece, WINNERS)) is not None:
            _once(not winners, piece)
            winners = _winners(piece, rest, here)
        elif (rest := _after(piece, BOARD)) is not None:
            _once(not board, piece)
            board = _cards(piece, rest)
        else:
            new = _seat(piece, here, amount)
            said[new.seat] = _merged(said.get(new.seat), new, piece)
    _check_dealt_once(board, said.values())
    return Told(tuple(said[seat] for seat in sorted(said)), winners, board)


def write(told: Told, chips: Callable[[int], str]) -> str:
    """The line that says it: ``read`` of it is ``told`` again. ``chips`` writes an amount."""
    parts = [", ".join(_written(one, chips) for one in told.seats)]
    if told.board:
        parts.append(f"b {''.join(told.board)}")
    if any(told.winners):
        parts.append("w " + " / ".join("+".join(map(str, seats)) for seats in told.winners))
    return "; ".join(part for part in parts if part)


def _written(one: Seat, chips: Callable[[int], str]) -> str:
    words = [str(one.seat)]
    if one.state is not None and (one.state != "in" or one.amount is None):
        words.append(WORDS[one.state][0])
    if one.amount is not None:
        words.append(re.sub(r"\s", "", chips(one.amount)))
    return " ".join([*words, "".join(one.cards)]).strip()


def _pieces(text: str) -> Iterable[str]:
    """The parts of a line; winners keep their commas."""
    for part in re.split(r"[;\n]", text):
        rest = part.strip()
        while rest:
            if _after(rest, WINNERS) is not None:
                yield rest
                break
            piece, *more = _COMMA.split(rest, maxsplit=1)
            if piece.strip():
                yield piece.strip()
            rest = more[0].strip() if more else ""


def _after(piece: str, words: Sequence[str]) -> str | None:
    """What follows one of the words at the beginning; None where none stands there."""
    found = re.match(rf"({'|'.join(words)})(?![^\W\d_])[\s:]*(.*)", piece, re.IGNORECASE | re.DOTALL)
    return found.group(2) if found else None


def _seat(piece: str, here: Collection[int], amount: Callable[[str], int]) -> Seat:
    found = _SEAT.fullmatch(piece)
    if not found:
        raise RuleError("notation_unreadable", piece=piece)
    seat, rest = int(found.group(1)), found.group(2).strip()
    if seat not in here:
        raise RuleError("notation_seat", piece=piece, seat=seat)
    state, rest = _state(rest)
    shown: tuple[str, ...] = ()
    if hand := _CARDS.search(rest):
        shown, rest = _cards(piece, hand.group(1)), rest[: hand.start()].strip()
    if state is None:
        rest, state = _state_behind(rest)
    if not rest and state is None and not shown:
        raise RuleError("notation_unreadable", piece=piece)
    chips = _amount(piece, rest, amount) if rest else None
    return Seat(seat, "in" if state is None and chips is not None else state, chips, shown)


def _state(rest: str) -> tuple[Said | None, str]:
    """The word at the beginning, and what follows it."""
    for word in sorted(_STATE, key=len, reverse=True):
        if found := re.match(rf"{re.escape(word)}(?![a-z\-♣♦♥♠])\s*", rest, re.IGNORECASE):
            return _STATE[word], rest[found.end() :]
    return None, rest


def _state_behind(rest: str) -> tuple[str, Said | None]:
    """An amount with its word behind it: "650 f"."""
    amount, _space, word = rest.partition(" ")
    state = _STATE.get(word.strip().lower())
    return (amount, state) if state and amount else (rest, None)


def _amount(piece: str, text: str, amount: Callable[[str], int]) -> int:
    try:
        return amount(text)
    except RuleError as error:
        raise RuleError("notation_amount", piece=piece, amount=text) from error


def _cards(piece: str, text: str) -> tuple[str, ...]:
    try:
        found = cards.cards(text)
    except RuleError as error:
        raise RuleError("notation_cards", piece=piece) from error
    if not found:
        raise RuleError("notation_unreadable", piece=piece)
    return found


def _winners(piece: str, text: str, here: Collection[int]) -> tuple[tuple[int, ...], ...]:
    found = []
    for pot in text.split("/"):
        words = [word for word in re.split(r"[\s,+]+", pot) if word]
        if not all(re.fullmatch(r"\d{1,2}", word) for word in words):
            raise RuleError("notation_unreadable", piece=piece)
        seats = tuple(sorted({int(word) for word in words}))
        for seat in seats:
            if seat not in here:
                raise RuleError("notation_seat", piece=piece, seat=seat)
        found.append(seats)
    while found and not found[-1]:
        found.pop()
    if not found:
        raise RuleError("notation_unreadable", piece=piece)
    return tuple(found)


def _merged(old: Seat | None, new: Seat, piece: str) -> Seat:
    """What was said of a seat in two places: his part in one, his cards in the other."""
    if old is None:
        return new
    _once(not (old.cards and new.cards) and (old.state is None or new.state is None), piece)
    said = old if new.state is None else new
    return replace(said, cards=old.cards or new.cards)


def _once(first: bool, piece: str) -> None:
    if not first:
        raise RuleError("notation_twice", piece=piece)


def _check_dealt_once(board: tuple[str, ...], seats: Iterable[Seat]) -> None:
    dealt = [*board, *(card for one in seats for card in one.cards)]
    for number, card in enumerate(dealt):
        if card in dealt[:number]:
            raise RuleError("notation_cards", piece=card)
