"""What Django is told about the cash package, and its journal kinds with the least role for each."""

from __future__ import annotations

from django.apps import AppConfig

from tdapp.accounts.roles import Role
from tdapp.journal.kinds import Kind, register


class CashConfig(AppConfig):
    name = "tdapp.cash"
    label = "cash"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(
            Kind("payment_taken", Role.DIRECTOR),
            Kind("payments_taken", Role.DIRECTOR),
            Kind("payment_voided", Role.DIRECTOR),
            Kind("payment_refunded", Role.DIRECTOR),
            Kind("expense_recorded", Role.DIRECTOR),
            Kind("expense_voided", Role.DIRECTOR),
            Kind("guarantee_set", Role.DIRECTOR),
            Kind("prizes_set", Role.DIRECTOR),
            Kind("prizes_locked", Role.DIRECTOR),
            Kind("prizes_unlocked", Role.DIRECTOR),
            Kind("prize_paid", Role.DIRECTOR),
            Kind("prize_fixed", Role.DIRECTOR),
            Kind("prize_freed", Role.DIRECTOR),
            Kind("special_prize_added", Role.DIRECTOR),
            Kind("special_prize_given", Role.DIRECTOR),
            Kind("special_prize_taken_back", Role.DIRECTOR),
            Kind("special_prize_voided", Role.DIRECTOR),
            Kind("prize_taken_back", Role.DIRECTOR),
            Kind("till_counted", Role.DIRECTOR),
            Kind("till_closed", Role.DIRECTOR),
            Kind("till_reopened", Role.DIRECTOR),
        )
