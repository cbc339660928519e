"""Rulings as they are typed: whom and which table they are about, in whose words, with which figures.

Fields of the POSTs: ``entry`` and ``table`` (ids or empty), ``text``; ``rounds``; ``votes_for`` and
``votes_against``; ``how`` (plain, replay), ``chips``, ``shown`` (ids of the tables that fall), ``sure``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.forms.amounts import ChipsField
from tdapp.floor.rulings import LONGEST
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant
from tdapp.rules.rulings import MOST_ROUNDS
from tdapp.web.numbers import number

MOST_VOTES = 99999


def _names(players: Iterable[Entrant], first: str) -> list[tuple[str, str]]:
    named = sorted(players, key=lambda one: one.name.casefold())
    return [("", first), *((str(one.id), one.name) for one in named)]


class TextForm(forms.Form):
    """What happened, in the director's own words."""

    text = forms.CharField(
        required=False,
        max_length=LONGEST,
        label=gettext_lazy("What happened"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _player(players: Iterable[Entrant], first: str, *, required: bool) -> forms.TypedChoiceField:
    choices = _names(players, first)
    return forms.TypedChoiceField(
        choices=choices, coerce=int, empty_value=None, required=required, label=_("Player")
    )


def _table(tables: Iterable[tuple[int, str]], *, required: bool) -> forms.TypedChoiceField:
    choices = [(str(key), _("Table %(label)s") % {"label": label}) for key, label in tables]
    offered = choices if required else [("", _("no table")), *choices]
    return forms.TypedChoiceField(
        choices=offered, coerce=int, empty_value=None, required=required, label=_("Table")
    )


class NoteForm(TextForm):
    """A note, about a player, a table or neither."""

    def __init__(
        self, *args: Any, players: Iterable[Entrant], tables: Iterable[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"] = _player(players, _("nobody in particular"), required=False)
        self.fields["table"] = _table(tables, required=False)


class PenaltyForm(TextForm):
    """Rounds to sit out; ``players`` are those who sit."""

    rounds = forms.IntegerField(
        min_value=1, max_value=MOST_ROUNDS, initial=1, label=gettext_lazy("Rounds to sit out")
    )

    def __init__(self, *args: Any, players: Iterable[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"] = _player(players, _("Who?"), required=True)


class MisdealForm(TextForm):
    """A table that deals again."""

    def __init__(self, *args: Any, tables: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"] = _table(tables, required=True)


class VoteForm(TextForm):
    """The totals of a secret vote (VIV-33)."""

    votes_for = forms.IntegerField(min_value=0, max_value=MOST_VOTES, label=gettext_lazy("Yes"))
    votes_against = forms.IntegerField(min_value=0, max_value=MOST_VOTES, label=gettext_lazy("No"))

    def __init__(self, *args: Any, tables: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = _("What was voted on")
        self.fields["table"] = _table(tables, required=False)


class DisqualifyForm(TextForm):
    """The one confirmation that a disqualification needs; ``may_replay`` where tables can be played again."""

    how = forms.ChoiceField(choices=[("plain", ""), ("replay", "")], initial="plain")
    shown = forms.CharField(required=False, max_length=4000, widget=forms.HiddenInput)
    sure = forms.BooleanField(
        label=gettext_lazy("I have read what this brings"),
        error_messages={"required": gettext_lazy("Read what this brings and tick the box.")},
    )

    def __init__(self, *args: Any, open: Open, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chips"] = ChipsField(open, label=_("Chips held, if they were counted"))
        self.fields["text"].label = _("Why")

    @property
    def replay(self) -> bool:
        return bool(self.cleaned_data["how"] == "replay")

    @property
    def confirmed(self) -> tuple[int, ...]:
        """The tables whose fall was shown."""
        words = str(self.cleaned_data["shown"]).split(",")
        return tuple(key for key in map(number, words) if key is not None)
