"""Money, chips, times and places as people read them: thin space between groups, decimals by locale."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.utils import formats, translation
from django.utils.translation import gettext as _

from tdapp.opens.models import Open
from tdapp.rules.places import Place

THIN = "\u202f"  # narrow no-break space: groups digits and never breaks a line
SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£", "CLP": "$", "ARS": "$", "COP": "$", "MXN": "$"}


def grouped(number: int) -> str:
    """4300 → "4 300"; a negative number keeps a true minus."""
    digits = f"{abs(number):,}".replace(",", THIN)
    return f"−{digits}" if number < 0 else digits


def decimal_mark() -> str:
    """The viewer's decimal mark."""
    return str(formats.get_format("DECIMAL_SEPARATOR", lang=translation.get_language()))


def amount(units: int, digits: int, *, whole_if_possible: bool = True) -> str:
    """Minor units with so many decimals: 1250 at 2 → "12,50" or "12.50"; 1000 → "10"."""
    base = 10**digits
    whole, rest = divmod(abs(units), base)
    text = grouped(whole)
    if rest or (digits and not whole_if_possible):
        text += f"{decimal_mark()}{rest:0{digits}d}"
    return f"−{text}" if units < 0 else text


def money(units: int, currency: str, digits: int) -> str:
    """ "12,50 €"; currencies written before the figure stay so: "$1 000"."""
    text, symbol = amount(units, digits), SYMBOLS.get(currency, currency)
    if symbol == "$" or symbol == "£":
        return f"−{symbol}{text[1:]}" if units < 0 else f"{symbol}{text}"
    return f"{text}\u00a0{symbol}"


def money_of(open: Open, units: int) -> str:
    """An amount in the open's currency."""
    return money(units, open.currency, open.minor_digits)


def split_of(open: Open, splits: tuple[tuple[str, int], ...]) -> str:
    """ "10 € + 2 €"."""
    return " + ".join(money_of(open, amount) for _, amount in splits)


def chips(open: Open, units: int) -> str:
    """A chip amount as the open writes it: "4 300", or "21,50 €" where chips are euros."""
    if open.chips_are_money:
        return money(units, open.currency, open.chip_digits)
    return amount(units, open.chip_digits)


def chips_signed(open: Open, units: int) -> str:
    """A change of chips: "+500", "−25"."""
    return f"+{chips(open, units)}" if units > 0 else chips(open, units)


def chips_plain(open: Open, units: int) -> str:
    """The same without the currency sign: for inputs and blinds."""
    return amount(units, open.chip_digits)


def blinds(open: Open, sb: int, bb: int) -> str:
    """ "0,25 / 0,50 €" or "550 / 1 100"."""
    digits = open.chip_digits
    exact = bool(sb % 10**digits or bb % 10**digits) and digits > 0
    pair = " / ".join(
        amount(units, digits, whole_if_possible=not (exact and units % 10**digits)) for units in (sb, bb)
    )
    if open.chips_are_money:
        return f"{pair}\u00a0{SYMBOLS.get(open.currency, open.currency)}"
    return pair


def points(value: Fraction) -> str:
    """Points without needless decimals: 14, 7.5, 3.33."""
    if value.denominator == 1:
        return grouped(int(value))
    return f"{float(value):.2f}".rstrip("0").replace(".", decimal_mark())


def wall_time(open: Open, at: datetime) -> str:
    """HH:MM at the venue."""
    return at.astimezone(ZoneInfo(open.time_zone)).strftime("%H:%M")


def long_date(day: date) -> str:
    """ "4 January 2008", in Spanish "4 de enero de 2008"."""
    return formats.date_format(day, r"j \d\e F \d\e Y" if _in_spanish() else "j F Y")


def duration(span: timedelta) -> str:
    """ "3 h 12" or "48 min"."""
    minutes = int(span.total_seconds()) // 60
    return f"{minutes // 60} h {minutes % 60:02d}" if minutes >= 60 else f"{minutes} min"


def ordinal(n: int) -> str:
    """A place in order: "8th", in Spanish "8.º"."""
    if _in_spanish():
        return f"{n}.º"
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def place(place: Place) -> str:
    """A finishing place; a tie is said by its better place: "tied 5th", in Spanish "5.º empatado"."""
    number = ordinal(place.number)
    return _("tied %(place)s") % {"place": number} if place.tied else number


def listed(words: Sequence[str]) -> str:
    """ "Canadá, Kosovo and Irán"; Spanish "y" is "e" before the sound i: "Canadá e Irán"."""
    if len(words) < 2:
        return "".join(words)
    first, last = ", ".join(words[:-1]), words[-1]
    if _in_spanish() and _sounds_like_i(last):
        return f"{first} e {last}"
    return _("%(first)s and %(last)s") % {"first": first, "last": last}


def _in_spanish() -> bool:
    return (translation.get_language() or "").startswith("es")


def _sounds_like_i(word: str) -> bool:
    plain = word.casefold().replace("í", "i").lstrip("«“\"'").removeprefix("h")
    return plain.startswith("i") and plain[1:2] not in ("a", "e", "o")
