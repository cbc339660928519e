"""A seat, and another player to exchange it with."""

from __future__ import annotations

from django import forms


class PlaceForm(forms.Form):
    """``place`` is "table id-seat number", as the buttons of free seats say it."""

    place = forms.RegexField(r"^[0-9]{1,12}-[0-9]{1,3}$")

    def clean_place(self) -> tuple[int, int]:
        """Table id and seat number."""
        table, number = self.cleaned_data["place"].split("-")
        return int(table), int(number)


class SwapForm(forms.Form):
    """``other`` is the entry id of whom the seat is exchanged with."""

    other = forms.IntegerField(min_value=1)
