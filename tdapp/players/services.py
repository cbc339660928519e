"""What the club does with its players outside a night."""

from __future__ import annotations

from typing import Unpack

from tdapp.journal.models import JournalEntry, Stream
from tdapp.journal.recorder import Act, once, record
from tdapp.players import names
from tdapp.players.models import Player


def club_stream() -> Stream:
    """The one stream of the club: players and settings."""
    first = Stream.objects.filter(kind="club").order_by("pk").first()
    return first or Stream.objects.create(kind="club")


@once
def rename_player(*, player: Player, nickname: str, note: str = "", **act: Unpack[Act]) -> JournalEntry:
    """Give a player another nickname or note. RuleError: ``name_missing``, ``name_too_long``."""
    nickname = names.cleaned(nickname)
    with record(club_stream(), "player_renamed", **act) as change:
        change.update(player, nickname=nickname, note=names.cleaned_note(note), folded=names.folded(nickname))
        change.note(player=player.pk)
    return change.entry
