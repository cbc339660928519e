"""``manage.py demo``: the demo tour, into a data folder of its own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from tdapp.accounts.models import User
from tdapp.seasons import demo
from tdapp.tours.models import Tour


class Command(BaseCommand):
    help = "Fill an empty data folder with the demo tour; once it is there this changes nothing."
    requires_system_checks: list[str] = []  # it is part of the start, which takes seconds

    def handle(self, *args: Any, **options: Any) -> None:
        if demo.complete():
            return
        if not demo.begun():
            self._check_empty()
        self.stdout.write("Playing the demo nights ...")
        demo.build(datetime.now(UTC))

    def _check_empty(self) -> None:
        own = "Start the demo with: python3 td.py --demo (it has a data folder of its own)."
        if settings.DATA_DIR == settings.BASE_DIR / "var":
            raise CommandError(f"The demo does not go into the folder of your own nights. {own}")
        if User.objects.exists() or Tour.objects.exists():
            raise CommandError(f"{settings.DATA_DIR} holds nights of your own. {own}")
