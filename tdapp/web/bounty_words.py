"""Bounties as people read them: who took whom, and for how much (RULES 4.6)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tdapp.opens.models import Open
from tdapp.rules.bounties import Terms
from tdapp.web import figures
from tdapp.web.recall import Recall


def taken(open: Open, winner: str, cash: int, onto: int, head: str) -> str:
    """ "Ana takes 5 € for Bo, and 5 € more are on Ana"."""
    words = {"winner": winner, "cash": figures.money_of(open, cash), "head": head}
    if onto:
        words["onto"] = figures.money_of(open, onto)
        return _("%(winner)s takes %(cash)s for %(head)s, and %(onto)s more are on %(winner)s") % words
    return _("%(winner)s takes %(cash)s for %(head)s") % words


def share_words(open: Open, winner: str, cash: int, onto: int) -> str:
    """ "Ana 5 €, and 5 € onto the own head"."""
    words = {"winner": winner, "cash": figures.money_of(open, cash)}
    if onto:
        words["onto"] = figures.money_of(open, onto)
        return _("%(winner)s %(cash)s, and %(onto)s onto the own head") % words
    return f"{winner} {words['cash']}"


def fall_words(recall: Recall, head: int, shares: Sequence[Sequence[int]], to_pool: int) -> str:
    """Who took one head, or that it fell to the prizes."""
    if to_pool:
        return _("The bounty on %(head)s goes to the prizes: %(amount)s") % {
            "head": recall.name(head),
            "amount": figures.money_of(recall.open, to_pool),
        }
    said = [taken(recall.open, recall.name(who), cash, onto, recall.name(head)) for who, cash, onto in shares]
    return "; ".join(said)


def how_words(open: Open, terms: Terms) -> str:
    """The terms in a sentence."""
    amount = figures.money_of(open, terms.amount)
    if terms.kind == "plain":
        return _("%(amount)s on each head, paid to who knocks the player out.") % {"amount": amount}
    if terms.kind == "progressive":
        words = {"amount": amount, "cash": terms.cash}
        return _("%(amount)s on each head: %(cash)s %% in cash, the rest onto the taker's own head.") % words
    if terms.kind == "single":
        return _("%(amount)s on one player, paid to who knocks that player out.") % {"amount": amount}
    return _("Each head that falls opens an envelope.")
