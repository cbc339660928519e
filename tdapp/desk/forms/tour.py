"""Forms of a tour: its founding, its seasons, its members."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tdapp.accounts.roles import Role

CURRENCIES = [
    ("EUR", _("Euro, €")),
    ("CLP", _("Chilean peso, $")),
    ("COP", _("Colombian peso, $")),
    ("MXN", _("Mexican peso, $")),
    ("ARS", _("Argentine peso, $")),
    ("USD", _("US dollar, $")),
    ("GBP", _("Pound sterling, £")),
]

ROLES = [
    (Role.DIRECTOR.value, _("Director: everything")),
    (Role.FLOOR.value, _("Floor: hands, outs, moves, clock")),
    (Role.SCOREKEEPER.value, _("Scorekeeper: the hands of one table")),
]


def time_zones() -> list[str]:
    """The zones one may choose, places before the abstract ones."""
    places = [name for name in available_timezones() if "/" in name and not name.startswith("Etc/")]
    return [*sorted(places), "UTC"]


def zone_of(typed: str) -> str:
    """The zone called so, or whose city is: "madrid" is Europe/Madrid; "" where there is none."""
    wanted = typed.casefold().replace(" ", "_")
    zones = time_zones()
    named = [zone for zone in zones if zone.casefold() == wanted]
    # A city under two names (America/Buenos_Aires, America/Argentina/Buenos_Aires) is the same place.
    cities = sorted((z for z in zones if z.casefold().rsplit("/", 1)[-1] == wanted), key=len)
    return next(iter([*named, *cities]), "")


def guessed_time_zone() -> str:
    """The zone of this machine, which usually stands in the room; UTC where it does not say."""
    known = available_timezones()
    if os.environ.get("TZ", "").lstrip(":") in known:
        return os.environ["TZ"].lstrip(":")
    with suppress(OSError):
        parts = Path("/etc/localtime").resolve().parts
        name = "/".join(parts[parts.index("zoneinfo") + 1 :]) if "zoneinfo" in parts else ""
        if name.removeprefix("Etc/") in ("UTC", "Universal", "Zulu", ""):
            return "UTC"
        return name if name in known else "UTC"
    return "UTC"


class TourForm(forms.Form):
    """What a tour starts from."""

    name = forms.CharField(
        label=_("Name of the tour"),
        help_text=_("As it stands above results, for example Somontano Poker Tour."),
        max_length=80,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=CURRENCIES, initial="EUR")
    time_zone = forms.CharField(
        label=_("Time zone"),
        help_text=_("Type a city to find it."),
        widget=forms.TextInput(attrs={"list": "tour-zones", "autocomplete": "off"}),
    )
    language = forms.ChoiceField(
        label=_("Language of posts and screens"), choices=settings.LANGUAGES, initial="en"
    )
    season = forms.CharField(label=_("First season"), max_length=80)

    def clean_time_zone(self) -> str:
        """The zone typed, or that of the city typed; anything else stays, for the tour to refuse."""
        typed = str(self.cleaned_data["time_zone"]).strip()
        return zone_of(typed) or typed


class SeasonForm(forms.Form):
    """The name of another season."""

    name = forms.CharField(label=_("Name of the season"), max_length=80)


class MemberForm(forms.Form):
    """Somebody who is to help: a name and what they may do."""

    name = forms.CharField(
        label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(label=_("May do"), choices=ROLES, initial=Role.FLOOR.value)


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(choices=ROLES)
