"""The addresses of live pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.template import Context, Template
from django.utils import translation

from tdapp.live import registry
from tdapp.live.registry import Address, Surface


@pytest.fixture(autouse=True)
def board() -> Iterator[None]:
    registry.register(Surface("board", resolve=lambda code: None))
    yield
    registry.unregister("board")


def test_an_address_leads_to_its_page_and_back() -> None:
    address = Address("board", "k3x9", "es")
    assert registry.path(address) == "/live/es/board/k3x9/"
    assert registry.parse("/live/es/board/k3x9/") == address


@pytest.mark.parametrize(
    "path",
    [
        "/live/es/board/k3x9",
        "/live/es/board/k3 9/",
        "/live/es/board/k3x9/more/",
        "/live/xx/board/k3x9/",
        "/live/es/nothing/k3x9/",
        f"/live/es/board/{'k' * 41}/",
        "/live/es/board/k3x9/\n",
    ],
)
def test_nothing_else_is_an_address(path: str) -> None:
    assert registry.parse(path) is None


def test_a_template_names_the_stream_in_the_language_of_its_viewer() -> None:
    template = Template('{% load live %}{% live_address "board" code %}')
    with translation.override("es"):
        assert template.render(Context({"code": "k3x9"})) == "/live/es/board/k3x9/"
