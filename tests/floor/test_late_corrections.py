"""A mistake of an earlier round found in a later one (fault 92)."""

from __future__ import annotations

import pytest

from tdapp.floor import corrections
from tdapp.floor.corrections import OutChange, effect_of_change
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import Out
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.nights.back_and_forth import back_and_forth
from tests.vivaldi import begin, places, second_round, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


def out_of(night: Night, name: str) -> Out:
    return Out.objects.get(entry=night.entries[name])


def seats(night: Night) -> dict[str, list[str]]:
    return {label: sitting(table_called(night.open, label, 2)) for label in ("1", "2")}


def test_a_late_correction_of_round_1_shows_its_effect_and_keeps_what_is_played_fault_92() -> None:
    night = vivaldi_night()
    first = second_round(night)
    night.wait(minutes=10)
    here = seats(night)
    night.out(here["1"][0])
    # Of table A the fourth had gone before the third; it was the other way round.
    third, fourth = first["A"][2:]
    was, change = places(night), OutChange(before=out_of(night, fourth))
    effect = effect_of_change(night.field(), out_of(night, third), change)
    shown = {one.name: one.after for one in effect}
    assert set(shown) == {third, fourth}
    assert places(night) == was, "shown, not done"
    act = back_and_forth(
        night,
        lambda: corrections.change_out(out=out_of(night, third), correction=change, seed="s", **night.act),
    )
    assert {name: places(night)[name] for name in shown} == {
        name: place.first for name, place in shown.items() if place is not None
    }
    assert {name: place for name, place in places(night).items() if name not in shown} == {
        name: place for name, place in was.items() if name not in shown
    }
    assert seats(night) == {"1": here["1"][1:], "2": here["2"]}
    assert JournalEntry.objects.get(pk=act.pk).kind == "out_corrected"


def test_who_is_in_round_2_is_changed_only_once_that_is_called_off_fault_92() -> None:
    night = vivaldi_night()
    first = second_round(night)
    lost = first["A"][3]
    here = seats(night)
    with pytest.raises(RuleError) as refused:
        corrections.reinstate(out=out_of(night, lost), seed="s", **night.act)
    assert refused.value.code == "next_round_began"
    assert seats(night) == here
    begun = JournalEntry.objects.filter(kind="round_begun").latest("pk")
    undo(entry=begun, actor=night.director, now=night.now)
    assert not out_of(night, lost).voided
    begin(night)
    assert {name for table in seats(night).values() for name in table} == {
        name for table in here.values() for name in table
    }
