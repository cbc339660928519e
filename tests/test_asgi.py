"""The one door: who gets in, and which way (DESIGN 5, 10)."""

from __future__ import annotations

import http.client

import pytest

from tests.programs import LiveSite


def status(site: LiveSite, path: str, host: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=5)
    try:
        connection.request("GET", path, headers={"Host": host})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/", "/sign-in/abc/", "/static/css/tokens.css", "/live/en/board/k3x9/"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", "a b"])
def test_a_foreign_host_gets_no_page_no_stream_and_no_file(live_site: LiveSite, path: str, host: str) -> None:
    assert status(live_site, path, host) == 400


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "LOCALHOST:8000", "[::1]:8000"])
def test_the_machines_own_names_are_answered(live_site: LiveSite, host: str) -> None:
    assert status(live_site, "/static/css/tokens.css", host) == 200


def test_a_web_socket_is_closed_and_disturbs_nothing(live_site: LiveSite) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", live_site.port, timeout=5)
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    connection.request("GET", "/nothing/", headers=upgrade)
    assert connection.getresponse().status == 404
    connection.close()
    assert status(live_site, "/static/css/tokens.css", "localhost") == 200
