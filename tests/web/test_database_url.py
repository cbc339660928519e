"""DATABASE_URL as Django wants it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from tdapp.web.database_url import database
from tdapp.web.starting import CannotStart

FOLDER = Path("/srv/tapete")


def test_without_a_url_the_night_is_in_one_sqlite_file_of_the_data_folder() -> None:
    made = database("", FOLDER)
    assert (made["ENGINE"], made["NAME"]) == ("django.db.backends.sqlite3", FOLDER / "tapete.sqlite3")
    assert made["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert made["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in made["OPTIONS"]["init_command"]
    assert "synchronous=FULL" in made["OPTIONS"]["init_command"]


def test_a_sqlite_url_names_an_absolute_file() -> None:
    assert database("sqlite:////data/my%20night.sqlite3", FOLDER)["NAME"] == Path("/data/my night.sqlite3")


def test_a_postgres_url_is_read_with_its_options_and_escapes() -> None:
    made = database("postgres://ana:p%40ss@db.example:5433/club?sslmode=require", FOLDER)
    assert made == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "club",
        "USER": "ana",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


def test_a_postgres_url_may_name_a_socket_folder() -> None:
    made = database("postgres://ana@/club?host=%2Frun%2Fpostgresql&port=5433", FOLDER)
    assert (made["HOST"], made["PORT"], made["OPTIONS"]) == ("/run/postgresql", "5433", {})


def test_another_database_is_refused_with_a_sentence() -> None:
    with pytest.raises(CannotStart, match=r"must begin with postgres:// or sqlite://, not mysql://"):
        database("mysql://x@y/z", FOLDER)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's own settings")
def test_the_connection_in_use_writes_ahead() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)
