"""What is said of a hand's line that cannot be read: the piece that is wrong, and how it is written."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.web.wording import Say, Sentences

NOTATION: Sentences = {
    "notation_amount": (Say(_("“%(amount)s” in “%(piece)s” is no amount of chips: write 3 ai 1150.")),),
    "notation_cards": (Say(_("The cards in “%(piece)s” cannot be: write them like AhKd, each one once.")),),
    "notation_seat": (Say(_("Nobody is in the hand at seat %(seat)s: correct “%(piece)s”.")),),
    "notation_too_long": (Say(_("The line is too long: %(most)s letters at most.")),),
    "notation_twice": (Say(_("“%(piece)s” says something a second time: take one of the two away.")),),
    "notation_unreadable": (
        Say(_("“%(piece)s” cannot be read: write it like 3 ai 1150, 1 7400, 7 ai; w 3 / 1.")),
    ),
}
