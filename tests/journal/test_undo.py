"""Undo and redo: what may be taken back, what is in the way, and that both end where they began."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from tdapp.accounts.models import Device
from tdapp.cash import services as till
from tdapp.cash.models import Payment
from tdapp.clock import services as clock
from tdapp.clock.queries import clock_face
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.set_up import change_terms, terms_of
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import next_redo, next_undo, redo, undo
from tdapp.players.services import rename_player
from tdapp.rules.errors import RuleError
from tests.builders import EVENING, Night, make_night, spt_terms, timed_terms

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def night() -> Night:
    night = make_night()
    night.sign_up("Canadá", "Lituania", "Irán", "Kosovo")
    night.start()
    return night


def take_back(night: Night, entry: JournalEntry, **more) -> JournalEntry:
    return undo(entry=entry, actor=night.director, now=night.now, **more)


def test_undo_brings_an_eliminated_player_back_to_his_seat(night: Night):
    seats = {s.number for s in floor.queries.seatings(night.open.rounds.get())}
    out = night.out("Kosovo")
    take_back(night, out)
    assert [e.nickname for e in night.field().left] == ["Canadá", "Lituania", "Irán", "Kosovo"]
    assert {s.number for s in floor.queries.seatings(night.open.rounds.get())} == seats


def test_undo_then_redo_is_as_if_nothing_had_been_undone(night: Night):
    out = night.out("Kosovo", by="Canadá")
    before = night.field()
    back = take_back(night, out)
    assert night.field() != before
    redo(entry=back, actor=night.director, now=night.now)
    assert night.field() == before


def test_an_act_undone_already_is_not_undone_twice(night: Night):
    out = night.out("Kosovo")
    take_back(night, out)
    with pytest.raises(RuleError, match="undone_already"):
        take_back(night, out)


def test_the_same_undo_request_twice_is_one_undo(night: Night):
    out, request_id = night.out("Kosovo"), uuid.uuid4()
    first = take_back(night, out, request_id=request_id)
    assert take_back(night, out, request_id=request_id).pk == first.pk


def test_undo_names_the_later_act_that_refers_to_a_row_it_created(night: Night):
    signed_up = door.sign_up(open=night.open, nickname="Letonia", seed="s", **night.act)
    night.entries["Letonia"] = night.open.entries.get(pk=signed_up.params["entry"])
    paid = till.take_payment(entry=night.entries["Letonia"], **night.act)
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        take_back(night, signed_up)
    assert (caught.value.params["by"], caught.value.params["by_kind"]) == (paid.pk, "payment_taken")


def test_undo_names_the_later_act_that_changed_the_same_field(night: Night):
    paid = till.take_payment(entry=night.entries["Irán"], overruled=["paid_already"], **night.act)
    voided = till.void_payment(payment=Payment.objects.get(pk=paid.params["payment"]), **night.act)
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        take_back(night, paid)
    assert caught.value.params["by"] == voided.pk


def test_an_act_between_that_is_undone_itself_blocks_nothing(night: Night):
    signed_up = door.sign_up(open=night.open, nickname="Letonia", seed="s", **night.act)
    entry = night.open.entries.get(pk=signed_up.params["entry"])
    paid = till.take_payment(entry=entry, **night.act)
    take_back(night, paid)
    take_back(night, signed_up)
    assert "Letonia" not in [e.nickname for e in night.field().entrants]


def test_a_later_writer_is_in_the_way_even_if_the_value_came_back(night: Night):
    table = night.open.rounds.get().tables.get()
    here = table.button
    first = floor.set_button(table=table, seat=1 if here != 1 else 2, **night.act)
    floor.set_button(table=table, seat=3, **night.act)
    floor.set_button(table=table, seat=1 if here != 1 else 2, **night.act)
    with pytest.raises(RuleError, match="undo_in_the_way"):
        take_back(night, first)


def test_a_player_made_at_sign_up_who_plays_elsewhere_is_in_the_way():
    first = make_night()
    first.sign_up("Canadá", pay=False)
    signed_up = JournalEntry.objects.get(kind="signed_up")
    second = make_night(tour=first.tour, director=first.director)
    second.sign_up("Canadá", pay=False)
    with pytest.raises(RuleError, match="undo_in_the_way"):
        take_back(first, signed_up)


def test_a_renamed_player_is_in_the_way_of_undoing_his_sign_up():
    night = make_night()
    night.sign_up("Canadá", pay=False)
    signed_up = JournalEntry.objects.get(kind="signed_up")
    renamed = rename_player(player=night.entries["Canadá"].player, nickname="Quebec", **night.act)
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        take_back(night, signed_up)
    assert caught.value.params["by"] == renamed.pk
    take_back(night, renamed)
    night.entries["Canadá"].player.refresh_from_db()
    assert night.entries["Canadá"].player.nickname == "Canadá"


def test_undo_of_a_pause_gives_back_the_time_that_would_have_been():
    night = make_night(timed_terms(minutes=20))
    night.sign_up("Canadá", "Lituania")
    night.start()
    night.wait(minutes=5)
    paused = clock.pause_clock(open=night.open, **night.act)
    night.wait(minutes=10)
    assert clock_face(night.open, night.now, night.field()).seconds == 15 * 60
    take_back(night, paused)
    assert clock_face(night.open, night.now, night.field()).seconds == 5 * 60


def test_the_button_offers_the_devices_own_last_act_first(night: Night):
    laptop, phone = (
        Device.objects.create(
            user=night.director, label=name, signed_in_at=EVENING, expires_at=EVENING + timedelta(days=30)
        )
        for name in ("laptop", "phone")
    )
    mine = floor.record_outs(open=night.open, groups=[[night.entries["Kosovo"]]], device=phone, **night.act)
    other = floor.record_outs(open=night.open, groups=[[night.entries["Irán"]]], device=laptop, **night.act)
    assert next_undo(night.open.stream, phone) == mine
    assert next_undo(night.open.stream, laptop) == other
    assert next_undo(night.open.stream) == other


def test_redo_is_offered_until_something_new_is_done(night: Night):
    assert next_redo(night.open.stream) is None
    back = take_back(night, night.out("Kosovo"))
    assert next_redo(night.open.stream) == back
    night.out("Irán")
    assert next_redo(night.open.stream) is None


def test_several_undos_are_redone_in_order(night: Night):
    first, second = night.out("Kosovo"), night.out("Irán")
    end = night.field()
    take_back(night, second)
    take_back(night, first)
    for expected in (first, second):
        back = next_redo(night.open.stream)
        assert back is not None
        assert back.undoes_id == expected.pk
        redo(entry=back, actor=night.director, now=night.now)
    assert night.field() == end


def test_undo_ends_at_images_of_another_schema(night: Night):
    out = night.out("Kosovo")
    JournalEntry.objects.filter(pk=out.pk).update(schema=0)
    with pytest.raises(RuleError, match="undo_too_old"):
        take_back(night, out)


def test_creating_an_open_is_not_undone_but_discarded(night: Night):
    created = JournalEntry.objects.get(kind="open_created")
    with pytest.raises(RuleError, match="not_undoable"):
        take_back(night, created)


def test_undoing_a_swap_passes_the_one_seat_one_player_constraint(night: Night):
    seats = {s.entry_id: s.number for s in floor.queries.seatings(night.open.rounds.get())}
    swapped = floor.swap_seats(
        first=night.entries["Canadá"],
        second=night.entries["Irán"],
        overruled=["seat_changes_never"],
        **night.act,
    )
    now = {s.entry_id: s.number for s in floor.queries.seatings(night.open.rounds.get())}
    assert now[night.entries["Canadá"].pk] == seats[night.entries["Irán"].pk]
    back = take_back(night, swapped)
    assert {s.entry_id: s.number for s in floor.queries.seatings(night.open.rounds.get())} == seats
    redo(entry=back, actor=night.director, now=night.now)
    assert {s.entry_id: s.number for s in floor.queries.seatings(night.open.rounds.get())} == now


def test_the_start_is_not_taken_back_once_somebody_is_out(night: Night):
    started = JournalEntry.objects.get(kind="play_started")
    night.out("Kosovo")
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        take_back(night, started)
    assert caught.value.params["by_kind"] == "out_recorded"


def test_in_a_finished_open_the_end_is_taken_back_first(night: Night):
    night.out("Kosovo")
    night.out("Irán")
    last = night.out("Lituania")
    finished = floor.finish_open(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    with pytest.raises(RuleError, match="finished_already"):
        take_back(night, last)
    take_back(night, finished)
    take_back(night, last)
    assert [e.nickname for e in night.field().left] == ["Canadá", "Lituania"]


def test_a_payment_does_not_come_back_to_a_price_that_is_gone():
    night = make_night(spt_terms())
    night.sign_up("Ana")
    terms = replace(terms_of(night.open), buy_in=(("prize", 1200),))
    dearer = change_terms(open=night.open, terms=terms, **night.act)
    night.sign_up("Bo")
    payment = Payment.objects.get(entry=night.entries["Bo"])
    voided = till.void_payment(payment=payment, **night.act)
    undo(entry=dearer, actor=night.director, now=night.now)
    with pytest.raises(RuleError) as refused:
        undo(entry=voided, actor=night.director, now=night.now)
    assert refused.value.code == "undo_in_the_way"
    assert night.pool().taken == 1000
