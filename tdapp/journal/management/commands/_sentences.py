"""What the terminal says when a backup is refused."""

from __future__ import annotations

from tdapp.rules.errors import RuleError

SENTENCES = {
    "backup_missing": "There is no file {path}. The copies are in the folder backups beside the database.",
    "backup_damaged": "{path} is damaged and was not used. Your data are as they were: try an earlier copy.",
    "backup_foreign": "{path} is no backup of this program. Your data are as they were.",
    "backup_newer": "{path} was made by a newer version of this program. Update it, then restore again.",
    "backup_exists": "{path} exists already and was left alone. Choose another name.",
    "backup_unwritable": "The copy could not be written to {path} ({reason}). Choose another place.",
    "restore_failed": "{path} could not be put back ({reason}). Your data are as they were.",
    "backup_needs_pg_dump": "These data are in PostgreSQL: use pg_dump and pg_restore.",
}


def sentence(error: RuleError) -> str:
    """What a person reads for a refusal."""
    return SENTENCES[error.code].format(**error.params)
