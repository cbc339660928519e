"""Players and roles, told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.journal.models import JournalEntry
from tdapp.players.models import Player
from tdapp.web.recall import Recall, name_of


def player_renamed(act: JournalEntry, recall: Recall) -> str:
    player = Player.everything.filter(pk=act.params["player"]).first()
    return _("Player renamed: %(name)s") % {"name": name_of(player)}


def role_given(act: JournalEntry, recall: Recall) -> str:
    roles = {
        Role.DIRECTOR: _("%(name)s is director of the tour"),
        Role.FLOOR: _("%(name)s is floor of the tour"),
        Role.SCOREKEEPER: _("%(name)s is scorekeeper of the tour"),
    }
    return roles[Role(act.params["role"])] % {"name": _user(act)}


def role_taken(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s has no role in the tour any more") % {"name": _user(act)}


def _user(act: JournalEntry) -> str:
    return str(User.objects.filter(pk=act.params["user"]).first() or _("somebody"))
