"""The chip sets of a tour: kept, changed, deleted, each taken back and put back (RULES 5.2)."""

from __future__ import annotations

import uuid

import pytest

from tdapp.journal.undo import redo, undo
from tdapp.opens.chip_sets import Chip, chip_sets, chips_of, delete_chip_set, rows_of, save_chip_set, set_of
from tdapp.opens.models import ChipSet
from tdapp.rules.errors import RuleError
from tests.builders import EVENING, make_tour

pytestmark = pytest.mark.django_db

T5000 = (
    Chip(1000, 100, 1, "amarilla"),
    Chip(25, 300, 12, "verde"),
    Chip(100, 300, 12, "negra"),
    Chip(500, 150, 5, "lila"),
)


def act() -> dict[str, object]:
    return {"actor": None, "now": EVENING, "request_id": uuid.uuid4()}


def test_a_set_is_kept_from_the_smallest_chip_up_and_makes_the_stack_of_RULES_5_2():
    tour, _director = make_tour()
    save_chip_set(tour=tour, name="Maletín", chips=T5000, **act())
    kept = chips_of(ChipSet.objects.get().chips)
    assert [chip.value for chip in kept] == [25, 100, 500, 1000]
    assert (set_of(kept).stack, set_of(kept).serves) == (5000, 25)
    assert chips_of(rows_of(T5000)) == kept


def test_keeping_changing_and_deleting_are_taken_back_and_put_back():
    tour, _director = make_tour()
    first = save_chip_set(tour=tour, name="Maletín", chips=T5000, **act())
    undone = undo(entry=first, **act())
    assert chip_sets(tour) == []
    redo(entry=undone, **act())
    kept = ChipSet.objects.get()
    changed = save_chip_set(tour=tour, name="Pequeño", chips=T5000[:2], chip_set=kept, **act())
    assert [chip["value"] for chip in ChipSet.objects.get().chips] == [25, 1000]
    undone = undo(entry=changed, **act())
    assert (ChipSet.objects.get().name, len(ChipSet.objects.get().chips)) == ("Maletín", 4)
    redo(entry=undone, **act())
    assert ChipSet.objects.get().name == "Pequeño"
    gone = delete_chip_set(chip_set=kept, **act())
    assert chip_sets(tour) == []
    undone = undo(entry=gone, **act())
    assert [one.name for one in chip_sets(tour)] == ["Pequeño"]
    redo(entry=undone, **act())
    assert chip_sets(tour) == []


@pytest.mark.parametrize(
    ("name", "chips", "code"),
    [
        ("", T5000, "name_missing"),
        ("n" * 61, T5000, "name_too_long"),
        ("Maletín", T5000, "saved_name_taken"),
        ("Otro", (), "chips_missing"),
        ("Otro", (Chip(0),), "no_such_chip"),
        ("Otro", (Chip(25), Chip(25)), "chip_twice"),
        ("Otro", (Chip(25, -1),), "chips_negative"),
    ],
)
def test_a_set_that_is_none_is_refused(name: str, chips: tuple[Chip, ...], code: str):
    tour, _director = make_tour()
    save_chip_set(tour=tour, name="Maletín", chips=T5000, **act())
    with pytest.raises(RuleError) as refused:
        save_chip_set(tour=tour, name=name, chips=chips, **act())
    assert refused.value.code == code
    assert [one.name for one in chip_sets(tour)] == ["Maletín"]
