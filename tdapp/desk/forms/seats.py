"""A seat, and another player to exchange it with."""

from __future__ import annotations

from django import forms

from tdapp.web.numbers import number


class PlaceForm(forms.Form):
    """``place`` is "table id-seat number", as the buttons of free seats say it; those of a taken seat add the
    entry id of who sits there."""

    place = forms.RegexField(r"^[0-9]{1,12}-[0-9]{1,3}(-[0-9]{1,12})?$")

    def clean_place(self) -> tuple[int, int]:
        """Table id and seat number."""
        table, seat, *_there = self.cleaned_data["place"].split("-")
        return int(table), int(seat)

    @property
    def there(self) -> int | None:
        """Who was shown in the seat that was tapped."""
        parts = str(self.data.get("place", "")).split("-")
        return number(parts[2]) if len(parts) == 3 else None


class SwapForm(forms.Form):
    """``other`` is the entry id of whom the seat is exchanged with."""

    other = forms.IntegerField(min_value=1)
