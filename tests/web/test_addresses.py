"""To which names the site answers (DESIGN 10)."""

from __future__ import annotations

import ipaddress

import pytest
from django.conf import settings
from django.test import Client

from tdapp.web import addresses


def test_the_site_answers_to_this_machine_and_never_to_everybody() -> None:
    hosts = addresses.allowed_hosts([])
    assert hosts[:3] == ["localhost", "127.0.0.1", "[::1]"]
    assert all(name in hosts for name in addresses.host_names())
    assert "*" not in hosts
    assert "*" not in settings.ALLOWED_HOSTS
    assert not any(host.startswith(".") for host in hosts)


def test_the_machine_has_its_short_name_and_that_of_the_local_network() -> None:
    names = addresses.host_names()
    assert names[-1].endswith(".local")
    assert names[-1].removesuffix(".local") in names


def test_addresses_for_phones_are_never_the_loopback() -> None:
    for address in addresses.lan_addresses():
        assert not ipaddress.ip_address(address).is_loopback


def test_a_star_among_the_names_from_outside_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPETE_HOSTS", "Poker.Example.org, *, *.example.com,, tapete")
    assert addresses.extra_hosts() == ["poker.example.org", "tapete"]
    monkeypatch.delenv("TAPETE_HOSTS")
    assert addresses.extra_hosts() == []


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/screen/", "/sign-in/abc/", "/nothing/"])
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "169.254.9.9"])
def test_no_page_answers_to_a_foreign_host(client: Client, path: str, host: str) -> None:
    assert client.get(path, headers={"host": host}).status_code == 400
