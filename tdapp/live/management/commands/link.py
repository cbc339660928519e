"""One sign-in link for the director, where nobody reads what the web processes print."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management import BaseCommand

from tdapp.live import greeting


class Command(BaseCommand):
    help = "Print a sign-in link for the director. It works once, for fifteen minutes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        example = "what the address begins with, e.g. https://poker.example.org"
        parser.add_argument("--site", default="http://localhost:8000", help=example)

    def handle(self, *args: Any, site: str, **options: Any) -> None:
        self.stdout.write(site.rstrip("/") + greeting.sign_in_path(datetime.now(UTC)))
