"""Who went out: tapped or typed, by whom, and who had more where several went in one hand.

Fields of the POST
* ``entry`` (repeated): ids of the entries that are out, as tapped;
* ``who``: names or seat numbers as typed, separated by commas ("kosovo, 4");
* ``by``: id of the entry that knocked them out (among many players: the name as typed), or empty: somebody
  who is still in and not among them, those of their own table first;
* ``ranked`` (repeated, in order): the answers to "who had more before the hand?", most chips first:
  "12" the next most, "=12" as many as the one before, "equal" all the rest the same (``ranking``);
* ``won`` (repeated, in order) and cards: who won an open hand among equal ones (VIV-25, ``open_hands``);
* ``only``: who takes the bounties alone, or ``taker`` (repeated, in odd-chip order): those who share them;
  ``head``: "left" where nobody does (blinded off), "unsaid" where it is said later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.naming import Known, alike, find
from tdapp.desk.ranking import Ranking, ranking
from tdapp.web import figures
from tdapp.web.numbers import number

LISTED = 120
"""So many players fit the dialog; beyond, names are typed."""
NOT_ABLE = gettext_lazy("That player is out already: choose somebody who is still in, or nobody.")
SAID = 6
"""So many names are said where a word may mean more."""


def _named(text: str, known: Sequence[Known]) -> tuple[int, ...]:
    """The entries that the words name; refused where one names nobody or several."""
    found = find(text, known)
    if found.several:
        names = figures.listed(found.several[:SAID])
        if len(found.several) > SAID:
            names = _("%(names)s and others") % {"names": ", ".join(found.several[:SAID])}
        raise forms.ValidationError(
            _("“%(word)s” may be %(names)s: type more of the name, or tap the player.")
            % {"word": found.unclear, "names": names}
        )
    if found.unclear:
        raise forms.ValidationError(
            _("Nobody still in is called “%(word)s”: type it anew, or tap the player.")
            % {"word": found.unclear}
        )
    return found.entries


class OutForm(forms.Form):
    """``known`` is everybody in the open who can be named, those still in first; ``played`` are those who won
    open hands, best first, as ``open_hands`` read it."""

    entry = forms.TypedMultipleChoiceField(coerce=int, required=False)
    who = forms.CharField(required=False, max_length=200, label=gettext_lazy("Name or seat number"))
    by = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label=gettext_lazy("Knocked out by")
    )

    def __init__(self, *args: Any, known: Sequence[Known], left: Sequence[Known], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.left = left
        self.known = known
        self.played: Sequence[int] = ()
        ids = [(one.entry, one.name) for one in known]
        self.fields["entry"].choices = ids  # type: ignore[attr-defined]
        still_in = [(one.entry, one.name) for one in left]
        self.fields["by"].choices = [("", _("not said")), *still_in]  # type: ignore[attr-defined]
        self.fields["by"].widget.choices = [("", _("not said")), *self._able()]
        self.fields["by"].error_messages["invalid_choice"] = NOT_ABLE
        if self.many:
            self.fields["by"] = forms.CharField(required=False, max_length=200, label=_("Knocked out by"))
            self.fields["by"].widget.attrs.update(autocomplete="off", spellcheck="false")

    def _able(self) -> list[tuple[Any, Any]]:
        """Who may have done it, under their tables where there are several: that of those picked first."""
        named = [alike(word, self.left, 2) for word in str(self.data.get("who", "")).split(",")]
        gone = {*self.picked, *(str(found[0].entry) for found in named if len(found) == 1)}
        here = {one.table for one in self.left if str(one.entry) in gone}
        tables: dict[str | None, list[tuple[int, str]]] = {}
        for one in sorted(self.left, key=lambda one: one.table not in here):
            if str(one.entry) not in self.picked:
                tables.setdefault(one.table, []).append((one.entry, one.name))
        if len({one.table for one in self.left}) < 2:
            return [one for group in tables.values() for one in group]
        return [
            (_("Table %(number)s") % {"number": table} if table else _("Without a seat"), group)
            for table, group in tables.items()
        ]

    @property
    def many(self) -> bool:
        """Whether they are too many to show: then names are typed, and what fits is listed."""
        return len(self.left) > LISTED

    def clean_who(self) -> tuple[int, ...]:
        """The entries that the typed words name; a word that found somebody who was then ticked is done."""
        ticked = {str(entry) for entry in self.picked}
        words = [
            word
            for word in self.cleaned_data["who"].replace(";", ",").split(",")
            if not ticked & {str(one.entry) for one in alike(word, self.left, len(self.left))}
        ]
        return _named(",".join(words), self.left)

    def clean_by(self) -> int | None:
        """The entry that knocked them out, chosen or (among many) typed."""
        by = self.cleaned_data["by"]
        if not self.many:
            return by or None
        named = _named(by, self.left)
        if len(named) > 1:
            raise forms.ValidationError(_("Only one player knocks another out."))
        return named[0] if named else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not self.entries:
            raise forms.ValidationError(_("Type a name or a seat number, or tap who is out."))
        return cleaned

    @property
    def entries(self) -> tuple[int, ...]:
        """Those who are out, each once."""
        return tuple(dict.fromkeys([*self.cleaned_data.get("entry", ()), *self.cleaned_data.get("who", ())]))

    @property
    def picked(self) -> list[str]:
        """What was ticked, as it came, to be ticked again."""
        return self._list("entry")

    @property
    def answers(self) -> list[str]:
        """The answers to "who had more", in order."""
        return self._list("ranked")

    def _list(self, name: str) -> list[str]:
        return self.data.getlist(name) if isinstance(self.data, QueryDict) else []

    @property
    def won(self) -> tuple[int, ...]:
        """Those who won open hands (``played``), the best first; who is not out is passed over."""
        return tuple(key for key in self.played if key in self.entries)

    @property
    def takers(self) -> tuple[int, ...]:
        """Who takes the bounties; whoever is no longer in is passed over."""
        left = {one.entry for one in self.left}
        keys = (number(text) for text in self._list("only") or self._list("taker"))
        found = dict.fromkeys(key for key in keys if key is not None and key in left)
        return () if self.head else tuple(key for key in found if key not in self.entries)

    @property
    def head(self) -> str:
        """ "left" or "unsaid" where nobody is named, "" where nothing was said."""
        said = str(self.data.get("head", ""))
        return said if said in ("left", "unsaid") else ""

    @property
    def asks_taker(self) -> bool:
        """Whether nothing was said yet of who took their bounties."""
        return not (self.cleaned_data.get("by") or self.takers or self.head)

    @property
    def order(self) -> tuple[tuple[int, ...], ...]:
        """In order of elimination by the answers, equal ones as their open hand went."""
        found: list[tuple[int, ...]] = []
        for group in self.ranking.groups:
            named = [key for key in self.won if key in group]
            rest = tuple(key for key in group if key not in named)
            found += [*((key,) for key in named), *((rest,) if rest else ())]
        return tuple(reversed(found))

    @property
    def ranking(self) -> Ranking:
        return ranking(self.entries, self.answers)
