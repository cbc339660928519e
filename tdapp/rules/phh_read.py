"""Reading PHH: text into hands (``rules.phh.Phh``).

Decides what a file must be like to be believed: the games hold'em (limit and no-limit), short deck and
pot-limit Omaha; every other game is refused by its name.  RuleError: those of ``phh_fields``; ``phh_game``
(game: a code of the format) and ``phh_game_unknown`` (game); of an action, with ``at`` (its number from 1,
its line or 0): ``phh_action_unknown`` (action), ``phh_player_unknown`` (action),
``phh_not_in_turn`` (p, turn), ``phh_betting_over`` (p), ``phh_not_above`` (to, highest),
``phh_above_stack`` (to, most), ``phh_card_unknown`` (card), ``phh_card_twice`` (card),
``phh_cards_too_many``, ``phh_board_too_soon``, ``phh_shows_too_soon`` (p), ``phh_folded_shows`` (p).  A
player ``p`` is numbered as in the file, amounts in refusals are (units, digits).

Remarks: ``phh_raise_odd`` (p, to, at: other programs would not replay this raise),
``phh_unfinished``, ``phh_finishing_sum`` (the file's own stacks do not add up).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tdapp.rules import phh_fields as fields
from tdapp.rules.cards import RANKS, SUITS
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.hand import Act
from tdapp.rules.phh import (
    BOARD,
    GAMES,
    HELD,
    OTHER_GAMES,
    UNKNOWN,
    About,
    Phh,
    Player,
)
from tdapp.rules.phh_table import Betting

_CARD = re.compile(rf"[{RANKS}][{SUITS}]|\?\?")
_PLAYER = re.compile(r"p([1-9]\d?)")
_OWN_FIELD = re.compile(r"_[A-Za-z0-9_\-]{1,40}")
SHORT_DECK = "6789TJQKA"
MOST_OWN_FIELDS = 40


def read(text: str) -> Phh:
    """The hand of a ``.phh`` text, the first one of a ``.phhs``."""
    tables = fields.tables(text)
    return _hand(tables[0], fields.action_lines(text, tables)[0])


def read_each(text: str) -> tuple[Phh | RuleError, ...]:
    """Every hand of a text, or why it cannot be read. RuleError: those of ``phh_fields.tables``."""
    found: list[Phh | RuleError] = []
    tables = fields.tables(text)
    for table, lines in zip(tables, fields.action_lines(text, tables), strict=True):
        try:
            found.append(_hand(table, lines))
        except RuleError as error:
            found.append(error)
    return tuple(found)


def read_all(text: str) -> tuple[Phh, ...]:
    """Every hand of a ``.phh`` or ``.phhs`` text. RuleError: as ``read``, with ``nth``, the hand from 1."""
    found = []
    for number, one in enumerate(read_each(text), start=1):
        if isinstance(one, RuleError):
            one.params["nth"] = number
            raise one
        found.append(one)
    return tuple(found)


def _hand(table: Mapping[str, Any], lines: list[int]) -> Phh:
    variant = _variant(table)
    stacks = fields.stacks(table)
    n = len(stacks)
    antes = fields.amounts(table, "antes", n)
    blinds = fields.amounts(table, "blinds_or_straddles", n, sign=True)
    small, big = _bets(table, variant)
    acts = fields.actions(table)
    given = [*antes, *blinds, small, big, *(Decimal(one) for one in _numbers(acts))]
    endings = {
        name: fields.amounts(table, name, n) for name in ("finishing_stacks", "winnings") if name in table
    }
    if not all(value.is_finite() for value in given):
        raise RuleError("phh_amount_unreadable", field="antes")
    digits = fields.digits_of([*given, *stacks, *(value for row in endings.values() for value in row)])

    def chips(values: list[Decimal]) -> list[int]:
        return [fields.scaled(value, digits) for value in values]

    known = [fields.scaled(value, digits) if value.is_finite() else None for value in stacks]
    turned = slice(None, None, -1) if n == 2 else slice(None)  # heads-up the forced bets stand reversed
    first, last = chips([small, big])
    betting = Betting(
        known, chips(antes)[turned], chips(blinds)[turned], (first, first, last, last), GAMES[variant]
    )
    replay = _Replay(variant, betting, digits)
    replay.play(acts, lines)
    trimmed = table.get("ante_trimming_status", False)
    if not isinstance(trimmed, bool):
        raise RuleError("phh_field_wrong", field="ante_trimming_status")
    ends = {name: tuple(chips(row)) for name, row in endings.items() if all(v.is_finite() for v in row)}
    names, seats = fields.texts(table, "players", n), fields.seats(table, n)
    count = _seat_count(table, seats)
    if count and table.get("_direction") == "anticlockwise":  # as phh_write mirrors such a table
        seats = [count + 1 - seat for seat in seats]
    return Phh(
        variant=variant,
        digits=digits,
        players=tuple(replay.player(one, seats[one], names[one], known[one], trimmed) for one in range(n)),
        unit=first,
        big_bet=last,
        trimmed=trimmed,
        acts=tuple(Act(act.street, seats[act.seat], act.kind, act.to) for act in replay.acts),
        board=tuple(replay.board),
        over=replay.over,
        seat_count=count,
        finishing=ends.get("finishing_stacks"),
        winnings=ends.get("winnings"),
        about=_about(table),
        remarks=(*replay.remarks, *_sums(known, ends.get("finishing_stacks"))),
    )


def _seat_count(table: Mapping[str, Any], seats: list[int]) -> int | None:
    """How many seats the table has. RuleError ``phh_field_wrong`` where somebody sits beyond them."""
    count = fields.whole(table, "seat_count", 1, 999)
    if count is not None and max(seats) > count:
        raise RuleError("phh_field_wrong", field="seat_count")
    return count


def _variant(table: Mapping[str, Any]) -> str:
    variant = fields.text(table, "variant")
    if not variant:
        raise RuleError("phh_field_missing", field="variant")
    if variant in OTHER_GAMES:
        raise RuleError("phh_game", game=variant)
    if variant not in GAMES:
        raise RuleError("phh_game_unknown", game=variant)
    return variant


def _bets(table: Mapping[str, Any], variant: str) -> tuple[Decimal, Decimal]:
    """The least bet of the first two streets and of the last two."""
    names = ("small_bet", "big_bet") if GAMES[variant] == "fixed_limit" else ("min_bet", "min_bet")
    first, last = (fields.amount(fields.required(table, name), name) for name in names)
    return first, last


def _numbers(acts: list[str]) -> list[Decimal]:
    """The amounts inside the actions that can be read; the others are refused where they are played."""
    found = []
    for act in acts:
        words = act.split("#")[0].split()
        if len(words) == 3 and words[1] == "cbr":
            found.append(fields.typed_amount(words[2], "actions"))
    return found


def _about(table: Mapping[str, Any]) -> About:
    date = [
        fields.whole(table, name, 1, most) or 0 for name, most in (("year", 9999), ("month", 12), ("day", 31))
    ]
    own = {name: value for name, value in table.items() if _OWN_FIELD.fullmatch(name)}
    time = table.get("time", "")
    return About(
        event=fields.text(table, "event"),
        venue=fields.text(table, "venue"),
        table=fields.text(table, "table"),
        hand=fields.text(table, "hand"),
        author=fields.text(table, "author"),
        date=(date[0], date[1], date[2]),
        time=str(time) if re.fullmatch(r"\d\d:\d\d(:\d\d)?(\.\d+)?", str(time)) else "",
        time_zone=fields.text(table, "time_zone"),
        level=fields.whole(table, "level", 0, 10_000),
        currency=fields.text(table, "currency"),
        extra=dict(list(own.items())[:MOST_OWN_FIELDS]),
    )


def _sums(stacks: list[int | None], finishing: tuple[int, ...] | None) -> list[Remark]:
    """Chips are neither made nor lost, unless the house took a rake."""
    known = [stack for stack in stacks if stack is not None]
    if finishing is None or len(known) < len(stacks) or sum(known) == sum(finishing):
        return []
    return [Remark("phh_finishing_sum")]


class _Replay:
    """The actions one by one, on a table."""

    def __init__(self, variant: str, betting: Betting, digits: int) -> None:
        self.betting = betting
        self.digits = digits
        self.held = HELD[variant]
        self.ranks = SHORT_DECK if variant == "NS" else RANKS
        self.acts: list[Act] = []
        self.board: list[str] = []
        self.remarks: list[Remark] = []
        self.cards: list[list[str]] = [[] for _ in range(betting.n)]
        self.shown: list[tuple[str, ...]] = [() for _ in range(betting.n)]
        self.mucked = [False] * betting.n
        self._seen: set[str] = set()
        self._number = self._line = 0

    @property
    def over(self) -> bool:
        """Told to its end: one is left, or the last card lies there."""
        alone = len([one for one in self.betting.standing if not self.mucked[one]]) == 1
        whole = len(self.board) == BOARD[-1] and self.betting.turn is None
        return self.betting.turn is None and (alone or whole)

    def play(self, actions: list[str], lines: list[int]) -> None:
        places = lines or [0] * len(actions)  # without lines where they cannot be told apart
        for number, (action, line) in enumerate(zip(actions, places, strict=True), start=1):
            self._number, self._line = number, line
            try:
                self._act(action.split("#")[0].split(), action)
            except RuleError as error:
                told = {name: self._told(name, value) for name, value in error.params.items()}
                error.params.update(told, at=(number, line))
                raise
        if not self.over:
            self.remarks.append(Remark("phh_unfinished"))

    def _told(self, name: str, value: object) -> object:
        """An amount of the file with its decimal places, everything else as it is."""
        return (value, self.digits) if name in ("to", "highest", "most") else value

    def _act(self, words: list[str], action: str) -> None:
        match words:
            case []:
                pass
            case ["d", "db", cards]:
                self._deal_board(self._cards(cards))
            case ["d", "dh", player, cards]:
                self._deal(self._player(player, action), self._cards(cards))
            case [player, "f"]:
                one = self._player(player, action)
                self.betting.fold(one)
                self._note(one, "fold")
            case [player, "cc"]:
                one = self._player(player, action)
                added = self.betting.call(one)
                self._note(one, "call" if added else "check")
            case [player, "cbr", amount]:
                self._raise(self._player(player, action), fields.typed_amount(amount, "actions"))
            case [player, "sm", *cards] if len(cards) < 2:
                self._show(self._player(player, action), cards[0] if cards else None)
            case _:
                raise RuleError("phh_action_unknown", action=action[:80])

    def _player(self, word: str, action: str) -> int:
        found = _PLAYER.fullmatch(word)
        if not found:
            raise RuleError("phh_action_unknown", action=action[:80])
        if int(found[1]) > self.betting.n:
            raise RuleError("phh_player_unknown", action=action[:80])
        return int(found[1]) - 1

    def _cards(self, text: str) -> list[str]:
        found = _CARD.findall(text)
        if "".join(found) != text or any(one != UNKNOWN and one[0] not in self.ranks for one in found):
            raise RuleError("phh_card_unknown", card=text[:20])
        return found

    def _take(self, cards: list[str]) -> None:
        """No card is dealt twice."""
        for one in cards:
            if one != UNKNOWN and one in self._seen:
                raise RuleError("phh_card_twice", card=one)
            self._seen.add(one)

    def _deal_board(self, cards: list[str]) -> None:
        betting = self.betting
        if len(self.board) == BOARD[-1]:  # a second board is none of a tournament
            raise RuleError("phh_cards_too_many")
        if not betting.waits_for:
            raise RuleError("phh_board_too_soon")
        if len(self.board) + len(cards) > betting.waits_for:
            raise RuleError("phh_cards_too_many")
        self._take(cards)
        self.board += cards
        if len(self.board) == betting.waits_for:
            betting.next_street()

    def _deal(self, one: int, cards: list[str]) -> None:
        if len(self.cards[one]) + len(cards) > self.held:
            raise RuleError("phh_cards_too_many")
        self._take(cards)
        self.cards[one] += cards

    def _raise(self, one: int, amount: Decimal) -> None:
        to = fields.scaled(amount, self.digits)
        if self.betting.turn == one and self.betting.flaw(one, to):
            odd = {"p": one + 1, "to": (to, self.digits), "at": (self._number, self._line)}
            self.remarks.append(Remark("phh_raise_odd", odd))
        kind = "raise" if self.betting.highest else "bet"
        self.betting.raise_to(one, to)
        self._note(one, kind, to)

    def _note(self, one: int, kind: str, to: int = 0) -> None:
        self.acts.append(Act(self.betting.street, one, kind, to))

    def _show(self, one: int, cards: str | None) -> None:
        if self.betting.turn is not None:
            raise RuleError("phh_shows_too_soon", p=one + 1)
        if self.betting.folded[one]:
            raise RuleError("phh_folded_shows", p=one + 1)
        if cards is None:
            self.mucked[one] = True
            return
        if cards == "-":
            self.shown[one] = tuple(card for card in self.cards[one] if card != UNKNOWN)
            return
        told = self._cards(cards)
        if len(told) > self.held:
            raise RuleError("phh_cards_too_many")
        known = [card for card in told if card != UNKNOWN]
        self._seen.difference_update(self.cards[one])
        self._take(known)
        kept = [card for card in self.cards[one] if card not in known and card != UNKNOWN]
        self.cards[one] = [*known, *kept][: self.held]
        self._seen.update(self.cards[one])
        self.shown[one] = tuple(known)

    def player(self, one: int, seat: int, name: str, stack: int | None, trimmed: bool) -> Player:
        """What the hand came to for one of them."""
        betting = self.betting
        ante = betting.ante[one]
        return Player(
            seat=seat,
            name=name,
            stack=stack,
            ante=ante,
            blind=betting.blind[one],
            live=betting.bets[one] + (ante if trimmed else 0),
            dead=0 if trimmed else ante,
            folded=betting.folded[one],
            all_in=stack is not None and not betting.folded[one] and not betting.left[one],
            cards=tuple(card for card in self.cards[one] if card != UNKNOWN),
            shown=self.shown[one],
            mucked=self.mucked[one],
        )
