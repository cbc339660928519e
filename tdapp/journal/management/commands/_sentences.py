"""What the terminal says when a backup is refused."""

from __future__ import annotations

from django.core.management import CommandError

from tdapp.rules.errors import RuleError

SENTENCES = {
    "backup_missing": "There is no file {path}. The copies are in the folder backups beside the database.",
    "backup_damaged": "{path} is damaged and was not used. Your data are as they were: try an earlier copy.",
    "backup_foreign": "{path} is no backup of this program. Your data are as they were.",
    "backup_newer": "{path} was made by a newer version of this program. Update it, then restore again.",
    "backup_exists": "{path} exists already and was left alone. Choose another name.",
    "backup_unwritable": "The copy could not be written to {path} ({reason}). Choose another place.",
    "backup_needs_pg_dump": "These data are in PostgreSQL: use pg_dump and pg_restore.",
}


def as_sentence(error: RuleError) -> CommandError:
    """The command's error for a refusal."""
    return CommandError(SENTENCES[error.code].format(**error.params))
