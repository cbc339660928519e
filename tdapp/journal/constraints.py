"""Turns a database constraint that bites into the code of a sentence."""

from __future__ import annotations

from django.apps import apps
from django.db import IntegrityError, models

from tdapp.journal.images import field_of
from tdapp.rules.errors import RuleError


def refusal(error: IntegrityError) -> RuleError:
    """The RuleError for a violated constraint: its ``violation_error_code``, else its name.

    PostgreSQL names the constraint; SQLite names the columns of a unique index
    and the name of a check.
    """
    text = str(error)
    for model in apps.get_models():
        for constraint in model._meta.constraints:
            if _named(text, model, constraint):
                code = getattr(constraint, "violation_error_code", None) or constraint.name
                return RuleError(code)
    return RuleError("database_refused", detail=text.splitlines()[0])


def _named(text: str, model: type[models.Model], constraint: models.BaseConstraint) -> bool:
    if constraint.name in text:
        return True
    if not isinstance(constraint, models.UniqueConstraint):
        return False
    table = model._meta.db_table
    columns = [field_of(model, name).column for name in constraint.fields]
    return text.endswith("failed: " + ", ".join(f"{table}.{column}" for column in columns))
