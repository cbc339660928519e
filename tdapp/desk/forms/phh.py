"""A Poker Hand History file: chosen, or pasted as text."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LARGEST_FILE = 512 * 1024
_TOO_LARGE = gettext_lazy("The file is larger than 512 KB: choose one with fewer hands.")


class PhhForm(forms.Form):
    """``file`` or ``text``; cleaned, ``text`` is what is to be read."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("A .phh file of one hand or a .phhs file of several; 512 KB at most."),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".phh,.phhs,.toml,.txt"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste it here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "phh__text"}),
    )

    use_required_attribute = False

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = data.get("file")
        if file is not None:
            if file.size > LARGEST_FILE:
                raise forms.ValidationError(_TOO_LARGE)
            data["text"] = _decoded(file.read())
        if len(data.get("text", "")) > LARGEST_FILE:
            raise forms.ValidationError(_TOO_LARGE)
        if not self.errors and not data.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file, or paste the text of a hand."))
        return data


def _decoded(content: bytes) -> str:
    """UTF-8 as the format says, else as an old Windows editor saved it."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
