"""What a tour keeps, told in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from tdapp.clock.models import SavedSchedule
from tdapp.clock.schedules import delete_schedule, rename_schedule, save_schedule
from tdapp.opens.chip_sets import Chip, delete_chip_set, save_chip_set
from tdapp.opens.models import ChipSet
from tdapp.rules.levels import Level
from tdapp.web.story import sentence
from tests.builders import make_night

pytestmark = pytest.mark.django_db


def test_schedules_and_chip_sets_are_told_by_their_names():
    night = make_night()
    levels = (Level.of_minutes(25, 50, 20),)
    acts = [
        save_schedule(tour=night.tour, name="Viernes", levels=levels, stack=5000, **night.act),
        rename_schedule(schedule=SavedSchedule.objects.get(), name="Jueves", **night.act),
        delete_schedule(schedule=SavedSchedule.objects.get(), **night.act),
        save_chip_set(tour=night.tour, name="Maletín", chips=(Chip(25),), **night.act),
        delete_chip_set(chip_set=ChipSet.objects.get(), **night.act),
    ]
    with translation.override("en"):
        assert [sentence(act, night.open) for act in acts] == [
            "Schedule kept: Jueves", "Schedule renamed: Jueves", "Schedule deleted: Jueves",
            "Chip set kept: Maletín", "Chip set deleted: Maletín",
        ]  # fmt: skip
