"""Entered hands, told."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.journal.models import JournalEntry
from tdapp.web import figures
from tdapp.web.breach_words import BREACHES
from tdapp.web.recall import Recall
from tdapp.web.tellers.bounties import with_heads
from tdapp.web.tellers.outs import blinds_now, out_words

OVERRULED = {
    "cards_say_otherwise": gettext_lazy("decided against the cards"),
    "suits_decide": gettext_lazy("shared although suits decide"),
}


def hand_entered(act: JournalEntry, recall: Recall) -> str:
    said = f"{recall.hand_title(act.params['hand'])}: {hand_words(act, recall, act.pk)}"
    said = with_heads(said, act, recall)
    level = recall.raised_to(act.pk)
    return f"{said}. {blinds_now(recall, level)}" if level else said


def hand_corrected(act: JournalEntry, recall: Recall) -> str:
    known = recall.hands.get(act.params["hand"])
    words = hand_words(act, recall, known.order if known else act.pk)
    said = _("%(hand)s corrected: %(what)s") % {"hand": recall.hand_title(act.params["hand"]), "what": words}
    return with_heads(said, act, recall)


def hand_words(act: JournalEntry, recall: Recall, hand: int) -> str:
    """Who took which pot, and who went out."""
    pots: Sequence[tuple[int, list[int]]] = act.params["pots"]
    parts = [_pot_words(recall, number, len(pots), amount, won) for number, (amount, won) in enumerate(pots)]
    said = ", ".join(parts)
    gone = act.params.get("outs", [])
    outs = [out_words(recall.name(entry), recall.place_in(hand, entry), "") for entry in gone]
    passed = act.params.get("overruled", ())
    ruled = [str(words) for code, words in OVERRULED.items() if code in passed]
    played = [str(words) for code, words in BREACHES.items() if code in passed]
    ruled += [_("let pass: %(what)s") % {"what": ", ".join(played)}] if played else []
    return "; ".join(part for part in (said, *ruled, *outs) if part)


def _pot_words(recall: Recall, number: int, pots: int, amount: int, winners: list[int]) -> str:
    words = {"who": recall.names(winners), "amount": figures.chips(recall.open, amount), "number": number}
    shared = len(winners) > 1
    if pots == 1:
        said = _("%(who)s share the pot %(amount)s") if shared else _("%(who)s takes the pot %(amount)s")
    elif number == 0 and shared:
        said = _("%(who)s share the main pot %(amount)s")
    elif number == 0:
        said = _("%(who)s takes the main pot %(amount)s")
    elif pots == 2:
        said = _("%(who)s the side pot %(amount)s")
    else:
        said = _("%(who)s side pot %(number)s (%(amount)s)")
    return said % words


def short_hand(act: JournalEntry, recall: Recall) -> str:
    return recall.hand_title(act.params["hand"])


def hand_correction(act: JournalEntry, recall: Recall) -> str:
    return _("%(hand)s corrected") % {"hand": recall.hand_title(act.params["hand"])}


def hand_voided(act: JournalEntry, recall: Recall) -> str:
    return _("%(hand)s voided") % {"hand": recall.hand_title(act.params["hand"])}
