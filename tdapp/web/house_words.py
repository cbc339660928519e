"""The house rules in people's words: each setting of RULES 1.5 and each of its choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Word:
    """A setting: what it is called, what its choices are called, and what its number means where it is 0."""

    label: _StrPromise
    choices: Mapping[str, _StrPromise] = field(default_factory=dict)
    hint: _StrPromise | str = ""
    zero: _StrPromise | str = ""


PRESETS: Mapping[str, tuple[str, _StrPromise]] = MappingProxyType(
    {
        "spt": ("SPT", _("One table, to the right, blinds double every two outs")),
        "san_antonio": ("San Antonio", _("Timed levels, one ReSpawn, dead dealer")),
        "vivaldi": ("Vivaldi", _("Five-card draw, rounds of four, suits rank")),
        "sistema": ("Sistema", _("Eighteen levels of twenty minutes, coupled tables")),
        "tda": ("TDA", _("Texas hold'em as the tournament directors agree")),
    }
)

WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "game": Word(
            _("Game"),
            {
                "holdem": _("Texas hold'em, no limit"),
                "omaha": _("Omaha"),
                "five_card_draw": _("five-card draw"),
                "other": _("another game"),
            },
        ),
        "draw_cards": Word(_("Cards that may be changed"), hint=_("In draw games; 0 for none.")),
        "direction": Word(
            _("Direction of play"),
            {
                "clockwise": _("clockwise, to the left"),
                "anticlockwise": _("anticlockwise, to the right"),
            },
        ),
        "min_raise": Word(
            _("Smallest raise"),
            {
                "last_raise": _("as much as the last raise"),
                "big_blind": _("always the big blind"),
                "one_chip": _("one chip"),
            },
        ),
        "bet_step": Word(_("Bets in steps of"), {"none": _("any chip"), "big_blind": _("the big blind")}),
        "raise_number": Word(
            _("An announced raise is"),
            {"total": _("the total of the bet"), "increment": _("what comes on top of the call")},
        ),
        "level_trigger": Word(
            _("Blinds rise"),
            {
                "time": _("with the clock"),
                "outs": _("when players go out"),
                "table": _("when somebody leaves the table"),
            },
        ),
        "outs_per_level": Word(_("Outs per level")),
        "level_factor": Word(_("Blinds are multiplied by")),
        "hand_starts_at": Word(
            _("A hand begins"),
            {
                "shuffle": _("with the shuffle"),
                "deal": _("with the first card"),
                "blinds": _("with the blinds"),
                "ante_called": _("when the dealer calls the ante"),
            },
        ),
        "button_rule": Word(
            _("Dealer button after an out"),
            {
                "tda_dead": _("dead button, nobody skips a blind"),
                "sa_dead_dealer": _("dead dealer, the small blind is never dead"),
                "moving": _("moves to the next player"),
            },
        ),
        "heads_up_button": Word(
            _("Heads-up, the dealer is"), {"small_blind": _("small blind"), "big_blind": _("big blind")}
        ),
        "ante": Word(
            _("Ante"),
            {
                "none": _("none"),
                "per_player": _("from each player"),
                "big_blind": _("paid by the big blind"),
            },
        ),
        "bb_ante_order": Word(
            _("A short big blind pays first"), {"blind_first": _("the blind"), "ante_first": _("the ante")}
        ),
        "ante_penalty": Word(
            _("If the dealer forgets to call the ante"),
            {"none": _("nothing"), "dealer_pays_all": _("he pays it for everybody")},
        ),
        "short_forced_bet": Word(
            _("Who cannot pay a blind or ante"),
            {"all_in": _("is all-in"), "eliminate": _("is out")},
        ),
        "show_first": Word(
            _("First to show"),
            {
                "last_aggressor": _("the last to bet or raise"),
                "first_bettor": _("the first to bet"),
                "first_to_act": _("the first to act"),
                "dealer_left": _("nearest the dealer on the left"),
            },
        ),
        "hand_value": Word(
            _("What counts at the showdown"),
            {"cards_speak": _("the cards speak"), "called": _("the hand as it was called")},
        ),
        "hand_order": Word(
            _("Order of hands"),
            {"standard": _("standard"), "flush_above_full": _("flush above full house")},
        ),
        "hand_names": Word(
            _("Names of hands"),
            {
                "standard": _("the usual ones"),
                "vivaldi": _("those of Vivaldi"),
                "san_antonio": _("those of San Antonio"),
            },
        ),
        "suits": Word(
            _("Suits break ties"), {"never": _("never"), "vivaldi": _("diamonds, spades, hearts, clubs")}
        ),
        "wheel": Word(_("A-2-3-4-5 is a straight"), {"yes": _("yes"), "no": _("no")}),
        "odd_chip": Word(
            _("Odd chips of a split pot"),
            {
                "one_each_from_left": _("one each, first after the button"),
                "all_to_nearest": _("all to the nearest to the button"),
            },
        ),
        "rebuys": Word(
            _("Rebuys"),
            {"none": _("none"), "limited": _("so many per player"), "unlimited": _("without limit")},
        ),
        "rebuys_per_player": Word(_("Rebuys per player")),
        "rebuy_when": Word(
            _("Who may rebuy"),
            {
                "busted": _("who has no chips left"),
                "below_bb": _("who has less than a big blind"),
                "any": _("anybody"),
            },
        ),
        "rebuy_minutes": Word(_("Rebuys until, minutes of play"), hint=_("0 for no limit.")),
        "rebuy_surcharge": Word(_("Surcharge of a rebuy, per cent")),
        "rebuy_surcharge_to": Word(
            _("The surcharge goes to"), {"pool": _("the prize pool"), "house": _("the house")}
        ),
        "end_mode": Word(
            _("It ends"),
            {
                "last_player": _("with one player left"),
                "paid_places_count": _("when as many are left as are paid; chips are counted"),
                "two_left_count": _("with two left; chips are counted"),
            },
        ),
        "same_hand_outs": Word(
            _("Out in the same hand"),
            {
                "stack_before_share": _("more chips before it is better; equal ones share"),
                "stack_before_open_hand": _("more chips before it is better; equal ones play an open hand"),
                "share": _("they share the place"),
            },
        ),
        "h4h_ties": Word(
            _("Hand for hand, out at different tables"),
            {
                "by_level": _("the firsts of each table share, then the seconds"),
                "share_all": _("all share"),
                "by_stack": _("by chips before the hand"),
            },
        ),
        "h4h_minutes": Word(_("Minutes taken off per hand, hand for hand")),
        "prizes": Word(
            _("Prizes are"),
            {
                "shares": _("percentages of the pool"),
                "amounts": _("fixed amounts"),
                "shares_after_costs": _("percentages after costs"),
            },
        ),
        "deal_points": Word(
            _("After a deal, season points"),
            {"place": _("by the place played for"), "count": _("by the chips that the deal counted")},
        ),
        "table_seats": Word(_("Seats per table")),
        "seat_changes": Word(
            _("Seats change"),
            {
                "never": _("never"),
                "balance": _("to balance tables"),
                "each_round": _("with each round"),
            },
        ),
        "max_table_gap": Word(
            _("Tables may differ by, players"),
            hint=_("0 for 1 up to four tables and 2 above."),
            zero=_("1 up to four tables, 2 above"),
        ),
        "balance_who": Word(
            _("Who moves to a shorter table"),
            {
                "next_big_blind": _("the next big blind"),
                "same_position": _("who has the position of the one who went out"),
                "lot": _("whoever the lot falls on"),
            },
        ),
        "balance_from": Word(
            _("He comes from"),
            {"fullest": _("the fullest table"), "next_number": _("the next full table by number")},
        ),
        "wait_hands": Word(
            _("Hands to wait before a move"), hint=_("0 for none."), zero=_("none: before the next hand")
        ),
        "halt_short": Word(
            _("A table waits when so many short of the fullest"),
            hint=_("Once its big blind would be at an empty seat; 0 for never."),
            zero=_("never"),
        ),
        "break_tables": Word(
            _("A table breaks"),
            {"fit": _("when the others hold everybody"), "never": _("only when the director says so")},
        ),
        "final_table_at": Word(
            _("Final table with, players"),
            hint=_("0 for as many as the size of the tables says."),
            zero=_("as the size of the tables says"),
        ),
        "advised_from": Word(_("Advised field, from"), hint=_("0 for no advice.")),
        "advised_to": Word(_("Advised field, to"), hint=_("0 for no advice.")),
        "colour_up": Word(
            _("Odd chips at a colour-up"), {"race": _("chip race"), "round_up": _("rounded up")}
        ),
        "race_fraction": Word(
            _("Rest of a chip race"),
            {
                "half_up": _("half or more counts as one"),
                "floor": _("is dropped"),
                "up": _("always counts as one"),
            },
        ),
    }
)

GROUPS: tuple[tuple[_StrPromise, tuple[str, ...]], ...] = (
    (
        _("Game and betting"),
        ("game", "draw_cards", "direction", "min_raise", "bet_step", "raise_number", "hand_starts_at"),
    ),
    (
        _("Button, blinds and antes"),
        ("button_rule", "heads_up_button", "ante", "bb_ante_order", "ante_penalty", "short_forced_bet"),
    ),
    (
        _("Showdown"),
        ("show_first", "hand_value", "hand_order", "hand_names", "suits", "wheel", "odd_chip"),
    ),
    (
        _("Rebuys"),
        (
            "rebuys",
            "rebuys_per_player",
            "rebuy_when",
            "rebuy_minutes",
            "rebuy_surcharge",
            "rebuy_surcharge_to",
        ),
    ),
    (_("Places and prizes"), ("same_hand_outs", "h4h_ties", "h4h_minutes", "prizes", "deal_points")),
    (
        _("Tables and field"),
        ("table_seats", "seat_changes", "advised_from", "advised_to"),
    ),
    (
        _("Balancing tables"),
        (
            "max_table_gap",
            "balance_who",
            "balance_from",
            "wait_hands",
            "halt_short",
            "break_tables",
            "final_table_at",
        ),
    ),
    (_("Colour-up"), ("colour_up", "race_fraction")),
)
"""The settings as set-up and rule sheet list them; what is not here stands with the levels and the ending."""
