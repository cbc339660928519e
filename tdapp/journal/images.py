"""How a field's value is written in the journal, and read back.

Instants are ISO texts, durations whole microseconds, rows their ids.  Free text
(a character field without choices) is kept in a ``Wording`` row and the image holds
its id: the journal itself never contains a name.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping, Sequence
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


def images_of(told: Sequence[tuple[models.Model, models.Field[Any, Any], Any]]) -> list[Any]:
    """The images of many (row, field, value), in order; their texts are kept at once."""
    words = [(row, value) for row, field, value in told if is_wording(field)]
    kept = iter(
        Wording.objects.bulk_create(
            [Wording(model=row._meta.label_lower, row=row.pk, text=value) for row, value in words],
            batch_size=500,
        )
    )
    return [next(kept).pk if is_wording(field) else plain(value) for _, field, value in told]


def texts_of(images: Iterable[tuple[models.Field[Any, Any], Any]]) -> dict[int, str]:
    """The texts that images (field, image) refer to, by their ids; what ``restored`` and ``holds`` read."""
    ids = {kept for field, kept in images if kept is not None and is_wording(field)}
    return {one.pk: one.text for one in Wording.objects.in_bulk(list(ids)).values()}


def restored(field: models.Field[Any, Any], kept: Any, texts: Mapping[int, str]) -> Any:
    """The value that ``kept`` is the image of; ``texts`` as ``texts_of`` read them."""
    if kept is None:
        return None
    if is_wording(field):
        return texts[kept]
    if isinstance(field, models.DurationField):
        return dt.timedelta(microseconds=kept)
    if isinstance(field, models.JSONField):
        return kept
    return field.to_python(kept)


def holds(row: models.Model, field: models.Field[Any, Any], kept: Any, texts: Mapping[int, str]) -> bool:
    """Whether the row still has the value that ``kept`` is the image of."""
    value = value_of(row, field)
    if is_wording(field):
        return bool(value == restored(field, kept, texts))
    return bool(plain(value) == kept)
