"""The rounds of an open in its set-up: a kind with its numbers, stages one by one, what so many will play."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tdapp.desk.forms.levels import rows_as_data
from tdapp.desk.forms.setup import typed_terms
from tdapp.desk.forms.sheets import sheet, sheet_rows
from tdapp.floor.set_up import terms_of
from tdapp.opens.models import Open
from tests.builders import Night, make_tour
from tests.desk.clients import client_of, text
from tests.desk.test_setup import first_page
from tests.vivaldi import vivaldi_night

pytestmark = pytest.mark.django_db


def terms(night: Night) -> Any:
    return terms_of(Open.objects.get(pk=night.open.pk))


LAST, MERGED = ("seeded", "last_player", 0), ("merge", "last_player", 0)


def test_the_vivaldi_sheet_proposes_its_rounds_for_sixteen_and_one_round_without_it():
    tour, director = make_tour()
    page = f"/desk/tour/{tour.code}/new/"
    spt = {**first_page(tour.minor_digits), "date": "2008-01-04"}
    drawn = client_of(director).post(page, {**spt, "preset": "vivaldi", "redraw": "preset"})
    html = text(drawn)
    assert 'value="vivaldi" id="setup-rounds-vivaldi" checked' in html
    lines = ("Round 1: 4 tables of 4", "Round 2: 2 tables of 4", "Final: 4 players")
    assert "".join(f"<li>{line}</li>" for line in lines) in html
    assert 'value="none" id="setup-rounds-none" checked' in text(client_of(director).get(page))


def vivaldi_terms() -> dict[str, str]:
    """A new Vivaldi open as its sheet fills the form."""
    return {
        **sheet("vivaldi", 2),
        **rows_as_data(sheet_rows("vivaldi")),
        **dict.fromkeys(("preset", "drawn_for"), "vivaldi"),
        "name": "Torneo Vivaldi",
        "date": "2008-01-04",
        "season": "",
        "meeting": "",
    }


def created(**changes: str) -> Open:
    tour, director = make_tour()
    answer = client_of(director).post(f"/desk/tour/{tour.code}/new/", {**vivaldi_terms(), **changes})
    assert answer.status_code == 302, text(answer)
    return Open.objects.get()


@pytest.mark.parametrize(("players", "tables"), [("4", 1), ("8", 2), ("16", 4), ("32", 8)])
def test_vivaldis_first_tables_follow_the_field_rules_1_3(players, tables):
    made = terms_of(created(players=players)).rounds
    assert made[0].tables == tables
    assert (made[0].limit_minutes, made[0].level_trigger, made[0].levels) == (180, "time", ())
    assert [plan.level_trigger for plan in made[1:]] == ["table"] * (0 if tables == 1 else 2)


@pytest.mark.parametrize(
    ("players", "here", "other"),
    [
        ("10", "2 tables of 5", "2 tables of 3 and 2 of 2"),
        ("12", "4 tables of 3", "2 tables of 6"),
        ("22", "2 tables of 6 and 2 of 5", "6 tables of 3 and 2 of 2"),
        ("25", "1 table of 4 and 7 of 3", "1 table of 7 and 3 of 6"),
    ],
)
def test_at_the_edges_the_other_number_of_tables_is_offered_rules_1_3(players, here, other):
    tour, director = make_tour()
    sent = {**vivaldi_terms(), "players": players, "redraw": "preview"}
    html = text(
        client_of(director).post(f"/desk/tour/{tour.code}/new/", sent, headers={"HX-Request": "true"})
    )
    assert f"<li>Round 1: {here}</li>" in html
    offered = re.search(r"Or begin at (\d) tables", html)
    assert offered
    chosen = {**sent, "redraw": f"first-tables:{offered[1]}"}
    html = text(
        client_of(director).post(f"/desk/tour/{tour.code}/new/", chosen, headers={"HX-Request": "true"})
    )
    assert f"<li>Round 1: {other}</li>" in html


@pytest.mark.parametrize(
    ("kind", "numbers", "stages"),
    [
        ("sistema", {}, [("draw", "levels", 6), ("carry", "levels", 6), ("carry", "last_player", 0)]),
        ("heats", {"tables": "3", "advance": "3"}, [("draw", "table", 0), ("seeded", "last_player", 0)]),
        ("shootout", {"seats": "6", "advance": "1"}, [("draw", "table", 0), ("seeded", "table", 0), LAST]),
        ("bracket", {}, [("draw", "table", 0), ("seeded", "table", 0)]),
        ("flights", {"flights": "2", "levels": "8"}, [("draw", "levels", 8), ("draw", "levels", 8), MERGED]),
    ],
)  # fmt: skip
def test_each_kind_of_rounds_is_kept_and_comes_back_as_it_was_typed(kind, numbers, stages):
    open = created(**{"rounds-kind": kind}, **{f"rounds-{kind}_{k}": v for k, v in numbers.items()})
    made = terms_of(open)
    assert [(plan.seating, plan.ends, plan.level_count) for plan in made.rounds] == stages
    fields, _rows = typed_terms(made, 2)
    assert fields["rounds-kind"] == kind
    assert {name: fields[f"rounds-{kind}_{name}"] for name in numbers} == numbers


def test_stages_are_edited_one_by_one_added_moved_and_removed():
    tour, director = make_tour()
    page, client = f"/desk/tour/{tour.code}/new/", client_of(director)
    html = text(client.post(page, {**vivaldi_terms(), "redraw": "stages"}))
    assert 'value="own" id="setup-rounds-own" checked' in html
    assert [f"Stage {n}</legend>" in html for n in (1, 2, 3, 4)] == [True, True, True, False]
    own = {**vivaldi_terms(), "rounds-kind": "own", "stages-TOTAL_FORMS": "2", "stages-INITIAL_FORMS": "0",
           "stages-0-name": "Uno", "stages-1-name": "Dos"}  # fmt: skip
    for wish, names in (("up-1", ["Dos", "Uno"]), ("down-0", ["Dos", "Uno"]), ("remove-0", ["Dos"])):
        html = text(client.post(page, {**own, "redraw": f"stage:{wish}"}))
        assert re.findall(r'name="stages-\d-name" value="(\w+)"', html) == names
    assert "Stage 3</legend>" in text(client.post(page, {**own, "redraw": "stage:add"}))


def test_a_stage_that_cannot_be_played_says_so_beside_it_and_keeps_what_was_typed():
    tour, director = make_tour()
    own = {**vivaldi_terms(), "rounds-kind": "own", "stages-TOTAL_FORMS": "1", "stages-INITIAL_FORMS": "0",
           "stages-0-name": "Sola", "stages-0-seating": "seeded", "stages-0-stacks": "fresh",
           "stages-0-ends": "last_player", "stages-0-stack": "many"}  # fmt: skip
    answer = client_of(director).post(f"/desk/tour/{tour.code}/new/", own)
    html = text(answer)
    assert answer.status_code == 422
    assert "Look at the rounds again: the sentences stand there." in html
    assert 'value="Sola"' in html
    assert 'value="many"' in html
    answer = client_of(director).post(f"/desk/tour/{tour.code}/new/", {**own, "stages-0-stack": ""})
    assert answer.status_code == 422
    assert "Stage 1 has none before it to go on from: let its seats be drawn, its stacks fresh." in text(
        answer
    )
    assert not Open.objects.exists()


def test_once_play_has_begun_only_the_stages_to_come_can_change():
    night = vivaldi_night()
    night.start()
    page = f"/desk/{night.open.code}/setup/"
    client = client_of(night.director)
    html = text(client.get(page))
    assert "Round 1 · has begun" in html
    assert "Stage 3</legend>" not in html
    fields, _rows = typed_terms(terms(night), 2, 1)
    sent = {name: "" if value is None else str(value) for name, value in fields.items()}
    answer = client.post(page, {**sent, "stages-1-name": "Gran final"})
    assert answer.status_code == 302, text(answer)
    assert [plan.name for plan in terms(night).rounds] == ["", "", "Gran final"]


def test_the_tables_of_the_room_are_kept():
    assert terms_of(created(room_tables="5")).room_tables == 5
