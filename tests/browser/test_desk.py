"""The desk in a real Chromium: outs by keyboard and by thumb, undo, live parts, late mistakes in few taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tdapp.cash.services import take_payment
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.opens.models import Out
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.desk.clients import client_of
from tests.programs import LiveSite


@dataclass
class Desk:
    """A director's browser, the taps made in it and what its console complained of."""

    page: Page
    site: LiveSite
    taps: int = 0
    complaints: list[str] = field(default_factory=list)

    def open(self, night: Night, language: str = "en") -> None:
        """Go to the night's page and wait until it is live."""
        self.page.goto(f"{self.site.url}/desk/{night.open.code}/?lang={language}")
        expect(self.page.locator("html")).to_have_attribute("data-link", "live")

    def tap(self, place: Locator) -> None:
        """One tap, counted."""
        place.click()
        self.taps += 1

    def says(self, text: str) -> None:
        """The last message."""
        expect(self.page.locator("#parts-messages .message").last).to_contain_text(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def change(self, line: str) -> Locator:
        """The *change* of the story's line that says this."""
        return self.page.locator(".story > li", has_text=line).get_by_text("change")

    def effect(self) -> Locator:
        return self.page.locator("#corrections-effect")


@pytest.fixture
def night(transactional_db: None) -> Night:
    """The Barbarismo field for 10 € + 2 €; it began two hours ago."""
    night = make_night(spt_terms(house=200))
    night.now = timezone.now() - timedelta(hours=2)
    night.sign_up(*BARBARISMO)
    return night


@pytest.fixture
def sign_in(context: BrowserContext, live_site: LiveSite) -> Callable[[Night], None]:
    """Let the browser in as the night's director."""

    def signed_in(night: Night) -> None:
        cookie = client_of(night.director).cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_site.url}])

    return signed_in


@pytest.fixture
def desk(page: Page, night: Night, live_site: LiveSite, sign_in: Callable[[Night], None]) -> Iterator[Desk]:
    sign_in(night)
    found = Desk(page, live_site)

    def listen(message: ConsoleMessage) -> None:
        # A refused form is an answer with status 422, which Chromium always notes down.
        if message.type in ("error", "warning") and "status of 422" not in message.text:
            found.complaints.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: found.complaints.append(str(error)))
    yield found
    page.close()
    assert found.complaints == []


def places(night: Night) -> dict[str, int]:
    everyone = night.field()
    return {everyone.by_id[key].name: place.first for key, place in everyone.places.items()}


# -- the night as it goes ----------------------------------------------------------------------------


def test_the_desk_runs_in_spanish_too(desk: Desk, night: Night) -> None:
    desk.open(night, "es")
    expect(desk.page.locator("html")).to_have_attribute("lang", "es")
    desk.press("s")
    expect(desk.page.locator("#act-out")).to_be_visible()
    desk.press("k")
    expect(desk.page.get_by_label("Nombre o número de asiento")).to_be_focused()
    desk.page.keyboard.type("isr")
    expect(desk.page.locator(".pick:visible")).to_have_count(1)
    desk.press("Enter")
    desk.says("Israel, eliminado en 8.º lugar")
    expect(desk.page.locator("#act-undo")).to_contain_text("Deshacer: Israel, eliminado")
    desk.press("Control+z")
    expect(desk.page.locator(".seat")).to_have_count(8)
    expect(desk.page.locator("#act-undo")).not_to_contain_text("Israel")
    assert places(night) == {}


def test_a_night_begins_and_outs_go_by_keyboard(desk: Desk, night: Night) -> None:
    desk.open(night)
    desk.press("d")
    desk.says("Seats drawn")
    expect(desk.page.locator(".seat")).to_have_count(8)
    desk.press("s")
    desk.says("Play began")
    expect(desk.page.locator("#act-out")).to_be_visible()
    desk.press("k")
    expect(desk.page.get_by_label("Name or seat number")).to_be_focused()
    desk.page.keyboard.type("isr")
    expect(desk.page.locator(".pick:visible")).to_have_count(1)
    desk.press("Enter")
    desk.says("Israel out in 8th")
    expect(desk.page.locator("dialog")).to_have_count(0)
    expect(desk.page.locator(".strip__note")).to_contain_text("double after 1 more out")
    desk.press("k")
    desk.page.keyboard.type("kos")
    desk.press("Enter")
    desk.says("Blinds now 0.50 / 1")
    expect(desk.page.locator(".strip__time")).to_contain_text("0.50 / 1")
    assert places(night) == {"Israel": 8, "Kosovo": 7}
    expect(desk.page.locator("#act-undo")).to_contain_text("Undo: Kosovo out")
    desk.press("Control+z")
    expect(desk.page.locator("#act-undo")).to_contain_text("Undo: Israel out")
    assert places(night) == {"Israel": 8}
    desk.press("Control+y")
    expect(desk.page.locator("#act-undo")).to_contain_text("Undo: Kosovo out")
    assert places(night) == {"Israel": 8, "Kosovo": 7}


def test_a_double_tap_on_out_puts_one_player_out(desk: Desk, night: Night) -> None:
    night.start()
    desk.open(night)
    desk.page.get_by_role("button", name="Francia out").dblclick()
    desk.says("Francia out in 8th")
    expect(desk.page.locator("#night-gone li")).to_have_count(1)
    assert places(night) == {"Francia": 8}


def test_several_in_one_hand_are_asked_about_and_answered_with_one_tap(desk: Desk, night: Night) -> None:
    night.start()
    night.out("Francia")
    desk.open(night)
    desk.press("k")
    desk.page.keyboard.type("kos, isr")
    desk.press("Enter")
    expect(desk.page.get_by_role("heading", name="Who had more before the hand?")).to_be_visible()
    desk.page.locator("#out-order").get_by_role("button", name="Kosovo").click()
    expect(desk.page.locator("dialog")).to_have_count(0)
    assert places(night) == {"Francia": 8, "Israel": 7, "Kosovo": 6}


def test_what_others_do_comes_by_itself_and_leaves_a_dialog_alone(desk: Desk, night: Night) -> None:
    night.start()
    desk.open(night)
    desk.press("c")
    field = desk.page.locator("dialog input[type=text]").first
    field.fill("12,5")
    night.out("Lituania")
    expect(desk.page.locator("#night-gone")).to_contain_text("Lituania")
    expect(field).to_have_value("12,5")


def test_the_total_follows_what_is_typed_and_stops_nothing(desk: Desk, night: Night) -> None:
    night.start()
    desk.open(night)
    desk.press("c")
    fields = desk.page.locator("dialog input[type=text]")
    for number in range(8):
        fields.nth(number).fill("30" if number == 0 else "20")
    expect(desk.page.locator("#chips-total")).to_contain_text("10\u00a0€ more than are in play")
    desk.press("Enter")
    desk.says("Chips counted")
    expect(desk.page.locator(".seat__stack", has_text="30")).to_have_count(1)


def test_what_was_typed_comes_back_after_escape(desk: Desk, night: Night) -> None:
    night.start()
    desk.open(night)
    desk.press("k")
    typed = desk.page.get_by_label("Name or seat number")
    typed.fill("kos")
    desk.press("Escape")
    expect(typed).to_have_count(0)
    desk.press("k")
    expect(typed).to_have_value("kos")


def test_who_types_on_before_the_dialog_is_there_loses_nothing(desk: Desk, night: Night) -> None:
    night.start()
    desk.open(night)
    desk.page.route("**/out/", lambda route: (desk.page.wait_for_timeout(300), route.continue_()))
    desk.press("k")
    desk.page.keyboard.type("kosovo")
    desk.press("Enter")
    desk.says("Kosovo out in 8th")
    assert places(night) == {"Kosovo": 8}


def test_a_timed_night_is_paused_and_given_minutes(
    desk: Desk, night: Night, sign_in: Callable[[Night], None]
) -> None:
    timed = make_night(timed_terms(minutes=20), tour=night.tour, director=night.director)
    timed.now = timezone.now()
    timed.sign_up("Canadá", "Kosovo", "Irán")
    timed.start()
    desk.open(timed)
    time = desk.page.locator("[data-clock-time]")
    expect(time).to_contain_text("19:")
    desk.press("p")
    expect(desk.page.locator(".strip__state")).to_contain_text("Paused since")
    before = time.text_content() or ""
    for _ in range(3):
        desk.page.get_by_role("button", name="+1 min").first.click()
    expect(time).to_contain_text("22:")
    assert time.text_content() == before.replace("19:", "22:")
    desk.press("p")
    expect(desk.page.locator(".strip__state")).to_have_count(0)


@pytest.mark.parametrize(("language", "out"), [("en", "out in 8th"), ("es", "eliminado en 8.º")])
def test_in_one_hand_an_out_is_two_taps(desk: Desk, night: Night, language: str, out: str) -> None:
    night.start()
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.open(night, language)
    assert desk.page.evaluate("document.documentElement.scrollWidth") == 390
    desk.tap(desk.page.locator(f"#more-{night.entries['Kosovo'].pk}"))
    desk.tap(desk.page.locator("#seat-out"))
    desk.says("Kosovo")
    assert desk.taps == 2
    assert places(night) == {"Kosovo": 8}


# -- late mistakes, each in at most three taps -------------------------------------------------------


def test_a_wrong_player_out_an_hour_ago_whose_seat_was_taken_since(desk: Desk, night: Night) -> None:
    night.start()
    night.wait(minutes=50)
    seat = Seat.objects.select_related("table").get(entry=night.entries["Kosovo"])
    night.out("Kosovo")  # it was Israel
    night.wait(minutes=5)
    night.sign_up("Tanzania")
    floor.move_player(
        entry=night.entries["Tanzania"], table=seat.table, number=seat.number,
        overruled=["seat_changes_never"], **night.act,
    )  # fmt: skip
    night.wait(minutes=40)
    night.out("Francia")
    desk.open(night)
    desk.tap(desk.change("Kosovo out"))
    desk.tap(desk.page.locator("fieldset", has_text="It was really").get_by_text("Israel"))
    expect(desk.effect()).to_contain_text("Kosovo: 9th still in")
    expect(desk.effect()).to_contain_text("Israel: still in 9th")
    expect(desk.effect()).to_contain_text("drawn by lot, the old one is taken")
    desk.tap(desk.page.get_by_role("button", name="Apply"))
    expect(desk.page.locator("#night-gone")).to_contain_text("Israel")
    assert desk.taps <= 3
    assert places(night) == {"Israel": 9, "Francia": 8}
    now_at = Seat.objects.get(entry=night.entries["Kosovo"], ended_at=None)
    assert now_at.number != seat.number
    assert Seat.objects.get(entry=night.entries["Tanzania"], ended_at=None).number == seat.number


def test_a_wrong_order_of_two_outs(desk: Desk, night: Night) -> None:
    night.start()
    for name in ("Israel", "Kosovo", "Francia"):
        night.wait(minutes=15)
        night.out(name)
    desk.open(night)
    desk.tap(desk.change("Kosovo out"))
    desk.tap(desk.page.locator("dialog").get_by_text("earlier than Israel"))
    expect(desk.effect()).to_contain_text("Israel: 8th 7th")
    expect(desk.effect()).to_contain_text("Kosovo: 7th 8th")
    desk.tap(desk.page.get_by_role("button", name="Apply"))
    expect(desk.page.locator("#night-gone li").last).to_contain_text("Kosovo")
    assert desk.taps <= 3
    assert places(night) == {"Kosovo": 8, "Israel": 7, "Francia": 6}


def test_a_buy_in_taken_twice_on_purpose_and_voided_after_the_draw(desk: Desk, night: Night) -> None:
    take_payment(entry=night.entries["Canadá"], overruled=["paid_already"], **night.act)
    night.start()
    assert night.pool().prize == 9000
    desk.open(night)
    desk.tap(desk.change("Canadá paid"))
    expect(desk.effect()).to_contain_text("Prize pool: 90\u00a0€ 80\u00a0€")
    expect(desk.effect()).to_contain_text("House: 18\u00a0€ 16\u00a0€")
    desk.tap(desk.page.get_by_role("button", name="Apply"))
    expect(desk.page.locator("dialog")).to_have_count(0)
    expect(desk.page.locator(".figures")).to_contain_text("80\u00a0€")
    assert desk.taps <= 3
    assert (night.pool().prize, night.pool().house) == (8000, 1600)
    assert not Out.objects.exists()
