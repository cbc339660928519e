"""Prizes in words: since when they stand, how a plan shares the pool, what a special prize is."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.cash.special_prizes import SpecialFact
from tdapp.opens.models import Open
from tdapp.rules.payouts import PrizePlan
from tdapp.web import figures


def since(open: Open, *, locked: bool, at: datetime | None) -> str:
    """ "as of 22:40", or "final since 23:05" once they are locked; "" where nothing is known."""
    if at is None:
        return ""
    time = figures.wall_time(open, at)
    return (_("final since %(time)s") if locked else _("as of %(time)s")) % {"time": time}


def special_title(kind: str, place: int | None) -> str:
    """What a special prize is for: "Best hand", "3rd place"; "" where only its own words say it."""
    if kind == "place" and place:
        return _("%(ordinal)s place") % {"ordinal": figures.ordinal(place)}
    titles = {"best_hand": _("Best hand"), "first_out": _("First out"), "bubble": _("Bubble")}
    return titles.get(kind, "")


def special_worth(open: Open, text: str, amount: int) -> str:
    """What it is: "a ham", "20 €", "a ham + 20 €"."""
    money = figures.money_of(open, amount) if amount else ""
    return " + ".join(filter(None, (text, money)))


def special(open: Open, kind: str, place: int | None, text: str, amount: int) -> str:
    """ "Best hand: 20 €"."""
    title, worth = special_title(kind, place), special_worth(open, text, amount)
    return f"{title}: {worth}" if title else worth


def special_of(open: Open, one: SpecialFact) -> str:
    """The same of a prize of the list."""
    return special(open, one.kind, one.place, one.text, one.amount)


def special_line(open: Open, one: SpecialFact) -> str:
    """The same with who has it: "Best hand: 20 € (Pau)"."""
    said = special_of(open, one)
    return f"{said} ({one.given.name})" if one.given else said


def shares(values: tuple[int | str, ...]) -> str:
    """ "62,5 / 25 / 12,5"."""
    mark = figures.decimal_mark()
    return " / ".join(str(value).replace(".", mark) for value in values)


def by_field(plan: PrizePlan) -> str:
    """How a plan that follows the field shares the pool, for those who pay: "by the number of entries, 15 %
    of them paid"."""
    said = _("by the number of entries")
    if plan.table and plan.table.get("name"):
        said = _("by the number of entries, table “%(name)s”") % {"name": plan.table.get("name", "")}
    if plan.paid:
        paid = ngettext("%(count)d place paid", "%(count)d places paid", plan.paid) % {"count": plan.paid}
        return f"{said}, {paid}"
    if plan.share:
        return f"{said}, " + _("%(percent)d %% of them paid") % {"percent": plan.share}
    return said
