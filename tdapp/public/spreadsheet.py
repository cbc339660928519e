"""The classification as CSV that spreadsheets open with a double click, in the viewer's language.

UTF-8 with a byte order mark; where the decimal mark is a comma, cells are parted by semicolons.  A name
that a spreadsheet would take for a formula gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import io
from fractions import Fraction

from django.utils.translation import gettext as _

from tdapp.public.report import Line, Report
from tdapp.web import figures

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(report: Report) -> bytes:
    """The file's bytes: a line of heads, then one per player in order of place."""
    out = io.StringIO()
    semicolons = figures.decimal_mark() == ","
    writer = csv.writer(out, delimiter=";" if semicolons else ",", lineterminator="\r\n")
    writer.writerow([_("Place"), _("Player"), _("Small blind"), _("Big blind"), _("Points"), _prize(report)])
    writer.writerows(_row(report, line) for line in report.lines)
    return out.getvalue().encode("utf-8-sig")


def guarded(text: str) -> str:
    """Text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _prize(report: Report) -> str:
    return _("Prize (%(currency)s)") % {"currency": report.open.currency}


def _row(report: Report, line: Line) -> list[str]:
    chips, money = report.open.chip_digits, report.open.minor_digits
    blinds = (line.level.sb, line.level.bb) if line.level else ()
    return [
        str(line.place.number),
        guarded(line.name),
        *([_number(blind, chips) for blind in blinds] or ["", ""]),
        _points(line.points_value) if line.points else "",
        _number(line.prize_units, money),
    ]


def _number(units: int, digits: int) -> str:
    """A figure without groups, which a spreadsheet reads as a number: 1250 at 2 is "12,50" or "12.50"."""
    whole, rest = divmod(units, 10**digits)
    return f"{whole}{figures.decimal_mark()}{rest:0{digits}d}" if digits > 0 else str(units)


def _points(value: Fraction) -> str:
    return f"{float(value):.4f}".rstrip("0").rstrip(".").replace(".", figures.decimal_mark())
