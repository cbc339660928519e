"""Players: a person once, with a display nickname; contact data apart, so that it can be erased."""

from __future__ import annotations

from django.db import models

from tdapp.journal.codes import new_code
from tdapp.journal.models import Journaled


class Player(Journaled):
    """A person at the tables.  ``note`` tells apart two who share a nickname.

    ``folded`` is the nickname without case and accents: it proposes, it never merges.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    nickname = models.CharField(max_length=60)
    note = models.CharField(max_length=60, blank=True)
    folded = models.CharField(max_length=60, db_index=True)
    guest = models.BooleanField(default=False)

    def __str__(self) -> str:
        return told_apart(self.nickname, self.note)


def told_apart(nickname: str, note: str) -> str:
    """The nickname, with the note that tells namesakes apart."""
    return f"{nickname} ({note})" if note else nickname


class Contact(models.Model):
    """How to reach a person; outside the journal, erased when the person asks."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="contact")
    name = models.CharField(max_length=120, blank=True)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return self.name
