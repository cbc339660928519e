"""What is said of cards that cannot be as they were typed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.web.wording import Say, Sentences

CARDS: Sentences = {
    "call_unknown": (Say(_("Nobody can call a hand so: choose one of the list.")),),
    "card_twice": (Say(_("The card %(card)s was dealt twice: correct one of the two.")),),
    "card_unknown": (Say(_("“%(card)s” is no card: type it like Ks, 10h or K♠.")),),
    "cards_not_five": (Say(_("A hand has five cards here, not %(given)s: type five.")),),
    "cards_too_few": (
        Say(_("%(given)s cards do not make a hand: hand and board must have %(needed)s at least.")),
    ),
}
