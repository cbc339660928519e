"""What is said of the running night: what ends soon, which chips leave, when the bubble is near."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.opens.models import Open
from tdapp.web import figures
from tdapp.web.wording import Params, Say, Sentences


def values(value: tuple[int, ...], open: Open | None) -> str:
    """ "25", "10 and 25": chips by their values."""
    plain = [figures.chips_plain(open, one) if open else figures.grouped(one) for one in value]
    return figures.listed(plain)


def this_level(params: Params) -> object:
    """With the level that is played."""
    return params["this_level"]


def known(params: Params) -> object:
    """Whether anybody can know when."""
    return params["minutes"] is not None


RUNNING: Sentences = {
    "entry_closes": (
        Say(
            _("Late entry closes with this level, in %(minutes)s min: seat whoever is still to come."),
            lambda p: this_level(p) and known(p),
        ),
        Say(_("Late entry closes with this level: seat whoever is still to come."), this_level),
        Say(_("Late entry closes in %(minutes)s min: seat whoever is still to come.")),
    ),
    "rebuys_close": (
        Say(
            _("Rebuys end with this level, in %(minutes)s min: ask who wants one."),
            lambda p: this_level(p) and known(p),
        ),
        Say(_("Rebuys end with this level: ask who wants one."), this_level),
        Say(_("Rebuys end in %(minutes)s min: ask who wants one.")),
    ),
    "colour_up_coming": (
        Say(
            _("Colour-up at the next break, in %(minutes)s min: the chips of %(chips)s leave."),
            lambda p: p["at_break"],
            chips=values,
        ),
        Say(_("Colour-up in %(minutes)s min: the chips of %(chips)s leave."), chips=values),
    ),
    "colour_up_due": (Say(_("The chips of %(chips)s are no longer needed: colour them up."), chips=values),),
    "bubble_near": (
        Say(_("%(left)s are left and %(paid)s are paid: play hand for hand until one more is out.")),
    ),
}
