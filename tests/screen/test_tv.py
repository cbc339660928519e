"""Television sets: their code, where they belong, their keys, and the club's look."""

from __future__ import annotations

import re
import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import signing
from django.core.cache import cache
from django.test import Client

from tdapp.displays import services
from tdapp.displays.logos import drawn_anew
from tdapp.displays.models import Display
from tdapp.displays.queries import look_of
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.screen.tv import COOKIE
from tdapp.tours.models import Tour
from tdapp.web.story import story
from tdapp.web.televisions import last_seen
from tests.builders import EVENING, NAVAL, Night, make_night, make_tour, timed_terms
from tests.displays.pictures import picture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_remembered():
    cache.clear()


def timed(name: str = "Open de Otoño", beside: Night | None = None) -> Night:
    """An open with minutes under way; of the tour of ``beside`` if there is one."""
    tour, director = (beside.tour, beside.director) if beside else (None, None)
    night = make_night(timed_terms(name), tour=tour, director=director)
    night.sign_up(*NAVAL)
    return night


def tv() -> Client:
    """A browser that opened /tv/."""
    client = Client(headers={"Accept-Language": "en"})
    client.get("/screen/tv/")
    return client


def code_of(client: Client) -> str:
    return client.cookies[COOKIE].value.split(":")[0]


def pair(client: Client, night: Night, **given: Any) -> Display:
    """Add the set at the desk, as the bar's, with its keys on."""
    known = {"name": "Bar", "open": None, "shows": "both", "silent": False, "keys": True}
    terms = services.DisplayTerms(**{**known, **given})  # type: ignore[typeddict-item]
    entry = services.add_display(tour=night.tour, code=code_of(client), terms=terms, **night.act)
    return Display.objects.get(pk=entry.params["display"])


def belongs(client: Client, at: str = "", when: datetime | None = None) -> dict[str, Any]:
    with time_machine.travel(when or EVENING, tick=False):
        told: dict[str, Any] = client.get("/screen/tv/where/", {"at": at}).json()
    return told


def page_of(night: Night) -> str:
    return f"/screen/{night.open.code}/"


# -- the code ------------------------------------------------------------------------------------------


def test_opening_tv_gives_a_signed_code_and_writes_nothing(django_assert_num_queries: Any) -> None:
    client = Client()
    with django_assert_num_queries(4):  # reads only: is the code taken, and what is on
        client.get("/screen/tv/")
    assert re.fullmatch(r"[2-9A-HJKMNP-Z]{6}", code_of(client))
    assert not Display.everything.exists()
    cookie = client.cookies[COOKIE]
    assert (cookie["httponly"], cookie["path"], cookie["samesite"]) == (True, "/screen/", "Lax")


def test_the_short_address_leads_there_and_keeps_the_language() -> None:
    answer = Client().get("/tv/?lang=es")
    assert (answer.status_code, answer["Location"]) == (302, "/screen/tv/?lang=es")


def test_a_set_keeps_its_code_and_two_sets_have_two() -> None:
    client = tv()
    first = code_of(client)
    client.get("/screen/tv/")
    assert code_of(client) == first
    assert code_of(tv()) != first


def test_an_unknown_set_shows_what_is_on_and_its_code_in_the_corner() -> None:
    night = timed()
    client = tv()
    answer = client.get("/screen/tv/", follow=True)
    assert answer.redirect_chain == [(f"{page_of(night)}?tv=1", 302)]
    assert f"TV <b>{code_of(client)}</b> · at the desk: Screens" in answer.content.decode()


def test_where_several_are_on_the_list_shows_the_code_and_its_links_stay_a_set_s() -> None:
    night = timed()
    other = timed("Open de Graus", night)
    client = tv()
    page = client.get("/screen/tv/").content.decode()
    assert f"<b>{code_of(client)}</b>" in page
    assert f'href="{page_of(other)}?tv=1"' in page
    assert belongs(client)["address"] == "/screen/tv/"
    assert belongs(client, at=other.open.code)["address"] == page_of(other)


def test_a_laptop_that_was_a_set_once_shows_no_code_on_the_ordinary_page() -> None:
    night = timed()
    client = tv()
    assert code_of(client) not in client.get(page_of(night)).content.decode()


def test_a_paired_set_shows_no_code() -> None:
    night = timed()
    client = tv()
    pair(client, night)
    page = client.get(f"{page_of(night)}?tv=1").content.decode()
    assert re.search(r"data-tv-code hidden>TV <b>", page)


@pytest.mark.parametrize("value", ["K7P2MX", "K7P2MX:1abc:forged", "", "K7P2MX:::"])
def test_a_code_that_the_server_did_not_sign_is_none(value: str) -> None:
    night = timed()
    client = Client()
    client.cookies[COOKIE] = value
    page = client.get(f"{page_of(night)}?tv=1").content.decode()
    assert "K7P2MX" not in page
    assert belongs(client) == {"address": "/screen/tv/", "code": "", "paired": False, "keys": False}
    client.get("/screen/tv/")
    assert code_of(client) != "K7P2MX"


def test_a_signature_for_something_else_is_none() -> None:
    timed()
    client = Client()
    client.cookies[COOKIE] = signing.get_cookie_signer(salt="something.else").sign("K7P2MX")
    assert belongs(client)["code"] == ""


# -- where a set belongs -------------------------------------------------------------------------------


def test_a_set_given_an_open_goes_there_whatever_else_is_on() -> None:
    night = timed()
    other = timed("Open de Graus", night)
    night.start()
    client = tv()
    assert belongs(client, at=night.open.code)["address"] == page_of(night)
    pair(client, night, open=other.open)
    told = belongs(client, at=night.open.code)
    assert (told["address"], told["paired"], told["keys"], told["name"]) == (
        page_of(other),
        True,
        True,
        "Bar",
    )
    assert client.get("/screen/tv/")["Location"] == f"{page_of(other)}?tv=1"


def test_a_paired_set_stays_within_its_tour() -> None:
    night = timed()
    tour, director = make_tour(night.director)
    elsewhere = make_night(timed_terms("Open de Graus"), tour=tour, director=director)
    client = tv()
    assert belongs(client)["address"] == "/screen/tv/"
    pair(client, elsewhere)
    assert belongs(client, at=night.open.code)["address"] == page_of(elsewhere)


def finished(name: str, beside: Night) -> Night:
    night = timed(name, beside)
    night.start()
    night.out(*reversed(NAVAL[1:]))
    floor.finish_open(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    return night


def test_the_winner_stays_until_the_next_open_begins_to_play() -> None:
    following = timed()
    over = finished("Open de Graus", following)
    client = tv()
    pair(client, over, open=over.open)
    assert belongs(client, at=over.open.code)["address"] == page_of(over)
    assert belongs(client)["address"] == page_of(following)
    following.start()
    assert belongs(client, at=over.open.code)["address"] == page_of(following)
    late = over.now + timedelta(hours=13)
    assert belongs(client, at=over.open.code, when=late)["address"] == page_of(following)


def test_a_set_that_asks_counts_as_seen() -> None:
    timed()
    client = tv()
    assert last_seen(code_of(client)) is None
    belongs(client, when=EVENING)
    with time_machine.travel(EVENING + timedelta(seconds=50), tick=False):
        assert last_seen(code_of(client)) == EVENING
    with time_machine.travel(EVENING + timedelta(seconds=70), tick=False):
        assert last_seen(code_of(client)) is None


# -- keys ----------------------------------------------------------------------------------------------


@pytest.fixture
def playing() -> Night:
    night = timed()
    night.start()
    return night


def press(client: Client, night: Night, key: str, seconds: float = 1, **more: Any) -> Any:
    night.wait(seconds=seconds)
    data = {"key": key, "open": night.open.code, "request_id": str(uuid.uuid4()), **more}
    with time_machine.travel(night.now, tick=False):
        return client.post("/screen/tv/key/", data)


def acts(night: Night) -> list[str]:
    return list(
        JournalEntry.objects.filter(stream=night.open.stream)
        .order_by("number")
        .values_list("kind", flat=True)
    )


def test_the_keys_of_a_paired_set_run_the_clock_and_the_story_names_the_set(playing: Night) -> None:
    client = tv()
    pair(client, playing)
    before = len(acts(playing))
    for key in ("pause", "resume", "plus", "minus", "next", "previous"):
        assert press(client, playing, key).status_code == 200
    assert acts(playing)[before:] == [
        "clock_paused", "clock_resumed", "time_added", "time_added", "level_set", "level_set",
    ]  # fmt: skip
    entry = JournalEntry.objects.get(kind="clock_paused")
    assert (entry.actor, entry.device) == (None, None)
    texts = [line.text for line in story(playing.open, limit=6)]
    assert "Clock paused, from the TV Bar" in texts
    assert "1 minute added to the level, from the TV Bar" in texts


def test_an_act_of_a_set_s_keys_can_be_undone(playing: Night) -> None:
    client = tv()
    pair(client, playing)
    press(client, playing, "pause")
    undo(entry=JournalEntry.objects.get(kind="clock_paused"), **playing.act)
    assert press(client, playing, "resume").status_code == 422


def test_what_the_clock_refuses_is_said_in_the_page_s_language(playing: Night) -> None:
    client = tv()
    pair(client, playing)
    answer = press(client, playing, "resume")
    assert answer.status_code == 422
    assert answer.json()["said"]


def test_one_press_sent_twice_counts_once(playing: Night) -> None:
    client = tv()
    pair(client, playing)
    request = str(uuid.uuid4())
    for _ in range(2):
        assert press(client, playing, "plus", request_id=request).status_code == 200
    assert acts(playing).count("time_added") == 1


def refused(client: Client, night: Night, key: str = "pause") -> None:
    before = acts(night)
    assert press(client, night, key).status_code == 403
    assert acts(night) == before


def test_a_browser_that_is_no_set_has_no_keys(playing: Night) -> None:
    refused(Client(), playing)


def test_a_set_that_nobody_paired_has_no_keys(playing: Night) -> None:
    refused(tv(), playing)


def test_a_set_whose_keys_are_off_has_none(playing: Night) -> None:
    client = tv()
    pair(client, playing, keys=False)
    refused(client, playing)


def test_a_set_taken_off_the_list_has_none_any_more(playing: Night) -> None:
    client = tv()
    services.remove_display(display=pair(client, playing), **playing.act)
    refused(client, playing)


def test_a_forged_cookie_with_a_paired_code_has_none(playing: Night) -> None:
    client = tv()
    display = pair(client, playing)
    forger = Client()
    forger.cookies[COOKIE] = display.code
    refused(forger, playing)
    forger.cookies[COOKIE] = client.cookies[COOKIE].value.replace(display.code, "222222")
    refused(forger, playing)


def test_a_set_given_another_open_cannot_touch_this_one(playing: Night) -> None:
    other = timed("Open de Graus", playing)
    client = tv()
    pair(client, playing, open=other.open)
    refused(client, playing)


def test_a_set_of_another_tour_cannot_touch_this_open(playing: Night) -> None:
    tour, director = make_tour(playing.director)
    elsewhere = make_night(timed_terms("Open de Graus"), tour=tour, director=director)
    client = tv()
    pair(client, elsewhere)
    refused(client, playing)


def test_keys_need_the_page_s_token(playing: Night) -> None:
    client = tv()
    pair(client, playing)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    refused(strict, playing)
    page = strict.get(f"{page_of(playing)}?tv=1").content.decode()
    token = re.findall(r'data-csrf="(\w+)"', page)[0]
    answer = strict.post(
        "/screen/tv/key/", {"key": "pause", "open": playing.open.code}, headers={"X-CSRFToken": token}
    )
    assert answer.status_code == 200


def test_a_key_nobody_knows_and_a_get_do_nothing(playing: Night) -> None:
    client = tv()
    pair(client, playing)
    assert press(client, playing, "finish").status_code == 404
    assert client.get("/screen/tv/key/").status_code == 405


def test_a_key_that_is_stuck_is_stopped(playing: Night) -> None:
    client = tv()
    pair(client, playing)
    answers = [press(client, playing, "plus", seconds=0.2).status_code for _ in range(22)]
    assert answers == [200] * 20 + [429] * 2
    assert acts(playing).count("time_added") == 20


# -- the look ------------------------------------------------------------------------------------------


def look(night: Night, **wanted: Any) -> int:
    services.change_look(tour=night.tour, wanted=services.LookChange(**wanted), **night.act)  # type: ignore[typeddict-item]
    return look_of(night.tour).stamp


def address(tour: Tour, stamp: int, ending: str) -> str:
    return f"/screen/look/{tour.code}-{stamp}.{ending}"


def test_the_logo_is_handed_out_as_png_and_kept_long(client: Client) -> None:
    night = timed()
    stamp = look(night, logo=drawn_anew(picture("JPEG")))
    answer = client.get(address(night.tour, stamp, "png"))
    assert (answer.status_code, answer["Content-Type"], answer.content[:4]) == (200, "image/png", b"\x89PNG")
    assert "immutable" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert client.get(address(night.tour, stamp - 1, "png"))["Cache-Control"] == "no-cache"


def test_the_colours_are_a_sheet_of_custom_properties(client: Client) -> None:
    night = timed()
    stamp = look(night, background="#14213d", accent="#ffd27a")
    answer = client.get(address(night.tour, stamp, "css"))
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    sheet = answer.content.decode()
    assert sheet.startswith("body.screen-page {\n  --ground: #14213d;\n")
    assert "  --accent: #ffd27a;\n" in sheet
    assert "immutable" in answer["Cache-Control"]


def test_the_house_s_own_look_is_an_empty_sheet_and_no_logo(client: Client) -> None:
    night = timed()
    assert client.get(address(night.tour, 0, "css")).content == b""
    assert client.get(address(night.tour, 0, "png")).status_code == 404
    assert client.get("/screen/look/nobody-0.css").status_code == 404
