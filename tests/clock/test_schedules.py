"""Schedules kept by a tour: saved, renamed, deleted, each taken back and put back."""

from __future__ import annotations

import uuid

import pytest

from tdapp.clock.models import SavedSchedule
from tdapp.clock.schedules import (
    delete_schedule,
    levels_in,
    rename_schedule,
    save_schedule,
    saved_schedules,
)
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.presets import sistema
from tdapp.tours.models import Tour
from tests.builders import EVENING, make_tour

pytestmark = pytest.mark.django_db

LEVELS = (
    Level.of_minutes(25, 50, 20),
    Level(0, 0, 0, 600, is_break=True, note="Cena", colour_up=(25,), rebuys_end=True),
    Level(100, 200, 200, 1200, ante_form="big_blind", game="Omaha", entry_ends=True),
)


def kept(tour: Tour, name: str = "Viernes", **more: object) -> JournalEntry:
    given = {"name": name, "levels": LEVELS, "stack": 5000, "smallest_chip": 25, **more}
    return save_schedule(tour=tour, **given, **act())


def act() -> dict[str, object]:
    return {"actor": None, "now": EVENING, "request_id": uuid.uuid4()}


def names(tour: Tour) -> list[str]:
    return [one.name for one in saved_schedules(tour)]


def test_a_schedule_comes_back_with_every_column_as_it_was_kept():
    tour, _director = make_tour()
    saved = SavedSchedule.objects.get(pk=kept(tour).params["schedule"])
    assert levels_in(saved) == LEVELS
    assert (saved.stack, saved.smallest_chip, saved.chip_digits) == (5000, 25, 0)
    kept(tour, "Sistema", levels=sistema().levels, stack=1500, smallest_chip=10)
    assert levels_in(SavedSchedule.objects.get(name="Sistema")) == sistema().levels


def test_keeping_renaming_and_deleting_are_taken_back_and_put_back():
    tour, _director = make_tour()
    entry = kept(tour)
    undone = undo(entry=entry, **act())
    assert names(tour) == []
    redo(entry=undone, **act())
    assert names(tour) == ["Viernes"]
    saved = SavedSchedule.objects.get()
    renamed = rename_schedule(schedule=saved, name="  Jueves  corto ", **act())
    assert names(tour) == ["Jueves corto"]
    undone = undo(entry=renamed, **act())
    assert names(tour) == ["Viernes"]
    redo(entry=undone, **act())
    assert names(tour) == ["Jueves corto"]
    gone = delete_schedule(schedule=saved, **act())
    assert names(tour) == []
    undone = undo(entry=gone, **act())
    assert names(tour) == ["Jueves corto"]
    redo(entry=undone, **act())
    assert names(tour) == []


def test_the_same_request_keeps_a_schedule_once():
    tour, _director = make_tour()
    once = act()
    given = {"tour": tour, "name": "Viernes", "levels": LEVELS, "stack": 5000}
    first, second = (save_schedule(**given, **once) for _tap in range(2))
    assert (first.pk, second.repeated, names(tour)) == (second.pk, True, ["Viernes"])


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"name": " "}, "name_missing"),
        ({"name": "n" * 61}, "name_too_long"),
        ({"name": "Viernes"}, "saved_name_taken"),
        ({"levels": ()}, "schedule_empty"),
        ({"levels": (Level.of_minutes(50, 25, 20),)}, "small_blind_above_big"),
        ({"levels": tuple(Level.of_minutes(n, 2 * n, 1) for n in range(1, 202))}, "schedule_too_long"),
        ({"stack": 0}, "stack_not_positive"),
        ({"smallest_chip": 0}, "smallest_chip_not_positive"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_is_written(more: dict[str, object], code: str):
    tour, _director = make_tour()
    kept(tour)
    with pytest.raises(RuleError) as refused:
        kept(tour, **{"name": "Sábado", **more})
    assert refused.value.code == code
    assert names(tour) == ["Viernes"]


def test_a_name_freed_by_deleting_may_be_used_again_and_then_the_deletion_stays():
    tour, _director = make_tour()
    kept(tour)
    gone = delete_schedule(schedule=SavedSchedule.objects.get(), **act())
    kept(tour)
    with pytest.raises(RuleError) as refused:
        undo(entry=gone, **act())
    assert refused.value.code in ("saved_name_taken", "undo_in_the_way")
    assert names(tour) == ["Viernes"]
