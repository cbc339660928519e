"""What is said where money is refused: purchases, bounties, deals, payout tables, payments, the till."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.opens.models import Open
from tdapp.web import figures
from tdapp.web.wording import Params, Say, Sentences, chips, money, name, names, ordinal, plain

KINDS = {
    "buy_in": _("Buy-ins"),
    "rebuy": _("Rebuys"),
    "add_on": _("Add-ons"),
    "re_entry": _("Re-entries"),
}
FUNDS = {"prize": _("prizes"), "house": _("house"), "bounty": _("bounties"), "season": _("season")}


def kinds(value: str, open: Open | None) -> str:
    """What is sold, in the plural, as the subject of its rule."""
    return str(KINDS.get(value, value))


def fund(value: str, open: Open | None) -> str:
    """A fund: ours in the viewer's words, the club's by the name it gave."""
    return str(FUNDS.get(value, value))


def played(value: int, open: Open | None) -> str:
    """Seconds of play as 60:00."""
    return f"{value // 60}:{value % 60:02}"


def size(value: int, open: Open | None) -> str:
    """An amount without its sign, where the words say more or less."""
    return money(abs(value), open)


def clock_time(value: datetime, open: Open | None) -> str:
    """An instant as HH:MM at the venue."""
    return figures.wall_time(open, value) if open else f"{value:%H:%M}"


def above(param: str) -> Callable[[Params], Any]:
    """A condition: that figure is above 0."""
    return lambda params: params[param] > 0


def passing(params: Params) -> object:
    """The director may pass it with one tap, so the sentence asks."""
    return params["overrule"]


PURCHASES: Sentences = {
    "purchase_not_agreed": (
        Say(_("%(kind)s: not agreed before the start. Sell one all the same?"), kind=kinds),
    ),
    "purchase_limit_player": (
        Say(
            _("%(kind)s: %(limit)s for each player, %(taken)s bought already. Sell one more all the same?"),
            kind=kinds,
        ),
    ),
    "purchase_limit_total": (
        Say(_("%(kind)s: %(limit)s in all, %(sold)s sold already. Sell one more all the same?"), kind=kinds),
    ),
    "purchase_only_before": (
        Say(_("%(kind)s: this one was for before the start. Sell it all the same?"), kind=kinds),
    ),
    "purchase_not_yet": (
        Say(
            _("%(kind)s: open from level %(from_level)s; it is level %(level)s. Sell one all the same?"),
            kind=kinds,
        ),
    ),
    "purchase_level_over": (
        Say(
            _("%(kind)s: closed after level %(until_level)s; it is level %(level)s. Sell one all the same?"),
            kind=kinds,
        ),
    ),
    "purchase_too_soon": (
        Say(
            _("%(kind)s: open from %(opens)s of play; it is %(played)s. Sell one all the same?"),
            kind=kinds,
            opens=played,
            played=played,
        ),
    ),
    "purchase_time_over": (
        Say(
            _("%(kind)s: closed since %(closed)s; it is %(played)s. Sell one all the same?"),
            kind=kinds,
            closed=played,
            played=played,
        ),
    ),
    "purchase_not_in_break": (
        Say(_("%(kind)s: sold in the break only. Sell one all the same?"), kind=kinds),
    ),
    "purchase_pool_reached": (
        Say(
            _("%(kind)s: over once the pool reaches %(limit)s; it is %(pool)s. Sell one all the same?"),
            kind=kinds,
            limit=money,
            pool=money,
        ),
    ),
    "purchase_stack_unknown": (
        Say(
            _("%(kind)s: only for who is out, and this player is not. Sell one all the same?"),
            lambda p: p["when"] == "out",
            kind=kinds,
        ),
        Say(
            _("%(kind)s: only for short stacks, and nobody knows this one. Sell one all the same?"),
            kind=kinds,
        ),
    ),
    "purchase_still_in": (
        Say(
            _("%(kind)s: only for who is out; this player has %(stack)s. Sell one all the same?"),
            kind=kinds,
            stack=chips,
        ),
    ),
    "purchase_stack_too_large": (
        Say(
            _("%(kind)s: only below %(below)s; this player has %(stack)s. Sell one all the same?"),
            kind=kinds,
            below=chips,
            stack=chips,
        ),
    ),
    "purchase_in_hand": (
        Say(_("%(kind)s: before the hand only, and one is going on. Sell one all the same?"), kind=kinds),
    ),
    "forfeit_unknown": (Say(_("Count the chips of %(entry)s first and type them here: they leave play.")),),
    "purchase_voided_already": (
        Say(_("That purchase of %(entry)s was voided already: look at the list again.")),
    ),
    "purchase_chips_gone": (
        Say(_("%(entry)s is out again and others have those chips: void it without taking them back.")),
    ),
    "purchase_paid": (Say(_("%(entry)s has paid that already: look at the list again.")),),
    "out_bought_back": (
        Say(_("%(entry)s bought back in after that hand: void that purchase first, then correct the hand.")),
    ),
    "options_too_many": (Say(_("At most %(most)s things can be sold: take one away.")),),
    "option_twice": (Say(_("%(kind)s: there are two of the same name. Give one another name."), kind=kinds),),
    "option_without_name": (
        Say(_("Another buy-in needs a name, “late” for example: it stands beside the usual one.")),
    ),
    "part_without_fund": (
        Say(_("Part %(number)s needs a word: what is it for? Write 10 + 2 + 1 Dealers, for example.")),
    ),
    "limit_negative": (Say(_("A limit is a whole number: type 0 for none, or more.")),),
    "price_missing": (Say(_("This has no price, so chips cannot follow from it: set the price first.")),),
    "fund_without_name": (Say(_("A fund has no name: type one.")),),
    "fund_twice": (Say(_("“%(fund)s” is there twice: put both amounts into one."), fund=fund),),
    "split_negative": (Say(_("The part for “%(fund)s” is negative: type 0 or more."), fund=fund),),
}

BOUNTIES: Sentences = {
    "bounty_negative": (Say(_("A bounty is a whole amount: type 0 or more.")),),
    "bounty_cash_out_of_range": (
        Say(_("The part paid at once is 0 to 100 %% of a head: type a number between them.")),
    ),
    "head_twice": (
        Say(_("The head of %(player)s is in play already: look at the bounties again."), player=name),
    ),
    "no_head": (Say(_("%(player)s has no head in play: choose somebody who has."), player=name),),
    "envelopes_do_not_sum": (
        Say(
            _("The envelopes hold %(total)s and the bounties are %(fund)s: use them all the same?"),
            total=money,
            fund=money,
        ),
    ),
    "envelopes_too_few": (
        Say(
            ngettext_lazy(
                "%(heads)s heads can fall and there is only %(envelopes)s envelope: use it all the same?",
                "%(heads)s heads can fall and there are only %(envelopes)s envelopes: use them all the same?",
                "envelopes",
            ),
            passing,
        ),
        Say(_("There is no envelope: make one for each head that can fall.")),
    ),
}

DEALS: Sentences = {
    "too_many_for_icm": (
        Say(
            _("ICM is for at most %(most)s players, and %(players)s are left: choose another deal."),
            players=plain,
        ),
    ),
    "deal_already": (Say(_("A deal stands already: take it back first.")),),
    "stacks_moved": (
        Say(_("Chips moved since these stacks were typed: count them again, or use them as they are?")),
    ),
    "deal_without_prizes": (Say(_("No prize is left to be shared: set the prizes first.")),),
    "deal_does_not_sum": (
        Say(
            _("The shares are %(total)s, and %(expected)s is left: give out %(missing)s more."),
            above("missing"),
            total=money,
            expected=money,
            missing=money,
        ),
        Say(
            _("The shares are %(total)s, and only %(expected)s is left: take %(missing)s away."),
            total=money,
            expected=money,
            missing=size,
        ),
    ),
    "deal_negative": (Say(_("Share %(number)s is negative: type 0 or more.")),),
    "deal_not_agreed": (
        Say(
            ngettext_lazy(
                "A deal needs everybody: %(players)s has not agreed. Ask, or play on.",
                "A deal needs everybody: %(players)s have not agreed. Ask, or play on.",
                "count",
            ),
            players=names,
        ),
    ),
    "nothing_left_to_share": (
        Say(
            _("%(amount)s cannot be left to play for out of %(total)s: type less, and not below 0."),
            amount=money,
            total=money,
        ),
    ),
}

PRIZES: Sentences = {
    "payout_table_unreadable": (
        Say(
            _("Row %(bracket)s of the payout table cannot be read: check its entries and its places."),
            above("bracket"),
        ),
        Say(_("The payout table has no rows: check the file.")),
    ),
    "paid_percent_out_of_range": (
        Say(_("1 to 100 %% of the entries can be paid: type a number between them.")),
    ),
    "places_out_of_range": (Say(_("1 to %(most)s places can be paid: type a number between them.")),),
    "locked_place_unpaid": (
        Say(
            ngettext_lazy(
                "The %(place)s prize is locked, and only %(places)s place is paid: unlock it, or pay more.",
                "The %(place)s prize is locked, and only %(places)s places are paid: unlock it, or pay more.",
                "places",
            ),
            place=ordinal,
        ),
    ),
    "locked_prizes_uncovered": (
        Say(
            _("The prizes are locked at %(assigned)s; %(left)s would be left for them. Do it all the same?"),
            assigned=money,
            left=money,
        ),
    ),
    "expense_voided_already": (Say(_("That line was voided already: look at the list again.")),),
    "pool_negative": (Say(_("A pool, its costs and a guarantee count from 0 up: type 0 or more.")),),
}

TILL: Sentences = {
    "payment_not_positive": (Say(_("Nothing would change hands: type an amount above 0.")),),
    "payment_above_price": (
        Say(
            _("%(amount)s is more than the %(owed)s owed: take %(owed)s and give change."),
            amount=money,
            owed=money,
        ),
    ),
    "refund_above_payment": (
        Say(
            _("%(amount)s is more than the %(paid)s paid: give back less."),
            amount=money,
            paid=money,
        ),
    ),
    "money_line_negative": (Say(_("An amount of money counts from 0 up: type 0 or more.")),),
    "till_differs": (
        Say(
            _("The till is %(difference)s over: %(counted)s instead of %(expected)s. Close it so?"),
            above("difference"),
            counted=money,
            expected=money,
            difference=money,
        ),
        Say(
            _("The till is %(difference)s short: %(counted)s instead of %(expected)s. Close it so?"),
            counted=money,
            expected=money,
            difference=size,
        ),
    ),
    "till_closed_already": (
        Say(_("The till was closed at %(at)s: open it again, then count."), at=clock_time),
        Say(_("The till was closed meanwhile: look at it again.")),
    ),
    "till_not_closed": (Say(_("The till is open already: count it and close it.")),),
    "no_such_denomination": (Say(_("There is no such note or coin: choose one of those offered.")),),
    "pieces_negative": (Say(_("The pieces of %(value)s are negative: type 0 or more."), value=money),),
}

CHIPS: Sentences = {
    "chips_in_play_negative": (
        Say(_("That would leave %(chips)s in play: check what was forfeited and corrected."), chips=chips),
    ),
    "chip_change_direction": (
        Say(
            _("Chips that are sold come in and forfeited ones go out: check the sign of %(delta)s."),
            delta=chips,
        ),
    ),
    "tables_uncounted": (
        Say(
            ngettext_lazy(
                "Table %(tables)s is not counted yet: count it first.",
                "Tables %(tables)s are not counted yet: count them first.",
                "count",
            ),
            lambda p: p["tables"],
        ),
        Say(_("Nobody sits at a table: there is nothing to count.")),
    ),
    "chips_agree": (Say(_("The count agrees with the chips in play: nothing is to be put right.")),),
    "counts_changed": (
        Say(_("A table was counted again meanwhile, or chips moved: look at the counts again.")),
    ),
    "no_such_table": (Say(_("Table %(table)s does not play: count one that does.")),),
}

MONEY: Sentences = {**PURCHASES, **BOUNTIES, **DEALS, **PRIZES, **TILL, **CHIPS}
