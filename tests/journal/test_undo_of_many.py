"""Taking back an act that wrote very many rows: it costs what a small one costs, and is as exact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.apps import apps
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from tdapp.floor import door, rearranging
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.floor.queries import seatings
from tdapp.journal.models import Journaled, JournalEntry
from tdapp.journal.recorder import record
from tdapp.journal.undo import met, redo, undo
from tdapp.opens.models import Entry, StackChange
from tdapp.players.models import Player
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tests.builders import Night, make_night, make_tour, timed_terms

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def night_of(players: int, **of: object) -> Night:
    """So many players signed up, at tables of ten."""
    night = make_night(replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=10)), **of)
    names = [f"P{n:03}" for n in range(players)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    return night


@pytest.fixture
def nights() -> tuple[Night, Night]:
    """Fifty and two hundred players."""
    tour, director = make_tour()
    return night_of(50, tour=tour, director=director), night_of(200, tour=tour, director=director)


def queries(act: Callable[[], object]) -> int:
    """How many, but for the portions in which SQLite takes what is added to the journal."""
    with CaptureQueriesContext(connection) as seen:
        act()
    portions = 'INSERT INTO "journal_rowchange"', 'INSERT INTO "journal_wording"'
    return sum(not query["sql"].startswith(portions) for query in seen.captured_queries)


def seats(night: Night) -> dict[int, tuple[int, int]]:
    return {seat.entry_id: (seat.table.number, seat.number) for seat in seatings(night.open.rounds.get())}


def state(night: Night) -> object:
    night.open.refresh_from_db()
    return seats(night), night.field(), night.open.started_at


def back_and_forth(night: Night, act: Callable[[], JournalEntry]) -> tuple[int, int]:
    """The queries of taking an act back and of putting it back; both end where they began."""
    before = state(night)
    done = act()
    after = state(night)
    costs = [queries(lambda: undo(entry=done, actor=night.director, now=night.now))]
    assert state(night) == before
    taken = JournalEntry.objects.get(undoes=done)
    costs.append(queries(lambda: redo(entry=taken, actor=night.director, now=night.now)))
    assert state(night) == after
    return costs[0], costs[1]


def test_taking_back_a_redraw_costs_the_same_for_50_and_200_players(nights):
    costs = []
    for night in nights:
        night.start()
        seated = seats(night)
        costs.append(
            back_and_forth(
                night, lambda night=night: rearranging.redraw(open=night.open, seed="s", **night.act)
            )
        )
        assert seats(night) != seated
    assert costs[0] == costs[1]
    assert max(costs[1]) <= 60


def test_taking_back_the_start_costs_the_same_for_50_and_200_players(nights):
    costs = [back_and_forth(night, night.start) for night in nights]
    assert costs[0] == costs[1]
    assert max(costs[1]) <= 60


def test_a_draw_of_all_is_taken_back_and_put_back_at_the_same_cost(nights):
    costs = []
    for night in nights:
        floor.draw_seats(open=night.open, seed="first", again=True, **night.act)
        again = lambda night=night: floor.draw_seats(open=night.open, seed="s", again=True, **night.act)  # noqa: E731
        costs.append(back_and_forth(night, again))
    assert costs[0] == costs[1]


def test_fields_that_got_values_of_their_own_and_texts_come_back_at_the_same_cost(nights):
    """Nicknames are kept apart from the journal; each player gets another one, each entry another order."""
    costs = []
    for night in nights:
        entries = list(Entry.objects.filter(open=night.open).select_related("player").order_by("pk"))
        old = [(one.player.nickname, one.order) for one in entries]
        with record(night.open.stream, "signed_up", **night.act) as change:
            change.update_each(
                [(one.player, {"nickname": f"{night.open.pk}-{n}"}) for n, one in enumerate(entries)]
            )
            change.update_each([(one, {"order": one.order + 1000 + n}) for n, one in enumerate(entries)])
        costs.append(
            queries(lambda entry=change.entry, night=night: undo(
                entry=entry, actor=night.director, now=night.now
            ))
        )  # fmt: skip
        found = Entry.objects.filter(open=night.open).select_related("player").order_by("pk")
        assert [(one.player.nickname, one.order) for one in found] == old
        assert Player.objects.filter(stamp=JournalEntry.objects.get(undoes=change.entry).pk).count() == len(
            old
        )
    assert costs[0] == costs[1]


def test_one_row_of_many_that_changed_since_is_named():
    """The last who was moved again stands in the way of the whole redraw."""
    night = night_of(25)
    night.start()
    redrawn = rearranging.redraw(open=night.open, seed="s", **night.act)
    one, other = Seat.objects.filter(entry__open=night.open, ended_at=None).order_by("-pk")[:2]
    swapped = floor.swap_seats(first=one.entry, second=other.entry, **night.act)
    before = seats(night)
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        undo(entry=redrawn, actor=night.director, now=night.now)
    assert (caught.value.params["by"], caught.value.params["by_kind"]) == (swapped.pk, "seats_swapped")
    assert seats(night) == before


def test_one_row_of_many_that_is_referred_to_is_named():
    """Somebody's new seat is where a later move began."""
    night = night_of(25)
    floor.draw_seats(open=night.open, seed="s", again=True, **night.act)
    drawn = JournalEntry.objects.filter(kind="seats_drawn").latest("pk")
    seat = Seat.objects.filter(entry__open=night.open, ended_at=None).latest("pk")
    late = door.sign_up(open=night.open, nickname="Late", seed="x", pay=True, seat=True, **night.act)
    there = Seat.objects.get(entry=late.params["entry"], ended_at=None)
    moved = floor.swap_seats(first=seat.entry, second=there.entry, **night.act)
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        undo(entry=drawn, actor=night.director, now=night.now)
    assert caught.value.params["by"] == moved.pk


def test_a_place_taken_meanwhile_is_named_with_the_act_that_took_it():
    """Who left his seat cannot have it again while somebody else sits there."""
    night = night_of(25)
    night.start()
    out = night.out("P024")
    gone = Seat.objects.filter(entry=night.entries["P024"]).latest("pk")
    taken = floor.move_player(
        entry=night.entries["P010"] if not_there(night, "P010", gone) else night.entries["P011"],
        table=gone.table, number=gone.number, **night.act,
    )  # fmt: skip
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        undo(entry=out, actor=night.director, now=night.now)
    assert caught.value.params["by"] == taken.pk
    assert not StackChange.objects.filter(entry=night.entries["P024"], voided=True).exists()


def not_there(night: Night, name: str, seat: Seat) -> bool:
    """Whether somebody sits at another table than that."""
    return not Seat.objects.filter(entry=night.entries[name], table=seat.table_id, ended_at=None).exists()


def unique_constraints() -> list[tuple[type[Journaled], models.UniqueConstraint]]:
    return [
        (model, one)
        for model in apps.get_models()
        if issubclass(model, Journaled)
        for one in model._meta.constraints
        if isinstance(one, models.UniqueConstraint)
    ]


def test_the_condition_of_every_constraint_is_read_as_the_database_reads_it():
    """``met`` stands for a query per row."""
    for model, constraint in unique_constraints():
        assert constraint.fields, f"{constraint.name}: by fields, or undo does not see it"
        condition, fields = constraint.condition or models.Q(), model._meta.concrete_fields
        for yes in (True, False):
            for value in (None, 1):
                row = {one.attname: yes if isinstance(one, models.BooleanField) else value for one in fields}
                wanted = {one.name: models.Value(row[one.attname], kind(one)) for one in fields}
                assert met(condition, model, row) == (not condition or condition.check(wanted))


def kind(field: models.Field) -> models.Field:
    return field if isinstance(field, models.BooleanField) else models.BigIntegerField()
