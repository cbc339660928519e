"""The screens at the desk: the sets, the turn of the pages, messages, sounds, the look."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.displays import services
from tdapp.displays.models import Announcement, Display
from tdapp.displays.queries import announcements, displays_of, look_of, show_of
from tdapp.opens.models import Table
from tdapp.web import televisions
from tests.builders import NAVAL, Night, make_night, make_tour, spt_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.displays.pictures import bomb, picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms("Open de Naval"))
    night.sign_up(*NAVAL)
    return night


@pytest.fixture
def client(night: Night, desk: Desk) -> Client:
    return desk(night)


def url(night: Night, rest: str = "") -> str:
    return f"/desk/{night.open.code}/screens/{rest}"


def television(night: Night, **given: Any) -> Display:
    known = {"name": "Bar", "open": None, "shows": "both", "silent": False, "keys": False}
    terms = services.DisplayTerms(**{**known, **given})  # type: ignore[typeddict-item]
    entry = services.add_display(tour=night.tour, code="K7P2MX", terms=terms, **night.act)
    return Display.objects.get(pk=entry.params["display"])


TV = {"code": "k7p 2mx", "name": "Bar", "open": "", "shows": "both"}


# -- the page ------------------------------------------------------------------------------------------


def test_the_page_says_what_every_tv_shows_and_whether_it_is_on(night: Night, client: Client):
    television(night, open=night.open, shows="seats", keys=True)
    page = one_line(text(client.get(url(night))))
    assert "K7P2MX · Open de Naval" in page
    assert "Only the seating · its keys run the clock" in page
    assert "not heard of" in page
    televisions.seen("K7P2MX", timezone.now())
    assert "not heard of" not in text(client.get(url(night)))


def test_its_queries_do_not_grow_with_the_sets(
    night: Night, client: Client, django_assert_max_num_queries: Any
):
    television(night)
    client.get(url(night))
    for code in ("222222", "333333", "444444", "555555"):
        terms = services.DisplayTerms(name="", open=night.open, shows="both", silent=False, keys=False)
        services.add_display(tour=night.tour, code=code, terms=terms, **night.act)
    with django_assert_max_num_queries(24):
        client.get(url(night))


def test_the_floor_may_say_and_turn_but_neither_add_sets_nor_change_the_look(night: Night, desk: Desk):
    television(night)
    page = text(desk(night, Role.FLOOR).get(url(night)))
    assert "Pages in turn" in page
    for absent in ("Add a TV", "Save the look", "Undo:", "/screens/tv/"):
        assert absent not in page


def test_the_night_leads_to_the_screens_and_to_a_message_by_one_key(night: Night, client: Client):
    page = text(client.get(f"/desk/{night.open.code}/"))
    assert f'href="{url(night)}"' in page
    assert f'hx-get="{url(night, "message/")}" hx-target="#dialog" data-key="m"' in page


def test_the_moving_parts_come_without_the_forms(night: Night, client: Client):
    answer = client.get(url(night, "parts/"), headers={"HX-Request": "true"})
    page = text(answer)
    assert page.count('hx-swap-oob="true"') == 3
    assert "id_clock_seconds" not in page
    assert "tapete:shown" in answer["HX-Trigger"]


# -- the sets ------------------------------------------------------------------------------------------


def test_a_set_is_added_by_its_code(night: Night, client: Client):
    answer = tapped(client, url(night, "tv/"), {**TV, "open": night.open.code, "keys": "on"})
    assert answer.status_code == 200
    assert "TV Bar added" in text(answer)
    shown = displays_of(night.open)["K7P2MX"]
    assert (shown.name, shown.open_code, shown.keys, shown.silent) == ("Bar", night.open.code, True, False)


def test_without_scripts_adding_a_set_goes_back_to_the_page(night: Night, client: Client):
    assert client.get(url(night, "tv/")).status_code == 200
    answer = client.post(url(night, "tv/"), TV)
    assert (answer.status_code, answer["Location"]) == (302, url(night))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("bar", "That is no code of a TV"),
        ("", "This field is required"),
        ("K7P2M0", "That is no code of a TV"),
    ],
)
def test_a_mistyped_code_is_said_and_keeps_what_was_typed(
    night: Night, client: Client, code: str, sentence: str
):
    answer = tapped(client, url(night, "tv/"), {**TV, "code": code, "name": "Room 2"})
    page = text(answer)
    assert answer.status_code == 422
    assert sentence in page
    assert 'value="Room 2"' in page
    assert not Display.everything.exists()


def test_a_set_that_is_there_already_is_said(night: Night, client: Client):
    television(night)
    answer = tapped(client, url(night, "tv/"), TV)
    assert answer.status_code == 422
    assert "That screen was added already" in text(answer)


def test_an_open_of_another_tour_is_not_offered(night: Night, client: Client):
    tour, director = make_tour(night.director)
    elsewhere = make_night(spt_terms("Open de Graus"), tour=tour, director=director)
    assert "Open de Graus" not in text(client.get(url(night, "tv/")))
    assert tapped(client, url(night, "tv/"), {**TV, "open": elsewhere.open.code}).status_code == 422


def test_a_set_is_changed_removed_and_brought_back_here(night: Night, client: Client):
    display = television(night)
    change = {"name": "Room 2", "open": "", "shows": "clock", "silent": "on"}
    assert tapped(client, url(night, f"tv/{display.pk}/"), change).status_code == 200
    shown = displays_of(night.open)["K7P2MX"]
    assert (shown.name, shown.shows, shown.silent) == ("Room 2", "clock", True)
    assert "Room 2 taken off the list" in text(tapped(client, url(night, f"tv/{display.pk}/remove/")))
    assert dict(displays_of(night.open)) == {}
    page = text(client.get(url(night)))
    assert "Undo: TV Room 2 taken off the list" in page
    entry = night.tour.stream.entries.get(kind="display_removed")
    tapped(client, url(night, "undo/"), {"entry": entry.pk})
    assert list(displays_of(night.open)) == ["K7P2MX"]


def test_only_acts_on_the_screens_are_undone_here(night: Night, client: Client):
    founded = night.tour.stream.entries.get(kind="tour_founded")
    assert tapped(client, url(night, "undo/"), {"entry": founded.pk}).status_code == 404


def test_a_set_of_another_tour_is_not_found(night: Night, client: Client):
    tour, director = make_tour(night.director)
    elsewhere = make_night(spt_terms("Open de Graus"), tour=tour, director=director)
    display = television(elsewhere)
    assert client.get(url(night, f"tv/{display.pk}/")).status_code == 404
    assert tapped(client, url(night, f"tv/{display.pk}/remove/")).status_code == 404


# -- the turn of the pages -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "move", "order"),
    [
        ("prizes", "up", ("seats", "prizes", "rounds", "standings", "moves")),
        ("prizes", "down", ("seats", "rounds", "standings", "prizes", "moves")),
        ("seats", "up", ("seats", "rounds", "prizes", "standings", "moves")),
        ("moves", "down", ("seats", "rounds", "prizes", "standings", "moves")),
        ("rounds", "off", ("seats", "prizes", "standings", "moves")),
        ("seats", "on", ("seats", "rounds", "prizes", "standings", "moves")),
        ("weather", "on", ("seats", "rounds", "prizes", "standings", "moves")),
    ],
)
def test_a_page_moves_by_one_tap(night: Night, client: Client, page: str, move: str, order: tuple[str, ...]):
    assert client.post(url(night, "move/"), {"page": page, "move": move}).status_code == 302
    assert show_of(night.open).pages == order


def test_a_page_left_out_comes_back_at_the_end(night: Night, client: Client):
    for move in ("off", "on"):
        client.post(url(night, "move/"), {"page": "seats", "move": move})
    assert show_of(night.open).pages == ("rounds", "prizes", "standings", "moves", "seats")


def test_the_screens_stay_on_a_page_until_told_otherwise(night: Night, client: Client):
    assert "Screens stay on: the prizes" in text(tapped(client, url(night, "turn/"), {"only": "prizes"}))
    assert show_of(night.open).only == "prizes"
    assert 'name="only" value="" aria-pressed="true">The prizes' in one_line(text(client.get(url(night))))
    tapped(client, url(night, "turn/"), {"only": ""})
    assert show_of(night.open).only == ""


def test_a_page_is_shown_at_once(night: Night, client: Client):
    assert "Screens show at once: the seating" in text(tapped(client, url(night, "turn/"), {"jump": "seats"}))
    assert show_of(night.open).jump == "seats"
    assert 'name="jump" value="" aria-pressed="true">The seating' in one_line(text(client.get(url(night))))


def test_a_page_nobody_has_is_refused(night: Night, client: Client):
    assert "no such thing to show" in text(tapped(client, url(night, "turn/"), {"jump": "weather"}))
    assert show_of(night.open).jump == ""


SHOW = {"clock_seconds": "60", "seconds": "20", "volume": "40", "sounds": ["minute", "level"], "spoken": "on"}


def test_times_and_sounds_are_saved_together(night: Night, client: Client):
    assert tapped(client, url(night, "show/"), SHOW).status_code == 200
    shown = show_of(night.open)
    assert (shown.clock_seconds, shown.seconds, shown.volume, shown.spoken) == (60, 20, 40, True)
    assert shown.sounds_off == ("seconds", "break", "back", "out", "bubble", "winner")


def test_impossible_seconds_are_said_and_kept(night: Night, client: Client):
    answer = tapped(client, url(night, "show/"), {**SHOW, "seconds": "2"})
    assert answer.status_code == 422
    assert "type 5 to 600 seconds" in text(answer)
    assert 'value="2"' in text(answer)
    assert client.post(url(night, "show/"), {**SHOW, "seconds": "x"}).status_code == 422
    assert show_of(night.open).seconds == 15


# -- messages ------------------------------------------------------------------------------------------


def said(night: Night) -> list[tuple[str, str, int | None]]:
    now = timezone.now()
    return [(one.kind, one.text, one.table_number) for one in announcements(night.open, now)]


def test_a_typed_message_is_shown_for_its_seconds(night: Night, client: Client):
    answer = tapped(client, url(night, "message/"), {"text": "Cake for Canadá", "seconds": "60"})
    assert "On the screens: Cake for Canadá" in text(answer)
    row = Announcement.objects.get()
    assert row.until is not None
    assert (row.text, (row.until - row.at).total_seconds()) == ("Cake for Canadá", 60)


def test_what_is_said_often_is_offered_in_both_languages_that_of_the_open_first(night: Night, client: Client):
    page = one_line(text(client.get(url(night, "message/"))))
    assert page.index('<div class="chips" lang="es">') < page.index('<div class="chips" lang="en">')
    assert 'name="say" value="text:Food is ready"' in page


def test_one_tap_says_it(night: Night, client: Client):
    sent = {"text": "half typed", "seconds": "20", "say": "text:Food is ready"}
    tapped(client, url(night, "message/"), sent)
    assert said(night) == [("message", "Food is ready", None)]


def test_a_table_that_breaks_and_the_final_table_are_said_by_their_kind(night: Night, client: Client):
    night.start()
    table = Table.objects.get(round__open=night.open)
    tapped(client, url(night, "message/"), {"seconds": "20", "say": f"table:{table.pk}"})
    tapped(client, url(night, "message/"), {"seconds": "", "say": "final_table"})
    assert said(night) == [("table_breaks", "", 1), ("final_table", "", None)]


@pytest.mark.parametrize("say", ["table:999999", "table:x", "table:"])
def test_a_table_nobody_has_is_refused(night: Night, client: Client, say: str):
    answer = tapped(client, url(night, "message/"), {"seconds": "20", "say": say})
    assert answer.status_code == 422
    assert "Which table?" in text(answer)


def test_an_empty_message_is_asked_for(night: Night, client: Client):
    answer = tapped(client, url(night, "message/"), {"text": " ", "seconds": "20"})
    assert answer.status_code == 422
    assert "The message is empty" in text(answer)


def test_a_message_is_ended_from_the_page(night: Night, client: Client):
    tapped(client, url(night, "message/"), {"seconds": "", "say": "seats"})
    row = Announcement.objects.get()
    assert "On the screens: Seat draw" in text(client.get(url(night)))
    assert "Off the screens: Seat draw" in text(tapped(client, url(night, f"message/{row.pk}/end/")))
    assert said(night) == []


# -- the look ------------------------------------------------------------------------------------------


def dressed(client: Client, night: Night, **given: Any) -> Any:
    return client.post(url(night, "look/"), {"title": "", "background": "", "accent": "", **given})


def file(data: bytes, name: str = "logo.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, "image/png")


def test_name_colours_and_logo_are_saved(night: Night, client: Client):
    answer = dressed(client, night, title="Peña El Farol", background="#14213d", logo=file(picture()))
    assert (answer.status_code, answer["Location"]) == (302, url(night))
    look = look_of(night.tour)
    assert (look.title, look.background, look.accent, look.logo) == ("Peña El Farol", "#14213d", "", True)
    assert f'src="/screen/look/{night.tour.code}-{look.stamp}.png"' in text(client.get(url(night)))
    dressed(client, night, title="Peña El Farol", no_logo="on")
    assert (look_of(night.tour).logo, look_of(night.tour).background) == (False, "")


def test_a_colour_on_which_the_time_cannot_be_read_is_refused_with_the_nearest(night: Night, client: Client):
    answer = dressed(client, night, title="Peña", background="#2fae7a")
    page = one_line(text(answer))
    assert answer.status_code == 422
    assert "a contrast of 2.4 and it needs 7.0: take #185a3f" in page
    assert 'name="background" value="#185a3f">Take #185a3f' in page
    assert 'value="Peña"' in page
    assert look_of(night.tour).stamp == 0
    taken = {"title": "Peña", "background": ["#2fae7a", "#185a3f"], "accent": ""}
    assert client.post(url(night, "look/"), taken).status_code == 302
    assert look_of(night.tour).background == "#185a3f"


def test_a_colour_nobody_can_read_is_said_at_its_field(night: Night, client: Client):
    answer = dressed(client, night, accent="grün")
    assert answer.status_code == 422
    assert "“grün” is no colour" in text(answer)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"<svg/>", "That file is no PNG or JPEG picture"),
        (bomb(60000, 60000), "at most 25 megapixels"),
        (b"\x89PNG" + b"\0" * (4 * 1024 * 1024), "at most 4 MB"),
    ],
)
def test_a_file_that_is_no_good_logo_is_refused(night: Night, client: Client, data: bytes, sentence: str):
    answer = dressed(client, night, logo=file(data))
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert look_of(night.tour).stamp == 0
