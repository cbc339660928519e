"""What is said of a draw, and of an open hand without one."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.web.wording import Say, Sentences, names

DRAW: Sentences = {
    "draw_impossible": (
        Say(_("%(thrown)s of %(held)s cards cannot be changed so: correct the cards of the draw.")),
    ),
    "draw_too_many": (
        Say(_("No more than %(most)s cards are changed here: let the %(thrown)s stand all the same?")),
    ),
    "open_hand_equal": (
        Say(_("%(players)s are equal again: have them play another open hand."), players=names),
    ),
}
