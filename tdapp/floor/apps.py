"""What Django is told about the floor package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal.kinds import Kind, register


class FloorConfig(AppConfig):
    name = "tdapp.floor"
    label = "floor"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(
            Kind("open_created", Role.DIRECTOR, undoable=False),
            Kind("terms_changed", Role.DIRECTOR),
            Kind("open_discarded", Role.DIRECTOR),
            Kind("signed_up", Role.DIRECTOR),
            Kind("list_signed_up", Role.DIRECTOR),
            Kind("withdrawn", Role.DIRECTOR),
            Kind("seats_drawn", Role.FLOOR),
            Kind("dealer_drawn", Role.FLOOR),
            Kind("play_started", Role.DIRECTOR),
            Kind("out_recorded", Role.FLOOR),
            Kind("chips_counted", Role.FLOOR),
            Kind("button_set", Role.SCOREKEEPER),
            Kind("seats_swapped", Role.FLOOR),
            Kind("player_moved", Role.FLOOR),
            Kind("open_finished", Role.DIRECTOR),
            Kind("open_reopened", Role.DIRECTOR),
            Kind("out_corrected", Role.FLOOR),
            Kind("player_reinstated", Role.FLOOR),
            Kind("hand_for_hand_begun", Role.FLOOR),
            Kind("table_ticked", Role.SCOREKEEPER),
            Kind("hand_for_hand_next", Role.FLOOR),
            Kind("bubble_confirmed", Role.FLOOR),
            Kind("hand_for_hand_ended", Role.FLOOR),
            Kind("coloured_up", Role.FLOOR),
            Kind("table_finished", Role.FLOOR),
            Kind("table_reopened", Role.FLOOR),
            Kind("round_begun", Role.FLOOR),
            Kind("flight_assigned", Role.FLOOR),
            Kind("tables_balanced", Role.FLOOR),
            Kind("table_broken", Role.FLOOR),
            Kind("tables_compressed", Role.FLOOR),
            Kind("final_table_made", Role.FLOOR),
            Kind("seats_redrawn", Role.FLOOR),
            Kind("tables_swapped", Role.FLOOR),
            Kind("noted", Role.FLOOR),
            Kind("penalty_given", Role.FLOOR),
            Kind("penalty_over", Role.FLOOR),
            Kind("misdeal_recorded", Role.FLOOR),
            Kind("vote_counted", Role.FLOOR),
            Kind("vote_decided", Role.FLOOR),
            Kind("disqualified", Role.DIRECTOR),
            Kind("table_added", Role.FLOOR),
            Kind("table_changed", Role.FLOOR),
            Kind("table_removed", Role.FLOOR),
            Kind("break_order_set", Role.FLOOR),
            Kind("seat_kept", Role.FLOOR),
            Kind("kept_seat_released", Role.FLOOR),
            Kind("kept_apart", Role.FLOOR),
            Kind("apart_released", Role.FLOOR),
            Kind("seats_confirmed", Role.SCOREKEEPER),
            Kind("seat_corrected", Role.FLOOR),
            Kind("seat_given", Role.FLOOR),
            Kind("player_dealt_in", Role.SCOREKEEPER),
            Kind("player_absent", Role.FLOOR),
            Kind("player_back", Role.FLOOR),
            Kind("table_chips_counted", Role.SCOREKEEPER),
            Kind("chips_corrected", Role.FLOOR),
            Kind("deal_agreed", Role.DIRECTOR),
            Kind("bought", Role.DIRECTOR),
            Kind("purchase_voided", Role.DIRECTOR),
            Kind("bounty_corrected", Role.FLOOR),
            Kind("bounty_named", Role.DIRECTOR),
            Kind("bounty_drawn", Role.DIRECTOR),
            Kind("envelopes_filled", Role.DIRECTOR),
        )
        # Models can be imported only now.
        from tdapp.floor.invariants import check_bounties, check_open
        from tdapp.floor.out_order import check_results
        from tdapp.journal import invariants

        invariants.register("open", check_open)
        invariants.register("open", check_results)
        invariants.register("open", check_bounties)
