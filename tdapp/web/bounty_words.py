"""What is said of bounties: where they are refused, what of them is odd, and who took which (RULES 4.6)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.opens.models import Open
from tdapp.web import figures
from tdapp.web.recall import Recall
from tdapp.web.wording import Say, Sentences, money, name

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
    "bounty_unpriced": (
        Say(_("No part of the buy-in is for the bounties: type it, for example 10 + 5 bounties.")),
    ),
}

REMARKS: Sentences = {
    "bounty_fund_differs": (
        Say(
            _("%(laid)s are played for and %(fund)s came in for bounties: the till makes up the difference."),
            laid=money,
            fund=money,
        ),
    ),
    "bounty_head_gone": (Say(_("The player with the bounty does not play: name or draw another one.")),),
}


def taken(open: Open, winner: str, cash: int, onto: int, head: str) -> str:
    """ "Ana takes 5 € for Bo, and 5 € more are on Ana"."""
    words = {"winner": winner, "cash": figures.money_of(open, cash), "head": head}
    if onto:
        words["onto"] = figures.money_of(open, onto)
        return gettext("%(winner)s takes %(cash)s for %(head)s, and %(onto)s more are on %(winner)s") % words
    return gettext("%(winner)s takes %(cash)s for %(head)s") % words


def fall_words(recall: Recall, head: int, shares: Sequence[Sequence[int]], to_pool: int) -> str:
    """Who took one head, or that it fell to the prizes."""
    if to_pool:
        return gettext("The bounty on %(head)s goes to the prizes: %(amount)s") % {
            "head": recall.name(head),
            "amount": figures.money_of(recall.open, to_pool),
        }
    said = [taken(recall.open, recall.name(who), cash, onto, recall.name(head)) for who, cash, onto in shares]
    return "; ".join(said)
