"""Foreign keys point downwards only (DESIGN 2)."""

from __future__ import annotations

from django.apps import apps
from django.db.models import Model

from tests.architecture.packages import LOWEST_FIRST

DJANGOS_OWN = {"auth", "contenttypes", "sessions"}


def own_models() -> list[type[Model]]:
    """Every model of tdapp, those of many-to-many fields included."""
    return [
        model
        for config in apps.get_app_configs()
        if config.name.startswith("tdapp.")
        for model in config.get_models(include_auto_created=True)
    ]


def test_there_are_models_to_look_at() -> None:
    assert {"accounts.User", "journal.Stream", "opens.Open"} <= {model._meta.label for model in own_models()}


def test_every_relation_points_to_its_own_package_or_one_below() -> None:
    upwards = []
    for model in own_models():
        height = LOWEST_FIRST.index(model._meta.app_label)
        for field in model._meta.get_fields(include_hidden=True):
            target = field.related_model
            if field.auto_created or not isinstance(target, type):
                continue
            label = target._meta.app_label
            if label not in DJANGOS_OWN and LOWEST_FIRST.index(label) > height:
                upwards.append(f"{model._meta.label}.{field.name} -> {target._meta.label}")
    assert upwards == []


def test_no_package_above_the_data_has_models() -> None:
    above = set(LOWEST_FIRST[LOWEST_FIRST.index("web") :])
    assert [model._meta.label for model in own_models() if model._meta.app_label in above] == []
