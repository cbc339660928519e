"""``python3 td.py restore FILE``: put a copy back; open pages show it by themselves."""

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
    help = "Put a backup back in place of the present data, of which a copy is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the copy to put back")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            safety = backups.restore(file, now=datetime.now(UTC))
        except RuleError as error:
            sys.exit(sentence(error))
        self.stdout.write(f"Restored: {file}")
        if safety:
            self.stdout.write(f"The data until now: {safety} (restore that file to go back)")
