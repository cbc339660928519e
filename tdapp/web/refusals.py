"""What is said for each refusal: one sentence that names what is wrong and what to do."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.balance_refusals import BALANCE
from tdapp.web.betting_refusals import BETTING
from tdapp.web.bounty_refusals import REFUSALS as BOUNTIES
from tdapp.web.card_refusals import CARDS
from tdapp.web.draw_refusals import DRAW
from tdapp.web.money_refusals import MONEY as FUNDS
from tdapp.web.notation_refusals import NOTATION
from tdapp.web.phh_words import REFUSALS as PHH
from tdapp.web.prize_refusals import REFUSALS as PRIZES
from tdapp.web.round_refusals import ROUNDS
from tdapp.web.ruling_refusals import RULINGS
from tdapp.web.running_refusals import RUNNING
from tdapp.web.screen_refusals import DISPLAYS
from tdapp.web.settings_refusals import RACE, SETTINGS
from tdapp.web.table_refusals import TABLES
from tdapp.web.wording import (
    Params,
    Say,
    Sentences,
    act,
    act_in_short,
    chips,
    money,
    name,
    names,
    ordinal,
    plain,
    typed_amount,
)


def may_be_passed(params: Params) -> object:
    """The director may pass it with one tap, so the sentence asks."""
    return params["overrule"]


AT_ONE_MOMENT = (
    Say(_("Somebody else did the same at this moment and nothing of yours was saved: look and try again.")),
)

SIGNING_IN: Sentences = {
    "director_exists": (
        Say(_("There is a director already: sign in with the link that the terminal shows at the start.")),
    ),
    "link_expired": (Say(_("This link is older than 15 minutes: ask for a new one.")),),
    "link_needs_account": (Say(_("This link is for the first account: choose a name and a password.")),),
    "link_unknown": (Say(_("Nobody knows this link: copy all of it, or ask for a new one.")),),
    "link_used": (Say(_("This link was used already: ask for a new one.")),),
    "name_taken": (Say(_("There is an account called %(name)s already: choose another name.")),),
    "last_director": (Say(_("The tour needs a director: make somebody else director first.")),),
    "member_already": (Say(_("This person has a role in the tour already: change that one.")),),
    "not_a_member": (Say(_("This person has no role in the tour: give one first.")),),
}

JOURNAL: Sentences = {
    "changed_meanwhile": (
        Say(
            _("Somebody changed this meanwhile (%(by)s), so nothing was saved: look and do it again."), by=act
        ),
        Say(_("Somebody changed this meanwhile, so nothing was saved: look and do it again.")),
    ),
    "request_used_already": (
        Say(_("This page was old, so nothing was saved: load it again and repeat what you did.")),
    ),
    "database_refused": (
        Say(_("The database refused this and nothing was saved: try again. The log says more.")),
    ),
    "not_undoable": (Say(_("This cannot be undone: correct it from tonight's list instead.")),),
    "undo_in_the_way": (
        Say(
            _("“%(by)s” came later and is in the way: undo that first, or correct this from tonight's list."),
            by=act,
        ),
        Say(_("Something later is in the way: undo that first, or correct this from tonight's list.")),
    ),
    "undo_too_old": (
        Say(_("Another version of the program wrote this, so it cannot be undone: correct it instead.")),
    ),
    "play_has_gone_on": (
        Say(_("Play has gone on since, so this cannot be undone: undo what came later, or correct it.")),
    ),
    "out_and_seated": (
        Say(_("%(entry)s would be out and seated at once: undo what came later, or correct the out.")),
    ),
    "undone_already": (
        Say(_("“%(entry)s” was undone already: redo it if it should count."), entry=act_in_short),
        Say(_("This was undone already: redo it if it should count.")),
    ),
    "backup_damaged": (
        Say(_("%(path)s is damaged and was not used. Your data are as they were: try an earlier copy.")),
    ),
    "backup_exists": (Say(_("%(path)s exists already and was left alone: choose another name.")),),
    "backup_foreign": (
        Say(_("%(path)s is no backup of this program. Your data are as they were: choose another file.")),
    ),
    "backup_missing": (Say(_("There is no file %(path)s: look in the folder backups beside the database.")),),
    "backup_needs_pg_dump": (Say(_("These data are in PostgreSQL: use pg_dump and pg_restore.")),),
    "backup_newer": (
        Say(_("A newer version of this program made %(path)s: update the program, then restore again.")),
    ),
    "backup_unwritable": (
        Say(_("The copy could not be written to %(path)s (%(reason)s): choose another place.")),
    ),
    "restore_failed": (
        Say(_("%(path)s could not be put back (%(reason)s). Your data are as they were: try again.")),
    ),
    "one_entry_per_number": AT_ONE_MOMENT,
    "one_level_per_index": AT_ONE_MOMENT,
    "one_part_per_seat": AT_ONE_MOMENT,
    "one_prize_per_place": AT_ONE_MOMENT,
    "one_result_per_player": AT_ONE_MOMENT,
    "one_round_per_number": AT_ONE_MOMENT,
    "one_start_per_setting_and_level": AT_ONE_MOMENT,
    "one_count_due_per_setting": AT_ONE_MOMENT,
    "one_table_per_number": AT_ONE_MOMENT,
    "stack_change_is_delta_or_count": AT_ONE_MOMENT,
}

DOOR: Sentences = {
    "name_missing": (Say(_("The name is missing: type one.")),),
    "name_too_long": (Say(_("The name is too long: type at most %(longest)s letters.")),),
    "player_already_in": (
        Say(_("%(player)s is in already: is this somebody else with the same name?"), may_be_passed),
        Say(_("%(player)s is in this open already: choose somebody else.")),
        Say(_("This player is in this open already: choose somebody else.")),
    ),
    "entered_twice": (Say(_("%(player)s is entered twice: withdraw one of the two."), player=name),),
    "entry_withdrawn": (Say(_("%(entry)s was withdrawn: sign the player up again first.")),),
    "has_special_prize": (Say(_("%(entry)s holds a special prize: take it back first.")),),
    "has_ruling": (Say(_("A ruling about %(entry)s stands: undo it first.")),),
    "has_played": (Say(_("%(entry)s has chips already and cannot be withdrawn: record an out instead.")),),
    "open_full": (
        Say(
            ngettext_lazy(
                "The open has only %(places)s place: let one more in all the same?",
                "The open has only %(places)s places: let one more in all the same?",
                "places",
            )
        ),
    ),
    "open_has_entries": (Say(_("Players are signed up in this open: withdraw them first.")),),
    "late_entry_closed": (
        Say(_("Late entry closed after level %(closed_after)s: let the player in all the same?")),
    ),
    "entry_still_in": (Say(_("This player is still in: sell a re-entry all the same?")),),
    "rebuy_limit": (
        Say(
            ngettext_lazy(
                "Only %(limit)s rebuy is allowed for each player: sell one more all the same?",
                "Only %(limit)s rebuys are allowed for each player: sell one more all the same?",
                "limit",
            )
        ),
    ),
    "rebuy_not_needed": (
        Say(_("The house rules allow no rebuy with %(stack)s: sell it all the same?"), stack=chips),
    ),
    "rebuys_closed": (
        Say(
            ngettext_lazy(
                "Rebuys closed after %(minutes)s minute of play: sell one all the same?",
                "Rebuys closed after %(minutes)s minutes of play: sell one all the same?",
                "minutes",
            )
        ),
    ),
    "rebuys_not_played": (Say(_("This open has no rebuys: sell one all the same?")),),
}

MONEY: Sentences = {
    "money_ambiguous": (
        Say(
            _("“%(text)s” can be read in two ways: type %(thousands)s or %(decimals)s."),
            thousands=typed_amount,
            decimals=typed_amount,
        ),
    ),
    "money_missing": (Say(_("The amount is missing: type one, such as 10 or 1500.")),),
    "money_negative": (
        Say(_("“%(text)s” is negative: type 0 or more.")),
        Say(_("An amount is negative: type 0 or more.")),
    ),
    "money_other_currency": (Say(_("“%(text)s” is in another currency: type the amount in %(currency)s.")),),
    "money_split_incomplete": (
        Say(_("“%(text)s” is incomplete: type an amount on each side of the plus, such as 10 + 2.")),
    ),
    "money_too_fine": (
        Say(
            _("“%(text)s” has decimals, and this currency has none: type a whole amount."),
            lambda p: not p["digits"],
        ),
        Say(
            ngettext_lazy(
                "“%(text)s” has more than %(digits)s decimal: round it.",
                "“%(text)s” has more than %(digits)s decimals: round it.",
                "digits",
            )
        ),
    ),
    "money_too_large": (Say(_("“%(text)s” is too much to be true: check the amount.")),),
    "money_unreadable": (Say(_("“%(text)s” is no amount: type it in figures, like 10 or 1500.")),),
    "currency_unknown": (
        Say(_("“%(currency)s” is no currency: type three letters, such as EUR, USD or CLP.")),
    ),
    "costs_above_pool": (
        Say(
            _("The costs (%(costs)s) are more than the pool with all debts paid (%(taken)s): lower them."),
            costs=money,
            taken=money,
        ),
    ),
    "nothing_to_buy": (Say(_("This open has no price for that: set one in its settings first.")),),
    "paid_already": (Say(_("%(entry)s has paid already: take the money once more?")),),
    "payment_voided_already": (Say(_("This payment was voided already: look at tonight's list.")),),
    "nobody_owes": (Say(_("Everybody has paid: there is nothing to take.")),),
    "debts_open": (
        Say(
            ngettext_lazy(
                "%(entries)s still owes money: take it first, or finish all the same?",
                "%(entries)s still owe money: take it first, or finish all the same?",
                "count",
            )
        ),
    ),
    "no_prize": (Say(_("%(entry)s wins no prize: check the places and the prizes.")),),
    "paid_out_already": (
        Say(_("The prize of %(entry)s was handed over already: nothing is left to pay.")),
        Say(_("This prize was handed over already: nothing is left to pay.")),
    ),
    "not_paid_out": (Say(_("The prize of %(entry)s was not handed over: there is nothing to take back.")),),
    "prize_negative": (Say(_("The %(place)s prize is negative: type 0 or more."), place=ordinal),),
    "prize_zero": (
        Say(_("The %(place)s prize is nothing: type an amount, or pay fewer places."), place=ordinal),
    ),
    "prizes_rise": (
        Say(
            _("The %(place)s prize (%(amount)s) is more than the one above (%(above)s): put them in order."),
            place=ordinal,
            amount=money,
            above=money,
        ),
    ),
    "prizes_do_not_sum": (
        Say(
            _("The prizes are %(assigned)s and the pool is %(pool)s: lock them with %(missing)s unassigned?"),
            may_be_passed,
            assigned=money,
            pool=money,
            missing=money,
        ),
        Say(
            _("The prizes are %(assigned)s and the pool is only %(pool)s: lower them."),
            assigned=money,
            pool=money,
        ),
    ),
    "prize_plan_unreadable": (
        Say(_("“%(value)s” is no prize: type amounts or percentages, the best place first.")),
    ),
    "prizes_locked": (Say(_("The prizes are locked: unlock them first.")),),
    "prizes_not_locked": (Say(_("The prizes are not locked: change them as they are.")),),
    "weight_unreadable": (Say(_("“%(weight)s” is no percentage: type it like 50 or 62.5.")),),
    "share_total_negative": (Say(_("A negative amount cannot be shared: check the sum.")),),
    "share_total_not_whole": (Say(_("“%(total)s” is no whole amount: check the sum.")),),
    "share_weight_negative": (
        Say(_("The share of the %(place)s place is negative: type 0 or more."), place=ordinal),
    ),
    "share_weights_zero": (Say(_("All shares are zero: give at least one place something.")),),
    "share_without_weights": (Say(_("No place takes a share: name at least one.")),),
    "unit_too_small": (Say(_("The smallest unit must be 1 or more: correct it.")),),
}

CLOCK: Sentences = {
    "clock_already_running": (Say(_("The clock is running already: pause it if it should stand.")),),
    "clock_not_running": (Say(_("The clock is paused already: resume it if it should run.")),),
    "clock_not_started": (Say(_("The clock has not started: start the play first.")),),
    "clock_started": (Say(_("The clock was started already: look at the page again.")),),
    "players_left_differ": (
        Say(
            _("%(counted)s players were counted and %(recorded)s are recorded as in: go on all the same?"),
            counted=plain,
            recorded=plain,
        ),
    ),
    "no_next_level": (Say(_("This is the last level: add another one in the settings.")),),
    "no_previous_level": (Say(_("This is the first level: add minutes to it instead.")),),
    "no_such_level": (
        Say(_("There is no level %(number)s: choose one of those there are.")),
        Say(_("There is no line %(index)s in the levels: choose one of those there are.")),
    ),
}

FLOOR: Sentences = {
    "already_seated": (
        Say(_("%(entry)s has a seat already: swap two seats instead.")),
        Say(_("This player has a seat already: swap two seats instead.")),
    ),
    "button_unknown": (Say(_("The button has no seat yet: draw the first dealer, or set it.")),),
    "seat_empty": (Say(_("Nobody sits in seat %(seat)s: choose a seat with a player.")),),
    "seat_taken": (
        Say(_("Seat %(seat)s of table %(table)s is taken: choose a free one, or swap the two.")),
        Say(_("This seat is taken: choose a free one, or swap the two.")),
    ),
    "seat_twice": (Say(_("Seat %(seat)s of table %(table)s is listed twice: remove one of the two.")),),
    "no_such_seat": (Say(_("Table %(table)s has no seat %(seat)s: choose one it has.")),),
    "not_enough_seats": (
        Say(
            _("There are %(entries)s players and only %(seats)s seats: add seats or a table."), entries=plain
        ),
    ),
    "not_seated": (Say(_("%(entry)s has no seat: draw one first.")),),
    "nobody_to_seat": (Say(_("Everybody has a seat: swap two if they sit wrongly.")),),
    "nothing_to_draw": (Say(_("There is nobody to draw from: sign players up first.")),),
    "same_seat": (Say(_("A swap needs two players: choose another one.")),),
    "seat_changes_never": (
        Say(_("Nobody changes seat in this open: move all the same?"), may_be_passed),
        Say(_("Play has begun and nobody changes seat in this open: move one player if you must.")),
    ),
    "too_few_players": (
        Say(
            ngettext_lazy(
                "Table %(table)s has only %(players)s player: seat more there.",
                "Table %(table)s has only %(players)s players: seat more there.",
                "players",
            ),
            lambda p: p["table"],
        ),
        Say(_("A game needs two players or more: sign up or seat more.")),
    ),
    "started_already": (
        Say(_("Play has begun, so stacks and levels stay as they are: undo the start to change them.")),
    ),
    "not_started": (Say(_("Play has not begun: start it first.")),),
    "finished_already": (Say(_("The open is finished: reopen it first.")),),
    "not_finished": (Say(_("The open is not finished: finish it first.")),),
    "posted_already": (Say(_("The results are posted: take them off the season table first.")),),
    "not_posted": (Say(_("The results are not posted: there is nothing to take back.")),),
    "count_needed": (
        Say(
            ngettext_lazy(
                "Type the chips of everybody still in: %(entries)s.",
                "Type the chips of all %(count)s players still in: %(entries)s.",
                "count",
            )
        ),
    ),
    "count_incomplete": (Say(_("Chips are missing: type those of %(players)s too."), players=names),),
    "nothing_counted": (Say(_("No chips were typed: type at least one count.")),),
    "not_payable_in_chips": (
        Say(
            _("%(amount)s cannot be paid in chips of %(chip)s: use it all the same?"),
            amount=chips,
            chip=chips,
        ),
    ),
    "chips_negative": (
        Say(_("The chips of %(entry)s are negative: type 0 or more.")),
        Say(_("%(amount)s chips are negative: type 0 or more."), amount=chips),
        Say(_("Chips cannot be negative: type 0 or more.")),
    ),
}

OUTS: Sentences = {
    "by_is_out": (Say(_("%(entry)s is out already: choose somebody who is still in, or nobody.")),),
    "nobody_left": (Say(_("Not everybody can be out or folded: leave at least one player in.")),),
    "not_playing": (Say(_("%(entry)s has no chips in this open: choose somebody who plays.")),),
    "not_in_open": (Say(_("%(player)s is not in this open: sign the player up first."), player=name),),
    "not_out": (Say(_("%(entry)s is not out any more: look at tonight's list.")),),
    "out_already": (
        Say(_("%(entry)s is out already: correct that from tonight's list.")),
        Say(_("This player is out already: correct that from tonight's list.")),
    ),
    "out_twice": (
        Say(_("%(player)s is out twice: correct one of the two from tonight's list."), player=name),
    ),
    "survivor_is_out": (
        Say(_("%(player)s is out and has no chips to count: leave that count away."), player=name),
    ),
    "out_by_himself": (Say(_("%(entry)s cannot be out by %(entry)s: choose another player, or nobody.")),),
    "out_of_entered_hand": (Say(_("%(entry)s went out in an entered hand: correct that hand instead.")),),
    "stack_order_needed": (
        Say(
            _("Who had more before the hand: %(players)s? Tap them in order, or say that they were equal."),
            players=names,
        ),
    ),
    "no_such_place": (
        Say(
            ngettext_lazy(
                "There is no %(place)s place with %(entries)s player: check the places.",
                "There is no %(place)s place with %(entries)s players: check the places.",
                "entries",
            ),
            place=ordinal,
            entries=plain,
        ),
    ),
    "places_reversed": (
        Say(_("A tie from %(first)s to %(last)s is the wrong way round: name the better place first.")),
    ),
    "result_twice": (Say(_("%(player)s has two results in one open: take one of them back.")),),
}

HANDS: Sentences = {
    "chips_not_whole": (Say(_("Seat %(seat)s: chips are whole numbers. Correct them.")),),
    "negative_chips": (
        Say(_("Seat %(seat)s: chips cannot be negative. Type 0 or more.")),
        Say(_("The chips of %(player)s are negative: type 0 or more."), player=name),
        Say(_("Chips cannot be negative: type 0 or more.")),
    ),
    "hand_voided": (Say(_("%(hand)s was voided: enter it anew if it was played.")),),
    "no_contributions": (Say(_("Nobody put chips in: say who played and for how much.")),),
    "no_winner": (Say(_("Nobody wins %(pot)s yet: tap who won it.")),),
    "not_at_table": (
        Say(_("%(entry)s does not sit in seat %(seat)s any more: begin the hand anew.")),
        Say(_("%(player)s does not sit at this table any more: look at the rounds again."), player=name),
    ),
    "played_later": (
        Say(_("%(entry)s played on in %(hand)s and cannot be out before: correct that hand first.")),
    ),
    "same_seat_twice": (Say(_("Seat %(seat)s is in the hand twice: remove one of the two.")),),
    "seat_unknown": (Say(_("Seat %(seat)s is not in this hand: choose one that is.")),),
    "stack_differs": (
        Say(
            _("The stack of %(entry)s is %(known)s, not %(put_in)s: use %(put_in)s?"),
            known=chips,
            put_in=chips,
        ),
    ),
    "winner_folded": (Say(_("Seat %(seat)s folded and cannot win %(pot)s: tap somebody still in.")),),
    "winner_not_in_pot": (Say(_("Seat %(seat)s has nothing in %(pot)s: tap somebody who has.")),),
    "winners_without_pot": (
        Say(
            ngettext_lazy(
                "There is only %(pots)s pot, and winners for %(given)s: tap the winners again.",
                "There are only %(pots)s pots, and winners for %(given)s: tap the winners again.",
                "pots",
            )
        ),
    ),
}

REFUSALS: Sentences = {
    **SIGNING_IN,
    **JOURNAL,
    **DOOR,
    **MONEY,
    **FUNDS,
    **PRIZES,
    **BOUNTIES,
    **SETTINGS,
    **CLOCK,
    **FLOOR,
    **OUTS,
    **HANDS,
    **DISPLAYS,
    **RACE,
    **CARDS,
    **PHH,
    **NOTATION,
    **DRAW,
    **BETTING,
    **RUNNING,
    **ROUNDS,
    **RULINGS,
    **BALANCE,
    **TABLES,
}
