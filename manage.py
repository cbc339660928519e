"""Django's commands for this project; ``td.py`` calls this inside its own environment."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
    from django.core.management import execute_from_command_line

    from tdapp.web.starting import CannotStart

    try:
        execute_from_command_line(sys.argv)
    except CannotStart as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
