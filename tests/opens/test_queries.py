"""Who is in and out, in which place, with how many chips: derived on read (RULES 4.1, SPT-38, SPT-41)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.journal.undo import undo
from tdapp.opens.models import Entry
from tdapp.opens.queries import STALE_AFTER
from tdapp.rules.places import Place
from tests.builders import BARBARISMO, Night, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def places(night: Night) -> dict[str, tuple[int, int]]:
    everyone = night.field()
    return {everyone.by_id[key].name: (p.first, p.last) for key, p in everyone.places.items()}


def test_places_are_derived_again_when_an_out_in_the_middle_is_undone_fault_83():
    night = make_night()
    night.sign_up(*(f"P{n}" for n in range(1, 11)))
    night.start()
    first = night.out("P1")
    night.out("P2")
    undo(entry=first, actor=night.director, now=night.now)
    night.out("P3")
    assert places(night) == {"P2": (10, 10), "P3": (9, 9)}


def test_two_out_in_one_hand_with_equal_stacks_share_their_places_faults_86_88(night: Night):
    pair = [night.entries["Israel"], night.entries["Kosovo"]]
    floor.record_outs(open=night.open, groups=[pair], in_order=True, **night.act)
    night.out("Francia")
    assert places(night) == {"Israel": (7, 8), "Kosovo": (7, 8), "Francia": (6, 6)}


def test_the_last_one_left_has_the_first_place_and_nobody_two_fault_89(night: Night):
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    assert places(night) == {name: (n, n) for n, name in enumerate(BARBARISMO, start=1)}


def test_somebody_signed_up_late_moves_the_places_below_only_once_seated(night: Night):
    night.out("Israel")
    entry = door.sign_up(open=night.open, nickname="Tanzania", seed="s", **night.act)
    assert places(night) == {"Israel": (8, 8)}
    assert len(night.field().left) == 7
    floor.draw_seats(open=night.open, seed="late", **night.act)
    assert places(night) == {"Israel": (9, 9)}
    assert entry.params["entry"] in {e.id for e in night.field().left}


def test_outs_before_a_hand_count_by_order_not_by_when_they_were_entered_SPT_38(night: Night):
    pair = [night.entries["Israel"], night.entries["Kosovo"]]
    floor.record_outs(open=night.open, groups=[[e] for e in pair], in_order=True, **night.act)
    night.out("Francia")
    everyone = night.field()
    hands = {everyone.by_id[out.entry].name: out.hand for out in everyone.outs}
    assert everyone.outs_before_hand(hands["Israel"]) == everyone.outs_before_hand(hands["Kosovo"]) == 0
    assert everyone.outs_before_hand(hands["Francia"]) == 2


def test_chips_in_play_are_those_handed_out_whatever_was_counted(night: Night):
    assert night.field().chips_in_play == 8 * 2000
    floor.count_chips(open=night.open, counts={night.entries["Israel"]: 1}, **night.act)
    night.out("Kosovo")
    assert night.field().chips_in_play == 8 * 2000
    assert night.field().average == 8 * 2000 // 7


def test_there_is_no_average_before_the_start():
    night = make_night()
    night.sign_up("Canadá")
    assert night.field().average is None


def test_a_stack_is_sure_until_it_is_stale_or_moved_unseen(night: Night):
    def sure(name: str, now=None) -> int | None:
        return night.field().sure_stack(night.entries[name].pk, now or night.now)

    assert sure("Canadá") == 2000
    assert sure("Canadá", night.now + STALE_AFTER) == 2000
    assert sure("Canadá", night.now + STALE_AFTER + timedelta(seconds=1)) is None
    night.out("Israel", by="Canadá")
    assert (sure("Canadá"), sure("Letonia")) == (None, 2000)
    floor.count_chips(open=night.open, counts={night.entries["Canadá"]: 4000}, **night.act)
    assert sure("Canadá") == 4000
    night.out("Kosovo")
    assert (sure("Canadá"), sure("Letonia")) == (None, None)
    assert night.field().sure_stack(0, night.now) is None


def test_the_stacks_before_an_act_leave_later_lines_out(night: Night):
    out = night.out("Israel", by="Canadá")
    floor.count_chips(open=night.open, counts={night.entries["Canadá"]: 4000}, **night.act)
    before = night.field().stacks_before(out.pk)[night.entries["Canadá"].pk]
    assert (before.chips, before.moved) == (2000, False)


def test_the_name_tells_namesakes_apart_fault_133():
    night = make_night()
    night.sign_up("Kim Lee")
    door.sign_up(open=night.open, nickname="kim lee", seed="s", overruled=["player_already_in"], **night.act)
    assert [e.name for e in night.field().entrants] == ["Kim Lee", "kim lee (2)"]
    assert Entry.objects.filter(open=night.open).count() == 2


def test_places_by_count_rank_the_survivors_and_equal_counts_tie_SPT_41(night: Night):
    for name in ("Israel", "Kosovo", "Francia", "Lituania"):
        night.out(name)
    counts = {"Canadá": 5000, "Inglaterra": 3000, "Letonia": 3000, "Irán": 5000}
    floor.finish_open(open=night.open, counts={night.entries[k]: v for k, v in counts.items()}, **night.act)
    assert {k: v for k, v in places(night).items() if k in counts} == {
        "Canadá": (1, 2), "Irán": (1, 2), "Inglaterra": (3, 4), "Letonia": (3, 4),
    }  # fmt: skip
    assert night.field().places[night.entries["Lituania"].pk] == Place(5, 5)
