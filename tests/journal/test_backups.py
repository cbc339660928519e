"""Backups while the night goes on, and putting one back under open pages."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction

from tdapp.accounts.models import Device, SignInLink, User
from tdapp.journal import backups, tasks
from tdapp.journal.models import Stream
from tdapp.rules.errors import RuleError
from tests.conftest import REPO

NOW = datetime(2026, 11, 30, 21, 15, 2, tzinfo=UTC)
LATER = NOW + timedelta(minutes=15)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has pg_dump"),
]


@pytest.fixture(autouse=True)
def folder(data_folder: Path) -> Path:
    """An empty folder for the copies."""
    place = data_folder / "backups"
    place.mkdir(exist_ok=True)
    for path in place.iterdir():
        path.unlink()
    return place


def kinds_in(copy: Path) -> list[str]:
    with closing(sqlite3.connect(copy)) as there:
        return [kind for (kind,) in there.execute("SELECT kind FROM journal_stream ORDER BY id")]


def kinds() -> list[str]:
    return list(Stream.objects.order_by("pk").values_list("kind", flat=True))


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as caught:
        act()
    return caught.value.code


def test_the_copy_of_a_quarter_of_an_hour_is_named_after_its_instant_and_holds_what_was_committed(
    folder: Path,
) -> None:
    Stream.objects.create(kind="club")
    made = backups.automatic(now=NOW)
    assert made == folder / "20261130T211502Z.sqlite3"
    assert kinds_in(made) == ["club"]
    assert [path.name for path in folder.iterdir()] == ["20261130T211502Z.sqlite3"]
    assert made.stat().st_mode & 0o077 == 0


def test_a_copy_is_made_while_an_act_is_being_written_and_does_not_hold_it() -> None:
    with transaction.atomic():
        Stream.objects.create(kind="open")
        made = backups.by_hand(now=NOW)
        assert kinds_in(made) == []
    assert kinds() == ["open"]


def test_an_idle_laptop_makes_no_second_copy_of_the_same_data(folder: Path) -> None:
    Stream.objects.create(kind="club")
    backups.automatic(now=NOW)
    assert backups.automatic(now=LATER) is None
    Stream.objects.create(kind="tour")
    assert backups.automatic(now=LATER) == folder / "20261130T213002Z.sqlite3"


def test_fifty_automatic_copies_are_kept_and_every_one_made_by_hand(folder: Path) -> None:
    kept = backups.by_hand(now=NOW - timedelta(days=3))
    for number in range(53):
        Stream.objects.create(kind="open", version=number)
        backups.automatic(now=NOW + timedelta(minutes=15 * number))
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 51
    assert kept.name == "20261127T211502Z-kept.sqlite3"
    assert names[0] == kept.name
    assert names[1] == backups.stamp(NOW + timedelta(minutes=45)) + ".sqlite3"


def test_a_copy_by_hand_never_overwrites_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.sqlite3"
    mine.write_text("a letter")
    assert refusal(lambda: backups.by_hand(now=NOW, file=mine)) == "backup_exists"
    assert mine.read_text() == "a letter"
    assert backups.by_hand(now=NOW).name != backups.by_hand(now=NOW).name


def test_a_copy_into_a_place_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    target = tmp_path / "file" / "copy.sqlite3"
    assert refusal(lambda: backups.by_hand(now=NOW, file=target)) == "backup_unwritable"


def test_restoring_brings_the_data_back_and_keeps_those_that_were_there() -> None:
    Stream.objects.create(kind="club")
    copy = backups.by_hand(now=NOW)
    Stream.objects.create(kind="open")
    safety = backups.restore(copy, now=LATER)
    assert kinds() == ["club"]
    assert safety is not None
    assert safety.name == "20261130T213002Z-before-restore.sqlite3"
    backups.restore(safety, now=LATER)
    assert kinds() == ["club", "open"]


def test_restoring_gives_every_stream_a_new_epoch_and_leaves_its_version() -> None:
    for version in (3, 7):
        Stream.objects.create(kind="open", version=version)
    before = set(Stream.objects.values_list("epoch", flat=True))
    backups.restore(backups.by_hand(now=NOW), now=LATER)
    after = set(Stream.objects.values_list("epoch", flat=True))
    assert not before & after
    assert all(len(epoch) == 12 and int(epoch, 16) >= 0 for epoch in after)
    assert sorted(Stream.objects.values_list("version", flat=True)) == [3, 7]


def test_a_connection_that_was_open_before_sees_the_restored_data_and_writes_into_them() -> None:
    Stream.objects.create(kind="club")
    copy = backups.by_hand(now=NOW)
    Stream.objects.create(kind="open")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        assert other.execute("SELECT count(*) FROM journal_stream").fetchone() == (2,)
        backups.restore(copy, now=LATER)
        assert other.execute("SELECT count(*) FROM journal_stream").fetchone() == (1,)
        other.execute("UPDATE journal_stream SET version = 9")
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert Stream.objects.get().version == 9


def test_restoring_signs_nobody_out_and_nobody_in_again() -> None:
    user = User.objects.create(name="Nora")
    lost = Device.objects.create(user=user, label="lost phone", signed_in_at=NOW, expires_at=LATER)
    link = SignInLink.objects.create(
        token_hash="a" * 64, user=user, purpose="phone", created_at=NOW, expires_at=LATER
    )
    copy = backups.by_hand(now=NOW)
    Device.objects.filter(pk=lost.pk).update(signed_out_at=LATER)
    SignInLink.objects.filter(pk=link.pk).update(used_at=LATER)
    phone = Device.objects.create(user=user, label="phone", signed_in_at=LATER, expires_at=LATER)
    Session.objects.create(session_key="s" * 32, session_data="x", expire_date=LATER)
    backups.restore(copy, now=LATER)
    assert Device.objects.get(pk=lost.pk).signed_out_at == LATER
    assert Device.objects.get(pk=phone.pk).label == "phone"
    assert SignInLink.objects.get(pk=link.pk).used_at == LATER
    assert Session.objects.filter(session_key="s" * 32).exists()


def test_a_damaged_a_foreign_and_a_missing_file_are_refused_and_change_nothing(tmp_path: Path) -> None:
    Stream.objects.create(kind="club")
    copy = backups.by_hand(now=NOW)
    damaged = tmp_path / "damaged.sqlite3"
    content = bytearray(copy.read_bytes())
    content[8192:200_000] = b"\xff" * (200_000 - 8192)
    damaged.write_bytes(content)
    text = tmp_path / "text.sqlite3"
    text.write_text("a letter")
    foreign = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as there:
        there.execute("CREATE TABLE recipes (name)")
    assert refusal(lambda: backups.restore(damaged, now=LATER)) == "backup_damaged"
    assert refusal(lambda: backups.restore(text, now=LATER)) == "backup_foreign"
    assert refusal(lambda: backups.restore(foreign, now=LATER)) == "backup_foreign"
    assert refusal(lambda: backups.restore(tmp_path / "none", now=LATER)) == "backup_missing"
    assert kinds() == ["club"]


def test_a_copy_made_by_a_newer_version_is_refused() -> None:
    copy = backups.by_hand(now=NOW)
    with closing(sqlite3.connect(copy)) as there, there:
        there.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('opens', '0999_wings', '2030-01-01')"
        )
    assert refusal(lambda: backups.restore(copy, now=LATER)) == "backup_newer"


def test_the_task_of_the_quarter_of_an_hour_makes_a_copy(folder: Path) -> None:
    Stream.objects.create(kind="club")
    tasks.back_up()
    assert [kinds_in(path) for path in folder.iterdir()] == [["club"]]


def test_another_process_backs_up_and_restores_from_the_command_line(
    other_process: dict[str, str], tmp_path: Path
) -> None:
    def manage(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(REPO / "manage.py"), *words]
        return subprocess.run(command, env=other_process, capture_output=True, text=True, timeout=60)

    Stream.objects.create(kind="club")
    copy = tmp_path / "copy.sqlite3"
    assert manage("backup", str(copy)).stdout == f"Saved: {copy}\n"
    Stream.objects.create(kind="open")
    again = manage("backup", str(copy))
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == f"{copy} exists already and was left alone. Choose another name.\n"
    done = manage("restore", str(copy))
    assert done.stdout.startswith(f"Restored: {copy}\nThe data until now: ")
    assert kinds() == ["club"]
