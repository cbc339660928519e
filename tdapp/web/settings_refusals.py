"""What is said when levels, chips and house rules cannot be as they were typed, or a chip race cannot."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.wording import Say, Sentences, chips

SETTINGS: Sentences = {
    "break_with_blinds": (
        Say(_("Line %(index)s is a break with blinds: take the blinds away, or make it a level.")),
    ),
    "level_empty": (Say(_("Line %(index)s has no blinds and no ante: type some, or make it a break.")),),
    "level_factor": (Say(_("Blinds must at least double when they rise: type 2 or more.")),),
    "level_length": (Say(_("Line %(index)s has no length: type at least one minute.")),),
    "level_negative": (Say(_("Line %(index)s: %(amount)s is negative. Type 0 or more."), amount=chips),),
    "level_without_length": (Say(_("Line %(index)s of the levels has no minutes: give it a length first.")),),
    "outs_per_level": (Say(_("Blinds rise after one out or more: type at least 1.")),),
    "schedule_empty": (Say(_("There are no levels: add at least one.")),),
    "schedule_without_play": (Say(_("The levels are all breaks: add one with blinds.")),),
    "small_blind_above_big": (
        Say(
            _("Line %(index)s: the small blind %(sb)s is above the big blind %(bb)s. Exchange them."),
            sb=chips,
            bb=chips,
        ),
    ),
    "small_blind_not_half": (
        Say(_("The small blind %(sb)s is not half of the big blind %(bb)s: keep it so?"), sb=chips, bb=chips),
    ),
    "setting_out_of_range": (
        Say(
            _("Stage %(number)s: “%(value)s” is too little or too much: type %(least)s to %(most)s."),
            lambda p: "number" in p and "value" in p,
        ),
        Say(_("Stage %(number)s has a number that is too little or too much: change it.")),
        Say(_("“%(value)s” does not fit %(setting)s: type a number from %(least)s to %(most)s.")),
    ),
    "unknown_choice": (Say(_("“%(choice)s” is no choice for %(setting)s: choose one of those offered.")),),
    "unknown_setting": (Say(_("There is no house rule called %(setting)s: choose one of those offered.")),),
    "odd_chip_unknown": (Say(_("“%(odd_chip)s” is no rule for odd chips: choose one of those offered.")),),
    "smallest_chip_not_positive": (Say(_("The smallest chip must be worth something: type its value.")),),
    "no_such_chip": (Say(_("The smallest chip must be worth something: type its value.")),),
    "chip_twice": (Say(_("The chip of %(chip)s is in the set twice: put both into one line."), chip=chips),),
    "stack_not_in_chips": (
        Say(
            _("A stack of %(stack)s cannot be made of these chips: change it, or add a smaller chip."),
            stack=chips,
        ),
    ),
    "stack_too_small": (
        Say(
            _("A stack of %(stack)s is less than %(blinds)s big blinds: give more, or use smaller chips."),
            stack=chips,
        ),
    ),
    "wish_out_of_range": (
        Say(
            _("“%(value)s” players are too few or too many: type a number from %(least)s to %(most)s."),
            lambda p: p["field"] == "players",
        ),
        Say(
            _("A night of %(value)s minutes is too short or too long: type %(least)s to %(most)s."),
            lambda p: p["field"] == "minutes",
        ),
        Say(
            _("Levels of %(value)s minutes are too short or too long: type %(least)s to %(most)s."),
            lambda p: p["field"] == "level_minutes",
        ),
        Say(
            _("“%(value)s” is too little or too much: type a number from %(least)s to %(most)s."),
        ),
    ),
    "wish_too_large": (Say(_("So many chips cannot be in play: type fewer players or a smaller stack.")),),
    "wish_too_short": (
        Say(_("%(minutes)s minutes hold less than two levels of %(level_minutes)s: plan more time.")),
    ),
    "chips_do_not_make_stack": (
        Say(
            _("These chips cannot make a stack of %(stack)s: change the stack, or add a smaller chip."),
            stack=chips,
        ),
    ),
    "no_larger_chip": (
        Say(_("There is no larger chip for those of %(chip)s: add one to the chip set."), chip=chips),
    ),
    "chips_not_larger": (
        Say(
            _("Chips of %(small)s cannot become chips of %(large)s: choose a larger one."),
            small=chips,
            large=chips,
        ),
    ),
    "stack_not_positive": (Say(_("The starting stack is missing: type the chips each player gets.")),),
    "stack_without_chips": (Say(_("The starting stack is missing: type the chips each player gets.")),),
    "chips_missing": (Say(_("The set has no chips yet: type at least one value.")),),
    "schedule_too_long": (Say(_("The schedule is too long: keep at most %(most)s lines.")),),
    "saved_name_taken": (Say(_("That name is taken: choose another, or change the one that has it.")),),
    "display_taken": (Say(_("That screen was added already: change it in the list.")),),
    "time_zone_unknown": (
        Say(_("“%(time_zone)s” is no time zone: choose one of those offered, such as Europe/Madrid.")),
    ),
    "best_of_below_one": (Say(_("At least one result must count: type 1 or more.")),),
}

RACE: Sentences = {
    "cards_needed": (Say(_("The cards of the chip race are missing: deal them, or let them be drawn.")),),
    "race_card_missing": (
        Say(
            ngettext_lazy(
                "Seat %(seat)s has %(needed)s odd chip and needs as many cards: type them.",
                "Seat %(seat)s has %(needed)s odd chips and needs as many cards: type them.",
                "needed",
            )
        ),
    ),
}
