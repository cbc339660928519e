"""One choice of those on offer, as a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class ChoiceForm(forms.Form):
    """``choice`` is the word of a chip ("7:entry:12"); what is not on offer any more is refused."""

    choice = forms.ChoiceField(
        error_messages={
            "required": _("Tap what really happened."),
            "invalid_choice": _("That cannot be changed any more. Look again."),
        }
    )

    def __init__(self, *args: Any, words: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["choice"].choices = [(word, word) for word in words]  # type: ignore[attr-defined]
