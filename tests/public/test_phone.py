"""The phone pages: the clock, who is where, the tables, the QR code; also without JavaScript."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tdapp.clock import services as clock
from tdapp.floor import services as floor
from tdapp.journal.undo import undo
from tdapp.live import registry
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import BARBARISMO, NAVAL, Night, make_night, spt_terms, timed_terms
from tests.screen.test_screen import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def naval() -> Night:
    """The Naval open: six signed up, prizes 20 and 10."""
    night = make_night(spt_terms("Open de Naval", prize=500, prizes=(2000, 1000)))
    night.sign_up(*NAVAL)
    return night


def page(night: Night, client: Client, rest: str = "") -> str:
    with time_machine.travel(night.now, tick=False):
        answer = client.get(f"/o/{night.open.code}/{rest}", HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    return answer.content.decode()


def people(html: str) -> dict[str, str]:
    """What each name's line says to who reads it."""
    listed = html.partition('<div id="phone-people"')[2].partition("</div>")[0]
    return dict(re.findall(r'data-name="([^"]*)"\s+data-line="\s*([^"]*?)\s*"', listed))


def test_before_the_start_a_phone_sees_who_is_in_and_what_it_costs(client: Client, naval: Night) -> None:
    said = text(page(naval, client))
    assert "Open de Naval Not started yet Begins with blinds 0.25 / 0.50 €" in said
    assert "Players 6 Entry 5 € Prize pool 30 € Payouts 1 20 € 2 10 €" in said
    assert people(page(naval, client))["Kosovo"] == "Your seat is drawn at the start"


def test_the_clock_and_three_figures_are_those_of_the_picture(client: Client) -> None:
    night = make_night(timed_terms())
    night.sign_up(*NAVAL)
    night.start()
    night.wait(minutes=7, seconds=26)
    night.out("Tanzania")
    html = page(night, client)
    assert "Open de Otoño Level 1 12:34 25 / 50" in text(html)
    assert "Next 50 / 100" in text(html)
    assert "Players 5/6 Average 6 000 Prize pool 60 €" in text(html)
    assert "Out 6 Tanzania" in text(html)
    clock.pause_clock(open=night.open, **night.act)
    assert "Paused 12:34 25 / 50" in text(page(night, client))
    assert 'id="phone-clock" data-state="paused"' in page(night, client)


def test_without_minutes_the_blinds_are_the_clock_SPT_38(client: Client, naval: Night) -> None:
    naval.start()
    naval.out("Tanzania")
    assert "Blinds 0.25 / 0.50 € They double after 1 more out : 0.50 / 1 €" in text(page(naval, client))


def test_everybody_finds_seat_place_or_prize_under_their_name(client: Client, naval: Night) -> None:
    naval.start()
    assert {line[:5] for line in people(page(naval, client)).values()} == {"Seat "}
    naval.out(*reversed(NAVAL[1:]))
    assert people(page(naval, client)) == {
        "Canadá": "1st of 6 · 20\u00a0€",
        "Lituania": "2nd of 6 · 10\u00a0€",
        "Irán": "3rd of 6",
        "Kosovo": "4th of 6",
        "Letonia": "5th of 6",
        "Tanzania": "6th of 6",
    }


def test_with_several_tables_the_table_is_said_and_a_move_too(client: Client) -> None:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO, *(f"{name} 2" for name in BARBARISMO))
    night.start()
    night.wait(minutes=5)
    assert re.fullmatch(r"Table [12], seat [1-9]", people(page(night, client))["Kosovo"])
    floor.swap_seats(first=night.entries["Canadá"], second=night.entries["Kosovo"], **night.act)
    moves = re.findall(
        r'data-move="\d+" data-move-lead="([^"]*)" data-move-since="([^"]*)"', page(night, client)
    )
    assert sorted(moves) == [
        ("Canadá, you move now", "said at 22:05"), ("Kosovo, you move now", "said at 22:05"),
    ]  # fmt: skip


def test_a_move_is_told_however_late_the_phone_looks_and_not_once_it_is_undone(client: Client) -> None:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    assert "data-move=" not in page(night, client)
    night.wait(minutes=5)
    moved = floor.swap_seats(first=night.entries["Canadá"], second=night.entries["Kosovo"], **night.act)
    night.wait(hours=2)
    assert page(night, client).count("data-move=") == 2
    undo(entry=moved, actor=night.director, now=night.now)
    assert "data-move=" not in page(night, client)


def test_the_next_break_is_said_in_wall_time_and_not_while_nobody_knows_it(client: Client) -> None:
    levels = (Level.of_minutes(25, 50, 20), Level.break_of(10), Level.of_minutes(50, 100, 20))
    night = make_night(replace(timed_terms(), levels=levels))
    night.sign_up(*NAVAL)
    night.start()
    night.wait(minutes=5)
    assert "break at 22:20, in 15 min" in text(page(night, client))
    clock.pause_clock(open=night.open, **night.act)
    assert "break at" not in text(page(night, client))


def test_a_start_that_lies_ahead_is_counted_down_to(client: Client, naval: Night) -> None:
    at = naval.now + timedelta(minutes=4, seconds=32)
    floor.start_play(open=naval.open, seed="s", at=at, **naval.act)
    html = page(naval, client)
    assert "Starts in 4:32 at 22:04 · Begins with blinds 0.25 / 0.50 €" in text(html)
    assert f'data-start-ms="{int(at.timestamp() * 1000)}"' in html


def test_the_tables_show_seats_button_and_known_stacks(client: Client, naval: Night) -> None:
    assert "Seats are not drawn yet." in text(page(naval, client, "tables/"))
    naval.start()
    floor.count_chips(open=naval.open, counts={naval.entries["Kosovo"]: 2150}, **naval.act)
    html = page(naval, client, "tables/")
    assert "Table 1 · 6 players" in text(html)
    assert re.search(r"[1-6] Kosovo (D |SB |BB )?21\.50 €", text(html))
    assert sorted(re.findall(r">(D|SB|BB)</abbr>", html)) == ["BB", "D", "SB"]
    assert f'<a href="/o/{naval.open.code}/draw/">How the seats were drawn</a>' in html


def test_the_bar_leads_to_the_other_pages_and_says_which_one_this_is(client: Client, naval: Night) -> None:
    code, tour = naval.open.code, naval.tour.code
    html = page(naval, client, "tables/")
    assert f'<a href="/o/{code}/tables/" aria-current="page">Tables</a>' in html
    assert f'<a href="/o/{code}/">Clock</a>' in html
    assert "Results</a>" in html
    assert "Standings</a>" in html
    assert tour


def test_without_javascript_a_page_says_how_old_it_is_and_loads_again_by_a_link(
    client: Client, naval: Night
) -> None:
    html = page(naval, client)
    assert "<noscript>" in html
    assert "As it was at 22:00. Load again" in text(html)


def test_the_qr_code_names_the_address_as_other_devices_reach_it(
    client: Client, naval: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    import segno

    seen: list[str] = []
    make = segno.make

    def heard(content: str, **options: object) -> segno.QRCode:
        seen.append(content)
        return make(content, **options)

    monkeypatch.setattr(segno, "make", heard)
    answer = client.get(f"/o/{naval.open.code}/qr.svg", HTTP_HOST="localhost:8000")
    assert answer["Content-Type"] == "image/svg+xml"
    assert b"<svg" in answer.content
    assert re.fullmatch(rf"http://[\d.]+:8000/o/{naval.open.code}/|http://localhost:8000/o/\w+/", seen[0])
    assert answer["Cache-Control"] == "max-age=60"


def test_a_code_nobody_has_is_not_found(client: Client) -> None:
    for rest in ("", "tables/", "qr.svg"):
        assert client.get(f"/o/zzzzzzz/{rest}").status_code == 404


def test_nothing_on_a_phone_page_writes(client: Client, naval: Night) -> None:
    for rest in ("", "tables/", "qr.svg"):
        assert client.post(f"/o/{naval.open.code}/{rest}").status_code == 405
    assert "<form" not in page(naval, client)


def pushed(night: Night, surface: str) -> dict[str, str]:
    """The parts that a live page of that kind is sent, by name."""
    live = registry.surface(surface)
    assert live is not None
    assert live.render is not None
    assert live.resolve(night.open.code) == night.open.stream_id
    with time_machine.travel(night.now, tick=False):
        return dict(live.render(night.open.stream_id, "en"))


def test_the_pushed_parts_are_those_of_the_pages(client: Client, naval: Night) -> None:
    naval.start()
    shown, tables = page(naval, client), page(naval, client, "tables/")
    parts = pushed(naval, "phone")
    assert list(parts) == ["phone-clock", "phone-panel", "phone-people-0"]
    assert all(part.strip() in shown for part in parts.values())
    parts = pushed(naval, "tables")
    assert [name.rstrip("0123456789") for name in parts] == [
        "phone-people-",
        "phone-table-",
        "phone-seating",
    ]
    assert all(part.strip() in tables for part in parts.values())


def test_an_out_among_many_sends_one_slice_of_the_people_and_one_table_anew(client: Client) -> None:
    terms = replace(timed_terms(), house=replace(PRESETS["tda"], table_seats=10))
    night = make_night(terms)
    night.now = timezone.now()
    night.sign_up(*(f"Player {number:03}" for number in range(100)))
    night.start()
    before = {**pushed(night, "phone"), **pushed(night, "tables")}
    night.out("Player 050", by="Player 060")
    after = {**pushed(night, "phone"), **pushed(night, "tables")}
    changed = {name.rstrip("0123456789") for name in after if after[name] != before.get(name)}
    assert len([name for name in after if name.startswith("phone-people-")]) == 3
    assert len([name for name in after if after[name] != before.get(name)]) <= 5
    assert changed == {"phone-clock", "phone-panel", "phone-people-", "phone-table-"} - (
        {"phone-clock"} if after["phone-clock"] == before["phone-clock"] else set()
    )


def test_a_name_is_escaped_wherever_it_stands(client: Client) -> None:
    night = make_night(replace(spt_terms(), name="Open"))
    night.sign_up('"><script>alert(1)</script>', "Kosovo")
    assert "<script>alert" not in page(night, client)
