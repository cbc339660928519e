"""The whole program in one process: pages, streams, tasks. ``td.py`` calls this."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import Error as DatabaseError

from tdapp.live import greeting, server, workers


class Command(BaseCommand):
    help = "Bring the database up to date and serve the pages until Ctrl-C."
    requires_system_checks: list[str] = []  # a night starts in seconds; `manage.py check` is for developers

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
        parser.add_argument(
            "--demo", action="store_true", help="fill an empty data folder with the demo tour"
        )

    def handle(self, *args: Any, host: str, port: int, demo: bool, **options: Any) -> None:
        alone = nullcontext() if settings.REDIS_URL else server.only_web_process(settings.DATA_DIR)
        try:
            with alone, server.listen(host, port) as listener:
                self._prepare_data(demo)
                if not settings.REDIS_URL:
                    self._start_tasks()
                port = listener.getsockname()[1]
                self.stdout.write(
                    greeting.greeting(host, port, now=datetime.now(UTC), encoding=sys.stdout.encoding)
                )
                self.stdout.flush()
                server.make_server().run(sockets=[listener])
        except server.CannotStart as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            pass
        self.stdout.write("Stopped. Everything is saved.")

    def _prepare_data(self, demo: bool) -> None:
        try:
            call_command("migrate", interactive=False, verbosity=0)
            if demo and not apps.get_model("opens", "Open").objects.exists():
                call_command("demo")
        except DatabaseError as error:
            raise CommandError(
                f"The database cannot be used: {error}. Check that {settings.DATA_DIR} and the files "
                "in it are writable for you, or that the server in DATABASE_URL is up."
            ) from error

    def _start_tasks(self) -> None:
        workers.start_worker()
        workers.start_beat()
        workers.sweep_now()
