"""The data folder and its secret (DESIGN 10)."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tdapp.web import datafolder
from tdapp.web.starting import CannotStart


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_closed_to_everybody_else(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "var"
    datafolder.prepare(folder)
    assert (mode(folder), mode(folder / "logs"), mode(folder / "backups")) == (0o700, 0o700, 0o700)


def test_a_folder_that_was_open_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    datafolder.prepare(folder)
    assert mode(folder) == 0o700


def test_the_secret_is_made_once_and_is_for_the_owner_only(tmp_path: Path) -> None:
    datafolder.prepare(tmp_path)
    first = datafolder.secret_key(tmp_path)
    assert len(first) >= 50
    assert datafolder.secret_key(tmp_path) == first
    assert mode(tmp_path / "secret.key") == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backups", "logs", "secret.key"]


def test_two_installations_have_two_secrets(tmp_path: Path) -> None:
    for name in ("a", "b"):
        datafolder.prepare(tmp_path / name)
    assert datafolder.secret_key(tmp_path / "a") != datafolder.secret_key(tmp_path / "b")


def test_a_folder_that_cannot_be_made_is_a_sentence_that_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart) as caught:
        datafolder.prepare(tmp_path / "file" / "var")
    assert str(caught.value) == (
        f"The data folder cannot be used: {tmp_path}/file/var (Not a directory). "
        "Make it writable for you, or name another one with the variable TAPETE_DATA."
    )


def test_an_empty_secret_is_refused_and_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("")
    with pytest.raises(CannotStart, match="Delete that file"):
        datafolder.secret_key(tmp_path)
