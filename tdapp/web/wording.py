"""A sentence with its parameters: ids become names, units become money or chips.

A code's sentences are tried in order; the first whose condition holds and whose parameters are all
there is said.  What a parameter is read as stands beside the sentence where its name does not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, Open, Table
from tdapp.players.models import Player
from tdapp.web import figures
from tdapp.web.recall import Recall, name_of

Reading = Callable[[Any, Open | None], object]
Params = Mapping[str, Any]


def plain(value: Any, open: Open | None) -> object:
    """As it is."""
    return value


def money(value: int, open: Open | None) -> str:
    """Minor units of the open's currency."""
    return figures.money_of(open, value) if open else figures.grouped(value)


def typed_amount(value: tuple[int, int], open: Open | None) -> str:
    """An amount as one would type it, from (units, digits): "1 500", "1,50"."""
    units, digits = value
    return figures.amount(units, digits)


def chips(value: int, open: Open | None) -> str:
    """Chips of the open."""
    return figures.chips(open, value) if open else figures.grouped(value)


def ordinal(value: int, open: Open | None) -> str:
    """A place."""
    return figures.ordinal(value)


def line(value: int, open: Open | None) -> int:
    """An index from 0, as people count."""
    return value + 1


def pot(value: int, open: Open | None) -> str:
    """A pot's number, 0 the main pot."""
    return _("side pot %(number)s") % {"number": value} if value else _("the main pot")


def name(value: int, open: Open | None) -> str:
    """The player behind an entry's id."""
    return names((value,), open)


def names(value: tuple[int, ...], open: Open | None) -> str:
    """The players behind entries' ids."""
    rows = Entry.everything.filter(pk__in=value).select_related("player")
    known = {row.pk: name_of(row.player) for row in rows}
    return figures.listed([known.get(key) or _("a player") for key in value])


def player(value: int, open: Open | None) -> str:
    """A player by id."""
    return name_of(Player.everything.filter(pk=value).first())


def hand(value: int, open: Open | None) -> str:
    """An entered hand by id."""
    return Recall(open).hand_title(value) if open else _("A hand")


def table(value: int | str, open: Open | None) -> str:
    """What people call the table of that number, in the latest round that has it."""
    if open is None or not isinstance(value, int):
        return str(value)
    found = Table.objects.filter(round__open=open, number=value, annulled_at=None)
    latest = found.order_by("-round__number", "-pk").first()
    return latest.label if latest else str(value)


def tables(value: int | tuple[int | str, ...], open: Open | None) -> str:
    """ "1, 2 and C", or how many."""
    if isinstance(value, int):
        return str(value)
    return figures.listed([table(number, open) for number in value])


def seats(value: tuple[int, ...], open: Open | None) -> str:
    """ "1 and 4"."""
    return figures.listed([str(number) for number in value])


def act(value: int, open: Open | None) -> str:
    """What a journal entry did. KeyError if nobody knows it, so that another sentence is said."""
    entry = JournalEntry.objects.filter(pk=value).first()
    if entry is None or open is None or entry.stream_id != open.stream_id:
        raise KeyError(value)
    from tdapp.web import story  # whose tellers use the words of this module

    return story.sentence(entry, open)


def act_in_short(value: int, open: Open | None) -> str:
    """The same in a few words."""
    entry = JournalEntry.objects.filter(pk=value).first()
    if entry is None or open is None or entry.stream_id != open.stream_id:
        raise KeyError(value)
    from tdapp.web import story

    return story.short(entry, open)


READ_AS: Mapping[str, Reading] = {
    "entry": name,
    "entries": names,
    "player": player,
    "hand": hand,
    "pot": pot,
    "index": line,
    "table": table,
    "tables": tables,
}
"""What a parameter of that name is read as, unless the sentence says otherwise."""


class Words(dict[str, object]):
    """The parameters as a sentence shows them, each looked up when the sentence asks for it.

    ``count`` is how many a list holds, for the plural.
    """

    def __init__(self, params: Params, readings: Mapping[str, Reading], open: Open | None) -> None:
        super().__init__()
        self._params, self._readings, self._open = params, readings, open

    def __missing__(self, key: str) -> object:
        if key == "count":
            return next(len(value) for value in self._params.values() if isinstance(value, tuple))
        reading = self._readings.get(key) or READ_AS.get(key, plain)
        self[key] = reading(self._params[key], self._open)
        return self[key]


@dataclass(frozen=True, init=False)
class Say:
    """One sentence, lazily translated. ``when`` is its condition; the rest are readings by parameter."""

    text: str | Promise
    when: Callable[[Params], object]
    readings: Mapping[str, Reading]

    def __init__(
        self, text: str | Promise, when: Callable[[Params], object] = lambda _: True, **readings: Reading
    ) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "when", when)
        object.__setattr__(self, "readings", readings)


Sentences = Mapping[str, tuple[Say, ...]]


def say(table: Sentences, code: str, params: Params, open: Open | None) -> str | None:
    """The sentence for a code, None where the table has none that fits."""
    for one in table.get(code, ()):
        try:
            if one.when(params):
                return str(one.text % Words(params, one.readings, open))
        except KeyError:
            continue
    return None
