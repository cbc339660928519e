"""A hand as it is typed: a state and an amount for each seat, the button, the winners of each pot."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from tdapp.desk.absence import Away
from tdapp.desk.forms import hand_line
from tdapp.desk.forms.amounts import ChipsField
from tdapp.desk.forms.hand_cards import HandCards
from tdapp.desk.forms.hand_draw import HandDraw
from tdapp.desk.forms.hand_seats import HandSeats
from tdapp.desk.forms.hand_streets import HandStreets
from tdapp.desk.settling import Settling, state_of
from tdapp.hands.filling import Filled, State, Typed, filled
from tdapp.hands.reckoning import Part, Pick, Sheet
from tdapp.rules.errors import RuleError
from tdapp.web import figures
from tdapp.web.numbers import number

STATES: tuple[State, ...] = ("fold", "in", "all_in")
NAMED = "named"


@dataclass(frozen=True)
class Row:
    """One seat as the page shows it; the texts are what stands in its fields.

    ``auto`` where the app filled the amount, ``mark`` SB or BB, ``known`` the stack before the hand or
    None, ``asks`` where nobody knows for how much he is all-in, ``notes`` what the quiet fields come to,
    ``short`` where the call took his last chip, ``half`` and ``all`` of his stack and a bet of the ``pot``
    ("" where unknown), ``away`` why he is dealt a dead hand, if he is, ``back`` where he is dealt in all the
    same.
    """

    seat: int
    entry: int
    name: str
    mark: str
    dealer: bool
    known: int | None
    state: State
    live: str
    auto: bool
    dead: str
    had: str
    forfeit: bool
    notes: str
    error: str
    asks: bool
    short: bool
    half: str
    pot: str
    all: str
    away: Away | None
    back: bool


LONGEST = 20
"""So many letters of what was typed are said again."""


class PutIn(ChipsField):
    """Chips as they are typed, refused in words about chips."""

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except forms.ValidationError as error:
            # What the field itself refuses (too long, a letter that is none) comes as a list, without a code.
            code = getattr(error, "code", "money_unreadable")
            raise forms.ValidationError(self._words(code, error, str(value)), code=code) from error

    def _words(self, code: str, error: forms.ValidationError, typed: str) -> str:
        typed = typed if len(typed) <= LONGEST else typed[:LONGEST] + "…"
        smallest = figures.chips(self.open, self.open.smallest_chip)
        if code == "money_negative":
            return _("Chips cannot be negative: type 0 or more.")
        if code == "money_too_fine":
            return _("“%(typed)s” is too fine: the smallest chip is %(smallest)s.") % {
                "typed": typed, "smallest": smallest,
            }  # fmt: skip
        if code == "money_unreadable":
            return _("“%(typed)s” is no amount of chips: write it like %(smallest)s.") % {
                "typed": typed, "smallest": smallest,
            }  # fmt: skip
        return " ".join(error.messages)


class HandForm(forms.Form):
    """Fields end in the seat's number: ``s`` state, ``a`` amount, ``d`` dead chips, ``h`` stack before the
    hand, ``x`` killed with loss of rights, ``e`` who sat there.  ``p`` and ``given`` end in a pot's number.

    An amount left empty is filled (``hands.filling``).  ``say`` is the whole hand in a line (``hand_line``).
    """

    def __init__(self, data: QueryDict | None = None, *, settling: Settling) -> None:
        self.line = hand_line.read(data and _without_scripts(data), settling)
        super().__init__(self.line.posted)
        self.posted = self.line.posted if self.line.posted is not None else QueryDict()
        self.settling = settling
        for part in settling.sheet.parts:
            self.fields[f"s{part.seat}"] = forms.ChoiceField(choices=[(one, one) for one in STATES])
            for kind in "adh":
                self.fields[f"{kind}{part.seat}"] = PutIn(settling.open)
            self.fields[f"x{part.seat}"] = forms.BooleanField(required=False)
        self.fields["button"] = forms.IntegerField(required=False)

    # -- what was typed ----------------------------------------------------------------------------

    def _read(self, name: str) -> Any:
        """A field's value; None while it cannot be read."""
        return None if self.errors.get(name) else self.cleaned_data.get(name)

    @cached_property
    def seats(self) -> HandSeats:
        """Where the button is, and who is dealt a dead hand."""
        return HandSeats(self.settling, self.posted if self.is_bound else None)

    @property
    def button(self) -> int:
        """The dealer's seat, an empty one too; 0 where nobody knows."""
        return self.seats.button

    @cached_property
    def typed(self) -> tuple[Typed, ...]:
        """What was said of each player; a new hand starts with nothing said, an old one with its record."""
        return tuple(
            self._posted(part) if self.is_bound else self._started(part) for part in self.settling.sheet.parts
        )

    def _posted(self, part: Part) -> Typed:
        seat = part.seat
        return Typed(
            seat,
            part.entry,
            self._read(f"s{seat}") or state_of(part),
            live=self._read(f"a{seat}"),
            dead=self._read(f"d{seat}"),
            had=self._read(f"h{seat}"),
            forfeit=bool(self._read(f"x{seat}")),
            absent=self.seats.absent(seat),
            called=self.draw.called(seat),
        )

    def _started(self, part: Part) -> Typed:
        if self.settling.hand is None:
            return Typed(part.seat, part.entry, state_of(part), absent=part.absent)
        had = None if part.had == self.settling.known[part.seat] else part.had
        return Typed(
            part.seat,
            part.entry,
            state_of(part),
            part.live,
            part.dead,
            had,
            part.forfeit,
            absent=part.absent,
            called=part.called,
        )

    @cached_property
    def filled(self) -> Filled:
        """The parts with every amount."""
        posted = self.settling.posted(self.button, penalty=self.draw.penalty)
        return filled(self.typed, posted, self.settling.known, self.settling.price(self.button))

    @cached_property
    def draw(self) -> HandDraw:
        """What a draw game adds."""
        return HandDraw(self.settling, self.posted if self.is_bound else None)

    @cached_property
    def cards(self) -> HandCards:
        """The cards, as far as they are known."""
        return HandCards(self.settling, self.posted if self.is_bound else None)

    @cached_property
    def streets(self) -> HandStreets:
        """The betting street by street, where it was told."""
        return HandStreets(self.settling, self.posted if self.is_bound else None)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts with amounts and cards; who is in with his last chip is all-in by himself."""
        return tuple(self._whole(part) for part in self.filled.parts)

    def _whole(self, part: Part) -> Part:
        had = self._had(part)
        last = not part.folded and had is not None and part.outlay == had > 0
        return replace(part, cards=self.cards.of(part.seat), all_in=part.all_in or last)

    def _had(self, part: Part) -> int | None:
        return self.settling.known[part.seat] if part.had is None else part.had

    @property
    def sheet(self) -> Sheet:
        """The hand without its winners."""
        here = self.settling.placed(self.button)
        sheet = replace(
            self.settling.sheet,
            button=self.button,
            small_blind=here.sb,
            big_blind=here.bb,
            parts=self.parts,
            board=self.cards.board,
            penalty=self.draw.penalty,
            winners=(),
        )
        return self.streets.on(sheet)

    @cached_property
    def picks(self) -> list[Pick]:
        """The winners of each pot: tapped, or as they were proposed."""
        if not self.is_bound:
            return [Pick(seats, named=False) for seats in self.settling.sheet.winners]
        if "given0" not in self.posted and self.posted.get("picks"):
            return _spelled(str(self.posted["picks"]))
        return list(self._tapped())

    def _tapped(self) -> Iterable[Pick]:
        for pot in range(len(self.settling.sheet.parts)):
            if f"given{pot}" not in self.posted:
                return
            given = self.posted.get(f"given{pot}", "")
            tapped = (number(one) for one in self.posted.getlist(f"p{pot}"))
            seats = tuple(sorted(one for one in tapped if one is not None))
            named = given == NAMED or ",".join(map(str, seats)) != given
            # What followed from another winner goes with him; a record stands until something else is said.
            yield Pick(seats if named or self.settling.hand is not None else (), named)

    def check_seats(self) -> None:
        """RuleError ``not_at_table`` where somebody else sits in a seat than when the page was made."""
        here = {part.seat: part.entry for part in self.settling.sheet.parts}
        for name, value in self.posted.items():
            seat, entry = re.fullmatch(r"e(\d{1,4})", name), number(str(value))
            if seat and entry is not None and here.get(int(seat[1])) != entry:
                raise RuleError("not_at_table", entry=entry, seat=int(seat[1]))

    # -- what the page shows -----------------------------------------------------------------------

    @property
    def problem(self) -> str:
        """Why the hand cannot be reckoned yet: an amount that cannot be read or is missing."""
        if any(row.error for row in self.rows):
            return _("Correct the amount that cannot be read.")
        if self.seats.problem:
            return self.seats.problem
        if self.filled.missing:
            names = figures.listed([self.settling.names[seat] for seat in self.filled.missing])
            return _("Say for how much %(names)s went all-in.") % {"names": names}
        return ""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The seats in order."""
        parts = {part.seat: part for part in self.parts}
        marks = self.settling.marks(self.button)
        return tuple(self._row(one, parts[one.seat], marks.get(one.seat, "")) for one in self.typed)

    def _row(self, said: Typed, part: Part, mark: str) -> Row:
        seat, open = said.seat, self.settling.open
        asks = seat in self.filled.missing
        auto = said.live is None and not self.errors.get(f"a{seat}")
        shown = "" if asks or (auto and not part.live) else figures.chips_plain(open, part.live)
        errors = [str(text) for kind in "adh" for text in self.errors.get(f"{kind}{seat}", ())]
        return Row(
            seat=seat,
            entry=said.entry,
            name=self.settling.names[seat],
            mark=mark.replace("D/", "").replace("D", ""),
            dealer=seat == self.button,
            known=self.settling.known[seat],
            state=said.state,
            live=shown if auto else self._text(f"a{seat}", said.live),
            auto=auto and not asks,
            dead=self._text(f"d{seat}", said.dead),
            had=self._text(f"h{seat}", said.had),
            forfeit=said.forfeit,
            notes=self._notes(part),
            error=" ".join(errors),
            asks=asks,
            short=part.all_in and said.state == "in",
            half=self._quick(self._half(part)),
            pot=self._quick(self._pot(part)),
            all=self._quick(self._left(part)),
            away=self.settling.away.get(said.entry),
            back=self.seats.back(seat),
        )

    def _notes(self, part: Part) -> str:
        open = self.settling.open
        notes = []
        if part.had is not None and part.had != self.settling.known[part.seat]:
            notes.append(_("had %(chips)s") % {"chips": figures.chips(open, part.had)})
        if part.dead:
            notes.append(_("and %(chips)s dead") % {"chips": figures.chips(open, part.dead)})
        if part.forfeit and not part.absent:
            notes.append(_("dead hand"))
        if part.all_in and self._said(part.seat) == "in":
            notes.append(_("all-in with it"))
        notes += self.draw.notes(part)
        return ", ".join(notes)

    def _said(self, seat: int) -> State:
        return next(one.state for one in self.typed if one.seat == seat)

    def _text(self, name: str, chips: int | None) -> str:
        """As it was typed, be it right or wrong; else as the app writes it."""
        if self.is_bound:
            return str(self.posted.get(name, "")).strip()
        return "" if chips is None else figures.chips_plain(self.settling.open, chips)

    def _half(self, part: Part) -> int | None:
        """Half his stack, in whole chips."""
        had, unit = self._had(part), self.settling.open.smallest_chip
        return None if had is None else had // 2 // unit * unit

    def _pot(self, part: Part) -> int | None:
        """A bet of the pot: he calls the others' highest bet and puts what lies there then on top."""
        if self.filled.missing:
            return None
        others = [one for one in self.parts if one.seat != part.seat]
        call = max([self.settling.sheet.bb, *(one.live for one in others)])
        bet = call + sum(one.put_in for one in others) + call + part.dead
        left = self._left(part)
        return bet if left is None else min(bet, left)

    def _left(self, part: Part) -> int | None:
        """All he has, as live chips."""
        had = self._had(part)
        return None if had is None else had - part.dead + part.for_him

    def _quick(self, chips: int | None) -> str:
        return figures.chips_plain(self.settling.open, chips) if chips and chips > 0 else ""

    @property
    def shortcuts(self) -> dict[str, str]:
        """Id of each shortcut beside an amount → what it puts there."""
        found = {f"hand-q-half-{row.seat}": row.half for row in self.rows}
        found |= {f"hand-q-pot-{row.seat}": row.pot for row in self.rows}
        return found | {f"hand-q-all-{row.seat}": row.all for row in self.rows}

    @property
    def fills(self) -> dict[str, str]:
        """Field → text of each amount that the app filled."""
        return {f"a{row.seat}": row.live for row in self.rows if row.auto}


def _without_scripts(posted: QueryDict) -> QueryDict:
    """What a script would have done: an amount that still stands as it was filled (``f`` and the seat) was
    not typed, and a button beside an amount (``q`` and the seat) puts it there.
    """
    filled = [name for name in posted if re.fullmatch(r"f\d{1,2}", name)]
    pressed = [name for name in posted if re.fullmatch(r"q\d{1,2}", name)]
    if filled or pressed:
        posted = posted.copy()
    for name in filled:
        if posted.get(f"a{name[1:]}") == posted[name]:
            posted[f"a{name[1:]}"] = ""
    for name in pressed:
        posted[f"a{name[1:]}"] = str(posted[name])
    return posted


def _spelled(text: str) -> list[Pick]:
    """Winners as hand.js keeps them for a hand that was left with Escape: "0:4;1:1,7"."""
    found: dict[int, tuple[int, ...]] = {}
    for pot, seats in re.findall(r"(\d{1,2}):([\d,]{0,60})", text[:400]):
        found[int(pot)] = tuple(int(seat) for seat in seats.split(",") if seat)
    last = min(max(found, default=-1), 30)
    return [Pick(found.get(pot, ()), named=pot in found) for pot in range(last + 1)]
