"""What is said for each remark: odd things that stop nothing, and what the director may do next."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.opens.models import Open
from tdapp.web.balance_remarks import BALANCE
from tdapp.web.bounty_refusals import REMARKS as BOUNTIES
from tdapp.web.money_remarks import MONEY as FUNDS
from tdapp.web.phh_words import REMARKS as PHH
from tdapp.web.prize_refusals import REMARKS as PRIZES
from tdapp.web.round_remarks import ROUNDS
from tdapp.web.running_remarks import RUNNING
from tdapp.web.wording import Say, Sentences, chips, money, ordinal


def size(value: int, open: Open | None) -> object:
    """A figure without its sign, where the words say more or less."""
    return abs(value)


def hours(value: int, open: Open | None) -> str:
    """Minutes as 3:10."""
    return f"{value // 60}:{value % 60:02}"


NEXT: Sentences = {
    "draw": (
        Say(
            ngettext_lazy(
                "%(players)s player has no seat: draw one.",
                "%(players)s players have no seat: draw their seats.",
                "players",
            )
        ),
    ),
    "needs_company": (
        Say(
            _(
                "%(entry)s waits and would sit alone at a new table: open one and move somebody from table "
                "%(table)s there too."
            )
        ),
    ),
    "seat_free": (
        Say(
            _("A seat is free and only %(entry)s waits: draw it."),
            lambda p: p["waiting"] == 1,
        ),
        Say(
            ngettext_lazy(
                "%(free)s seat is free: the next of %(waiting)s waiting is %(entry)s.",
                "%(free)s seats are free: the next of %(waiting)s waiting is %(entry)s.",
                "free",
            )
        ),
    ),
    "start": (
        Say(
            ngettext_lazy(
                "%(players)s player is seated: start when you are ready.",
                "%(players)s players are seated: start when you are ready.",
                "players",
            )
        ),
    ),
    "finish": (Say(_("%(entry)s is the last one in: finish the open.")),),
    "sits_in_blocked": (
        Say(
            _(
                "%(entry)s sits in seat %(seat)s of table %(table)s, which is blocked: open it, or choose "
                "another one."
            )
        ),
    ),
    "count": (
        Say(
            ngettext_lazy(
                "%(left)s player is left: the rules end here. Count the chips and finish.",
                "%(left)s players are left: by the rules their chips are counted now. Count and finish.",
                "left",
            )
        ),
    ),
    "deal": (
        Say(
            ngettext_lazy(
                "%(left)s player is left, and all are paid: compare a deal, if they ask for one.",
                "%(left)s players are left, and all are paid: compare a deal, if they ask for one.",
                "left",
            )
        ),
    ),
    "deal_stands": (
        Say(
            _("A deal stands: play on for %(amount)s, or count the chips and finish."),
            lambda p: p["amount"],
            amount=money,
        ),
        Say(_("A deal stands and nothing is left to play for: count the chips and finish.")),
    ),
    "post": (Say(_("The open is finished: post its results to the season.")),),
    "debts": (
        Say(
            ngettext_lazy(
                "%(entries)s still owes money: take it when you can.",
                "%(entries)s still owe money: take it when you can.",
                "count",
            )
        ),
    ),
}

MONEY: Sentences = {
    "prizes_unassigned": (
        Say(_("%(missing)s of the pool is unassigned: give it to a place before you lock."), missing=money),
    ),
    "prizes_above_pool": (
        Say(_("The prizes are %(over)s more than the pool: lower them before you lock."), over=money),
    ),
    "prizes_left_over": (
        Say(
            _(
                "%(missing)s of the pool goes to no place, and %(owed)s of it is still owed: keep it, or "
                "unlock the prizes to share it."
            ),
            lambda p: p["owed"],
            missing=money,
            owed=money,
        ),
        Say(
            _("%(missing)s of the pool goes to no place: keep it, or unlock the prizes to share it."),
            missing=money,
        ),
    ),
    "locked_above_pool": (
        Say(
            _("The locked prizes are %(over)s more than the pool: add that, or unlock and lower them."),
            over=money,
        ),
    ),
    "prize_below_buy_in": (
        Say(
            _("The %(place)s prize (%(amount)s) is below the buy-in (%(buy_in)s): you may pay fewer places."),
            place=ordinal,
            amount=money,
            buy_in=money,
        ),
    ),
}

FIELD: Sentences = {
    "field_outside_advice": (
        Say(
            ngettext_lazy(
                "%(players)s player: these rules advise %(least)s to %(most)s. You may play all the same.",
                "%(players)s players: these rules advise %(least)s to %(most)s. You may play all the same.",
                "players",
            ),
            lambda p: p["least"] and p["most"],
        ),
        Say(
            ngettext_lazy(
                "%(players)s player: these rules advise at least %(least)s. You may play all the same.",
                "%(players)s players: these rules advise at least %(least)s. You may play all the same.",
                "players",
            ),
            lambda p: p["least"],
        ),
        Say(
            ngettext_lazy(
                "%(players)s player: these rules advise at most %(most)s. You may play all the same.",
                "%(players)s players: these rules advise at most %(most)s. You may play all the same.",
                "players",
            )
        ),
    ),
    "table_too_large": (
        Say(_("%(players)s players sit at a table made for %(seats)s: make room, or use two tables.")),
    ),
    "deck_may_run_out": (
        Say(_("%(players)s players may need %(cards)s cards and a deck has 52: seat fewer at a table.")),
    ),
}

LEVELS: Sentences = {
    "small_blind_not_half": (
        Say(
            _("Level %(number)s: the small blind %(sb)s is not half of the big blind %(bb)s. Check them."),
            sb=chips,
            bb=chips,
        ),
    ),
    "level_not_payable": (
        Say(
            _("Level %(number)s: %(amount)s cannot be paid with chips of %(chip)s. Check it."),
            amount=chips,
            chip=chips,
        ),
    ),
    "level_jump_above_double": (
        Say(
            _("Level %(number)s: from %(before)s to %(after)s is more than double. Check it."),
            before=chips,
            after=chips,
        ),
    ),
    "level_sinks": (
        Say(
            _("Level %(number)s: it falls from %(before)s to %(after)s. Check it."), before=chips, after=chips
        ),
    ),
    "level_rounded_far": (
        Say(
            _("Level %(number)s: %(sb)s is %(percent)s %% above the exact blind: use smaller chips."),
            lambda p: p["percent"] > 0,
            sb=chips,
        ),
        Say(
            _("Level %(number)s: %(sb)s is %(percent)s %% below the exact blind: use smaller chips."),
            sb=chips,
            percent=size,
        ),
    ),
    "colour_up_too_early": (
        Say(
            _("Level %(number)s still needs chips of %(chip)s to pay %(amount)s: let them leave later."),
            chip=chips,
            amount=chips,
        ),
    ),
    "level_repeats": (Say(_("Level %(number)s is like the one before it: raise it, or leave it out.")),),
    "blinds_repeat": (
        Say(_("Level %(number)s: the big blind stays at %(bb)s. Check whether it should rise."), bb=chips),
    ),
    "ante_above_blind": (
        Say(
            _("Level %(number)s: the ante %(ante)s is above the big blind %(bb)s. Check them."),
            ante=chips,
            bb=chips,
        ),
    ),
    "ante_sinks": (
        Say(
            _("Level %(number)s: the ante falls from %(before)s to %(after)s. Check it."),
            before=chips,
            after=chips,
        ),
    ),
}

BUILDER: Sentences = {
    "steps_steep": (
        Say(_("The time is short for so many chips: blinds would rise by %(percent)s %% at each level.")),
    ),
    "steps_flat": (
        Say(_("There is much time for so few chips: blinds would rise by %(percent)s %% at each level.")),
    ),
    "ends_late": (
        Say(
            _("The night would end late: level %(number)s begins after %(minutes)s. Play shorter levels."),
            minutes=hours,
        ),
    ),
    "ends_early": (
        Say(
            _("The night would end early: level %(number)s begins after %(minutes)s. Play longer levels."),
            minutes=hours,
        ),
    ),
    "start_shallow": (
        Say(_("Stacks are only %(blinds)s big blinds at the start: give more chips, or use smaller ones.")),
    ),
    "antes_not_payable": (Say(_("No chip is small enough for antes: add a smaller one, or play none.")),),
}

HANDS: Sentences = {
    "pot_not_in_chips": (
        Say(
            _("%(chips)s of %(pot)s is less than the smallest chip (%(unit)s): the first winner gets it."),
            chips=chips,
            unit=chips,
        ),
    ),
    "rank_of_folded": (Say(_("Seat %(seat)s folded: its cards count for nothing.")),),
}

REMARKS: Sentences = {
    **NEXT,
    **MONEY,
    **FUNDS,
    **PRIZES,
    **PHH,
    **BOUNTIES,
    **FIELD,
    **RUNNING,
    **ROUNDS,
    **BALANCE,
    **LEVELS,
    **BUILDER,
    **HANDS,
}
