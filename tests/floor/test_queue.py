"""The waiting list of a full room, and who waits until the button has passed (T-2.1b)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tdapp.floor import door, tables
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.floor.queries import SeatView, moves_since
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import StackChange
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.floor.rooms import (
    add_table,
    all_draws_come_out_again,
    draw_seats,
    limit_room,
    room_of,
    sitting,
    table,
    views,
)
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    return night


# -- the waiting list ----------------------------------------------------------------------------------


@pytest.fixture
def full() -> Night:
    """Ten signed up for the nine seats of one table, and play has begun."""
    night = make_night(timed_terms())
    limit_room(night, 1)
    night.sign_up(*(f"P{n}" for n in range(1, 11)))
    night.start()
    return night


def remarks(night: Night) -> list[tuple[str, dict]]:
    from tdapp.floor.queries import seat_remark, unseated

    everyone = night.field()
    said = seat_remark(night.open, unseated(night.open, everyone), views(night), started=everyone.started)
    return [(said.code, dict(said.params))] if said else []


def test_who_signs_up_while_the_room_is_full_has_no_seat_and_no_chips(full: Night):
    assert [(one.place, one.entrant.name) for one in room_of(full).waiting] == [(1, "P10")]
    assert len(sitting(full)) == 9
    assert not StackChange.objects.filter(entry=full.entries["P10"]).exists()
    assert full.field().chips_in_play == 9 * 5000
    assert [e.name for e in full.field().playing] == [f"P{n}" for n in range(1, 10)]
    assert remarks(full) == []


def test_the_queue_is_in_order_of_sign_up(full: Night):
    for name in ("Q1", "Q2"):
        entry = door.sign_up(open=full.open, nickname=name, seed="s", seat=True, **full.act)
        assert (entry.params["seated"], entry.params["waits"]) == (False, True)
    assert [(one.place, one.entrant.name) for one in room_of(full).waiting] == [
        (1, "P10"), (2, "Q1"), (3, "Q2"),
    ]  # fmt: skip


def test_the_next_free_seat_goes_to_the_first_in_the_queue_with_a_full_stack(full: Night):
    full.sign_up("Q1")
    where = sitting(full)["P3"]
    full.out("P3")
    assert remarks(full) == [("seat_free", {"entry": full.entries["P10"].pk, "free": 1, "waiting": 2})]
    entry = back_and_forth(full, lambda: tables.give_seat(open=full.open, seed="s", **full.act))
    assert entry.params["entry"] == full.entries["P10"].pk
    assert sitting(full)["P10"] == where
    assert full.field().stacks[full.entries["P10"].pk].chips == 5000
    assert remarks(full) == []
    assert all_draws_come_out_again(full)
    with pytest.raises(RuleError, match="no_seat_free"):
        tables.give_seat(open=full.open, seed="s", **full.act)


def test_a_seat_is_given_out_of_turn_only_when_the_director_says_so(full: Night):
    full.sign_up("Q1")
    full.out("P3")
    with pytest.raises(RuleError, match="not_first_waiting") as caught:
        tables.give_seat(open=full.open, entry=full.entries["Q1"], seed="s", **full.act)
    assert caught.value.overrule
    assert caught.value.params == {"entry": full.entries["P10"].pk}
    tables.give_seat(
        open=full.open, entry=full.entries["Q1"], seed="s", overruled=["not_first_waiting"], **full.act
    )
    assert "Q1" in sitting(full)


def test_the_waiting_list_is_over_when_everybody_sits(night: Night):
    draw_seats(night)
    with pytest.raises(RuleError, match="nobody_to_seat"):
        tables.give_seat(open=night.open, seed="s", **night.act)


def test_a_draw_in_a_full_room_seats_the_first_and_says_who_waits():
    night = make_night(timed_terms())
    limit_room(night, 2)
    night.sign_up(*(f"P{n}" for n in range(20)))
    entry = back_and_forth(night, lambda: draw_seats(night))
    assert entry.params == {"seed": "s", "waiting": 2}
    assert [view.players for view in views(night)] == [9, 9]
    assert [one.entrant.name for one in room_of(night).waiting] == ["P18", "P19"]
    with pytest.raises(RuleError, match="room_full") as caught:
        draw_seats(night)
    assert caught.value.params == {"players": 2}


def test_tables_are_opened_as_the_field_grows_until_the_room_is_full():
    night = make_night(timed_terms())
    limit_room(night, 2)
    sizes = []
    for n in range(1, 21):
        door.sign_up(open=night.open, nickname=f"P{n}", seed=f"seed {n}", seat=True, **night.act)
        sizes.append(tuple(view.players for view in views(night)))
    assert sizes[8] == (9,)
    assert sizes[9] == (9, 1)
    assert sizes[17:] == [(9, 9)] * 3
    assert len(room_of(night).waiting) == 2
    assert all_draws_come_out_again(night)


def test_in_a_full_room_who_comes_back_waits_for_a_seat(full: Night):
    from tdapp.floor import corrections

    full.out("P3")
    tables.give_seat(open=full.open, seed="s", **full.act)
    out = full.entries["P3"].outs.get()
    entry = back_and_forth(full, lambda: corrections.reinstate(out=out, seed="s", **full.act))
    assert (entry.params["table"], entry.params["seat"]) == (None, None)
    assert [one.entrant.name for one in room_of(full).waiting] == ["P3"]


# -- between the small blind and the button ------------------------------------------------------------


def arriving() -> Night:
    """T-2.1b: an eight-seat table, BTN 3, SB 5, BB 6, seat 4 the only free one."""
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=8)))
    night.sign_up(*(f"P{n}" for n in range(1, 8)))
    for n, number in enumerate((1, 2, 3, 5, 6, 7, 8), start=1):
        if n == 1:
            add_table(night, seats=8)
        floor.move_player(entry=night.entries[f"P{n}"], table=table(night), number=number, **night.act)
    floor.set_button(table=table(night), seat=3, **night.act)
    night.start()
    return night


def waiting_seats(night: Night) -> list[int]:
    return [seat.number for seat in views(night)[0].seats if seat.waits]


def test_who_arrives_between_the_small_blind_and_the_button_waits_until_it_has_passed_T_2_1b():
    night = arriving()
    assert [(s.mark, s.number) for s in views(night)[0].seats if s.mark] == [("D", 3), ("SB", 5), ("BB", 6)]
    night.sign_up("Late")
    draw_seats(night)
    assert (sitting(night)["Late"], waiting_seats(night)) == (("1", 4), [4])
    assert views(night)[0].dealt == (1, 2, 3, 5, 6, 7, 8)
    back_and_forth(night, lambda: floor.set_button(table=table(night), seat=5, **night.act))
    assert waiting_seats(night) == []
    assert [(s.mark, s.number) for s in views(night)[0].seats if s.mark] == [("D", 5), ("SB", 6), ("BB", 7)]


def test_a_late_player_in_any_other_seat_is_dealt_in_at_once_T_2_1b():
    night = arriving()
    gone = next(name for name, place in sitting(night).items() if place == ("1", 5))
    sits = {name: place[1] for name, place in sitting(night).items()}
    assert sits[gone] == 5
    night.out(gone)
    tables.keep_seat(entry=night.entries["P1"], **night.act)
    night.sign_up("Late")
    tables.sits_at(entry=night.entries["Late"], table=table(night), number=5, **night.act)
    assert waiting_seats(night) == []


def test_the_director_deals_in_who_waits_when_the_button_was_seen_to_pass():
    night = arriving()
    night.sign_up("Late")
    draw_seats(night)
    dealt = tables.deal_in(entry=night.entries["Late"], **night.act)
    assert waiting_seats(night) == []
    back = undo(entry=dealt, actor=night.director, now=night.now)
    assert waiting_seats(night) == [4]
    redo(entry=back, actor=night.director, now=night.now)
    assert waiting_seats(night) == []
    with pytest.raises(RuleError, match="dealt_in_already"):
        tables.deal_in(entry=night.entries["Late"], **night.act)


def test_the_dealer_button_is_given_to_who_waits_and_deals_him_in():
    night = arriving()
    night.sign_up("Late")
    draw_seats(night)
    floor.set_button(table=table(night), seat=4, **night.act)
    assert waiting_seats(night) == []
    assert [(s.mark, s.number) for s in views(night)[0].seats if s.mark] == [("D", 4), ("SB", 5), ("BB", 6)]


def test_before_play_begins_nobody_waits_for_the_button(night: Night):
    draw_seats(night)
    floor.draw_dealer(open=night.open, seed="s", **night.act)
    night.sign_up("Late")
    draw_seats(night)
    assert waiting_seats(night) == []


def late_comer() -> Night:
    """The same night with "Late" in seat 4, who waits for the button."""
    night = arriving()
    night.sign_up("Late")
    draw_seats(night)
    return night


def late_seat(night: Night) -> SeatView:
    return next(seat for seat in views(night)[0].seats if seat.number == 4)


def test_nobody_enters_a_hand_and_the_waiting_ends_by_itself_when_any_hand_is_over_T_2_1b():
    """Eight sit there: forty seconds for each, and the hand that he missed is over."""
    night = late_comer()
    begun = night.now
    ends = begun + timedelta(minutes=5, seconds=20)
    assert (late_seat(night).waits, late_seat(night).waits_until) == (True, ends)
    night.now = ends - timedelta(seconds=1)
    assert (waiting_seats(night), views(night)[0].dealt) == ([4], (1, 2, 3, 5, 6, 7, 8))
    night.now = ends
    assert (late_seat(night).waits, late_seat(night).waits_until) == (False, None)
    assert views(night)[0].dealt == (1, 2, 3, 4, 5, 6, 7, 8)
    night.now = begun
    assert waiting_seats(night) == [4], (
        "what is shown is reckoned from the moment asked for, and never written"
    )


def test_who_needs_no_dealing_in_any_more_is_not_dealt_in_twice_T_2_1b():
    night = late_comer()
    night.wait(minutes=6)
    with pytest.raises(RuleError, match="dealt_in_already"):
        tables.deal_in(entry=night.entries["Late"], **night.act)


def test_the_next_move_of_the_button_counts_who_waited_long_enough_among_those_dealt_in_T_2_1b():
    """The button stays where it is, and yet nobody waits again: that hand is over."""
    night = late_comer()
    night.wait(minutes=6)
    floor.set_button(table=table(night), seat=2, **night.act)
    assert [(s.mark, s.number) for s in views(night)[0].seats if s.mark] == [("D", 2), ("SB", 3), ("BB", 4)]
    night.now -= timedelta(minutes=6)
    assert waiting_seats(night) == []


def test_who_is_called_to_another_seat_is_said_to_wait_as_long_as_he_does_T_2_1b():
    night = arriving()
    night.wait(minutes=10)
    night.out(next(name for name, place in sitting(night).items() if place == ("1", 1)))
    mover = next(name for name, place in sitting(night).items() if place == ("1", 2))
    tables.sits_at(entry=night.entries[mover], table=table(night), number=1, **night.act)
    seat = Seat.objects.filter(entry=night.entries[mover], ended_at=None)
    seat.update(waits=True)
    begun = night.now
    calls = moves_since(night.open, night.field(), begun, begun + timedelta(minutes=3, seconds=59))
    assert [one.waits for one in calls] == [True]
    calls = moves_since(night.open, night.field(), begun, begun + timedelta(minutes=4))
    assert [one.waits for one in calls] == [False]
