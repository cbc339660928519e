"""The page "Street by street" as a browser of the tests taps it."""

from __future__ import annotations

import html
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.builders import Night
from tests.desk.clients import text
from tests.desk.conftest import one_line
from tests.hands.dealing import the_table


def address(night: Night, name: str = "streets") -> str:
    return reverse(f"desk:{name}", kwargs={"code": night.open.code, "table": the_table(night).pk})


def fields(answer: Any, form: str = "streets__frame") -> dict[str, str]:
    """The hidden fields of a form, as a browser sends them back."""
    inside = re.search(rf'<form class="{form}.*?</form>', answer.content.decode(), re.S)
    assert inside is not None
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inside[0])
    return {name: html.unescape(value) for name, value in found}


def tap(client: Client, night: Night, *acts: str, sent: Any = None) -> Any:
    """Taps one after the other, as htmx sends them: "call", "say 3" types an amount first. The last answer;
    ``sent`` is the one before."""
    for act in acts:
        data = fields(sent) if sent is not None else {}
        word, _, amount = act.partition(" ")
        sent = client.post(
            address(night), {**data, "act": word, "amount": amount}, headers={"HX-Request": "true"}
        )
    return sent


def told(answer: Any) -> list[str]:
    """The line in words."""
    found = re.findall(r"<li><b>.*?</li>", text(answer), re.S)
    return [one_line(re.sub(r"<[^>]+>", "", one)) for one in found]


def said(answer: Any) -> str:
    return one_line(text(answer))
