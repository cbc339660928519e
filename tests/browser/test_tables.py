"""Tables and seats in a real Chromium: a wrong seat put right in three taps, tables by keys, a search."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Route, expect

from tdapp.floor import services as floor
from tdapp.floor import tables
from tdapp.floor.models import Seat
from tdapp.opens.models import Table
from tests.browser.sizes import resize
from tests.browser.test_desk import Desk, desk, sign_in  # noqa: F401
from tests.builders import BARBARISMO, Night, make_night, timed_terms

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Eight players seated at the tables "A" and "B" of nine; it is five minutes ago."""
    night = make_night(timed_terms())
    night.now = timezone.now() - timedelta(minutes=5)
    night.sign_up(*BARBARISMO)
    for name in "AB":
        tables.add_table(open=night.open, name=name, **night.act)
    floor.draw_seats(open=night.open, seed="s", **night.act)
    return night


def seat_of(night: Night, name: str) -> tuple[str, int]:
    row = Seat.objects.select_related("table").get(entry=night.entries[name], ended_at=None)
    return row.table.label, row.number


def test_a_wrong_seat_is_put_right_in_three_taps_with_the_swap_fault_80(desk: Desk, night: Night):  # noqa: F811
    desk.open(night)
    page, before = desk.page, {name: seat_of(night, name) for name in BARBARISMO}
    page.get_by_role("link", name="Tables and seats").first.click()
    one = "Irán"
    other = next(n for n in BARBARISMO if n != one and before[n][0] == before[one][0])
    page.locator(f"#place-{night.entries[one].pk}").click()
    page.locator(".room__places").get_by_role("button", name=other).click()
    desk.says(f"{one} really sits here")
    assert (seat_of(night, one), seat_of(night, other)) == (before[other], before[one])
    page.keyboard.press("Control+z")
    expect(page.locator("#tables-undo")).to_have_count(1)
    desk.says("Undone")
    assert seat_of(night, one) == before[one]


def test_a_move_to_the_wrong_table_is_put_right_from_the_desk_in_three_taps(desk: Desk, night: Night):  # noqa: F811
    night.start()
    desk.open(night)
    page, taps = desk.page, 0
    name, sent = "Irán", night.entries["Irán"]
    before = Seat.objects.select_related("table").get(entry=sent, ended_at=None)
    other = Table.objects.exclude(pk=before.table_id).get(round__open=night.open)
    free = {*range(1, 10)} - {row.number for row in Seat.objects.filter(table=other, ended_at=None)}
    floor.move_player(entry=sent, table=other, number=min(free), **night.act)
    expect(page.locator(f"#table-{other.number}")).to_contain_text(name)

    def tap(selector: str) -> None:
        nonlocal taps
        page.locator(selector).click()
        taps += 1

    tap(f"#name-{sent.pk}")
    tap("#seat-place")
    tap(f'#tables-place .room__places button[value="{before.table_id}-{before.number}"]')
    desk.says(f"{name} really sits here")
    assert taps == 3
    assert seat_of(night, name) == (before.table.label, before.number)
    floor.move_player(entry=sent, table=other, number=min(free), **night.act)
    expect(page.locator(f"#table-{other.number}")).to_contain_text(name)
    taps = 0
    tap("#act-balance")
    tap(f"#balance-wrong-{sent.pk}")
    tap(f'#tables-place .room__places button[value="{before.table_id}-{before.number}"]')
    expect(page.locator(f"#table-{before.table.number}")).to_contain_text(name)
    assert taps == 3
    assert seat_of(night, name) == (before.table.label, before.number)


def test_seats_are_drawn_again_only_after_a_question_and_one_undo_brings_them_back(
    desk: Desk,  # noqa: F811
    night: Night,
):
    night.start()
    desk.open(night)
    page, before = desk.page, {name: seat_of(night, name) for name in BARBARISMO}
    page.keyboard.press("a")
    page.locator("#balance-more-redraw summary").click()
    page.locator("#balance-more-redraw button").click()
    expect(page.locator("#balance-sure")).to_contain_text("8 players get new seats.")
    page.keyboard.press("Enter")
    expect(page.locator("#balance-sure")).to_have_count(0)
    expect(page.locator("#act-undo")).to_contain_text("Undo: New draw of seats")
    assert {name: seat_of(night, name) for name in BARBARISMO} != before
    page.keyboard.press("Control+z")
    desk.says("Undone")
    assert {name: seat_of(night, name) for name in BARBARISMO} == before


def test_an_undo_pressed_before_the_page_knows_the_last_act_takes_back_that_one(
    desk: Desk,  # noqa: F811
    night: Night,
) -> None:
    desk.open(night)
    page, one = desk.page, night.entries["Irán"]
    page.get_by_role("link", name="Tables and seats").first.click()
    expect(page.locator("#tables-undo")).to_contain_text("Undo")
    held: list[Route] = []
    page.route(
        re.compile(r"/tables/(\?only=)?$"), lambda route: route.continue_() if held else held.append(route)
    )
    number = Seat.objects.get(entry=one, ended_at=None).table.number
    page.locator(f"#seen-{number}").click()
    desk.says("seen")
    page.keyboard.press("Control+z")
    held[0].continue_()
    desk.says("Undone")
    assert Seat.objects.get(entry=one, ended_at=None).confirmed_at is None
    assert sum(1 for name in BARBARISMO if seat_of(night, name)) == 8


def test_tables_are_set_up_confirmed_and_ordered_by_keys(desk: Desk, night: Night):  # noqa: F811
    desk.open(night)
    page = desk.page
    page.keyboard.press("w")
    expect(page.get_by_role("heading", name="Tables and seats")).to_be_visible()
    page.keyboard.press("n")
    page.locator("#id_name").fill("Ventana")
    page.locator("#id_seats").fill("8")
    page.locator("#id_blocked").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("#tables-table-3 h2")).to_have_text("Table Ventana")
    expect(page.locator("#tables-table-3")).to_contain_text("blocked")
    page.keyboard.press("1")
    expect(page.locator("#seen-1")).to_have_count(0)
    page.keyboard.press("o")
    page.locator("#id_order").fill("ventana, b")
    page.keyboard.press("Enter")
    expect(page.locator("#tables-now")).to_contain_text("Breaking first: Ventana, B")
    page.keyboard.press("/")
    page.keyboard.insert_text("kos")
    found = page.locator("#tables-found a")
    expect(found).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#tables-place-h")).to_have_text("Kosovo")


def test_that_somebody_waits_is_read_whole_and_breaks_no_name_at_any_size_T_2_1b(
    desk: Desk,  # noqa: F811
    night: Night,
):
    table = Table.objects.filter(round__open=night.open).order_by("number")[0]
    for seat in Seat.objects.filter(table=table, ended_at=None).order_by("number"):
        free = {*range(1, 10)} - {one.number for one in Seat.objects.filter(table=table, ended_at=None)}
        if seat.number % 9 + 1 in free:
            break
    floor.set_button(table=table, seat=seat.number, **night.act)
    night.start()
    night.now = timezone.now()
    night.sign_up("Retrasada de Montoya", pay=False)
    late = night.entries["Retrasada de Montoya"]
    tables.sits_at(entry=late, table=table, number=seat.number % 9 + 1, **night.act)
    desk.open(night)
    page = desk.page
    cut = "links => links.filter((one) => one.scrollWidth > one.clientWidth).length"
    tall = "links => links.filter((one) => one.getBoundingClientRect().height > 40).length"
    for path in ("", "tables/"):
        page.goto(page.url.split("/desk/")[0] + f"/desk/{night.open.code}/{path}")
        said = page.locator("a.seat__name .tag", has_text="waits for the button")
        expect(said).to_have_count(1)
        names = page.locator("a.seat__name:not(:has(.tag))")
        for width in (390, 768, 1440):
            resize(page, width, 900)
            assert page.locator("a.seat__name:has(.tag)").evaluate_all(cut) == 0, (path, width)
            assert names.evaluate_all(tall) == 0, (path, width)
