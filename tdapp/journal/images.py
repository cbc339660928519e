"""How a field's value is written in the journal, and read back.

Instants are ISO texts, durations whole microseconds, rows their ids.  Free text
(a character field without choices) is kept in a ``Wording`` row and the image holds
its id: the journal itself never contains a name.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, cast

from django.db import models

from tdapp.journal.models import Wording


def is_wording(field: models.Field[Any, Any]) -> bool:
    """Whether the field holds free text."""
    return isinstance(field, models.CharField | models.TextField) and not field.choices


def field_of(row: models.Model | type[models.Model], name: str) -> models.Field[Any, Any]:
    """The concrete field called ``name`` (``player`` for ``player_id``)."""
    return cast("models.Field[Any, Any]", row._meta.get_field(name))


def value_of(row: models.Model, field: models.Field[Any, Any]) -> Any:
    """The stored value: an id for a foreign key."""
    return getattr(row, field.attname)


def plain(value: Any) -> Any:
    """``value`` as JSON can hold it."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    if isinstance(value, dt.timedelta):
        return value // dt.timedelta(microseconds=1)
    if isinstance(value, dt.date | uuid.UUID):
        return str(value)
    return value


def image(row: models.Model, field: models.Field[Any, Any], value: Any) -> Any:
    """What the journal keeps of ``value``."""
    if is_wording(field):
        return Wording.objects.create(model=row._meta.label_lower, row=row.pk, text=value).pk
    return plain(value)


def restored(field: models.Field[Any, Any], kept: Any) -> Any:
    """The value that ``kept`` is the image of."""
    if kept is None:
        return None
    if is_wording(field):
        return Wording.objects.get(pk=kept).text
    if isinstance(field, models.DurationField):
        return dt.timedelta(microseconds=kept)
    if isinstance(field, models.JSONField):
        return kept
    return field.to_python(kept)


def holds(row: models.Model, field: models.Field[Any, Any], kept: Any) -> bool:
    """Whether the row still has the value that ``kept`` is the image of."""
    value = value_of(row, field)
    if is_wording(field):
        return bool(value == restored(field, kept))
    return bool(plain(value) == kept)
