"""Log lines without secrets: a sign-in link must not be usable by whoever reads the log."""

from __future__ import annotations

import copy
import logging
import re

_LINK = re.compile(r"(/sign-in/)[^/\s\"'?&<>]+")


def without_tokens(text: str) -> str:
    """The text with the token of each sign-in link replaced by three dots."""
    return _LINK.sub(r"\1...", text)


class DiscreetFormatter(logging.Formatter):
    """Formats as usual, tracebacks included, then takes the sign-in tokens out."""

    def format(self, record: logging.LogRecord) -> str:
        return without_tokens(super().format(record))


class ConsoleFormatter(DiscreetFormatter):
    """One line for the person at the terminal; the traceback is in the log file."""

    def format(self, record: logging.LogRecord) -> str:
        short = copy.copy(record)
        short.exc_info = short.exc_text = short.stack_info = None
        return super().format(short)
