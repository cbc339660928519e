"""What is typed about the screens: the sets, the turn of their pages, messages, the look."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from django.utils.translation import gettext_noop as N_

from tdapp.displays import colours
from tdapp.displays.logos import HEAVIEST, Drawn, drawn_anew
from tdapp.displays.models import Display
from tdapp.displays.queries import SOUNDS, LookView, ShowView
from tdapp.displays.services import (
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TITLE,
    DisplayTerms,
    LookChange,
    ShowChange,
)
from tdapp.opens.models import Open, Table
from tdapp.rules.errors import RuleError
from tdapp.tours.models import LANGUAGES, Tour
from tdapp.web import messages

SHOWN = {
    "both": gettext_lazy("The clock, and the other pages in turn"),
    "clock": gettext_lazy("Only the clock"),
    "pages": gettext_lazy("Only the other pages, in turn"),
    "seats": gettext_lazy("Only the seating"),
    "rounds": gettext_lazy("Only the rounds"),
    "prizes": gettext_lazy("Only the prizes"),
    "standings": gettext_lazy("Only the standings"),
    "moves": gettext_lazy("Only the last moves"),
}
SOUND_NAMES = {
    "minute": gettext_lazy("One minute left"),
    "seconds": gettext_lazy("Last three seconds"),
    "level": gettext_lazy("New level"),
    "break": gettext_lazy("Break begins"),
    "back": gettext_lazy("Break ends"),
    "out": gettext_lazy("Somebody out"),
    "bubble": gettext_lazy("Bubble"),
    "winner": gettext_lazy("Winner"),
}
PRESETS = (
    N_("Food is ready"),
    N_("Last hand before the break"),
    N_("Please take your seats"),
    N_("Last chance to sign up"),
)
DURATIONS = (
    ("10", "10 s"),
    ("20", "20 s"),
    ("60", "1 min"),
    ("300", "5 min"),
    ("", gettext_lazy("until ended")),
)


def opens_for(tour: Tour) -> list[Open]:
    """The opens that a set may be given: those of the tour that are not over."""
    return list(Open.objects.filter(tour=tour, finished_at=None).order_by("date", "pk"))


class DisplayForm(forms.Form):
    """A television set; ``code`` only where it is added."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("The six letters that the TV shows."),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=gettext_lazy("Where it hangs: Bar, Room 2."),
    )
    open = forms.ChoiceField(label=gettext_lazy("Open"), required=False)
    shows = forms.ChoiceField(label=gettext_lazy("What it shows"), choices=list(SHOWN.items()))
    silent = forms.BooleanField(label=gettext_lazy("No sounds from this TV"), required=False)
    keys = forms.BooleanField(label=gettext_lazy("Its keyboard may run the clock"), required=False)

    def __init__(self, *args: Any, tour: Tour, display: Display | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.opens = {one.code: one for one in opens_for(tour)}
        names = [(code, one.name) for code, one in self.opens.items()]
        choices = self.fields["open"]
        assert isinstance(choices, forms.ChoiceField)
        choices.choices = [("", _("Whichever is on")), *names]
        if display is not None:
            del self.fields["code"]
            given = display.open.code if display.open and display.open.code in self.opens else ""
            self.initial = {
                "name": display.name,
                "open": given,
                "shows": display.shows,
                "silent": display.silent,
                "keys": display.keys,
            }
        for name in ("code", "name"):
            if name in self.fields:
                self.fields[name].widget.attrs["autocomplete"] = "off"
        if "code" in self.fields:
            attrs = {"autocapitalize": "characters", "spellcheck": "false", "class": "input--code"}
            self.fields["code"].widget.attrs.update(attrs)

    def terms(self) -> DisplayTerms:
        data = self.cleaned_data
        return DisplayTerms(
            name=data["name"],
            open=self.opens.get(data["open"]),
            shows=data["shows"],
            silent=data["silent"],
            keys=data["keys"],
        )


class ShowForm(forms.Form):
    """How long the pages stay, and what sounds: ``sounds`` are those that are on."""

    clock_seconds = forms.IntegerField(label=gettext_lazy("The clock stays, seconds"))
    seconds = forms.IntegerField(label=gettext_lazy("Each other page, seconds"))
    volume = forms.IntegerField(
        label=gettext_lazy("Volume"),
        widget=forms.NumberInput(attrs={"type": "range", "min": 0, "max": 100, "step": 5}),
    )
    sounds = forms.MultipleChoiceField(
        label=gettext_lazy("Sounds"),
        choices=list(SOUND_NAMES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    spoken = forms.BooleanField(label=gettext_lazy("New blinds are read aloud"), required=False)

    def __init__(self, *args: Any, show: ShowView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {
            "clock_seconds": show.clock_seconds,
            "seconds": show.seconds,
            "volume": show.volume,
            "sounds": [one for one in SOUNDS if one not in show.sounds_off],
            "spoken": show.spoken,
        }
        for name in ("clock_seconds", "seconds"):
            self.fields[name].widget.attrs.update({"class": "input--short", "inputmode": "numeric"})

    def wanted(self) -> ShowChange:
        data = self.cleaned_data
        return ShowChange(
            clock_seconds=data["clock_seconds"],
            seconds=data["seconds"],
            volume=data["volume"],
            sounds_off=[one for one in SOUNDS if one not in data["sounds"]],
            spoken=data["spoken"],
        )


class MessageForm(forms.Form):
    """Something to be said: typed, or one of those offered (``say``) with one tap.

    ``say`` is "text:…" for a preset, "table:<id>" for a table that breaks, "seats" or "final_table".
    """

    text = forms.CharField(label=gettext_lazy("Message"), max_length=LONGEST_TEXT, required=False)
    seconds = forms.ChoiceField(
        label=gettext_lazy("For"), choices=DURATIONS, initial="20", required=False, widget=forms.RadioSelect
    )
    say = forms.CharField(required=False, max_length=LONGEST_TEXT + 10)

    def wanted(self, open: Open) -> dict[str, Any]:
        """What ``displays.services.announce`` is told."""
        data = self.cleaned_data
        seconds = int(data["seconds"]) if data["seconds"] else None
        kind, _colon, rest = data["say"].partition(":")
        if kind in ("seats", "final_table"):
            return {"kind": kind, "seconds": seconds}
        if kind == "table":
            table = Table.objects.filter(round__open=open, pk=rest).first() if rest.isdecimal() else None
            return {"kind": "table_breaks", "table": table, "seconds": seconds}
        return {"kind": "message", "text": rest or data["text"], "seconds": seconds}


def presets(language: str) -> list[tuple[str, list[str]]]:
    """The messages offered, by language: that of the open first."""
    found = []
    for code in sorted(dict(LANGUAGES), key=lambda one: one != language):
        with override(code):
            found.append((code, [_(text) for text in PRESETS]))
    return found


class LookForm(forms.Form):
    """The club's name, colours and logo on the screens; empty colours are the house's own."""

    title = forms.CharField(label=gettext_lazy("Name of the club"), max_length=LONGEST_TITLE, required=False)
    background = forms.CharField(label=gettext_lazy("Background"), max_length=20, required=False)
    accent = forms.CharField(label=gettext_lazy("Accent"), max_length=20, required=False)
    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        help_text=gettext_lazy("PNG or JPEG, at most 4 MB."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    no_logo = forms.BooleanField(label=gettext_lazy("Without a logo"), required=False)

    def __init__(self, *args: Any, look: LookView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.drawn: Drawn | None = None
        self.initial = {"title": look.title, "background": look.background, "accent": look.accent}
        for name, house in (("background", colours.GROUND), ("accent", colours.FELT)):
            attrs = {"autocomplete": "off", "spellcheck": "false", "placeholder": house}
            self.fields[name].widget.attrs.update(attrs)

    def clean_logo(self) -> object:
        file = self.cleaned_data["logo"]
        if file is not None:
            # One byte more than is allowed is enough to know: the rest is not read into memory.
            try:
                self.drawn = drawn_anew(file.read(HEAVIEST + 1))
            except RuleError as error:
                raise forms.ValidationError(messages.refusal(error).text) from error
        return file

    def wanted(self) -> LookChange:
        data = self.cleaned_data
        change = LookChange(title=data["title"], background=data["background"], accent=data["accent"])
        if self.drawn is not None:
            change["logo"] = self.drawn
        elif data["no_logo"]:
            change["logo"] = None
        return change
