"""The form of the end of a night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant
from tdapp.rules.errors import RuleError
from tdapp.web import amounts, figures, messages


class CountForm(forms.Form):
    """The counted chips of everybody left; ``counts`` by entry id after ``is_valid``.

    ``known`` are chips that were counted just now (a deal) and are proposed.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        open: Open,
        left: Sequence[Entrant],
        known: Mapping[int, int] | None = None,
    ) -> None:
        self.known = {one.id: chips for one in left if (chips := (known or {}).get(one.id)) is not None}
        start = {f"chips_{key}": figures.chips_plain(open, chips) for key, chips in self.known.items()}
        super().__init__(data, initial=start)
        self.open, self.left = open, left
        for entrant in left:
            self.fields[f"chips_{entrant.id}"] = forms.CharField(
                label=entrant.name,
                required=False,
                max_length=20,
                widget=forms.TextInput(attrs={"class": "input input--amount", "inputmode": "decimal"}),
            )
        self.counts: dict[int, int] = {}

    def clean(self) -> dict[str, Any]:
        super().clean()
        for entrant in self.left:
            name = f"chips_{entrant.id}"
            try:
                typed = self.cleaned_data.get(name, "")
                self.counts[entrant.id] = amounts.read(typed, self.open.chip_digits)
            except RuleError as error:
                self.add_error(name, messages.refusal(error, self.open).text)
        return self.cleaned_data
