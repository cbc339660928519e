"""What is said of Poker Hand History files: what cannot be read or written, and what should be known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tdapp.opens.models import Open
from tdapp.web import figures
from tdapp.web.wording import Say, Sentences, typed_amount

GAMES: Mapping[str, str | Promise] = {
    "NT": _("no-limit hold’em"),
    "FT": _("limit hold’em"),
    "NS": _("short-deck hold’em"),
    "PO": _("pot-limit Omaha"),
    "FO/8": _("limit Omaha high-low"),
    "F7S": _("seven-card stud"),
    "F7S/8": _("seven-card stud high-low"),
    "FR": _("razz"),
    "N2L1D": _("deuce-to-seven single draw"),
    "F2L3D": _("deuce-to-seven triple draw"),
    "FB": _("badugi"),
    "five_card_draw": _("five-card draw"),
}


def game(value: str, open: Open | None) -> str:
    """A game by its code in the format, or by ours."""
    return str(GAMES.get(value, _now("a game of its own")))


def place(value: tuple[int, int], open: Open | None) -> str:
    """Where an action stands: (its number, its line or 0)."""
    number, line = value
    if not line:
        return _now("action %(number)s") % {"number": number}
    return _now("action %(number)s, line %(line)s") % {"number": number, "line": line}


def size(value: int, open: Open | None) -> str:
    """A large number, grouped."""
    return figures.grouped(value)


def _placed(params: Mapping[str, Any]) -> object:
    return params["line"]


REFUSALS: Sentences = {
    "phh_above_stack": (
        Say(
            _("The file bets %(to)s where %(most)s are left: correct it there."),
            to=typed_amount,
            most=typed_amount,
        ),
    ),
    "phh_action_unknown": (Say(_("“%(action)s” is no action that a file can tell: correct it there.")),),
    "phh_amount_unreadable": (
        Say(_("The file has an amount under “%(field)s” that cannot be read: correct it there.")),
    ),
    "phh_betting_over": (
        Say(_("Player p%(p)s acts where nothing is left to bet: deal the cards that are missing before it.")),
    ),
    "phh_board_too_soon": (
        Say(_("Cards come to the board while there is still a bet to answer: write the missing act.")),
    ),
    "phh_card_twice": (Say(_("The file deals the card %(card)s twice: correct one of the two.")),),
    "phh_card_unknown": (Say(_("“%(card)s” are no cards of this game: they are written like AhTd.")),),
    "phh_cards_too_many": (Say(_("The file deals more cards than the game has: correct it there.")),),
    "phh_counts_differ": (
        Say(_("The file has %(players)s players and %(given)s values under “%(field)s”: give each his own.")),
    ),
    "phh_field_missing": (
        Say(_("The file has no “%(field)s”, without which a hand cannot be read: choose a whole .phh file.")),
    ),
    "phh_field_wrong": (Say(_("What the file has under “%(field)s” cannot be read: correct it there.")),),
    "phh_folded_shows": (Say(_("Player p%(p)s shows cards after folding: correct the file there.")),),
    "phh_game": (
        Say(
            _(
                "This is a hand of %(game)s. Hold’em, short deck and pot-limit Omaha can be read: "
                "settle this one by hand."
            ),
            game=game,
        ),
    ),
    "phh_game_not_written": (
        Say(_("The file format knows no %(game)s: copy the hand as text instead."), game=game),
    ),
    "phh_game_unknown": (
        Say(_("Nobody knows the game “%(game)s”: hold’em is NT or FT, short deck NS, pot-limit Omaha PO.")),
    ),
    "phh_no_hand": (Say(_("There is no hand in this: choose a .phh file or paste its text.")),),
    "phh_no_line": (
        Say(_("No line of bets comes to what was put in here: enter the hand street by street first.")),
    ),
    "phh_not_above": (
        Say(
            _("The file bets to %(to)s where %(highest)s lie already: write a call there."),
            to=typed_amount,
            highest=typed_amount,
        ),
    ),
    "phh_not_in_turn": (
        Say(_("Player p%(p)s acts where it is the turn of p%(turn)s: write the missing act before it.")),
    ),
    "phh_not_toml": (
        Say(
            _("Line %(line)s, column %(column)s cannot be read: choose a .phh file, or correct it there."),
            _placed,
        ),
        Say(_("This cannot be read as a hand: choose a .phh file or paste its text.")),
    ),
    "phh_player_unknown": (
        Say(_("“%(action)s” is about a player whom the file does not have: correct it there.")),
    ),
    "phh_players": (Say(_("The file has %(players)s players: a hand has 2 to %(most)s.")),),
    "phh_shows_too_soon": (
        Say(_("Player p%(p)s shows cards while there is still a bet to answer: write the missing act.")),
    ),
    "phh_too_long": (Say(_("The file is too long: %(most)s letters can be read."), most=size),),
    "phh_too_many_actions": (Say(_("The hand has too many actions: %(most)s can be read."), most=size),),
    "phh_too_many_hands": (Say(_("The file has too many hands: %(most)s can be read at once."), most=size),),
}

REMARKS: Sentences = {
    "phh_cards_missing": (
        Say(
            _(
                "The cards that decided were not entered: another program cannot replay the end of this "
                "hand, the file tells the stacks after it."
            )
        ),
    ),
    "phh_finishing_sum": (
        Say(_("The file ends with other chips in all than it began with: did the house take a part?")),
    ),
    "phh_least_bet": (
        Say(
            _("One bet of this hand was below the big blind: the file gives %(to)s as the least bet."),
            to=typed_amount,
        ),
    ),
    "phh_line_made": (
        Say(_("The betting was not entered: the file tells the shortest one that leads to these pots.")),
    ),
    "phh_line_replaced": (
        Say(
            _(
                "Other programs would refuse the betting as it was played: the file tells the shortest one "
                "that leads to the same pots."
            )
        ),
    ),
    "phh_other_stacks": (
        Say(
            _(
                "By its own rules another program pays this hand otherwise: the file tells the stacks as "
                "they were here."
            )
        ),
    ),
    "phh_raise_odd": (
        Say(
            _("Most rules do not allow the bet of p%(p)s to %(to)s (%(at)s): it is taken as it was."),
            to=typed_amount,
            at=place,
        ),
    ),
    "phh_unfinished": (Say(_("The file does not tell the hand to its end: it is shown as far as it goes.")),),
}
