"""The ledger of the chips in play as the desk shows it: by kind, with what was exchanged and put right."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.opens.models import ChipCorrection, Open
from tdapp.opens.queries import Field
from tdapp.web import figures

WORDS = {
    "buy_in": gettext_lazy("Buy-ins"),
    "rebuy": gettext_lazy("Rebuys"),
    "add_on": gettext_lazy("Add-ons"),
    "re_entry": gettext_lazy("Re-entries"),
    "round": gettext_lazy("Fresh stacks of later rounds"),
    "colour_up": gettext_lazy("Colour-ups and chip races"),
    "forfeit": gettext_lazy("Forfeited"),
    "handed_in": gettext_lazy("Handed in"),
    "correction": gettext_lazy("Corrections"),
}
"""The kinds of the ledger, in the order in which they stand."""


@dataclass(frozen=True)
class Line:
    """One kind: what it is called, the chips that it changed with their sign, and single acts of it."""

    kind: str
    word: str
    chips: str
    acts: tuple[str, ...] = ()


def lines(open: Open, everyone: Field) -> tuple[Line, ...]:
    """The kinds that there are; what was handed out once needs no sign."""
    found = everyone.chip_ledger.by_kind
    acts = {"colour_up": _colour_ups(open, everyone), "correction": _corrections(open, everyone)}
    return tuple(
        Line(kind, str(word), _changed(open, kind, found.get(kind, 0)), acts.get(kind, ()))
        for kind, word in WORDS.items()
        if found.get(kind) or acts.get(kind) or kind == "buy_in"
    )


def _changed(open: Open, kind: str, chips: int) -> str:
    return figures.chips(open, chips) if kind == "buy_in" else figures.chips_signed(open, chips)


def _colour_ups(open: Open, everyone: Field) -> tuple[str, ...]:
    return tuple(
        _("%(time)s: %(chip)s into %(into)s, %(delta)s")
        % {
            "time": figures.wall_time(open, one.at),
            "chip": figures.chips(open, one.chip),
            "into": figures.chips(open, one.into),
            "delta": figures.chips_signed(open, one.delta),
        }
        for one in everyone.colour_ups
    )


def _corrections(open: Open, everyone: Field) -> tuple[str, ...]:
    if not everyone.corrections:
        return ()
    return tuple(
        f"{figures.wall_time(open, one.at)}: {figures.chips_signed(open, one.delta)}"
        + (f", {one.text}" if one.text else "")
        for one in ChipCorrection.objects.filter(open=open).order_by("order")
    )
