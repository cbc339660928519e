"""The whole program in one process: pages, streams, tasks. ``td.py`` calls this."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tdapp.journal import backups
from tdapp.live import alone, greeting, server, workers
from tdapp.web.starting import CannotStart


class Command(BaseCommand):
    help = "Bring the database up to date and serve the pages until Ctrl-C."
    requires_system_checks: list[str] = []  # a night starts in seconds; `manage.py check` is for developers

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
        parser.add_argument(
            "--demo", action="store_true", help="fill an empty data folder with the demo tour"
        )

        parser.add_argument(
            "--no-link", action="store_true", help="print no sign-in link: what is printed goes to a log"
        )

    def handle(
        self, *args: Any, host: str, port: int, demo: bool, no_link: bool = False, **options: Any
    ) -> None:
        hold = nullcontext() if settings.REDIS_URL else alone.only_web_process(settings.DATA_DIR)
        with hold, server.listen(host, port) as listener:
            try:
                with alone.upgrading(settings.DATA_DIR):
                    self._bring_up_to_date(demo)
                said = self._greeting(host, listener.getsockname()[1], with_link=not no_link)
            except DatabaseError as error:
                reason = str(error).strip().splitlines()[0].rstrip(".")
                raise CannotStart(
                    f"The database cannot be used: {reason}. Check that {settings.DATA_DIR} and the files "
                    "in it are writable for you, or that the server in DATABASE_URL is up."
                ) from error
            if not settings.REDIS_URL:
                workers.start_worker()
                workers.start_beat()
                workers.sweep_now()
            self.stdout.write(said)
            self.stdout.flush()
            with suppress(KeyboardInterrupt):
                server.make_server().run(sockets=[listener])
        self.stdout.write("Stopped. Everything is saved.")

    def _bring_up_to_date(self, demo: bool) -> None:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if pending and executor.loader.applied_migrations and connection.vendor == "sqlite":
            backups.for_safety("before-upgrade", now=datetime.now(UTC))
        call_command("migrate", interactive=False, verbosity=0)
        if demo:
            self._add_demo()

    def _add_demo(self) -> None:
        """The demo tour, or what an interrupted start left out of it; never among nights of one's own."""
        try:
            call_command("demo", stdout=self.stdout)
        except CommandError as error:
            raise CannotStart(str(error)) from error

    def _greeting(self, host: str, port: int, *, with_link: bool) -> str:
        return greeting.greeting(
            host, port, now=datetime.now(UTC), encoding=sys.stdout.encoding, with_link=with_link
        )
