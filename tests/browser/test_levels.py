"""The levels of a set-up in a real browser, by the keyboard alone, and a block out of a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tdapp.accounts.services import make_sign_in_link
from tdapp.floor.set_up import terms_of
from tdapp.opens.models import Open
from tdapp.rules.levels import Level
from tests.builders import Night, make_night, timed_terms
from tests.programs import LiveSite

pytestmark = pytest.mark.browser


@pytest.fixture
def night(transactional_db: None) -> Night:
    """Two levels of twenty minutes."""
    return make_night(timed_terms(levels=2))


@pytest.fixture
def page(context: BrowserContext, live_site: LiveSite, night: Night) -> Iterator[Page]:
    """The set-up of the night in a browser that must not complain."""
    page = context.new_page()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    token = make_sign_in_link(user=night.director, purpose="phone", now=datetime.now(UTC))
    page.goto(f"{live_site.url}/sign-in/{token}/")
    page.get_by_role("button", name="Sign in on this device").click()
    page.goto(f"{live_site.url}/desk/{night.open.code}/setup/")
    expect(page.get_by_role("toolbar")).to_be_visible()  # the script is there
    yield page
    assert complaints == []


def cell(page: Page, row: int, column: str) -> Locator:
    return page.locator(f"#id_levels-{row}-{column}")


def levels(night: Night) -> tuple[Level, ...]:
    return terms_of(Open.objects.get(pk=night.open.pk)).levels


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).last.click()
    page.wait_for_url("**/desk/*/")


def test_levels_are_typed_with_tab_and_enter_and_what_follows_fills_itself_in(
    page: Page, night: Night
) -> None:
    cell(page, 2, "sb").focus()
    page.keyboard.type("100")
    page.keyboard.press("Enter")  # the big blind is twice the small one, the minutes those above
    expect(cell(page, 3, "sb")).to_be_focused()
    expect(cell(page, 2, "bb")).to_have_value("200")
    expect(cell(page, 2, "minutes")).to_have_value("20")
    page.keyboard.type("150/300")
    page.keyboard.press("Tab")
    expect(cell(page, 3, "bb")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("25")
    page.keyboard.press("Enter")  # below the last row comes another, where the Tabs began
    expect(cell(page, 4, "sb")).to_be_focused()
    page.keyboard.type("200")
    page.keyboard.press("Tab")
    expect(page.locator("#setup-row-4 [data-start]")).to_have_text("1:20")
    expect(page.locator("b[data-total]")).to_have_text("1:40")
    save(page)
    assert levels(night)[2:] == (
        Level.of_minutes(100, 200, 20),
        Level.of_minutes(150, 300, 20, 25),
        Level.of_minutes(200, 400, 20),
    )


def test_arrows_go_over_the_sheet_and_rows_are_duplicated_moved_and_taken_out(
    page: Page, night: Night
) -> None:
    cell(page, 0, "sb").focus()
    page.keyboard.press("ArrowDown")
    expect(cell(page, 1, "sb")).to_be_focused()
    page.keyboard.press("ArrowRight")  # what is selected counts as its end
    expect(cell(page, 1, "bb")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(cell(page, 0, "bb")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(cell(page, 0, "sb")).to_be_focused()
    page.keyboard.press("Control+d")
    expect(cell(page, 1, "bb")).to_have_value("50")
    page.keyboard.type("30")
    page.keyboard.press("Alt+ArrowDown")
    expect(cell(page, 2, "sb")).to_have_value("30")
    page.keyboard.press("Shift+Enter")
    expect(cell(page, 2, "sb")).to_be_focused()
    page.keyboard.press("Control+Delete")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(cell(page, 0, "sb")).to_have_value("50")
    save(page)
    assert [(level.sb, level.bb) for level in levels(night)] == [(50, 100), (30, 50)]


def test_a_block_from_a_spreadsheet_fills_down_and_to_the_right(page: Page, night: Night) -> None:
    cell(page, 0, "sb").focus()
    block = "100\t200\t\t15\t\n\t\t\t10\tx\n150\t300\t300\t15\t\n200/400\t\t400\t15\t\n300\t600\t600\t15\t\n"
    page.evaluate(
        """block => {
            const data = new DataTransfer();
            data.setData("text/plain", block);
            document.activeElement.dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        block,
    )
    expect(cell(page, 4, "bb")).to_have_value("600")
    expect(page.locator("#setup-row-2 [data-number]")).to_have_text("2")  # the break has no number
    save(page)
    assert levels(night) == (
        Level.of_minutes(100, 200, 15),
        Level.break_of(10),
        Level.of_minutes(150, 300, 15, 300),
        Level.of_minutes(200, 400, 15, 400),
        Level.of_minutes(300, 600, 15, 600),
    )


def test_remarks_come_beside_their_row_while_typing_and_the_columns_are_remembered(
    page: Page, night: Night
) -> None:
    cell(page, 1, "bb").fill("500")
    said = page.locator("#setup-row-1 [data-said]")
    expect(said).to_contain_text("Level 2: the small blind 50 is not half of the big blind 500.")
    expect(cell(page, 1, "bb")).to_be_focused()
    expect(cell(page, 0, "game")).to_be_hidden()
    page.get_by_label("More columns").check()
    cell(page, 1, "game").fill("Omaha")
    cell(page, 1, "ante_form").select_option("big_blind")
    expect(cell(page, 1, "ante")).to_have_value("500")
    page.reload()
    expect(cell(page, 0, "game")).to_be_visible()
    expect(cell(page, 1, "game")).to_have_value("")
