"""``python3 td.py backup [FILE]``: a copy of the data, made while the night goes on."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand

from tdapp.journal import backups
from tdapp.journal.management.commands._sentences import sentence
from tdapp.rules.errors import RuleError


class Command(BaseCommand):
    help = "Copy the database into FILE, or into the folder backups, while the night goes on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="where to (default: the folder backups)")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            made = backups.by_hand(now=datetime.now(UTC), file=file)
        except RuleError as error:
            sys.exit(sentence(error))
        self.stdout.write(f"Saved: {made}")
