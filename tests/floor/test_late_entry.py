"""Late entry ends with its line; the director may let somebody in all the same (RULES 2.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.floor import door, tables
from tdapp.floor import services as floor
from tdapp.floor.queries import seat_remark, unseated
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Entry
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import Night, make_night, timed_terms
from tests.floor.rooms import add_table, draw_seats, views
from tests.floor.several_tables import counts, night_of, proposed, table

pytestmark = pytest.mark.django_db

LEVELS = (
    Level.of_minutes(25, 50, 20),
    replace(Level.of_minutes(50, 100, 20), entry_ends=True),
    Level.break_of(10),
    Level.of_minutes(100, 200, 20),
)


@pytest.fixture
def night() -> Night:
    """Late entry ends with level 2, at 21:40."""
    night = make_night(replace(timed_terms(), levels=LEVELS))
    night.sign_up("Canadá", "Kosovo", "Irán")
    night.start()
    return night


def late(night: Night, **more: object):
    return door.sign_up(open=night.open, nickname="Francia", seed="s", **more, **night.act)


def test_until_its_line_ends_anybody_may_come(night: Night):
    night.wait(minutes=39, seconds=59)
    assert late(night).params["late"] is False


def test_from_the_break_on_it_is_asked_and_what_was_passed_is_journaled(night: Night):
    night.wait(minutes=40)
    with pytest.raises(RuleError) as refused:
        late(night)
    error = refused.value
    assert (error.code, error.overrule, error.params) == (
        "late_entry_closed",
        True,
        {"level": 2, "closed_after": 2},
    )
    entry = late(night, overruled=["late_entry_closed"], pay=True, seat=True)
    assert entry.params["late"] is True
    undone = undo(entry=entry, **night.act)
    assert Entry.objects.count() == 3
    redo(entry=undone, **night.act)
    assert Entry.objects.count() == 4


def test_a_list_is_asked_about_as_well(night: Night):
    night.wait(minutes=60)
    with pytest.raises(RuleError) as refused:
        door.sign_up_list(open=night.open, nicknames=["Francia", "Israel"], **night.act)
    assert (refused.value.code, refused.value.params["level"]) == ("late_entry_closed", 3)
    door.sign_up_list(
        open=night.open, nicknames=["Francia", "Israel"], overruled=["late_entry_closed"], **night.act
    )
    assert Entry.objects.count() == 5


# -- nobody sits down alone (fault 82) -------------------------------------------------------------------


@pytest.fixture
def full_tables() -> Night:
    """Eighteen at two tables of nine, under way."""
    return night_of(18)


def come(night: Night, *names: str) -> list[bool]:
    """Whether each of them, coming late one by one, got a seat."""
    made = [door.sign_up(open=night.open, nickname=name, seed="s", seat=True, **night.act) for name in names]
    return [entry.params["seated"] for entry in made]


def offered(night: Night) -> list[tuple[str, dict[str, object]]]:
    everyone = night.field()
    said = seat_remark(night.open, unseated(night.open, everyone), views(night), started=True)
    return [(said.code, dict(said.params))] if said else []


def test_one_late_player_waits_rather_than_open_a_table_alone_fault_82(full_tables: Night):
    assert come(full_tables, "Late") == [False]
    assert counts(full_tables) == {1: 9, 2: 9}
    entry = full_tables.open.entries.get(player__nickname="Late")
    assert offered(full_tables) == [("needs_company", {"entry": entry.pk, "table": 1})]
    with pytest.raises(RuleError, match="no_seat_free"):
        tables.give_seat(open=full_tables.open, seed="s", **full_tables.act)


def test_two_late_players_open_a_table_together_fault_82(full_tables: Night):
    assert come(full_tables, "Late", "Later") == [False, False]
    assert offered(full_tables) == [("draw", {"players": 2})]
    draw_seats(full_tables)
    assert counts(full_tables) == {1: 9, 2: 9, 3: 2}


def test_an_extra_table_set_up_by_hand_gets_nobody_alone_fault_82(full_tables: Night):
    full_tables.out("P01")
    add_table(full_tables, name="Extra")
    assert come(full_tables, "Late") == [True]
    assert sorted(counts(full_tables).values()) == [9, 9]
    assert come(full_tables, "Later") == [False]
    assert come(full_tables, "Last") == [False]
    draw_seats(full_tables)
    assert counts(full_tables) == {1: 9, 2: 9, 3: 2}


def test_who_joins_somebody_moved_to_a_new_table_sits_down_beside_him(full_tables: Night):
    assert come(full_tables, "Late") == [False]
    add_table(full_tables)
    somebody = full_tables.entries["P07"]
    floor.move_player(entry=somebody, table=table(full_tables, 3), number=1, **full_tables.act)
    left = 1 if counts(full_tables)[1] == 8 else 2
    assert offered(full_tables) == [("draw", {"players": 1})]
    draw_seats(full_tables)
    assert counts(full_tables) == {left: 8, 3 - left: 9, 3: 2}


# -- while anybody may still come no table breaks that would leave him no seat ----------------------------


def open_entry(players: int) -> Night:
    """So many at tables of nine under way; late entry ends at 21:40."""
    night = make_night(replace(timed_terms(), house=PRESETS["tda"], levels=LEVELS))
    night.sign_up(*(f"P{n:02}" for n in range(1, players + 1)))
    night.start()
    return night


def test_no_table_breaks_while_a_late_player_would_find_no_seat():
    night = open_entry(19)
    night.out("P01")
    assert proposed(night).breaks == ()
    night.wait(minutes=40)
    assert len(proposed(night).breaks) == 1


def test_a_table_breaks_early_where_a_seat_is_left_or_somebody_sits_alone():
    night = open_entry(19)
    night.out("P01", "P02")
    assert len(proposed(night).breaks) == 1


def test_the_last_two_tables_wait_for_late_entry_to_end_unless_a_seat_is_left():
    night = open_entry(10)
    night.out("P01")
    assert (proposed(night).final, proposed(night).breaks) == (None, ())
    night.out("P02")
    assert proposed(night).final is not None
