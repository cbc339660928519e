"""What was played against the rules of betting, in few words: in a line of acts, in the story of a hand."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

BREACHES = {
    "not_in_turn": _("out of turn"),
    "check_facing_bet": _("a check against a bet"),
    "nothing_to_call": _("a call of nothing"),
    "bet_not_above": _("not above the bet"),
    "raise_too_small": _("below the least raise"),
    "raise_not_open": _("a raise that was not open"),
    "nobody_to_answer": _("a raise that nobody can answer"),
    "bet_not_in_steps": _("a bet out of step"),
}
"""Code of ``betting.breaches`` that may be overruled → words."""
