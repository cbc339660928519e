"""What is written into logs, and what never is (DESIGN 10)."""

from __future__ import annotations

import logging
import sys

from tdapp.web.logs import ConsoleFormatter, DiscreetFormatter, without_tokens

TOKEN = "GZENQRB_NWZyx-8EUVZEEGrZMu0byW8W"


def record_of_a_failure() -> logging.LogRecord:
    try:
        raise ValueError(f"no such page: /sign-in/{TOKEN}/")
    except ValueError:
        return logging.LogRecord(
            "django.request",
            logging.ERROR,
            __file__,
            1,
            "Not Found: %s",
            (f"/sign-in/{TOKEN}/",),
            sys.exc_info(),
        )


def test_the_token_of_a_sign_in_link_is_taken_out_of_any_text() -> None:
    assert without_tokens(f"GET /sign-in/{TOKEN}/ 200") == "GET /sign-in/.../ 200"
    assert without_tokens(f"http://localhost:8000/sign-in/{TOKEN}") == "http://localhost:8000/sign-in/..."
    assert without_tokens("GET /sign-in/ 200") == "GET /sign-in/ 200"


def test_neither_the_message_nor_the_traceback_keeps_the_token() -> None:
    line = DiscreetFormatter("%(levelname)s %(message)s").format(record_of_a_failure())
    assert line.startswith("ERROR Not Found: /sign-in/.../\nTraceback")
    assert TOKEN not in line
    assert "no such page: /sign-in/.../" in line


def test_the_terminal_shows_one_line_and_the_file_still_gets_the_traceback() -> None:
    record = record_of_a_failure()
    full = DiscreetFormatter("%(message)s").format(record)
    assert ConsoleFormatter("%(message)s").format(record) == "Not Found: /sign-in/.../"
    assert DiscreetFormatter("%(message)s").format(record) == full
