"""DATABASE_URL read into Django's settings; SQLite in the data folder when there is none."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tdapp.web.starting import CannotStart

# One writer at a time and no "database is locked": IMMEDIATE takes the write lock at the first statement.
# synchronous FULL because money that was acknowledged must survive a power cut.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA cache_size=-8000;",
}


def database(url: str, folder: Path) -> dict[str, Any]:
    """One entry of DATABASES.

    ``postgres://user:password@host:port/name?sslmode=require`` (``host`` may also be a query
    parameter naming a socket folder), ``sqlite:////absolute/path``, or "" for the default.
    """
    if not url:
        return sqlite(folder / "tapete.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)[1:]))
    if parts.scheme in ("postgres", "postgresql"):
        if find_spec("psycopg") is None:
            raise CannotStart("PostgreSQL needs one more package: pip install -r requirements-postgres.txt")
        options = dict(parse_qsl(parts.query))
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": options.pop("host", None) or parts.hostname or "",
            "PORT": options.pop("port", None) or str(parts.port or ""),
            "OPTIONS": options,
        }
    raise CannotStart(f"DATABASE_URL must begin with postgres:// or sqlite://, not {parts.scheme}://")


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite in one file, with the options under which two processes never fail for a lock."""
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": dict(SQLITE_OPTIONS)}
