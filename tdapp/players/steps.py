"""Parts of larger acts that make or name players."""

from __future__ import annotations

from tdapp.journal.recorder import Change
from tdapp.players import names
from tdapp.players.models import Player


def make_player(change: Change, *, nickname: str, note: str = "", guest: bool = False) -> Player:
    """A new player. RuleError: ``name_missing``, ``name_too_long``."""
    nickname = names.cleaned(nickname)
    return change.create(
        Player,
        nickname=nickname,
        note=names.cleaned_note(note),
        folded=names.folded(nickname),
        guest=guest,
    )
