"""What is said of cards that cannot be as they were typed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.wording import Say, Sentences, chips, seats

CARDS: Sentences = {
    "all_in_unknown": (Say(_("Type the cards of everybody who is still in: the screen shows no others.")),),
    "no_equities": (Say(_("No chances are counted here: they need hold'em or Omaha in the usual order.")),),
    "board_not_of_game": (Say(_("%(given)s cards make no board: type the flop, the turn and the river.")),),
    "cards_not_of_game": (
        Say(_("Seat %(seat)s holds %(needed)s cards in this game, not %(given)s: correct them.")),
    ),
    "cards_say_otherwise": (
        Say(
            ngettext_lazy(
                "By the cards %(entries)s wins %(pot)s: keep it as the director decided?",
                "By the cards %(entries)s share %(pot)s: keep it as the director decided?",
                "count",
            ),
        ),
        Say(
            ngettext_lazy(
                "By the cards seat %(seats)s wins %(pot)s: keep it as the director decided?",
                "By the cards seats %(seats)s share %(pot)s: keep it as the director decided?",
                "count",
            ),
            seats=seats,
        ),
    ),
    "paid_for_unbalanced": (
        Say(_("What the dealer paid for others is not what they got paid: %(chips)s too much."), chips=chips),
    ),
    "suits_decide": (Say(_("Suits decide here and nobody shares %(pot)s: keep it shared all the same?")),),
    "call_unknown": (Say(_("Nobody can call a hand so: choose one of the list.")),),
    "card_twice": (Say(_("The card %(card)s was dealt twice: correct one of the two.")),),
    "card_unknown": (Say(_("“%(card)s” is no card: type it like Ks, 10h or K♠.")),),
    "cards_not_five": (Say(_("A hand has five cards here, not %(given)s: type five.")),),
    "cards_too_few": (
        Say(_("%(given)s cards do not make a hand: hand and board must have %(needed)s at least.")),
    ),
}
