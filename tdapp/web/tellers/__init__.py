"""One teller for each kind of journal entry: its sentence, and its short name for the undo button.

A kind is never renamed, so old nights can always be told.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as N_

from tdapp.journal.models import JournalEntry
from tdapp.web.recall import Recall
from tdapp.web.tellers import (
    balancing,
    bounties,
    chips,
    club,
    deals,
    displays,
    door,
    expenses,
    hands,
    levels,
    outs,
    prizes,
    purchases,
    rounds,
    rulings,
    running,
    saved,
    seats,
    tables,
    till,
)

Teller = Callable[[JournalEntry, Recall], str]


def _fixed(text: str) -> Teller:
    """A kind that always says the same; ``text`` is marked for translation where it is written."""
    return lambda act, recall: _(text)


def undo(act: JournalEntry, recall: Recall) -> str:
    return _("Undone: %(act)s") % {"act": _target(act, recall)}


def redo(act: JournalEntry, recall: Recall) -> str:
    return _("Redone: %(act)s") % {"act": _target(act, recall)}


def short_back_and_forth(act: JournalEntry, recall: Recall) -> str:
    """The act that was undone or redone: what the redo button would put back."""
    target = recall.targets.get(act.params["entry"])
    return "—" if target is None else (SHORT.get(target.kind) or SENTENCES[target.kind])(target, recall)


def _target(act: JournalEntry, recall: Recall) -> str:
    target = recall.targets.get(act.params["entry"])
    if target is None:
        return "—"
    if target.kind == "out_recorded":
        return outs.plain_out(target, recall)
    tell = SHORT.get(target.kind) if target.kind.startswith("hand_") else None
    return (tell or SENTENCES[target.kind])(target, recall)


SENTENCES: dict[str, Teller] = {
    "undo": undo,
    "redo": redo,
    "player_renamed": club.player_renamed,
    "tour_founded": _fixed(N_("Tour founded")),
    "season_opened": _fixed(N_("Season opened")),
    "role_given": club.role_given,
    "role_taken": club.role_taken,
    "clock_paused": _fixed(N_("Clock paused")),
    "clock_resumed": _fixed(N_("Clock running again")),
    "time_added": levels.time_added,
    "level_set": levels.level_set,
    "time_set": running.time_set,
    "start_announced": running.start_announced,
    "start_moved": running.start_moved,
    "levels_changed": running.levels_changed,
    "time_called": running.time_called,
    "time_call_ended": running.time_call_ended,
    "hand_for_hand_begun": _fixed(N_("Hand for hand from the hands that are being played")),
    "table_ticked": running.table_ticked,
    "hand_for_hand_next": running.next_hand,
    "bubble_confirmed": running.bubble_confirmed,
    "hand_for_hand_ended": running.hand_for_hand_ended,
    "coloured_up": running.coloured_up,
    "table_finished": rounds.table_finished,
    "table_reopened": rounds.table_reopened,
    "round_begun": rounds.round_begun,
    "flight_assigned": rounds.flight_assigned,
    "tables_balanced": balancing.balanced,
    "table_broken": balancing.broken,
    "tables_compressed": balancing.compressed,
    "final_table_made": balancing.final_table,
    "seats_redrawn": balancing.redrawn,
    "tables_swapped": balancing.swapped,
    "noted": rulings.noted,
    "penalty_given": rulings.penalty_given,
    "penalty_over": rulings.penalty_over,
    "misdeal_recorded": rulings.misdeal_recorded,
    "vote_counted": rulings.vote_counted,
    "vote_decided": rulings.vote_decided,
    "disqualified": rulings.disqualified,
    "payment_taken": door.payment_taken,
    "payments_taken": door.payments_taken,
    "payment_voided": door.payment_voided,
    "payment_refunded": purchases.payment_refunded,
    "bounty_corrected": bounties.bounty_corrected,
    "bounty_named": bounties.bounty_named,
    "bounty_drawn": bounties.bounty_drawn,
    "envelopes_filled": bounties.envelopes_filled,
    "bought": purchases.bought,
    "purchase_voided": purchases.purchase_voided,
    "expense_recorded": expenses.expense_recorded,
    "expense_voided": expenses.expense_voided,
    "guarantee_set": expenses.guarantee_set,
    "prizes_set": _fixed(N_("Prizes changed")),
    "prize_fixed": prizes.prize_fixed,
    "prize_freed": prizes.prize_freed,
    "special_prize_added": prizes.special_prize_added,
    "special_prize_given": prizes.special_prize_given,
    "special_prize_taken_back": prizes.special_prize_taken_back,
    "special_prize_voided": prizes.special_prize_voided,
    "prizes_locked": prizes.prizes_locked,
    "prizes_unlocked": _fixed(N_("Prizes unlocked")),
    "deal_agreed": deals.deal_agreed,
    "prize_paid": door.prize_paid,
    "prize_taken_back": door.prize_taken_back,
    "till_counted": till.till_counted,
    "till_closed": till.till_closed,
    "till_reopened": _fixed(N_("Till opened again")),
    "open_created": _fixed(N_("Open created")),
    "terms_changed": _fixed(N_("Settings of the open changed")),
    "open_discarded": _fixed(N_("Open discarded")),
    "signed_up": door.signed_up,
    "list_signed_up": door.list_signed_up,
    "withdrawn": door.withdrawn,
    "seats_drawn": tables.seats_drawn,
    "dealer_drawn": tables.dealer_drawn,
    "play_started": tables.play_started,
    "out_recorded": outs.out_recorded,
    "chips_counted": tables.chips_counted,
    "table_chips_counted": chips.tables_counted,
    "chips_corrected": chips.chips_corrected,
    "button_set": tables.button_set,
    "seats_swapped": tables.seats_swapped,
    "player_moved": tables.player_moved,
    "table_added": seats.table_added,
    "table_changed": seats.table_changed,
    "table_removed": seats.table_removed,
    "break_order_set": seats.break_order_set,
    "seat_kept": seats.seat_kept,
    "kept_seat_released": seats.kept_seat_released,
    "kept_apart": seats.kept_apart,
    "apart_released": seats.apart_released,
    "seats_confirmed": seats.seats_confirmed,
    "seat_corrected": seats.seat_corrected,
    "seat_given": seats.seat_given,
    "player_dealt_in": seats.player_dealt_in,
    "player_absent": seats.player_absent,
    "player_back": seats.player_back,
    "open_finished": tables.open_finished,
    "open_reopened": _fixed(N_("Open reopened")),
    "out_corrected": outs.out_corrected,
    "player_reinstated": outs.player_reinstated,
    "hand_entered": hands.hand_entered,
    "hand_corrected": hands.hand_corrected,
    "hand_voided": hands.hand_voided,
    "results_posted": _fixed(N_("Results posted")),
    "results_taken_back": _fixed(N_("Results taken off the season table")),
    "schedule_saved": saved.schedule_saved,
    "schedule_renamed": saved.schedule_renamed,
    "schedule_deleted": saved.schedule_deleted,
    "chip_set_saved": saved.chip_set_saved,
    "chip_set_deleted": saved.chip_set_deleted,
    "display_added": displays.display_added,
    "display_changed": displays.display_changed,
    "display_removed": displays.display_removed,
    "show_changed": displays.show_changed,
    "announced": displays.announced,
    "announcement_ended": displays.announcement_ended,
    "look_changed": _fixed(N_("Look of the screens changed")),
}

SHORT: dict[str, Teller] = {
    "undo": short_back_and_forth,
    "redo": short_back_and_forth,
    "payment_taken": door.short_payment,
    "payments_taken": door.short_payments,
    "payment_voided": door.short_voiding,
    "bounty_corrected": bounties.short_corrected,
    "bounty_named": _fixed(N_("Bounty on one player")),
    "bounty_drawn": _fixed(N_("Draw of the bounty")),
    "envelopes_filled": _fixed(N_("Envelopes")),
    "bought": purchases.short_purchase,
    "purchase_voided": purchases.short_voiding,
    "expense_recorded": expenses.short_expense,
    "expense_voided": expenses.short_voiding,
    "guarantee_set": _fixed(N_("Guarantee")),
    "deal_agreed": _fixed(N_("Deal")),
    "prize_paid": door.short_prize,
    "till_counted": _fixed(N_("Count of the till")),
    "till_closed": _fixed(N_("Closing of the till")),
    "signed_up": door.short_sign_up,
    "list_signed_up": door.short_list,
    "withdrawn": door.short_withdrawal,
    "play_started": _fixed(N_("Start of play")),
    "hand_for_hand_begun": _fixed(N_("Hand for hand")),
    "table_ticked": running.short_tick,
    "coloured_up": running.short_colour_up,
    "table_finished": rounds.short_finish,
    "table_reopened": rounds.short_reopening,
    "round_begun": rounds.short_round,
    "flight_assigned": rounds.short_flight,
    "tables_balanced": balancing.short_balance,
    "table_broken": balancing.short_break,
    "break_order_set": _fixed(N_("Order of breaking")),
    "seat_kept": seats.short_kept,
    "kept_seat_released": seats.short_kept,
    "kept_apart": seats.short_apart,
    "apart_released": seats.short_apart,
    "seats_confirmed": _fixed(N_("Seats seen")),
    "seat_corrected": seats.short_corrected,
    "seat_given": seats.short_corrected,
    "tables_compressed": _fixed(N_("Compressing of tables")),
    "final_table_made": _fixed(N_("Final table")),
    "seats_redrawn": _fixed(N_("New draw of seats")),
    "tables_swapped": _fixed(N_("Exchange of tables")),
    "noted": rulings.short_note,
    "penalty_given": rulings.short_penalty,
    "misdeal_recorded": _fixed(N_("Misdeal")),
    "vote_counted": _fixed(N_("Vote")),
    "vote_decided": _fixed(N_("Open hand of the vote")),
    "disqualified": rulings.short_disqualified,
    "out_recorded": outs.short_out,
    "chips_counted": tables.short_count,
    "table_chips_counted": chips.short_tables_counted,
    "chips_corrected": _fixed(N_("Chips in play put right")),
    "open_finished": _fixed(N_("End of the open")),
    "out_corrected": outs.short_correction,
    "player_reinstated": outs.short_return,
    "hand_entered": hands.short_hand,
    "hand_corrected": hands.hand_correction,
}
"""Kinds whose sentence is too long for a button, or tells of another act."""
