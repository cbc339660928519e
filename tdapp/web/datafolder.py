"""The data folder: database, secret key, logs and backups, all in one place with mode 0700.

Read by the settings, so nothing here may import Django's models or settings.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tdapp.web.starting import CannotStart

SECRET_FILE = "secret.key"


def prepare(folder: Path) -> None:
    """Make the folder with its logs and backups if need be, closed to other users of the machine."""
    try:
        for place in (folder, folder / "logs", folder / "backups"):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix" and folder.stat().st_uid == os.getuid() and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise CannotStart(_sentence(folder, error)) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CannotStart(_sentence(folder, PermissionError(13, "Permission denied")))


def secret_key(folder: Path) -> str:
    """The installation's secret, made at the first start and readable by its owner only."""
    path = folder / SECRET_FILE
    try:
        if not path.exists():
            _write_once(path, secrets.token_urlsafe(48))
        key = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise CannotStart(_sentence(path, error)) from error
    if len(key) < 32:
        raise CannotStart(f"{path} holds no usable secret. Delete that file: a new one is made at the start.")
    return key


def _write_once(path: Path, text: str) -> None:
    """Write a file that is never seen half written, and keep the first of two writers' texts."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text + "\n")
    if path.exists():
        draft.unlink()
    else:
        draft.replace(path)


def _sentence(path: Path, error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return (
        f"The data folder cannot be used: {path} ({reason}). "
        "Make it writable for you, or name another one with the variable TAPETE_DATA."
    )
