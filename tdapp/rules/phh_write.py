"""Writing PHH: one of our hands as text that other programs replay to the same stacks.

Decides what of our rules the format can say.  The file is read back and replayed as those programs do before
it is given out (``phh_results.others``): where they would hand out other stacks (RULES 3.2, end; a showdown
without cards) the file says so in a comment and in ``finishing_stacks``, and the writer in a remark.

RuleError: ``phh_game_not_written`` (game: the format has no code for it), ``phh_no_line`` (no line of bets
comes to these contributions).
Remarks: ``phh_other_stacks`` (others would pay otherwise), ``phh_cards_missing`` (the showdown cannot be
replayed without cards), ``phh_line_made`` (no line was entered: the shortest one), ``phh_line_replaced``
(others would refuse the entered one), ``phh_least_bet`` (to: the least bet is written lower than the big
blind).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tdapp.rules.button import Button, later_street_order
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.hand import Act, Part
from tdapp.rules.phh import BOARD, GAMES, HELD, UNKNOWN, About
from tdapp.rules.phh_line import Script, as_entered, shortest
from tdapp.rules.phh_read import read
from tdapp.rules.phh_results import others
from tdapp.rules.phh_table import Betting

CODES: Mapping[str, str] = {"holdem": "NT", "omaha": "PO"}


@dataclass(frozen=True)
class Told:
    """One of our hands, to be written.

    ``stacks`` are those before the hand (None: unknown), ``received`` what each got, by seat; ``ante`` is
    that of each player (inside ``Part.live``), a table's ante is ``Part.dead``.  ``digits``: decimal places
    of a chip.
    """

    button: Button
    parts: tuple[Part, ...]
    stacks: Mapping[int, int | None]
    received: Mapping[int, int]
    names: Mapping[int, str]
    sb: int
    bb: int
    ante: int = 0
    board: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    direction: str = "clockwise"
    game: str = "holdem"
    digits: int = 0
    seat_count: int | None = None
    about: About = field(default_factory=About)


@dataclass(frozen=True)
class Written:
    """The file's text, and what must be said about it."""

    text: str
    remarks: tuple[Remark, ...]


def write(told: Told) -> Written:
    """The hand as a ``.phh`` text."""
    if told.game not in CODES:
        raise RuleError("phh_game_not_written", game=told.game)
    paper = _Paper(told)
    tries = [made for made in paper.tries() if made is not None]
    if not tries:
        raise RuleError("phh_no_line")
    for made in tries:
        if not made.script.flaws and paper.pays_right(made.text):
            return Written(made.text, made.remarks)
    fallback = min(tries, key=lambda made: (made.breaks, not made.script.complete, bool(made.script.flaws)))
    if not fallback.script.complete and not fallback.script.cut:
        raise RuleError("phh_no_line")  # the file would tell of other bets than those of the table
    known = paper.showdown_known
    text = (OTHER_STACKS if known else CARDS_MISSING) + fallback.text
    remark = Remark("phh_other_stacks") if known else Remark("phh_cards_missing")
    return Written(text, (*fallback.remarks, remark))


def write_all(texts: Sequence[str]) -> str:
    """Several hands as a ``.phhs`` text, numbered from 1."""
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, start=1))


CARDS_MISSING = "# The cards are not known: a replay cannot pay the pots, finishing_stacks tells.\n"
OTHER_STACKS = "# A replay pays other stacks than the table did: finishing_stacks tells those.\n"


@dataclass(frozen=True)
class _Try:
    """One way to tell the hand; ``breaks`` where a replay would stumble over unknown cards."""

    script: Script
    unit: int
    remarks: tuple[Remark, ...]
    breaks: bool
    text: str


class _Paper:
    """The file's rows, in file order."""

    def __init__(self, told: Told) -> None:
        self.told = told
        by_seat = {part.seat: part for part in told.parts}
        order = later_street_order(told.button, list(by_seat), told.direction)
        self.parts = [by_seat[seat] for seat in order]
        self.place = {seat: number for number, seat in enumerate(order)}
        self.n = len(order)
        self.variant = CODES[told.game]
        self.stacks = [self._stack(part) for part in self.parts]
        self.antes = [self._ante(part) for part in self.parts]
        self.blinds = [self._blind(part, ante) for part, ante in zip(self.parts, self.antes, strict=True)]
        self.trimmed = told.ante > 0
        # what each has bet in all: the ante of each player stands inside his live chips
        self.targets = [part.live - min(told.ante, part.live) for part in self.parts]
        self.gone = {number for number, part in enumerate(self.parts) if part.folded or part.forfeit}
        self.winners = [number for number, part in enumerate(self.parts) if self._won(part)]

    # -- rows --------------------------------------------------------------------------------------

    def _stack(self, part: Part) -> int | None:
        known = self.told.stacks.get(part.seat)
        put_in = part.live + part.dead
        if known is None:
            return (put_in or None) if part.all_in and not part.folded else None
        return max(known, put_in) or None  # the format knows no stack of nothing

    def _ante(self, part: Part) -> int:
        own = min(self.told.ante, part.live)
        whole = self._stack(part)
        short = own < self.told.ante and whole is not None and whole <= own
        return (self.told.ante if short else own) + part.dead

    def _blind(self, part: Part, ante: int) -> int:
        here, told = self.told.button, self.told
        due = told.sb if part.seat == here.sb else told.bb if part.seat == here.bb else 0
        bet = part.live - min(told.ante, part.live)
        stack = self._stack(part)
        left = None if stack is None else max(0, stack - ante)
        return due if bet >= due or (left is not None and bet == left) else bet

    def _won(self, part: Part) -> bool:
        """Whether he got more than his own uncalled bet back."""
        others = [other.live for other in self.parts if other.seat != part.seat]
        uncalled = max(0, part.live - max(others, default=0))
        return self.told.received.get(part.seat, 0) > (0 if part.forfeit else uncalled)

    @property
    def showdown_known(self) -> bool:
        """One was left, or the board and the winners' cards are known."""
        if len(self.parts) - len(self.gone) == 1:
            return True
        return len(self.told.board) == BOARD[-1] and all(self.parts[one].cards for one in self.winners)

    # -- ways to tell it ---------------------------------------------------------------------------

    def tries(self) -> list[_Try | None]:
        """The entered line first, then the shortest one, then that with the losers folding unseen."""
        alone = self.winners[0] if len(self.winners) == 1 else None
        made = Remark("phh_line_made") if not self.told.acts else Remark("phh_line_replaced")
        found = [self._fitted(None, ())] if self.told.acts else []
        found.append(self._fitted("showdown", (made,)))
        if alone is not None and len(self.parts) - len(self.gone) > 1:
            found.append(self._fitted(alone, (made,)))
        return found

    def _fitted(self, way: int | str | None, remarks: tuple[Remark, ...]) -> _Try | None:
        """Told with the big blind as the least bet; where that does not do, with a lower one."""
        whole = max(1, self.told.bb)
        first = self._told(way, whole, remarks)
        if first is not None and first.script.complete and not first.script.flaws:
            return first
        loose = self._told(way, 1, remarks)
        if loose is None:
            return first
        least = min([*loose.script.first_raises, whole])
        if least == whole:
            return first or loose
        lower = (*remarks, Remark("phh_least_bet", {"to": (least, self.told.digits)}))
        return self._told(way, least, lower) or loose

    def _told(self, way: int | str | None, unit: int, remarks: tuple[Remark, ...]) -> _Try | None:
        betting = Betting(self.stacks, self.antes, self.blinds, (unit,) * 4, GAMES[self.variant])
        script = Script(betting, self.told.board, amount=self._amount)
        script.actions += [self._dealt(number, part) for number, part in enumerate(self.parts)]
        try:
            if way is None:
                as_entered(script, self.told.acts, self.place, self.gone, self.told.bb)
            else:
                shortest(script, self.targets, self.gone, mucks=way if isinstance(way, int) else None)
        except RuleError:
            return None
        at_showdown = betting.turn is None and len(betting.standing) > 1
        if at_showdown and script.knows_board:
            self._show(script)
        blind_showdown = at_showdown and not script.knows_board and not betting.waits_for
        made = _Try(script, unit, remarks, blind_showdown, "")
        return _Try(script, unit, remarks, blind_showdown, self.text(made))

    def _dealt(self, number: int, part: Part) -> str:
        return f"d dh p{number + 1} {self._cards(part)}"

    def _cards(self, part: Part) -> str:
        held = HELD[self.variant]
        return "".join([*part.cards, *(UNKNOWN,) * held][:held])

    def _show(self, script: Script) -> None:
        """Everybody still in shows; with chips still to bet whoever lost unseen throws his cards away."""
        betting = script.betting
        muck = not betting.waits_for
        for one in betting.standing:
            part = self.parts[one]
            if part.cards or one in self.winners or not muck:
                script.actions.append(f"p{one + 1} sm {self._cards(part)}")
            else:
                script.actions.append(f"p{one + 1} sm")
        while betting.waits_for:
            script.deal()

    # -- the text ----------------------------------------------------------------------------------

    def pays_right(self, text: str) -> bool:
        """Whether a program that replays the file ends with the table's stacks."""
        phh = read(text)
        theirs = others(phh)
        if theirs is None or any(remark.code == "phh_raise_odd" for remark in phh.remarks):
            return False
        for one, part in zip(phh.players, self.parts, strict=True):
            ours = self.told.received.get(part.seat, 0) - part.live - part.dead
            if theirs[one.seat] - one.put_in != Fraction(ours):
                return False
        return True

    def text(self, made: _Try) -> str:
        """All fields, one a line."""
        about = self.told.about
        turned = slice(None, None, -1) if self.n == 2 else slice(None)
        rows = [
            ("variant", _quoted(self.variant)),
            ("ante_trimming_status", "true" if self.trimmed else "false"),
            ("antes", self._row(self.antes[turned])),
            ("blinds_or_straddles", self._row(self.blinds[turned])),
            ("min_bet", self._amount(made.unit)),
            ("starting_stacks", self._row(self.stacks)),
            ("actions", "[\n" + "".join(f"  {_quoted(act)},\n" for act in made.script.actions) + "]"),
            *self._place_rows(),
            *_about_rows(about),
            *self._endings(),
        ]
        return "".join(f"{name} = {value}\n" for name, value in rows if value)

    def _place_rows(self) -> list[tuple[str, str]]:
        told = self.told
        count = told.seat_count or max(part.seat for part in self.parts)
        mirrored = told.direction == "anticlockwise"
        seats = [count + 1 - part.seat if mirrored else part.seat for part in self.parts]
        return [
            ("players", "[" + ", ".join(_quoted(told.names.get(part.seat, "")) for part in self.parts) + "]"),
            ("seats", f"[{', '.join(map(str, seats))}]"),
            ("seat_count", str(count)),
            ("_direction", _quoted("anticlockwise") if mirrored else ""),
        ]

    def _endings(self) -> list[tuple[str, str]]:
        received = [self.told.received.get(part.seat, 0) for part in self.parts]
        after: list[int | None] = [
            None if stack is None else stack - part.live - part.dead + got
            for stack, part, got in zip(self.stacks, self.parts, received, strict=True)
        ]
        if None in after:
            return [("winnings", self._row(received))]
        return [("finishing_stacks", self._row(after))]

    def _row(self, values: Sequence[int | None]) -> str:
        return "[" + ", ".join("inf" if one is None else self._amount(one) for one in values) + "]"

    def _amount(self, units: int) -> str:
        if not self.told.digits:
            return str(units)
        whole, rest = divmod(units, 10**self.told.digits)
        return f"{whole}.{rest:0{self.told.digits}d}"


def _about_rows(about: About) -> list[tuple[str, str]]:
    year, month, day = about.date
    texts = ("event", "venue", "author", "time_zone", "currency")
    return [
        *((name, _quoted(getattr(about, name)) if getattr(about, name) else "") for name in texts),
        ("year", str(year or "")),
        ("month", str(month or "")),
        ("day", str(day or "")),
        ("time", about.time),
        ("table", _quoted(about.table) if about.table else ""),
        ("hand", about.hand if about.hand.isdecimal() else _quoted(about.hand) if about.hand else ""),
        ("level", "" if about.level is None else str(about.level)),
    ]


def _quoted(text: str) -> str:
    """A TOML string; what no line can hold becomes a space."""
    plain = "".join(one if one.isprintable() else " " for one in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
