"""The hand in one line (``rules.hand_notation``) beside its form: read into the fields, written from them.

``say`` is the line as it is typed, ``told`` the line that the fields stand for: where the two differ the
line was typed last and the fields follow it; else the line follows the fields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.http import QueryDict

from tdapp.desk.settling import Settling, state_of
from tdapp.rules import hand_notation
from tdapp.rules.errors import RuleError
from tdapp.rules.hand_notation import Seat, Told
from tdapp.web import amounts, figures, messages
from tdapp.web.numbers import number

if TYPE_CHECKING:
    from tdapp.desk.forms.hand import HandForm


@dataclass(frozen=True)
class Line:
    """A posted form once its line is read: ``written`` are the fields that follow it, ``error`` why none."""

    posted: QueryDict | None
    text: str = ""
    written: dict[str, str] = field(default_factory=dict)
    error: str = ""


def read(posted: QueryDict | None, settling: Settling) -> Line:
    """The form with the fields as its line says, if that was typed last."""
    if posted is None:
        return Line(None)
    said, told = (str(posted.get(name, "")).strip() for name in ("say", "told"))
    if "say" not in posted or said == told:
        return Line(posted, said)

    def chips(text: str) -> int:
        return amounts.read(text, settling.open.chip_digits)

    try:
        meant = hand_notation.read(said, settling.sheet.seats, chips)
    except RuleError as error:
        return Line(posted, said, error=messages.refusal(error, settling.open).text)
    fields = _fields(meant, settling, number(str(posted.get("button", ""))))
    kept = posted.copy()
    for name in [name for name in kept if re.fullmatch(r"(p|given)\d+", name)]:
        del kept[name]
    for name, value in fields.items():
        kept[name] = value
    for pot, seats in enumerate(meant.winners):
        kept.setlist(f"p{pot}", [str(seat) for seat in seats])
        kept[f"given{pot}"] = "named" if seats else ""
    kept["picks"] = ""
    return Line(kept, said, {**fields, "told": said})


def _fields(meant: Told, settling: Settling, button: int | None) -> dict[str, str]:
    """The field of each seat's state, amount and cards, and the board's."""
    here = button if button in settling.sheet.seats else settling.sheet.button
    said = {one.seat: one for one in meant.seats}
    fields = {"b": "".join(meant.board)}
    for seat, part in settling.posted(here or settling.sheet.button).items():
        one = said.get(seat, Seat(seat))
        fields[f"s{seat}"] = one.state or state_of(part)
        fields[f"a{seat}"] = "" if one.amount is None else figures.chips_plain(settling.open, one.amount)
        fields[f"c{seat}"] = "".join(one.cards)
    return fields


def text_of(form: HandForm, winners: Sequence[Sequence[int]]) -> str:
    """The line that says what stands in the form, with these winners of each pot."""
    settling = form.settling
    posted = settling.posted(form.button, penalty=form.draw.penalty)
    seats = []
    for one in form.typed:
        owed = posted[one.seat]
        state = None if one.state == state_of(owed) else one.state
        live = None if one.state == "fold" and one.live == owed.live else one.live
        if state is None and live is not None:
            state = one.state
        cards = form.cards.of(one.seat)
        if state is not None or cards:
            seats.append(Seat(one.seat, state, live, cards))
    while winners and not winners[-1]:
        winners = winners[:-1]
    told = Told(tuple(seats), tuple(tuple(pot) for pot in winners), form.cards.board)
    return hand_notation.write(told, lambda units: figures.chips_plain(settling.open, units))
