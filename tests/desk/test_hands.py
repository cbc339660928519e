"""The table's story at the desk: the lists of hands, a hand replayed, the stacks through the night."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from itertools import combinations, pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.desk.chip_chart import chart
from tdapp.desk.drawn_table import NARROW, WIDE, drawing
from tdapp.floor.services import count_chips
from tdapp.hands.chip_history import ChipHistory
from tdapp.hands.models import Hand
from tdapp.hands.replay import frames
from tdapp.hands.services import void_hand
from tdapp.hands.story import PER_PAGE, Told
from tests.builders import Night, make_night, spt_terms, timed_terms
from tests.desk.clients import text
from tests.desk.conftest import Desk, one_line
from tests.hands.dealing import correct, enter, hand_of, night_with, sit, the_table

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")


@pytest.fixture
def night(db: None) -> Night:
    """Four in seats 1 to 4 with 20 € each, since half an hour; Ana deals (SPT-12)."""
    night = night_with(*FOUR, now=timezone.now() - timedelta(minutes=30))
    sit(night, *FOUR)
    return night


def address(night: Night, name: str = "hands", **of: int) -> str:
    return reverse(f"desk:{name}", kwargs={"code": night.open.code, **of})


def read(client: Client, url: str, **headers: str) -> str:
    response = client.get(url, headers=headers or None)
    assert response.status_code == 200, response.status_code
    return one_line(text(response))


def some_hand(night: Night, winner: str = "Ana", chips: int = 400) -> Hand:
    return hand_of(enter(night, {winner: ("in", chips), "Cruz": ("in", chips)}, [[winner]]))


def two_pots(night: Night) -> Hand:
    """Bea 5 € and Cruz 20 € all-in, Dina calls: the main pot is Bea's, the side pot Dina's, Cruz is out."""
    count_chips(open=night.open, counts={night.entries["Bea"]: 500}, **night.act)
    puts = {"Bea": ("all", 500), "Cruz": ("all", 2000), "Dina": ("all", 2000)}
    return hand_of(enter(night, puts, [["Bea"], ["Dina"]]))


# -- the lists -----------------------------------------------------------------------------------------


def test_the_list_tells_pots_winners_and_who_went_out_and_leads_to_the_correction(
    night: Night, desk: Desk
) -> None:
    hand = two_pots(night)
    page = read(desk(night), address(night))
    assert "1 hand" in page
    assert ">Hand 1</a>" in page
    assert re.search(r'Main pot ?</span> <b class="num">15</b> <span>Bea</span>', page)
    assert re.search(r'Side pot 1 ?</span> <b class="num">30</b> <span>Dina</span>', page)
    assert "Cruz out, 4th" in page
    assert f'href="{address(night, "hand_correct", hand=hand.pk)}"' in page
    assert f'href="{address(night, "hand_replay", hand=hand.pk)}"' in page


def test_a_voided_hand_is_struck_and_a_corrected_one_says_when(night: Night, desk: Desk) -> None:
    wrong, right = some_hand(night), some_hand(night)
    void_hand(hand=wrong, seed="s", **night.act)
    correct(night, right, {}, [["Cruz"]])
    page = read(desk(night), address(night))
    assert "<del>Hand 1</del>" in page
    assert "voided at " in page
    assert "corrected at " in page
    assert f'href="{address(night, "hand_correct", hand=wrong.pk)}"' not in page


def test_a_player_s_list_says_what_each_hand_brought_him(night: Night, desk: Desk) -> None:
    some_hand(night)
    some_hand(night, "Dina")
    page = read(desk(night), address(night, "hands_player", entry=night.entries["Ana"].pk))
    assert "Hands of Ana" in page
    assert "2 hands · together" in page
    assert "+4.25 €" in page


def test_the_lists_can_be_narrowed_and_keep_what_was_chosen(night: Night, desk: Desk) -> None:
    some_hand(night)
    client, ana = desk(night), night.entries["Ana"].pk
    page = read(client, f"{address(night)}?player={ana}")
    assert f'<option value="{ana}" selected>Ana</option>' in page
    table = read(client, address(night, "hands_table", table=the_table(night).pk))
    assert "Hands of table 1" in table
    part = read(client, address(night), **{"HX-Request": "true", "HX-Target": "hands-list"})
    assert part.strip().startswith("<section")
    assert 'id="hands-list"' in part


def test_five_hundred_hands_come_page_by_page_and_cost_no_more(night: Night, desk: Desk) -> None:
    client = desk(night)
    some_hand(night, chips=100)
    few = _queries(client, address(night))
    row = Hand.objects.get()
    seats = list(row.hand_seats.all())
    copies = Hand.objects.bulk_create(
        Hand(**{**_values(row), "order": row.order + number}) for number in range(1, 500)
    )
    parts = type(seats[0])
    parts.objects.bulk_create(
        parts(**{**_values(one), "hand_id": copy.pk, "stack_change_id": None})
        for copy in copies
        for one in seats
    )
    assert _queries(client, address(night)) == few
    page = read(client, f"{address(night)}?page=2")
    assert "500 hands" in page
    assert f"page 2 of {500 // PER_PAGE}" in page
    assert page.count('class="hands__one') == PER_PAGE
    assert f">Hand {500 - PER_PAGE}</a>" in page
    assert 'rel="prev"' in page
    assert 'rel="next"' in page


def _values(row: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_") and name != "id"}


def _queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url).status_code == 200
    return len(seen)


def test_nothing_entered_is_said_kindly_and_strangers_are_not_found(night: Night, desk: Desk) -> None:
    client = desk(night, Role.SCOREKEEPER)
    assert "No hand was entered here." in read(client, address(night))
    assert client.get(address(night, "hands_table", table=0)).status_code == 404
    assert client.get(address(night, "hands_player", entry=0)).status_code == 404
    assert client.get(address(night, "hand_replay", hand=0)).status_code == 404
    assert "1 of 1" not in read(client, f"{address(night)}?page=99999999999999999999&table=x&player=²")


def test_the_night_leads_to_the_hands_of_a_table_of_a_player_and_to_the_replay(
    night: Night, desk: Desk
) -> None:
    hand, client = some_hand(night), desk(night)
    page = read(client, reverse("desk:night", args=[night.open.code]))
    assert address(night, "hands_table", table=the_table(night).pk) in page
    assert f'href="{address(night)}"' in page
    assert f'class="story__hand" href="{address(night, "hand_replay", hand=hand.pk)}"' in page
    ana = night.entries["Ana"].pk
    menu = read(client, reverse("desk:seat", args=[night.open.code, ana]), **{"HX-Request": "true"})
    assert address(night, "hands_player", entry=ana) in menu


# -- the replay ----------------------------------------------------------------------------------------


def test_each_step_is_drawn_by_the_server_and_leads_to_its_neighbours(night: Night, desk: Desk) -> None:
    hand, client = two_pots(night), desk(night)
    url = address(night, "hand_replay", hand=hand.pk)
    first = read(client, url)
    assert "Ana deals." in first
    assert "1 of 7" in first
    assert 'id="replay-back" data-move="-1" data-key="ArrowLeft" aria-disabled="true"' in first
    assert 'href="?step=1#replay-stage"' in first
    side = read(client, f"{url}?step=4")
    assert "Dina takes side pot 1, 30 €" in side
    last = read(client, f"{url}?step=99")
    assert "7 of 7" in last
    assert "Cruz out, 4th, by Dina." in last
    stage = read(client, f"{url}?step=2", **{"HX-Request": "true", "HX-Target": "replay-stage"})
    assert stage.strip().startswith("<section")
    assert 'data-step="2" data-last="6"' in stage


def test_play_to_the_right_is_drawn_so_and_the_text_is_there_to_copy_SPT_10(night: Night, desk: Desk) -> None:
    hand = two_pots(night)
    page = read(desk(night), address(night, "hand_replay", hand=hand.pk))
    assert "Play goes anticlockwise." in page
    told = page[page.index('id="replay-text"') :]
    for line in (
        "Open del Barbarismo · Hand 1 · ",
        "level 1 · 0.25 / 0.50 €",
        "button Ana · SB Dina · BB Cruz",
        "Bea is all-in for 5 €",
        "Bea takes the main pot 15 €",
        "Dina takes side pot 1, 30 €",
        "Cruz out, 4th, by Dina",
    ):
        assert line in told, line
    assert 'data-copy="replay-text"' in page


def test_the_replay_speaks_spanish_where_the_viewer_does(night: Night, desk: Desk) -> None:
    hand = two_pots(night)
    page = read(desk(night), address(night, "hand_replay", hand=hand.pk), **{"Accept-Language": "es"})
    assert "Mano 1" in page
    assert "botón Ana · SB Dina · BB Cruz" in page


@pytest.mark.parametrize("layout", [WIDE, NARROW], ids=lambda one: one.name)
def test_no_seat_of_two_to_ten_lies_on_another_and_all_are_inside_the_drawing(layout: Any) -> None:
    names = [f"J{number}" for number in range(10)]
    night = night_with(*names, terms=timed_terms())
    sit(night, *names)
    enter(night, {"J0": ("in", 400), "J1": ("in", 400)}, [["J0"]])
    story = Told(night.open, night.field())
    hand = story.page().hands[0]
    step = frames(hand, story.house)[2]
    width, height = layout.box
    for players in range(2, 11):
        fewer = replace(hand, table=replace(hand.table, seats=players))
        shown = drawing(layout, fewer, replace(step, seats=step.seats[:players]), {}, "holdem")
        boxes = [(one.left, one.top) for one in shown.places if one.now is not None]
        assert len(boxes) == players
        for x, y in boxes:
            assert 0 <= x <= layout.width - width
            assert layout.card[1] <= y <= layout.height - height
        for (x, y), (ox, oy) in combinations(boxes, 2):
            assert abs(x - ox) >= width or abs(y - oy) >= height, players


# -- the stacks ----------------------------------------------------------------------------------------


def test_the_chart_has_a_line_a_name_and_a_column_for_everybody(night: Night, desk: Desk) -> None:
    night.wait(minutes=5)
    count_chips(open=night.open, counts={night.entries["Ana"]: 3000}, **night.act)
    page = read(desk(night), address(night, "hands_chips"))
    assert page.count('class="chart__line ') + page.count('class="chart__line chart') >= 8
    for name in FOUR:
        assert f'<th scope="col" class="num">{name}</th>' in page
    assert "all chips in play" in page
    assert "1 of 4 stacks known" in page or "+10 €" in page
    assert "style=" not in page


def test_more_than_ten_players_are_drawn_ten_at_a_time(desk: Desk) -> None:
    names = [f"J{number}" for number in range(12)]
    night = night_with(*names, terms=timed_terms(), now=timezone.now() - timedelta(minutes=10))
    client = desk(night)
    first = read(client, address(night, "hands_chips"))
    assert "1 to 10 of 12" in first
    rest = read(client, f"{address(night, 'hands_chips')}?from=10")
    assert "11 to 12 of 12" in rest
    last = night.entries["J11"].pk
    assert "11 to 12 of 12" in read(client, f"{address(night, 'hands_chips')}?player={last}")


def test_before_the_start_there_is_nothing_to_draw(desk: Desk) -> None:
    night = make_night(spt_terms())
    night.sign_up(*FOUR)
    assert "Nobody has chips yet." in read(desk(night), address(night, "hands_chips"))


def test_the_names_at_the_lines_ends_never_overlap(night: Night) -> None:
    for name in ("Bea", "Cruz"):
        night.out(name)
    night.open.refresh_from_db()
    found = chart(night.open, ChipHistory(night.open, night.field(), night.now))
    assert found is not None
    for drawn in found.drawings:
        rows = sorted(line.label_y for line in drawn.lines)
        assert min(below - above for above, below in pairwise(rows)) >= drawn.layout.row
        assert rows[0] >= drawn.layout.top
        assert rows[-1] <= drawn.layout.base
