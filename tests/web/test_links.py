"""Addresses that phones can open, from whatever name the director's page was opened under."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from tdapp.web import links


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("localhost:8000", "http://192.0.2.10:8000"),
        ("127.0.0.1:8000", "http://192.0.2.10:8000"),
        ("[::1]:8000", "http://192.0.2.10:8000"),
        ("localhost", "http://192.0.2.10"),
        ("testserver", "http://testserver"),
        ("testserver:8000", "http://testserver:8000"),
    ],
)
def test_a_page_opened_on_the_laptop_itself_is_reached_by_its_network_address(
    monkeypatch: pytest.MonkeyPatch, host: str, base: str
) -> None:
    monkeypatch.setattr("tdapp.web.addresses.lan_addresses", lambda: ["192.0.2.10", "198.51.100.3"])
    assert links.reachable_base(RequestFactory().get("/", headers={"Host": host})) == base


def test_on_no_network_there_is_no_such_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tdapp.web.addresses.lan_addresses", list)
    assert links.reachable_base(RequestFactory().get("/", headers={"Host": "localhost:8000"})) is None


def test_behind_https_the_address_says_so() -> None:
    request = RequestFactory().get("/", headers={"Host": "testserver"}, secure=True)
    assert links.reachable_base(request) == "https://testserver"


def test_a_code_is_an_inline_picture() -> None:
    assert links.qr_image("http://192.0.2.10:8000/sign-in/x/").startswith("data:image/svg+xml")
