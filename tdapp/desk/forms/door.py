"""Forms of the door."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.cash.models import Payment


def method_of(word: str) -> str:
    """How something was paid that a button says: in cash where it says nothing else."""
    return word if word in dict(Payment.METHODS) else "cash"


class AddForm(forms.Form):
    """A name as typed, or a player chosen among the proposed ones."""

    name = forms.CharField(required=False, max_length=200)
    player = forms.IntegerField(required=False, min_value=1)
    guest = forms.BooleanField(required=False)
    new = forms.BooleanField(required=False)
    pay = forms.CharField(required=False, max_length=10)

    @property
    def method(self) -> str:
        """How the buy-in is paid; "" where it is not paid yet."""
        return method_of(self.cleaned_data["pay"]) if self.cleaned_data["pay"] else ""


class ListForm(forms.Form):
    """A pasted list of names."""

    names = forms.CharField(
        label=_("One name a line"),
        help_text=_("Numbers before the names are left out. Who is in already is passed over and said."),
        widget=forms.Textarea(attrs={"rows": 10, "autofocus": True}),
        max_length=20000,
    )
    pay = forms.BooleanField(label=_("All of them have paid"), required=False)


class NameForm(forms.Form):
    """Another nickname or note of a player."""

    nickname = forms.CharField(label=_("Nickname"), max_length=60)
    note = forms.CharField(
        label=_("Note"),
        help_text=_("Tells apart two who share a name."),
        required=False,
        max_length=60,
    )
