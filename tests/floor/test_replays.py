"""Disqualification, without and with replay (VIV-31, VIV-32, RULES 2.11, TDA 71-D)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tdapp.cash import queries as cash
from tdapp.clock import services as clock
from tdapp.clock.models import Clock
from tdapp.floor import corrections, replays
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.hands import services as hands
from tdapp.hands.models import Hand
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Out, Ruling, Table
from tdapp.rules.errors import RuleError
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.hands.dealing import enter
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight at one table, 20 € stacks; 50, 20 and 10 € are paid."""
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def disqualify(night: Night, name: str, **more: object) -> JournalEntry:
    return replays.disqualify(entry=night.entries[name], seed="lot", **more, **night.act)


def places(night: Night) -> dict[str, int]:
    everyone = night.field()
    return {entrant.name: everyone.places[entrant.id].first for entrant in everyone.entrants
            if entrant.id in everyone.places}  # fmt: skip


# -- without a replay ----------------------------------------------------------------------------------


def test_a_disqualified_player_is_out_at_that_moment_and_his_seat_is_free_VIV_31(night: Night):
    night.out("Israel")
    night.wait(minutes=5)
    disqualify(night, "Kosovo", text="Hid chips")
    assert places(night) == {"Israel": 8, "Kosovo": 7}
    out = Out.objects.get(entry=night.entries["Kosovo"])
    assert (out.disqualified, out.at, out.by) == (True, night.now, None)
    assert not Seat.objects.filter(entry=night.entries["Kosovo"], ended_at=None).exists()
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.text, ruling.entry) == ("disqualified", "Hid chips", night.entries["Kosovo"])


def test_his_chips_leave_play_and_no_others_TDA_71_D(night: Night):
    floor.count_chips(
        open=night.open, counts={night.entries["Kosovo"]: 3500, night.entries["Irán"]: 500}, **night.act
    )
    assert night.field().chips_in_play == 16000
    disqualify(night, "Kosovo")
    everyone = night.field()
    assert everyone.chips_in_play == 12500
    assert everyone.sure_stack(night.entries["Irán"].pk, night.now) == 500, "nobody else's chips moved"
    assert everyone.stacks[night.entries["Kosovo"].pk].chips == 0


def test_the_chips_counted_at_the_ruling_are_those_that_leave(night: Night):
    disqualify(night, "Kosovo", chips=6100)
    assert night.field().chips_in_play == 9900
    assert Out.objects.get().stack_before == 6100
    with pytest.raises(RuleError, match="chips_negative"):
        disqualify(night, "Irán", chips=-1)


def test_the_fee_stays_in_the_pool_and_the_paid_places_move_up_VIV_31(night: Night):
    for name in ("Israel", "Francia", "Lituania", "Irán", "Letonia"):
        night.out(name)
    assert night.pool().prize == 8000
    disqualify(night, "Inglaterra")
    night.out("Kosovo")
    assert places(night)["Inglaterra"] == 3
    floor.finish_open(open=night.open, **night.act)
    night.open.refresh_from_db()
    won = cash.winnings(night.open, night.field(), cash.prizes(night.open, night.pool()))
    names = {entry.pk: name for name, entry in night.entries.items()}
    assert {names[key]: one.amount for key, one in won.items()} == {
        "Canadá": 5000, "Kosovo": 2000, "Letonia": 1000,
    }  # fmt: skip


def test_who_is_out_already_keeps_the_place_and_is_paid_nothing(night: Night):
    night.out("Israel")
    night.out("Francia")
    before = places(night)
    in_play = night.field().chips_in_play
    disqualify(night, "Israel")
    assert places(night) == before
    assert Out.objects.get(entry=night.entries["Israel"]).disqualified
    assert night.field().chips_in_play == in_play, "his chips are others' since"


def test_a_disqualification_is_undone_and_redone_without_a_trace(night: Night):
    night.out("Israel")
    night.wait(minutes=3)
    back_and_forth(night, lambda: disqualify(night, "Kosovo", chips=2500))


def test_the_disqualified_come_back_by_undo_and_by_no_other_way(night: Night):
    disqualify(night, "Kosovo")
    out = Out.objects.get()
    with pytest.raises(RuleError, match="out_by_ruling"):
        corrections.reinstate(out=out, seed="s", **night.act)
    correction = corrections.OutChange(entry=night.entries["Irán"])
    with pytest.raises(RuleError, match="out_by_ruling"):
        corrections.change_out(out=out, correction=correction, seed="s", **night.act)
    with pytest.raises(RuleError, match="disqualified_already"):
        disqualify(night, "Kosovo")


def test_the_last_one_left_cannot_be_disqualified():
    night = make_night(spt_terms())
    night.sign_up("Canadá", "Irán")
    with pytest.raises(RuleError, match="not_started"):
        disqualify(night, "Irán")
    night.start()
    disqualify(night, "Irán")
    with pytest.raises(RuleError, match="nobody_left"):
        disqualify(night, "Canadá")
    assert [entrant.name for entrant in night.field().left] == ["Canadá"]


def test_blinds_that_follow_the_outs_count_the_disqualified_too_SPT_38(night: Night):
    night.out("Israel")
    disqualify(night, "Kosovo")
    assert len(night.field().outs) == 2


# -- one table played again ------------------------------------------------------------------------------


@pytest.fixture
def timed() -> Night:
    """Eight at one table, 20-minute levels, an hour in: two are out."""
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    night.wait(minutes=50)
    night.out("Israel", by="Kosovo")
    night.out("Francia", by="Kosovo")
    night.wait(minutes=10)
    return night


def test_an_open_of_one_table_begins_anew_without_the_cheat_VIV_32(timed: Night):
    view = replays.preview(timed.open, timed.field(), timed.entries["Kosovo"].pk)
    assert [(one.label, one.round, one.finished) for one in view.tables] == [("1", 1, False)]
    assert len(view.players) == len(view.now) == 7
    disqualify(timed, "Kosovo", replay=True, shown=view.ids)
    everyone = timed.field()
    assert places(timed) == {"Kosovo": 8}
    assert {entrant.name for entrant in everyone.left} == set(BARBARISMO) - {"Kosovo"}
    assert everyone.chips_in_play == 7 * 5000
    assert {everyone.stacks[entrant.id].chips for entrant in everyone.left} == {5000}
    void, fresh = Table.objects.order_by("pk")
    assert void.annulled_at == timed.now
    assert (fresh.replay_of, fresh.number, fresh.started_at) == (void, 1, timed.now)
    assert fresh.button is not None
    assert Seat.objects.filter(table=fresh, ended_at=None).count() == 7
    assert [(one.entry.player.nickname, one.place) for one in void.results.order_by("place")] == [
        ("Francia", 7), ("Israel", 8),
    ]  # fmt: skip


def test_a_table_played_again_has_a_clock_of_its_own_from_the_first_level_VIV_32(timed: Night):
    disqualify(timed, "Kosovo", replay=True)
    own = Clock.objects.get(table__isnull=False)
    assert (own.anchor_at, own.running, own.index) == (timed.now, True, 0)
    clock.pause_clock(open=timed.open, **timed.act)
    own.refresh_from_db()
    assert not own.running, "the clock that is paused is the one that is played by"
    timed.wait(minutes=30)
    clock.resume_clock(open=timed.open, **timed.act)
    clock.add_time(open=timed.open, seconds=60, **timed.act)
    own.refresh_from_db()
    assert (own.running, own.elapsed) == (True, timedelta(seconds=-60))


def test_a_replay_that_begins_while_the_clock_stands_begins_with_the_next_resume(timed: Night):
    clock.pause_clock(open=timed.open, **timed.act)
    timed.wait(minutes=4)
    disqualify(timed, "Kosovo", replay=True)
    assert not Clock.objects.get(table__isnull=False).running
    timed.wait(minutes=1)
    clock.resume_clock(open=timed.open, **timed.act)
    own = Clock.objects.get(table__isnull=False)
    assert (own.running, own.anchor_at, own.elapsed) == (True, timed.now, timedelta(0))


def test_a_replay_undone_restores_every_view_VIV_32(timed: Night):
    back_and_forth(timed, lambda: disqualify(timed, "Kosovo", replay=True))


def test_what_changed_since_it_was_shown_is_shown_again(timed: Night):
    with pytest.raises(RuleError, match="replay_changed"):
        disqualify(timed, "Kosovo", replay=True, shown=(0,))
    assert Ruling.objects.count() == 0


def test_tables_that_share_one_field_cannot_be_played_again_alone():
    night = make_night(timed_terms())
    night.sign_up(*(f"P{count}" for count in range(20)))
    night.start()
    assert Table.objects.count() > 1
    with pytest.raises(RuleError, match="replay_mixed"):
        replays.preview(night.open, night.field(), night.entries["P3"].pk)
    with pytest.raises(RuleError, match="replay_mixed"):
        disqualify(night, "P3", replay=True)
    disqualify(night, "P3")
    assert len(night.field().left) == 19


def test_a_later_act_is_in_the_way_of_undoing_the_replay(timed: Night):
    entry = disqualify(timed, "Kosovo", replay=True)
    later = timed.out("Irán")
    with pytest.raises(RuleError) as refused:
        undo(entry=entry, **timed.act)
    assert (refused.value.code, refused.value.params["by"]) == ("undo_in_the_way", later.pk)
    undo(entry=later, **timed.act)
    back = undo(entry=entry, **timed.act)
    redo(entry=back, **timed.act)
    assert places(timed) == {"Kosovo": 8}


def test_entered_hands_of_a_void_table_stay_as_they_were_and_put_nobody_out(timed: Night):
    others = [name for name in BARBARISMO if name not in ("Kosovo", "Irán", "Israel", "Francia")]
    for name in ("Kosovo", "Irán"):
        floor.count_chips(open=timed.open, counts={timed.entries[name]: 5000}, **timed.act)
    enter(
        timed,
        {"Kosovo": ("in", 5000), "Irán": ("all", 5000), **dict.fromkeys(others, ("fold", 0))},
        [["Kosovo"]],
    )
    assert Out.objects.filter(entry=timed.entries["Irán"]).exists()
    hand = Hand.objects.get()
    parts = list(hand.hand_seats.order_by("seat").values_list("seat", "received"))
    back_and_forth(timed, lambda: disqualify(timed, "Kosovo", replay=True))
    assert "Irán" in {entrant.name for entrant in timed.field().left}
    assert (
        list(hand.hand_seats.filter(voided=False).order_by("seat").values_list("seat", "received")) == parts
    )
    with pytest.raises(RuleError, match="table_void"):
        hands.void_hand(hand=hand, seed="s", **timed.act)


def test_a_hand_corrected_later_does_not_bring_the_disqualified_back(timed: Night):
    others = [name for name in BARBARISMO if name not in ("Kosovo", "Irán", "Israel", "Francia")]
    for name in ("Kosovo", "Irán"):
        floor.count_chips(open=timed.open, counts={timed.entries[name]: 5000}, **timed.act)
    puts = {"Kosovo": ("in", 5000), "Irán": ("all", 5000), **dict.fromkeys(others, ("fold", 0))}
    enter(timed, puts, [["Kosovo"]])
    disqualify(timed, "Irán")
    with pytest.raises(RuleError, match="out_by_ruling"):
        hands.void_hand(hand=Hand.objects.get(), seed="s", **timed.act)
