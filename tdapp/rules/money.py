"""Money: one division for everything, and amounts as people type them.

Decides: RULES 4.2 (shares that always sum to what is shared) and what a typed amount
means.  Units: minor units of the currency (cents; whole pesos), always integers; exact
fractions inside, floats never.  Worked example: 247 shared 50/30/20 in notes of 5 is
122/75/50: floors 120/70/45, two whole units to the largest remainders, 2 left to the first.

What one separator before exactly three digits means ("1.000", "1,500"; not "0.505", where nothing or a
lone zero stands before it): in a currency without decimals it groups thousands.  Else it depends on the
decimal sign of whoever types: the other sign groups thousands, except in a currency of three decimals,
where both readings stand; the decimal sign is one, except with cents and a last digit 0, where both stand.
Where both stand nothing is guessed: ``money_ambiguous`` says them.  With both signs in one amount the last
is the decimal one; an apostrophe groups thousands, and before one or two digits it is a decimal sign
("12'50"); "2k", "2,5 k" and "10 mil" are thousands; "10.-" and "10,-" are 10.

A sign, code or name of money is read past, but where the currency is said and it is another one's: "10 $" is
no amount in euros.  "$" and "peso" belong to every currency that is written so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TypeAlias

from tdapp.rules.errors import RuleError
from tdapp.rules.names import seen

# A float stands for the decimal that it prints (62.5, 0.1), read exactly once at this border.
Weight: TypeAlias = int | Fraction | Decimal | str | float

# Ten thousand billion units: more than any night, and well inside a 64-bit column.
LARGEST = 10**13

# ruff: noqa: SIM905 - lists of codes read better as words
_NO_MINOR_UNIT = frozenset("BIF CLP COP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
_THREE_DIGITS = frozenset("BHD IQD JOD KWD LYD OMR TND".split())
_CODES = frozenset(
    """AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
    CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK
    LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR
    PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
    SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYI UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR
    ZMW""".split()
)
_WORDS = frozenset(
    "EURO EUROS PESO PESOS DOLLAR DOLLARS DÓLAR DÓLARES POUND POUNDS LIBRA LIBRAS KR ZŁ KČ FT S/".split()
)

_PEOPLES_DOLLARS = frozenset("A AR AU C CA CL CO HK MX NT NZ R RD S SG U US".split())
"""What may stand before a sign: US$, R$, HK$; but "2k€" are two thousand."""

_DOLLARS = frozenset(
    "USD CAD AUD NZD HKD SGD TWD JMD BBD BSD BZD BND FJD GYD LRD NAD SBD SRD TTD XCD".split()
)
_PESOS = frozenset("CLP ARS COP MXN UYU DOP CUP PHP".split())
_POUNDS = frozenset("GBP EGP FKP GIP SHP SYP LBP SDG SSP".split())
_CROWNS = frozenset("SEK NOK DKK ISK".split())
_OWNERS = {
    "€": frozenset({"EUR"}),
    "EURO": frozenset({"EUR"}),
    "EUROS": frozenset({"EUR"}),
    "$": _DOLLARS | _PESOS | {"BRL", "NIO", "BMD", "KYD", "CVE", "TOP", "WST"},
    "£": _POUNDS,
    "¥": frozenset({"JPY", "CNY"}),
    **dict.fromkeys(("PESO", "PESOS"), _PESOS),
    **dict.fromkeys(("DOLLAR", "DOLLARS", "DÓLAR", "DÓLARES"), _DOLLARS),
    **dict.fromkeys(("POUND", "POUNDS", "LIBRA", "LIBRAS"), _POUNDS),
    "KR": _CROWNS,
    "ZŁ": frozenset({"PLN"}),
    "KČ": frozenset({"CZK"}),
    "FT": frozenset({"HUF"}),
    "S/": frozenset({"PEN"}),
}
"""Whose a sign or a name of money is, by ISO 4217 code."""
_COUNTRIES = {"R": "BRL", "RD": "DOP", "C": "CAD", "A": "AUD", "NT": "TWD", "S": "SGD", "U": "UYU"}
"""Whose dollar or peso it is that begins otherwise than its code."""

_MINUS = dict.fromkeys(map(ord, "−﹣－‒–—"), "-")
_CURRENCY_BEFORE = re.compile(r"^(-?) ?([^\d .,'’+-]+) ?")
_CURRENCY_AFTER = re.compile(r" ?([^\d .,'’+-]+)$")
_DECIMAL = re.compile(r"(-?[0-9]{1,12}(?:[.,][0-9]{1,12})?) ?%?")
_SEPARATOR = re.compile(r"[ .,']")
_NO_CENTS = re.compile(r"(?<=[0-9])[.,] ?--?$")
_THOUSANDS = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,2}))? ?(?:k|mil)", re.IGNORECASE)
_SPANISH_DECIMALS = re.compile(r"([0-9]{1,12})'([0-9]{1,2})")


def share(total: int, weights: Sequence[Weight], unit: int = 1) -> tuple[int, ...]:
    """Divide ``total`` by ``weights`` in whole ``unit``s; the sum is always ``total`` (RULES 4.2).

    Each part is floored to the unit; the remaining whole units go to the largest
    remainders (equal ones: the earlier, better place); what is less than a unit goes to
    the first that has a weight.  Non-increasing weights give non-increasing parts, and a
    weight of zero gets nothing.  Raises RuleError ``share_total_not_whole``,
    ``share_total_negative``, ``share_without_weights``, ``share_weight_negative``, ``share_weights_zero``,
    ``weight_unreadable``, ``unit_too_small``.
    """
    if not isinstance(total, int):
        raise RuleError("share_total_not_whole", total=str(total))
    if total < 0:
        raise RuleError("share_total_negative", total=total)
    if unit < 1:
        raise RuleError("unit_too_small", unit=unit)
    exact = [exact_weight(weight) for weight in weights]
    if not exact:
        raise RuleError("share_without_weights", total=total)
    for index, weight in enumerate(exact):
        if weight < 0:
            raise RuleError("share_weight_negative", place=index + 1)
    whole = sum(exact)
    if not whole:
        raise RuleError("share_weights_zero", total=total)
    raw = [total * weight / whole for weight in exact]
    parts = [part // unit * unit for part in raw]
    units_left, crumbs = divmod(total - sum(parts), unit)
    # sorted() is stable: among equal remainders the better place stays first.
    by_remainder = sorted(range(len(raw)), key=lambda i: parts[i] - raw[i])
    for index in by_remainder[:units_left]:
        parts[index] += unit
    parts[next(i for i, weight in enumerate(exact) if weight)] += crumbs
    return tuple(parts)


def even_share(total: int, heads: int, unit: int = 1) -> tuple[int, ...]:
    """``share`` among so many equals: one unit more for the first ones, less than a unit to the very first.

    In whole numbers, for it is asked for every pot of every hand.  ``total`` is a whole number not below 0,
    ``heads`` and ``unit`` are at least 1.
    """
    each = total // (heads * unit) * unit
    more, crumbs = divmod(total - heads * each, unit)
    found = [each + unit] * more + [each] * (heads - more)
    found[0] += crumbs
    return tuple(found)


def exact_weight(weight: Weight) -> Fraction:
    """The exact fraction; "62.5", "62,5" and "62.5 %" are 125/2. Raises ``weight_unreadable``."""
    try:
        if isinstance(weight, str):
            # Only plain decimals: "1e999999999" would be a number that fills the memory.
            plain = _DECIMAL.fullmatch(weight.strip())
            return Fraction(plain.group(1).replace(",", ".")) if plain else Fraction("")
        if isinstance(weight, float):
            return Fraction(Decimal(repr(weight)))
        return Fraction(weight)
    except (ValueError, OverflowError, ZeroDivisionError, InvalidOperation):
        raise RuleError("weight_unreadable", weight=str(weight)) from None


def minor_digits(currency: str) -> int:
    """Digits of the minor unit by ISO 4217: EUR 2, CLP 0, KWD 3 (COP 0: nobody pays centavos).

    Raises RuleError ``currency_unknown`` for what is no three-letter code.
    """
    code = currency.strip().upper()
    if not re.fullmatch(r"[A-Z]{3}", code):
        raise RuleError("currency_unknown", currency=currency)
    if code in _NO_MINOR_UNIT:
        return 0
    return 3 if code in _THREE_DIGITS else 2


def parse(text: str, digits: int, decimal: str = "", currency: str = "") -> int:
    """A typed amount in minor units: ``parse("1.000,50 €", 2) == 100050``.

    ``decimal`` is the decimal sign of the language it is typed in, "." or ","; without one a separator
    before three digits groups thousands.  ``currency`` is what the amount is in (ISO 4217), "" for chips and
    where any sign will do.
    Raises RuleError ``money_missing``, ``money_unreadable``, ``money_negative``,
    ``money_too_fine`` (more decimals than the currency has), ``money_too_large``; each
    with ``text`` as typed; ``money_ambiguous`` also with both readings, ``thousands`` and ``decimals``, as
    (minor units, digits); ``money_other_currency`` with the ``currency`` that it should be in.
    """
    plain = seen(text.translate(_MINUS))
    if not plain:
        raise RuleError("money_missing")
    plain, said = _without_currency(plain)
    if currency and re.search("[0-9]", plain) and not all(_is_of(word, currency) for word in said):
        raise RuleError("money_other_currency", text=text, currency=currency)
    plain = _NO_CENTS.sub("", plain)
    negative = plain.startswith("-")
    whole, decimals = _number(plain.removeprefix("-").lstrip(), digits, decimal, text)
    if negative:
        raise RuleError("money_negative", text=text)
    decimals = decimals.rstrip("0")
    if len(decimals) > digits:
        raise RuleError("money_too_fine", text=text, digits=digits)
    if len(whole) > 20:
        raise RuleError("money_too_large", text=text)
    amount = int(whole + decimals.ljust(digits, "0"))
    if amount > LARGEST:
        raise RuleError("money_too_large", text=text)
    return amount


def parse_split(text: str, digits: int, decimal: str = "", currency: str = "") -> tuple[int, ...]:
    """A typed split, one amount per fund: "10 € + 2" is (1000, 200); "12" is (1200,).

    Raises RuleError ``money_split_incomplete`` where a side of a plus is empty, and what
    ``parse`` raises for each part.
    """
    if not text.strip():
        raise RuleError("money_missing")
    parts = text.replace("＋", "+").split("+")
    if not all(part.strip() for part in parts):
        raise RuleError("money_split_incomplete", text=text)
    return tuple(parse(part, digits, decimal, currency) for part in parts)


def _is_currency(word: str) -> bool:
    """A sign, alone or after a country's letters (€, US$), an ISO 4217 code, or a name of money."""
    if unicodedata.category(word[-1]) == "Sc":
        return len(word) == 1 or word[:-1].upper() in _PEOPLES_DOLLARS
    return word.upper() in _CODES or word.upper() in _WORDS


def _is_of(word: str, currency: str) -> bool:
    """Whether a sign, code or name beside an amount is that currency's: USD has "$", "US$", "usd", "dollars".

    An unlisted sign (₹) may be that of any currency that has no listed one.
    """
    word, country = word.upper(), ""
    if unicodedata.category(word[-1]) == "Sc":
        country, word = word[:-1], word[-1]
    if word in _CODES:
        return word == currency
    if country and _COUNTRIES.get(country, "") != currency and not currency.startswith(country):
        return False
    if word in _OWNERS:
        return currency in _OWNERS[word]
    return not any(currency in owners for owners in _OWNERS.values())


def _without_currency(plain: str) -> tuple[str, list[str]]:
    """The amount without a currency before or after it, and what stood there; an unknown word stays, to be
    refused."""
    said = []
    before = _CURRENCY_BEFORE.match(plain)
    if before and _is_currency(before.group(2)):
        said.append(before.group(2))
        plain = before.group(1) + plain[before.end() :]
    after = _CURRENCY_AFTER.search(plain)
    if after and _is_currency(after.group(1)):
        said.append(after.group(1))
        plain = plain[: after.start()]
    elif after and unicodedata.category(plain[-1]) == "Sc":
        said.append(plain[-1])
        plain = plain[:-1]
    return plain, said


def _number(plain: str, digits: int, decimal: str, text: str) -> tuple[str, str]:
    """Whole digits and decimals of "1.000,50"; raises ``money_unreadable``, ``money_ambiguous``."""
    plain = plain.replace("’", "'")
    if many := _THOUSANDS.fullmatch(plain):
        return many.group(1) + (many.group(2) or "").ljust(3, "0"), ""
    if spanish := _SPANISH_DECIMALS.fullmatch(plain):
        return spanish.group(1), spanish.group(2)
    if not re.fullmatch(r"[0-9 .,']*[0-9]", plain):
        raise RuleError("money_unreadable", text=text)
    whole, mark, decimals = _split_decimals(plain, digits, decimal, text)
    separators = set(_SEPARATOR.findall(whole))
    if separators:
        in_threes = re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+", _SEPARATOR.sub(",", whole))
        if len(separators) > 1 or mark in separators or not in_threes:
            raise RuleError("money_unreadable", text=text)
    if mark and not decimals.isdigit():
        raise RuleError("money_unreadable", text=text)
    return _SEPARATOR.sub("", whole) or "0", decimals


def _split_decimals(plain: str, digits: int, decimal: str, text: str) -> tuple[str, str, str]:
    """Whole part, decimal sign and decimals; no sign where the last separator groups thousands."""
    position = max(plain.rfind("."), plain.rfind(","))
    if position < 0:
        return plain, "", ""
    whole, mark, decimals = plain[:position], plain[position], plain[position + 1 :]
    other = "," if mark == "." else "."
    if other in whole:
        return whole, mark, decimals
    if mark in whole:
        return plain, "", ""
    in_threes = re.fullmatch(r"[1-9][0-9]{0,2}", whole) and re.fullmatch(r"[0-9]{3}", decimals)
    if in_threes and _groups(whole, mark, decimals, digits, decimal, text):
        return plain, "", ""
    return whole, mark, decimals


def _groups(whole: str, mark: str, decimals: str, digits: int, decimal: str, text: str) -> bool:
    """Whether the only separator of "1.000" groups thousands; raises ``money_ambiguous`` where both stand."""
    if digits == 0:
        return True
    if not decimal:
        # Whoever types it is unknown: "1.250" is thousands, "10.505" in a currency with cents is a slip.
        return digits < 3 and decimals.endswith("0")
    if mark != decimal and digits < 3:
        return True
    fits = not decimals.rstrip("0")[digits:]
    if mark == decimal and (digits >= 3 or not fits):
        return False
    thousands, fraction = int(whole + decimals), int(whole + decimals[:digits].ljust(digits, "0"))
    raise RuleError(
        "money_ambiguous", text=text, thousands=(thousands * 10**digits, digits), decimals=(fraction, digits)
    )
