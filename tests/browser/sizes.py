"""Looking at one page in several sizes."""

from __future__ import annotations

from playwright.sync_api import Page


def resize(page: Page, width: int, height: int) -> None:
    """Give the page another size and wait until it is laid out anew.

    Sizes in parts of the window follow a frame after ``innerWidth`` does.
    """
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
