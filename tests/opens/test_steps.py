"""Room between outs: one is put before or after another, and all are spaced anew when none is left."""

from __future__ import annotations

import pytest

from tdapp.floor import corrections
from tdapp.floor.corrections import OutChange
from tdapp.journal.recorder import record
from tdapp.opens import steps
from tdapp.opens.models import Entry, Out
from tdapp.rules.errors import RuleError
from tests.builders import BARBARISMO, Night, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    for name in ("Israel", "Kosovo", "Francia"):
        night.out(name)
    return night


def out_of(night: Night, name: str) -> Out:
    return Out.objects.get(entry=night.entries[name])


def put(night: Night, name: str, **where: Out) -> None:
    corrections.change_out(out=out_of(night, name), correction=OutChange(**where), seed="s", **night.act)


def order(night: Night) -> list[list[str]]:
    everyone = night.field()
    return [[everyone.by_id[key].name for key in group] for group in everyone.out_groups]


def test_an_order_before_the_first_and_after_the_last(night: Night):
    put(night, "Francia", before=out_of(night, "Israel"))
    assert order(night) == [["Francia"], ["Israel"], ["Kosovo"]]
    put(night, "Francia", after=out_of(night, "Kosovo"))
    assert order(night) == [["Israel"], ["Kosovo"], ["Francia"]]
    night.out("Lituania")
    assert order(night)[-1] == ["Lituania"]


def test_outs_are_exchanged_thirty_times_although_no_room_is_left(night: Night):
    for _ in range(15):
        put(night, "Kosovo", before=out_of(night, "Israel"))
        assert order(night) == [["Kosovo"], ["Israel"], ["Francia"]]
        put(night, "Israel", before=out_of(night, "Kosovo"))
        assert order(night) == [["Israel"], ["Kosovo"], ["Francia"]]


def test_spacing_anew_keeps_ties_and_order(night: Night):
    put(night, "Kosovo", same_as=out_of(night, "Israel"))
    Out.objects.filter(entry=night.entries["Francia"]).update(order=out_of(night, "Israel").order + 1)
    put(night, "Francia", before=out_of(night, "Israel"))
    assert order(night) == [["Francia"], ["Israel", "Kosovo"]]
    night.out("Lituania")
    put(night, "Lituania", after=out_of(night, "Francia"))
    assert order(night) == [["Francia"], ["Lituania"], ["Israel", "Kosovo"]]


def test_an_order_between_neighbours_spaces_all_anew(night: Night):
    first, last = out_of(night, "Israel"), out_of(night, "Francia")
    Out.objects.filter(entry=night.entries["Kosovo"]).update(order=first.order + 1)
    Out.objects.filter(pk=last.pk).update(order=first.order + 2)
    last.refresh_from_db()
    with record(night.open.stream, "out_corrected", actor=None, now=night.now) as change:
        found = steps.order_before(change, open=night.open, out=last)
        orders = list(Out.objects.order_by("order").values_list("order", flat=True))
    assert orders == [1024, 2048, 3072]
    assert 2048 < found < 3072


def test_a_player_is_entered_once(night: Night):
    player = night.entries["Canadá"].player
    with (
        pytest.raises(RuleError, match="player_already_in"),
        record(night.open.stream, "signed_up", actor=None, now=night.now) as change,
    ):
        steps.add_entry(change, open=night.open, player=player)
    assert Entry.objects.filter(player=player).count() == 1


def test_nobody_is_put_out_twice_or_by_himself(night: Night):
    entry, gone = night.entries["Canadá"], night.entries["Israel"]
    for who, by, code in ((gone, entry, "out_already"), (entry, entry, "out_by_himself")):
        with (
            pytest.raises(RuleError, match=code),
            record(night.open.stream, "out_recorded", actor=None, now=night.now) as change,
        ):
            steps.finish_entry(change, entry=who, by=by, order=1, hand=1)


def test_a_count_below_nothing_is_refused(night: Night):
    with (
        pytest.raises(RuleError, match="chips_negative"),
        record(night.open.stream, "chips_counted", actor=None, now=night.now) as change,
    ):
        steps.count_stack(change, entry=night.entries["Canadá"], chips=-1)
