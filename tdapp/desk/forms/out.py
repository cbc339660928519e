"""Who went out: tapped or typed, by whom, and who had more where several went in one hand.

Fields of the POST
* ``entry`` (repeated): ids of the entries that are out, as tapped;
* ``who``: names or seat numbers as typed, separated by commas ("kosovo, 4");
* ``by``: id of the entry that knocked them out, or empty;
* ``ranked`` (repeated, in order): the answers to "who had more before the hand?", most chips first:
  "12" the next most, "=12" as many as the one before, "equal" all the rest the same (``ranking``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.naming import Known, find
from tdapp.desk.ranking import Ranking, ranking
from tdapp.web import figures


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
        ids = [(one.entry, one.name) for one in known]
        self.fields["entry"].choices = ids  # type: ignore[attr-defined]
        self.fields["by"].choices = [("", _("not said")), *ids]  # type: ignore[attr-defined]

    def clean_who(self) -> tuple[int, ...]:
        """The entries that the typed words name."""
        found = find(self.cleaned_data["who"], self.left)
        if found.several:
            raise forms.ValidationError(
                _("“%(word)s” may be %(names)s: type more of the name, or tap the player.")
                % {"word": found.unclear, "names": figures.listed(found.several)}
            )
        if found.unclear:
            raise forms.ValidationError(
                _("Nobody still in is called “%(word)s”: type it anew, or tap the player.")
                % {"word": found.unclear}
            )
        return found.entries

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
    def ranking(self) -> Ranking:
        return ranking(self.entries, self.answers)
