"""Amounts of money and chips as people type them, read in the language of the page.

The one door for everything typed: "1,500" is one thousand five hundred in English and asked about in
Spanish, where the comma is the decimal sign.
"""

from __future__ import annotations

from tdapp.rules import money
from tdapp.web import figures


def read(text: str, digits: int, currency: str = "") -> int:
    """A typed amount in units with so many decimals, of money in its ``currency``. RuleErrors of
    ``money.parse``."""
    return money.parse(text, digits, figures.decimal_mark(), currency)


def read_if_typed(text: str, digits: int, otherwise: int = 0, currency: str = "") -> int:
    """The same; ``otherwise`` where nothing was typed."""
    return read(text, digits, currency) if text.strip() else otherwise
