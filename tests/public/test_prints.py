"""What is printed: cards, lists, moves and rounds, cut into sheets that hold no more than fits."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client

from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.opens.models import Table
from tdapp.public import prints
from tdapp.public.prints import Sitting
from tdapp.web.leaves import ROOM, in_columns, packed, size_of
from tests.builders import BARBARISMO, NAVAL, Night, make_night, timed_terms
from tests.screen.test_screen import text
from tests.vivaldi import play_out, second_round, table_called, vivaldi_night

pytestmark = pytest.mark.django_db

SEATED = tuple(f"Player {number:03d}" for number in range(1, 96))


def drawn(*names: str, start: bool = False, beside: Night | None = None) -> Night:
    night = (
        make_night(timed_terms(), tour=beside.tour, director=beside.director)
        if beside
        else make_night(timed_terms())
    )
    night.sign_up(*names)
    floor.draw_seats(open=night.open, seed="a seed", **night.act)
    if start:
        night.start()
    return night


def page(night: Night, client: Client, kind: str, query: str = "", language: str = "en") -> str:
    with time_machine.travel(night.now, tick=False):
        answer = client.get(f"/o/{night.open.code}/print/{kind}/{query}", HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200
    return answer.content.decode()


def leaves(html: str) -> list[str]:
    return re.findall(
        r'<section class="leaf">(.*?)</section>\s*(?=<section class="leaf">|</div>\s*</main>)', html, re.S
    )


class Block:
    """Something so many millimetres high."""

    def __init__(self, height: int) -> None:
        self.height = height


def test_a_column_is_filled_before_the_next_and_the_last_sheet_is_level() -> None:
    found = in_columns(range(1, 19), 5, 2)
    assert [leaf.columns for leaf in found] == [
        ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)), ((11, 12, 13, 14), (15, 16, 17, 18)),
    ]  # fmt: skip
    assert in_columns([], 5, 2) == ()


def test_blocks_are_never_cut_and_no_column_is_higher_than_the_sheet() -> None:
    found = packed([Block(100) for _ in range(7)], 2)
    assert [[len(column) for column in leaf.columns] for leaf in found] == [[2, 2], [2, 1]]
    uneven = packed([Block(height) for height in (200, 40, 90, 90, 60, 230)], 2)
    assert [[sum(b.height for b in column) for column in leaf.columns] for leaf in uneven] == [
        [200, 220], [60, 230],
    ]  # fmt: skip
    assert all(sum(b.height for b in column) <= ROOM for leaf in uneven for column in leaf.columns)


@pytest.mark.parametrize(
    ("letters", "size"), [(22, ""), (23, "long"), (34, "long"), (35, "longer"), (57, "longest")]
)
def test_a_long_name_is_written_smaller(letters: int, size: str) -> None:
    assert size_of("x" * letters) == size


def test_there_is_a_card_for_each_player_ten_on_a_sheet_by_name_or_by_table(client: Client) -> None:
    night = drawn(*SEATED[:23])
    html = page(night, client, "cards")
    assert [one.count('leaf__card"') for one in leaves(html)] == [10, 10, 3]
    seat = Seat.objects.select_related("table").get(entry=night.entries["Player 007"])
    assert f"Player 007 Table {seat.table.number} Seat {seat.number} Open de Otoño · 4 January 2008" in text(
        html
    )
    by_name = re.findall(r'leaf__name">(Player \d+)', html)
    assert by_name == sorted(SEATED[:23])
    places = re.findall(r"Table (\d) Seat (\d)", text(page(night, client, "cards", "?order=table")))
    assert places == sorted(places)
    assert len(places) == 23


def test_few_names_stand_in_one_column_many_in_two_with_the_head_on_every_sheet(client: Client) -> None:
    first = drawn(*NAVAL)
    few = page(first, client, "names")
    assert "leaf__columns--one" in few
    assert "Seats by name Open de Otoño 4 January 2008 · as of 22:00 Player Table Seat Canadá 1" in text(few)
    many = leaves(page(drawn(*SEATED, beside=first), client, "names"))
    assert [one.count("<td") // 3 for one in many] == [74, 21]
    assert all("Seats by name" in one and f"{at}/2" in one for at, one in enumerate(many, start=1))


def test_names_are_in_the_order_of_the_alphabet_whatever_case_and_accents() -> None:
    found = prints.by_name([Sitting(name, "1", 1, 1) for name in ("Óscar", "olga", "Pau", "Ñusta", "Nora")])
    assert [one.name for one in found] == ["Nora", "Ñusta", "olga", "Óscar", "Pau"]


def test_the_tables_list_their_seats_free_ones_blank_and_blocked_ones_not_at_all(client: Client) -> None:
    night = drawn(*BARBARISMO)
    table = Table.objects.get(round__open=night.open)
    free = set(range(1, table.seats + 1)) - set(Seat.objects.values_list("number", flat=True))
    block = prints.tables(night.open)[0].columns[0][0]
    assert len(block.lines) == table.seats
    assert [line.number for line in block.lines if not line.name] == sorted(free)
    Table.objects.filter(pk=table.pk).update(blocked=sorted(free))
    assert len(prints.tables(night.open)[0].columns[0][0].lines) == 8
    assert "Table 1" in text(page(night, client, "tables"))


def test_the_moves_say_who_goes_where_until_he_moves_again_or_is_out(client: Client) -> None:
    night = drawn(*BARBARISMO, *(f"{name} 2" for name in BARBARISMO), start=True)
    assert "Nobody has been moved." in text(page(night, client, "moves"))
    night.wait(minutes=5)
    first, second = night.entries["Canadá"], night.entries["Kosovo"]
    was = Seat.objects.select_related("table").get(entry=first, ended_at=None)
    floor.swap_seats(first=first, second=second, **night.act)
    now = Seat.objects.select_related("table").get(entry=first, ended_at=None)
    said = text(page(night, client, "moves"))
    assert "Player From table · seat To table · seat Said at Canadá" in said
    assert f"Canadá {was.table.number} · {was.number} {now.table.number} · {now.number} 22:05 Kosovo" in said
    night.out("Kosovo")
    assert "Kosovo" not in text(page(night, client, "moves"))


def test_before_the_draw_the_rounds_are_blank_sheets_with_the_right_number_of_lines(client: Client) -> None:
    night = vivaldi_night()
    html = page(night, client, "rounds")
    said = text(html)
    assert "Round 1, drawn Table A Player Chips Place Table B" in said
    rounds = prints.rounds(night.open, night.now)
    assert [len(table.lines) for strip in rounds[0].columns[0] for table in strip.tables] == [4] * 7
    assert "Round 2, two firsts and two seconds each Table 1 Player Chips Place first of table A" in said
    assert "Final table 60 / 20 / 15 / 5 %" in said
    floor.draw_seats(open=night.open, seed="a seed", **night.act)
    assert text(page(night, client, "rounds")).count("Table A") == 1


def test_what_is_known_of_the_rounds_is_printed_and_the_rest_is_left_to_write_in(client: Client) -> None:
    night = vivaldi_night()
    places = second_round(night)
    said = text(page(night, client, "rounds"))
    lines = f"{places['A'][0]} 11 200 1 {places['A'][1]} 8 800 2 {places['A'][2]} 3 {places['A'][3]} 4"
    assert f"Table A done Player Chips Place {lines}" in said
    assert f"A1 {places['A'][0]}" in said
    play_out(night, table_called(night.open, "1", 2))
    assert "Final table" in text(page(night, client, "rounds"))


def test_rounds_are_offered_only_where_there_are_several_and_nothing_else_is_printed(client: Client) -> None:
    night = drawn(*NAVAL)
    assert f"/o/{night.open.code}/print/moves/" in page(night, client, "cards")
    assert f"/o/{night.open.code}/print/rounds/" not in page(night, client, "cards")
    assert client.get(f"/o/{night.open.code}/print/menu/").status_code == 404
    assert "Nothing is known of the rounds yet." not in page(night, client, "cards")


def test_the_lists_are_in_spanish_for_who_reads_spanish(client: Client) -> None:
    assert "Jugador Mesa Asiento Canadá" in text(page(drawn(*NAVAL), client, "names", language="es"))


def test_without_seats_there_is_nothing_to_print(client: Client) -> None:
    night = make_night(timed_terms())
    night.sign_up(*NAVAL)
    for kind in ("cards", "names"):
        html = page(night, client, kind)
        assert "Seats are not drawn yet." in text(html)
        assert "data-print" not in html


def test_the_lists_cost_the_same_whatever_the_field(client: Client, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    night = drawn(*SEATED)
    for kind in ("cards", "names", "tables"):
        with django_assert_max_num_queries(16):
            page(night, client, kind)
