"""Counted stacks as they are typed: one field for each player left, empty where nobody counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms

from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant
from tdapp.rules.errors import RuleError
from tdapp.rules.money import parse
from tdapp.web import messages


class ChipsField(forms.CharField):
    """A chip amount as people write it, in units of the open's chips; None where empty."""

    def __init__(self, open: Open, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=40, **kwargs)
        self.open = open

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse(text, self.open.chip_digits)
        except RuleError as error:
            raise forms.ValidationError(messages.refusal(error, self.open).text, code=error.code) from error


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
