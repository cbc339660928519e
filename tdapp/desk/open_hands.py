"""Whose open hand it was: tapped one by one, or by the cards of all who tied (VIV-08, VIV-25, VIV-26).

Fields of the POST, beside those of the act that asked
* ``ranked`` (or what the page calls it; repeated, in order): who won, best first, as tapped or read before;
* ``o`` and an entry's id: the five cards that player showed, as typed now;
* ``look``: read the cards and say whose hand is better; ``by_cards``: it is so;
* ``held`` and an entry's id: cards that were read for an open hand before this one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from tdapp.desk.forms.hand_cards import deck
from tdapp.hands.reckoning import Sheet
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant
from tdapp.rules import draw_poker
from tdapp.rules.errors import RuleError
from tdapp.rules.ranking import HandValue
from tdapp.web import hand_names, messages
from tdapp.web.numbers import number

LONGEST = 60
"""How much of a field is read."""


@dataclass(frozen=True)
class Answers:
    """What was answered so far: entry ids best first, and the cards they showed, by entry."""

    order: tuple[int, ...] = ()
    shown: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """One of those who tied: what is typed for him, and what his hand is called once all were read."""

    entrant: Entrant
    text: str
    hand: str = ""


@dataclass(frozen=True)
class Question:
    """The dialog: ``rest`` still tie, ``ranked`` are named already, ``held`` the cards kept from before.

    ``read`` are those who tie in the order of their cards, empty until somebody asks to read them;
    ``problem`` is why they cannot be read.
    """

    rest: tuple[Line, ...]
    ranked: tuple[Entrant, ...]
    held: tuple[tuple[int, str], ...]
    read: tuple[Line, ...] = ()
    problem: str = ""

    deck = staticmethod(deck)

    @property
    def typed(self) -> bool:
        """Whether any card is typed."""
        return any(line.text for line in self.rest)


def answers(open: Open, data: QueryDict, name: str = "ranked") -> Answers:
    """What was answered.  RuleError: those of ``draw_poker.open_hand``, where the cards are to decide."""
    tapped = tuple(key for text in data.getlist(name) if (key := number(text)) is not None)
    shown = _fields(data, "held")
    held = {key: tuple(re.findall("..", text)) for key, text in shown.items()}
    if "by_cards" not in data:
        return Answers(tapped, held)
    typed = {key: text for key, text in _fields(data, "o").items() if text}
    found = draw_poker.open_hand(typed, house_of(open))
    return Answers((*tapped, *found), {**held, **{key: value.best for key, value in found.items()}})


def question(open: Open, data: QueryDict, rest: Sequence[Entrant], ranked: Sequence[Entrant]) -> Question:
    """The dialog about those who still tie, with their cards read if that was asked for."""
    texts = _fields(data, "o")
    lines = tuple(Line(one, texts.get(one.id, "")) for one in rest)
    held = tuple(_fields(data, "held").items())
    asked = Question(lines, tuple(ranked), held)
    if not {"look", "by_cards"} & set(data):
        return asked
    typed = {line.entrant.id: line.text for line in lines}
    if not all(typed.values()):
        return Question(lines, tuple(ranked), held, problem=_("Type the five cards of each of them."))
    try:
        found = draw_poker.open_hand(typed, house_of(open))
    except RuleError as error:
        return Question(lines, tuple(ranked), held, problem=messages.refusal(error, open).text)
    return Question(lines, tuple(ranked), held, read=_named(open, found, lines))


def on_sheet(sheet: Sheet, open: Open, data: QueryDict) -> Sheet:
    """The hand with the open hand of equal ones who went out in it, if one was told.

    RuleError: those of ``answers``.
    """
    played = answers(open, data)
    return replace(sheet, open_hand=played.order, shown=played.shown) if played.order else sheet


def asked(
    open: Open, data: QueryDict, rest: Sequence[Entrant], by_id: Mapping[int, Entrant]
) -> dict[str, Any]:
    """What the dialog shows, with all that was sent kept, to be sent once more with the answer."""
    played = answers(open, data)
    ranked = [by_id[key] for key in played.order if key in by_id]
    own = r"csrfmiddlewaretoken|request_id|ranked|look|by_cards|(o|held)\d+"
    typed = [
        (name, value) for name, values in data.lists() if not re.fullmatch(own, name) for value in values
    ]
    return {"asked": question(open, data, rest, ranked), "answers": played.order, "typed": typed}


def _named(open: Open, found: Mapping[int, HandValue], lines: Sequence[Line]) -> tuple[Line, ...]:
    names = hand_names.names(found, house_of(open))
    by_id = {line.entrant.id: line.entrant for line in lines}
    return tuple(
        Line(by_id[key], hand_names.cards_name(value.best), names[key]) for key, value in found.items()
    )


def _fields(data: QueryDict, prefix: str) -> dict[int, str]:
    """Entry id → text of each field of that name."""
    found = {}
    for name, value in data.items():
        known = re.fullmatch(prefix + r"(\d{1,9})", name)
        if known:
            found[int(known[1])] = str(value)[:LONGEST].strip()
    return found
