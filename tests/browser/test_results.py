"""The posted pages in a real Chromium: to copy, to keep, to print, on a phone, and following a night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tdapp.floor import services as floor
from tdapp.opens.models import Open
from tdapp.players.models import Player
from tdapp.seasons import demo
from tests.builders import NAVAL, make_night, spt_terms
from tests.programs import LiveSite

TONIGHT = datetime(2026, 10, 12, 19, 0, tzinfo=UTC)
INSECURE = "Object.defineProperty(window, 'isSecureContext', { value: false });"
NO_COPYING = INSECURE + "document.execCommand = () => false;"


@dataclass
class Reader:
    """Somebody who looks at the posted pages, and what their console complained of."""

    browser: Browser
    site: LiveSite
    complaints: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def open(
        self, path: str, *, language: str = "en", width: int = 1280, script: str = "", **how: bool
    ) -> Page:
        """A page of the site, in a browser of its own."""
        context = self.browser.new_context(locale=language, viewport={"width": width, "height": 844}, **how)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.add_init_script(script)
        page = context.new_page()
        self.pages.append(page)

        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.complaints.append(f"{path} {message.text}")

        page.on("console", heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{path} {error}"))
        page.goto(self.site.url + path)
        return page


@pytest.fixture
def reader(live_site: LiveSite, browser: Browser) -> Iterator[Reader]:
    reader = Reader(browser, live_site)
    yield reader
    for page in reader.pages:
        page.context.close()


@pytest.fixture
def barbarismo(live_site: LiveSite) -> str:
    """The address of the Barbarismo results."""
    demo.build(TONIGHT)
    return f"/o/{Open.objects.get(name='Open del Barbarismo').code}/results/"


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_the_post_is_copied_with_one_tap(reader: Reader, barbarismo: str) -> None:
    page = reader.open(barbarismo)
    page.get_by_text("Copy as post").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    assert clipboard(page).startswith(
        "Open del Barbarismo\nSomontano Poker Tour · 4 January 2008 · 1st event of the season"
    )
    page.goto(f"{reader.site.url}{barbarismo}post/?in=es")
    page.get_by_role("button", name="Copy").nth(1).click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    assert clipboard(page).startswith("# Open del Barbarismo")
    assert reader.complaints == []


def test_on_plain_http_the_old_way_copies(reader: Reader, barbarismo: str) -> None:
    page = reader.open(barbarismo, script=INSECURE)
    page.get_by_text("Copy as post").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    expect(page.locator("#results-text")).to_be_hidden()
    assert clipboard(page).startswith("Open del Barbarismo\n")


def test_where_nothing_can_be_copied_the_text_is_shown_and_selected(reader: Reader, barbarismo: str) -> None:
    page = reader.open(barbarismo, script=NO_COPYING)
    page.get_by_text("Copy as post").click()
    expect(page.get_by_text("The text is selected")).to_be_visible()
    text = page.locator("#results-text")
    expect(text).to_be_visible()
    length = page.evaluate(
        "(() => { const t = document.activeElement; return t.selectionEnd - t.selectionStart })()"
    )
    assert length == len(text.input_value())


def test_without_javascript_the_text_has_a_page_of_its_own(reader: Reader, barbarismo: str) -> None:
    page = reader.open(barbarismo, java_script_enabled=False)
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    page.get_by_text("Copy as post").click()
    expect(page.locator("#post-plain")).to_contain_text("Open del Barbarismo")
    expect(page.locator("#post-markdown")).to_contain_text("# Open del Barbarismo")


def test_the_kept_file_opens_from_a_disk_and_loads_nothing(
    reader: Reader, barbarismo: str, tmp_path: Path
) -> None:
    page = reader.open(barbarismo)
    with page.expect_download() as kept:
        page.get_by_text("One file to keep").click()
    assert kept.value.suggested_filename == "open-del-barbarismo-2008-01-04.html"
    file = tmp_path / "kept.html"
    kept.value.save_as(file)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    expect(page.get_by_role("heading", name="Open del Barbarismo")).to_be_visible()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert page.evaluate("document.fonts.check('16px Archivo')")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(247, 245, 239)"


def test_the_results_and_the_rules_print_on_one_page(reader: Reader, barbarismo: str, tmp_path: Path) -> None:
    for path in (barbarismo, barbarismo.replace("results", "rules")):
        for language in ("en", "es"):
            page = reader.open(f"{path}?lang={language}")
            pdf = page.pdf(format="A4")
            assert pdf.count(b"/Type /Page\n") == 1


def test_the_page_follows_the_night_while_it_runs(reader: Reader) -> None:
    night = make_night(spt_terms("Open de Naval", prize=500, prizes=(2000, 1000)))
    night.now = datetime.now(UTC)
    night.sign_up(*NAVAL)
    night.start()
    page = reader.open(f"/o/{night.open.code}/results/")
    expect(page.locator("#results-state")).to_contain_text("6 players are left")
    expect(page.locator("html[data-link=live]")).to_have_count(1)
    night.now = datetime.now(UTC)
    night.out("Tanzania")
    expect(page.locator("#results-state")).to_contain_text("5 players are left")
    expect(page.locator("#results-classification tbody tr")).to_have_count(1)
    for name in reversed(NAVAL[1:-1]):
        night.now = datetime.now(UTC)
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    expect(page.locator("#results-state")).to_contain_text("Not posted yet.")
    # What came by itself works like what was there from the start.
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.get_by_text("Copy as post").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    assert reader.complaints == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_fits_a_small_phone_and_is_accessible(
    reader: Reader, barbarismo: str, language: str
) -> None:
    open = Open.objects.get(name="Open del Barbarismo")
    player = Player.objects.get(nickname="Canadá")
    autumn = Open.objects.get(name="Open de Otoño")
    page = reader.open("/", language=language, width=320)
    for path in (
        "/", barbarismo, f"{barbarismo}post/", f"/o/{open.code}/rules/", f"/o/{autumn.code}/results/",
        f"/t/{open.tour.code}/standings/", f"/t/{open.tour.code}/players/", f"/p/{player.code}/",
    ):  # fmt: skip
        page.goto(f"{reader.site.url}{path}?lang={language}")
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path
        assert page.locator("html").get_attribute("lang") == language
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
    assert reader.complaints == []
