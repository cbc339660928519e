"""A Poker Hand History file as the desk shows it: who played, the betting by streets, who got what.

Chips are in the file's own unit, written with its decimals; the words of the hands are the house's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date as date_type

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import ODD_CHIP, Act
from tdapp.rules.house import HouseRules
from tdapp.rules.phh import BOARD, UNKNOWN, Phh, Player
from tdapp.rules.phh_results import Result, settled
from tdapp.web import figures, hand_names, messages, phh_words
from tdapp.web.messages import Refusal

STREETS: tuple[str | Promise, ...] = (lazy("Before the flop"), lazy("Flop"), lazy("Turn"), lazy("River"))


@dataclass(frozen=True)
class Line:
    """One player; the texts are empty where nothing is known. ``says`` is what the file says instead."""

    seat: int
    name: str
    dealer: bool
    cards: str
    held: str
    state: str
    stack: str
    put_in: str
    received: str
    after: str
    says: str


@dataclass(frozen=True)
class StreetTold:
    """One street: its new cards, and what was done on it."""

    name: str
    cards: str
    acts: tuple[str, ...]


@dataclass(frozen=True)
class PotTold:
    """One pot; ``winners`` is empty while nobody knows who won it."""

    name: str
    amount: str
    winners: str


@dataclass(frozen=True)
class Reading:
    """A file's hand worked out; ``refusal`` where its pots cannot be settled."""

    phh: Phh
    result: Result | None
    game: str
    played: str
    lines: tuple[Line, ...]
    streets: tuple[StreetTold, ...]
    pots: tuple[PotTold, ...]
    remarks: tuple[str, ...]
    refusal: Refusal | None

    @property
    def agrees(self) -> bool | None:
        return self.result.agrees if self.result else None

    @property
    def decided_by_file(self) -> bool:
        """Whether the winners follow from the file's own stacks, for want of cards."""
        return self.result is not None and self.result.by == "file"


@dataclass(frozen=True)
class Heading:
    """What tells one hand of a file from the others."""

    game: str
    played: str
    names: str


def heading(phh: Phh) -> Heading:
    """A hand in a list of several."""
    names = [one.name or f"p{number}" for number, one in enumerate(phh.players, start=1)]
    return Heading(str(phh_words.GAMES[phh.variant]), played(phh), ", ".join(names))


def played(phh: Phh) -> str:
    """ "Open de Naval · table 3 · hand 17 · 23 February 2008, 21:05", as far as the file says it."""
    about = phh.about
    year, month, day = about.date
    try:
        date = figures.long_date(date_type(year, month, day))
    except ValueError:  # not all of it is known, or there is no such day
        date = "/".join(str(one) for one in (day, month, year) if one)
    said = [
        about.event,
        _("table %(number)s") % {"number": about.table} if about.table else "",
        _("hand %(number)s") % {"number": about.hand} if about.hand else "",
        ", ".join(one for one in (date, about.time[:5]) if one),
    ]
    return " · ".join(one for one in said if one)


def reading(open: Open, house: HouseRules, phh: Phh) -> Reading:
    """What the desk shows of a file."""
    result, refusal = None, None
    try:
        result = settled(phh, odd_chip=ODD_CHIP[house.odd_chip])
    except RuleError as error:
        refusal = messages.refusal(error, open)
    words = _Words(house, phh, result)
    return Reading(
        phh=phh,
        result=result,
        game=str(phh_words.GAMES[phh.variant]),
        played=played(phh),
        lines=tuple(sorted((words.line(number) for number in range(len(phh.players))), key=_by_seat)),
        streets=tuple(words.streets()),
        pots=tuple(words.pots()),
        remarks=tuple(messages.remark(remark, open) for remark in phh.remarks),
        refusal=refusal,
    )


def _by_seat(line: Line) -> int:
    return line.seat


class _Words:
    """One file told to one viewer."""

    def __init__(self, house: HouseRules, phh: Phh, result: Result | None) -> None:
        self.phh = phh
        self.result = result
        self.names = {one.seat: one.name or f"p{number}" for number, one in enumerate(phh.players, start=1)}
        self.held: Mapping[int, str] = hand_names.names(result.values, house) if result else {}

    def chips(self, units: int | None) -> str:
        return "" if units is None else figures.amount(units, self.phh.digits)

    def line(self, number: int) -> Line:
        phh, one = self.phh, self.phh.players[number]
        after = self.result.after.get(one.seat) if self.result else None
        told = phh.finishing[number] if phh.finishing else None
        got = self.result.received(one.seat) if self.result and self.result.settlement else None
        return Line(
            seat=one.seat,
            name=self.names[one.seat],
            dealer=one.seat == phh.button,
            cards=hand_names.cards_name(one.cards),
            held=self.held.get(one.seat, ""),
            state=self._state(one),
            stack=self.chips(one.stack),
            put_in=self.chips(one.put_in),
            received=self.chips(got or None),
            after=self.chips(after),
            says=self.chips(told) if told != after else "",
        )

    def _state(self, one: Player) -> str:
        if one.folded:
            return _("folded")
        if one.mucked:
            return _("mucked")
        return _("all-in") if one.all_in else ""

    def streets(self) -> Iterator[StreetTold]:
        phh = self.phh
        yield StreetTold(str(STREETS[0]), "", (*self._posts(), *self._acts(0)))
        for street in range(1, len(STREETS)):
            new = phh.board[BOARD[street - 1] : BOARD[street]]
            if new:
                shown = " ".join("?" if card == UNKNOWN else hand_names.card_name(card) for card in new)
                yield StreetTold(str(STREETS[street]), shown, tuple(self._acts(street)))

    def _posts(self) -> Iterator[str]:
        for one in self.phh.players:
            words = {"name": self.names[one.seat]}
            if one.ante:
                yield _("%(name)s pays the ante, %(chips)s") % {**words, "chips": self.chips(one.ante)}
        for one in self.phh.players:
            words = {"name": self.names[one.seat]}
            if one.blind:
                yield _("%(name)s posts %(chips)s") % {**words, "chips": self.chips(one.blind)}

    def _acts(self, street: int) -> Iterator[str]:
        return (self._act(act) for act in self.phh.acts if act.street == street)

    def _act(self, act: Act) -> str:
        words = {"name": self.names[act.seat], "chips": self.chips(act.to)}
        if act.kind == "bet":
            return _("%(name)s bets %(chips)s") % words
        if act.kind == "raise":
            return _("%(name)s raises to %(chips)s") % words
        if act.kind == "call":
            return _("%(name)s calls") % words
        if act.kind == "check":
            return _("%(name)s checks") % words
        return _("%(name)s folds") % words

    def pots(self) -> Iterator[PotTold]:
        if self.result is None:
            return
        settlement = self.result.settlement
        pots = settlement.pots if settlement else self.result.layout.pots
        for number, pot in enumerate(pots):
            name = _("Side pot %(number)s") % {"number": number} if number else _("Main pot")
            several = len(pot.shares) > 1
            won = [
                f"{self.names[seat]} {self.chips(chips)}" if several else self.names[seat]
                for seat, chips in pot.shares
            ]
            yield PotTold(name if len(pots) > 1 else _("Pot"), self.chips(pot.amount), figures.listed(won))
