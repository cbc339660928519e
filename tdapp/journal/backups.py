"""Copies of the whole database while the night goes on, and putting one back (SQLite).

A copy is one self-contained file.  Restoring writes into the live database in one step, so that
open pages go on, and gives every stream a new epoch, so that they notice.
PostgreSQL has pg_dump and its own archives: RuleError ``backup_needs_pg_dump``.
"""

from __future__ import annotations

import filecmp
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db import Error as DatabaseError
from django.db.migrations.loader import MigrationLoader

from tdapp.accounts.models import Device, SignInLink, User
from tdapp.journal.models import Stream, new_epoch
from tdapp.rules.errors import RuleError

KEEP = 50
"""Automatic copies that are kept; those made by hand stay until somebody deletes them."""

_AUTOMATIC = re.compile(r"\d{8}T\d{6}Z\.sqlite3")
_STAGING = "staging"
_SQLITE = b"SQLite format 3\0"


def folder() -> Path:
    """Where copies go: backups/ in the data folder."""
    return Path(settings.DATA_DIR) / "backups"


def stamp(now: datetime) -> str:
    """An instant as part of a file name, in UTC: 20261130T211502Z."""
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def automatic(*, now: datetime) -> Path | None:
    """Make the copy of a quarter of an hour, and let go of the oldest ones beyond fifty.

    None if nothing changed since the last one, so that an idle laptop does not push out the night.
    """
    last = max(_automatic_copies(), default=None)
    new = copy_to(folder() / f"{stamp(now)}.sqlite3")
    if last is not None and last != new and filecmp.cmp(last, new, shallow=False):
        new.unlink()
        return None
    for old in sorted(_automatic_copies())[:-KEEP]:
        old.unlink(missing_ok=True)
    return new


def by_hand(*, now: datetime, file: Path | None = None) -> Path:
    """Make a copy that stays, in ``file`` or under a name made from ``now``.

    RuleError: ``backup_exists`` if the file is there already, ``backup_unwritable``.
    """
    target = file or _free_name(now, "kept")
    if target.exists():
        raise RuleError("backup_exists", path=str(target))
    return copy_to(target)


def for_safety(why: str, *, now: datetime) -> Path:
    """Make a copy that stays, before something that changes the data as a whole."""
    return copy_to(_free_name(now, why))


def copy_to(target: Path) -> Path:
    """Copy the live database as it is committed at this moment; nobody has to wait for it."""
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(_open(_live_file())) as live, closing(_open(draft)) as copy:
            live.backup(copy)
            # One file: without this whoever opens the copy needs two more beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            draft.unlink()
        raise RuleError("backup_unwritable", path=str(target), reason=str(error)) from error
    return target


def restore(source: Path, *, now: datetime) -> Path | None:
    """Put a copy back; returns the copy made of the data that were there until now (None: there were none).

    Who is signed in stays signed in, and who was signed out stays out.
    RuleError: ``backup_missing``, ``backup_damaged``, ``backup_foreign``, ``backup_newer``,
    ``restore_failed`` (then the data are as they were).
    """
    live = _live_file()
    check(source)
    safety = for_safety("before-restore", now=now) if live.exists() and live.stat().st_size else None
    staged = live.with_name(f"restore.{os.getpid()}.part")
    try:
        with closing(_read_only(source)) as old, closing(_open(staged)) as copy:
            old.backup(copy)
        with _as_database(staged):
            call_command("migrate", database=_STAGING, interactive=False, verbosity=0)
            if safety is not None:
                _carry_sign_ins_over()
            Stream.objects.using(_STAGING).update(epoch=new_epoch())
        with closing(_open(staged)) as copy, closing(_open(live)) as target:
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.backup(target)
    except (OSError, sqlite3.Error, DatabaseError) as error:
        raise RuleError("restore_failed", path=str(source), reason=str(error)) from error
    finally:
        for left in live.parent.glob(f"{staged.name}*"):
            left.unlink()
    return safety


def check(source: Path) -> None:
    """Whether a file is a whole copy that this version of the program can read."""
    if not source.is_file():
        raise RuleError("backup_missing", path=str(source))
    with source.open("rb") as file:
        if file.read(len(_SQLITE)) != _SQLITE:
            raise RuleError("backup_foreign", path=str(source))
    try:
        with closing(_read_only(source)) as old:
            if old.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise RuleError("backup_damaged", path=str(source))
            applied = set(old.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.OperationalError as error:
        raise RuleError("backup_foreign", path=str(source)) from error
    except sqlite3.DatabaseError as error:
        raise RuleError("backup_damaged", path=str(source)) from error
    known = set(MigrationLoader(None).disk_migrations)
    if ("journal", "0001_initial") not in applied:
        raise RuleError("backup_foreign", path=str(source))
    if applied - known:
        raise RuleError("backup_newer", path=str(source))


def _carry_sign_ins_over() -> None:
    """Take sessions, devices and links from the data in use: an old copy would revive what is over."""
    here = {user.pk: user.name for user in User.objects.all()}
    same = [user.pk for user in User.objects.using(_STAGING).all() if here.get(user.pk) == user.name]
    Session.objects.using(_STAGING).all().delete()
    Session.objects.using(_STAGING).bulk_create(Session.objects.all())
    SignInLink.objects.using(_STAGING).all().delete()
    SignInLink.objects.using(_STAGING).bulk_create(SignInLink.objects.filter(user__in=same))
    fields = ["user", "label", "signed_in_at", "expires_at", "signed_out_at"]
    Device.objects.using(_STAGING).bulk_create(
        Device.objects.filter(user__in=same),
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=fields,
    )


@contextmanager
def _as_database(file: Path) -> Iterator[None]:
    """Let Django use ``file`` under the name staging, in this thread."""
    live = connections[DEFAULT_DB_ALIAS]
    connections[_STAGING] = type(live)({**live.settings_dict, "NAME": str(file)}, _STAGING)
    try:
        yield
    finally:
        connections[_STAGING].close()
        del connections[_STAGING]


def _live_file() -> Path:
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite":
        raise RuleError("backup_needs_pg_dump")
    return Path(str(connection.settings_dict["NAME"]))


def _open(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=20, isolation_level=None)


def _read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=20)


def _automatic_copies() -> list[Path]:
    return [path for path in folder().glob("*.sqlite3") if _AUTOMATIC.fullmatch(path.name)]


def _free_name(now: datetime, why: str) -> Path:
    names = (f"{stamp(now)}-{why}{number}.sqlite3" for number in ["", *(f"-{n}" for n in range(2, 1000))])
    return next(path for name in names if not (path := folder() / name).exists())
