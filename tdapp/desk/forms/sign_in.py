"""Forms of the sign-in pages."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class SignInForm(forms.Form):
    """Name and password."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    next = forms.CharField(required=False, widget=forms.HiddenInput)


class FirstForm(forms.Form):
    """The director's account, made on the first visit."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least eight characters."),
        min_length=8,
        strip=False,
        # A refused form gives back what was typed, the password too: nothing has to be typed twice.
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=True),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
