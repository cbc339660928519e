"""A colour-up as it is typed: which chip, for what, and how it changed the chips in play.

Fields of the POST: ``chip`` and ``into`` (chips), ``how`` (plain, total, race), ``delta`` (chips, signed),
``dealt`` (draw, typed), ``odd_<seat row>`` and ``cards_<seat row>`` for each seat, ``seed`` and ``shown``:
the draw, and the typed race, whose result the page showed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.forms.amounts import ChipsField
from tdapp.floor.colour_ups import OddChips
from tdapp.floor.models import Seat
from tdapp.opens.models import Open

MINUS = "-−–"


class SignedChipsField(ChipsField):
    """Chips more or less: "+50", "-25"."""

    def clean(self, value: Any) -> Any:
        text = str(value or "").strip()
        chips = super().clean(text.lstrip("+" + MINUS).strip())
        return -chips if chips and text[:1] in MINUS else chips


@dataclass(frozen=True)
class SeatLine:
    """One seat of the race: how many small chips, and the cards dealt for them."""

    seat: Seat
    name: str
    odd: forms.BoundField
    cards: forms.BoundField


class ColourUpForm(forms.Form):
    """``seats`` are those in use, by table and seat; ``names`` by entry id."""

    how = forms.ChoiceField(
        choices=[
            ("plain", gettext_lazy("Done, nothing changed")),
            ("total", gettext_lazy("Done, in all it made a difference")),
            ("race", gettext_lazy("Race the odd chips, seat by seat")),
        ],
        initial="plain",
        widget=forms.RadioSelect,
        label=gettext_lazy("How"),
    )
    dealt = forms.ChoiceField(choices=[("draw", ""), ("typed", "")], initial="draw", required=False)

    def __init__(
        self, *args: Any, open: Open, seats: Sequence[Seat], names: dict[int, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats, self.names = seats, names
        self.fields["chip"] = ChipsField(open, label=_("Chip that leaves"))
        self.fields["into"] = ChipsField(open, label=_("Exchanged for"))
        self.fields["delta"] = SignedChipsField(open, label=_("Difference of the chips in play"))
        for seat in seats:
            self.fields[f"odd_{seat.pk}"] = forms.IntegerField(required=False, min_value=0, max_value=999)
            self.fields[f"cards_{seat.pk}"] = forms.CharField(required=False, max_length=200)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for name in ("chip", "into"):
            if name not in self.errors and not data.get(name):
                self.add_error(name, _("Which chip? Type its value."))
        if data.get("how") == "total" and "delta" not in self.errors and data.get("delta") is None:
            self.add_error("delta", _("How many chips more or less? Type it like +50 or −25."))
        if data.get("how") == "race" and not self.errors and not any(one.counts for one in self.tables):
            raise forms.ValidationError(_("Nobody has odd chips yet: type how many each player has."))
        return data

    @property
    def tables(self) -> tuple[OddChips, ...]:
        """The odd chips and cards by table and seat, for the race."""
        if self.cleaned_data.get("how") != "race":
            return ()
        typed = self.cleaned_data.get("dealt") == "typed"
        found = []
        for table in dict.fromkeys(seat.table_id for seat in self.seats):
            here = [seat for seat in self.seats if seat.table_id == table]
            counts = {seat.number: self.cleaned_data.get(f"odd_{seat.pk}") or 0 for seat in here}
            cards = {seat.number: _cards(self.cleaned_data.get(f"cards_{seat.pk}", "")) for seat in here}
            counts = {seat: count for seat, count in counts.items() if count}
            found.append(OddChips(table, counts, cards if typed else None))
        return tuple(one for one in found if one.counts)

    @property
    def typed(self) -> str:
        """The race in one word: the same as long as nobody types anything else."""
        data = self.cleaned_data
        return repr((data.get("chip"), data.get("into"), self.tables))

    def by_table(self) -> list[tuple[str, list[SeatLine]]]:
        """The seats with their fields, table by table."""
        found: dict[str, list[SeatLine]] = {}
        for seat in self.seats:
            line = SeatLine(seat, self.names[seat.entry_id], self[f"odd_{seat.pk}"], self[f"cards_{seat.pk}"])
            found.setdefault(seat.table.label, []).append(line)
        return list(found.items())


def _cards(text: str) -> tuple[str, ...]:
    """ "K♠ 4♦,2♣" or "Ks4d2c" as single cards."""
    spaced = re.sub(r"([♠♥♦♣shdcSHDC])(?=[\dTJQKAtjqka])", r"\1 ", text)
    return tuple(card for card in re.split(r"[\s,;]+", spaced) if card)
