"""The page of a hand as a browser without scripts has it: its fields are read, changed and sent back."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.test import Client

Fields = dict[str, list[str]]


class Form(HTMLParser):
    """The successful controls of the page's forms: what a browser would send; and where to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: Fields = {}
        self.names: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        name = said.get("name")
        if tag != "input" or not name:
            return
        self.names.add(name)
        if said.get("type") in ("radio", "checkbox") and "checked" not in said:
            return
        self.fields.setdefault(name, []).append(said.get("value") or "")


def form_of(html: str) -> Form:
    """The fields of the hand's form alone."""
    start = html.index("<form", html.index('id="hand-dialog"'))
    return Form(html[start : html.index("</form>", start)])


def opened(client: Client, address: str) -> Form:
    """The page fetched, as with a click on the table."""
    response = client.get(address)
    assert response.status_code == 200, response.content.decode()
    return form_of(response.content.decode())


def changed(form: Form, said: dict[str, Any]) -> Fields:
    """What is sent once those fields were filled or tapped; every one of them is on the page.

    What is not a radio or a checkbox keeps its place; an empty list is a box without its tick.
    """
    missing = set(said) - form.names
    assert not missing, f"not on the page: {sorted(missing)}"
    return form.fields | {
        name: [str(one) for one in value] if isinstance(value, (list, tuple)) else [str(value)]
        for name, value in said.items()
    }


def looked(client: Client, address: str, sent: Fields) -> Form:
    """The whole page again, by the button "Preview"."""
    response = client.post(address, sent)
    assert response.status_code == 200, response.content.decode()
    return form_of(response.content.decode())
