"""Counted stacks as they are typed: one field for each player left, empty where nobody counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms

from tdapp.desk.forms.amounts import ChipsField
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant


class CountForm(forms.Form):
    """Fields are named ``stack_<entry id>``."""

    def __init__(self, *args: Any, open: Open, left: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.left = left
        for entrant in left:
            self.fields[name_of(entrant)] = ChipsField(open, label=entrant.name)

    @property
    def counts(self) -> dict[int, int]:
        """The counted stacks by entry id: those that could be read."""
        found = ((entrant.id, self.cleaned_data.get(name_of(entrant))) for entrant in self.left)
        return {entry: chips for entry, chips in found if chips is not None}

    def bound(self, order: Callable[[Entrant], Any]) -> list[tuple[Entrant, forms.BoundField]]:
        """Everybody with the field, in that order."""
        return [(entrant, self[name_of(entrant)]) for entrant in sorted(self.left, key=order)]


def name_of(entrant: Entrant) -> str:
    """The name of an entrant's field."""
    return f"stack_{entrant.id}"
