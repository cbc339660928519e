"""Who went out: tapped or typed, by whom, and who had more where several went in one hand.

Fields of the POST
* ``entry`` (repeated): ids of the entries that are out, as tapped;
* ``who``: names or seat numbers as typed, separated by commas ("kosovo, 4");
* ``by``: id of the entry that knocked them out (among many players: the name as typed), or empty;
* ``ranked`` (repeated, in order): the answers to "who had more before the hand?", most chips first:
  "12" the next most, "=12" as many as the one before, "equal" all the rest the same (``ranking``);
* ``won`` (repeated, in order): who won an open hand among equal ones (VIV-25).
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
    """``known`` is everybody in the open who can be named, those still in first."""

    entry = forms.TypedMultipleChoiceField(coerce=int, required=False)
    who = forms.CharField(required=False, max_length=200, label=gettext_lazy("Name or seat number"))
    by = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label=gettext_lazy("Knocked out by")
    )

    def __init__(self, *args: Any, known: Sequence[Known], left: Sequence[Known], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.left = left
        self.known = known
        ids = [(one.entry, one.name) for one in known]
        self.fields["entry"].choices = ids  # type: ignore[attr-defined]
        self.fields["by"].choices = [("", _("not said")), *ids]  # type: ignore[attr-defined]
        if self.many:
            self.fields["by"] = forms.CharField(required=False, max_length=200, label=_("Knocked out by"))
            self.fields["by"].widget.attrs.update(autocomplete="off", spellcheck="false")

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
        named = _named(by, self.known)
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
        """Those who won open hands, the best first; who is not out is passed over."""
        keys = (number(text) for text in self._list("won"))
        return tuple(key for key in keys if key is not None and key in self.entries)

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
