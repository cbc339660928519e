"""Why the program does not start, said to the person at the terminal instead of a traceback."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured


class CannotStart(ImproperlyConfigured):
    """The program cannot start; the text is a sentence that says what to do."""
