"""What is said where bounties are refused, and what of them is odd but stops nothing (RULES 4.6)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.web.wording import Say, Sentences, money, name, names

REFUSALS: Sentences = {
    "bounty_taker_out": (
        Say(
            _("%(entry)s was out before %(head)s and cannot have that bounty: correct who took it first."),
            entry=name,
            head=name,
        ),
    ),
    "bounty_out_twice": (
        Say(
            _("%(entry)s would be out before buying back in: put the outs in the order they happened."),
            entry=name,
        ),
    ),
    "bounties_differ": (
        Say(
            _("The bounty on %(entry)s would not be right any more: undo or correct the later outs first."),
            entry=name,
        ),
    ),
    "no_bounties": (Say(_("This open is played without bounties: choose some in the set-up.")),),
    "taker_missing": (Say(_("Nobody in this open was named: tap who takes the bounty.")),),
    "taker_twice": (Say(_("%(entry)s is named twice: name each player once."), entry=name),),
    "bounties_not_single": (
        Say(_("Here the bounty is not on a single player: choose that in the set-up first.")),
    ),
    "bounties_not_mystery": (
        Say(_("Here nothing is drawn out of envelopes: choose that in the set-up first.")),
    ),
    "bounties_begun": (
        Say(_("Bounties have been paid already, so their terms stay: undo or correct those outs first.")),
    ),
    "envelope_twice": (
        Say(_("The envelope of %(entry)s was opened for another head since: undo that first."), entry=name),
    ),
    "envelopes_too_many": (Say(_("There can be %(most)s envelopes at most: put more into each.")),),
    "bounty_unpriced": (
        Say(_("No part of the buy-in is for the bounties: type it, for example 10 + 5 bounties.")),
    ),
}

REMARKS: Sentences = {
    "bounty_fund_differs": (
        Say(
            _("%(laid)s are played for and %(fund)s came in for bounties: the house pays the difference."),
            lambda params: params["laid"] > params["fund"],
            laid=money,
            fund=money,
        ),
        Say(
            _("%(fund)s came in for bounties and %(laid)s are played for: the rest stays in the till."),
            laid=money,
            fund=money,
        ),
    ),
    "bounty_unsaid": (
        Say(_("Who took the bounty on %(entries)s? Say it, so that every bounty is paid."), entries=names),
    ),
    "bounty_head_gone": (Say(_("The player with the bounty does not play: name or draw another one.")),),
}
