"""Street by street as it is typed: the line so far, the next act, stacks that the director said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict

from tdapp.desk.forms.amounts import ChipsField
from tdapp.desk.forms.hand_seats import HandSeats
from tdapp.desk.settling import Settling
from tdapp.rules.betting_line import as_data, from_data
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act
from tdapp.rules.money import LARGEST
from tdapp.web.numbers import number

LONGEST = 40_000
"""Characters of a line; a hand of four hundred acts has twenty thousand."""


def read_line(text: str) -> tuple[Act, ...]:
    """The acts of a hidden field, whoever wrote it.  RuleError: ``line_unreadable``."""
    if not text.strip():
        return ()
    if len(text) > LONGEST:
        raise RuleError("line_unreadable")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RuleError("line_unreadable") from error
    return from_data(data)


def write_line(acts: Sequence[Act]) -> str:
    """The acts as the hidden field holds them; "" without any."""
    return json.dumps(as_data(acts), separators=(",", ":")) if acts else ""


class StreetsForm(forms.Form):
    """``line`` and ``pending`` are acts, ``h`` and a seat's number the stack before the hand that was said,
    ``at`` a seat, ``amount`` chips; ``act`` is the button that was tapped: "call", "to:600"."""

    def __init__(self, data: QueryDict | None = None, *, settling: Settling) -> None:
        super().__init__(data)
        self.posted = data if data is not None else QueryDict()
        self.settling = settling
        for seat in settling.sheet.seats:
            self.fields[f"h{seat}"] = ChipsField(settling.open)
        self.fields["amount"] = ChipsField(settling.open)

    def _read(self, name: str) -> Any:
        """A field's value; None while it cannot be read."""
        return None if not self.is_bound or self.errors.get(name) else self.cleaned_data.get(name)

    def _seat(self, name: str) -> int | None:
        seat = number(str(self.posted.get(name, "")))
        return seat if seat in self.settling.sheet.seats else None

    @property
    def acts(self) -> tuple[Act, ...]:
        """RuleError: ``line_unreadable``."""
        return read_line(str(self.posted.get("line", "")))

    @property
    def pending(self) -> Act | None:
        """The act that waits for "It was played so"."""
        try:
            found = read_line(str(self.posted.get("pending", "")))
        except RuleError:
            return None
        return found[0] if len(found) == 1 else None

    @cached_property
    def had(self) -> dict[int, int]:
        """Seat → stack before the hand, where the director said it."""
        said = {seat: self._read(f"h{seat}") for seat in self.settling.sheet.seats}
        return {seat: chips for seat, chips in said.items() if chips is not None and chips >= 0}

    @cached_property
    def seats(self) -> HandSeats:
        """Where the button is, and who is dealt a dead hand: as in the hand's own form."""
        return HandSeats(self.settling, self.posted if self.is_bound else None)

    @property
    def back(self) -> frozenset[int]:
        """The absent ones who were dealt in after all."""
        away = (part.seat for part in self.settling.sheet.parts if part.absent)
        return frozenset(seat for seat in away if self.seats.back(seat))

    @property
    def penalty(self) -> bool:
        """Whether the dealer had not called the ante (VIV-15)."""
        return bool(self.posted.get("penalty")) if self.is_bound else self.settling.sheet.penalty

    @property
    def at(self) -> int | None:
        """The seat that acts out of turn."""
        return self._seat("at")

    @cached_property
    def tapped(self) -> tuple[str, tuple[int, ...]]:
        """The button's word and its numbers: "had:4:430000" is ("had", (4, 430000))."""
        word, *parts = str(self.posted.get("act", ""))[:60].split(":")
        numbers = [number(part) for part in parts]
        return word, tuple(one for one in numbers if one is not None and one <= LARGEST)

    @property
    def amount(self) -> int | None:
        """The chips that were typed."""
        chips: int | None = self._read("amount")
        return chips

    @property
    def is_all_in(self) -> bool:
        """Whether the amount says for how much somebody is all-in."""
        return self.posted.get("mode") == "all_in"

    @property
    def typed(self) -> str:
        return str(self.posted.get("amount", "")).strip()[:40]

    @property
    def problem(self) -> str:
        """Why the amount cannot be read."""
        return " ".join(str(text) for text in self.errors.get("amount", ()))
