"""Addresses that other devices can open, and the QR codes that carry them."""

from __future__ import annotations

import ipaddress

import segno
from django.http import HttpRequest

from tdapp.web import addresses


def reachable_base(request: HttpRequest) -> str | None:
    """Scheme, host and port under which phones reach this site, without a slash; None if they cannot.

    A page opened as "localhost" is reached from the room through the machine's network address.
    """
    scheme = "https" if request.is_secure() else "http"
    host = request.get_host()
    name, _, port = host.rpartition(":") if _has_port(host) else (host, "", "")
    if not _is_loopback(name):
        return f"{scheme}://{host}"
    lan = addresses.lan_addresses()
    return f"{scheme}://{lan[0]}{f':{port}' if port else ''}" if lan else None


def _has_port(host: str) -> bool:
    return ":" in host and not host.endswith("]")


def _is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def qr_image(text: str) -> str:
    """A QR code as the address of an inline image: the policy of the pages allows no other inline picture."""
    image: str = segno.make(text, error="m", micro=False).svg_data_uri(border=2, scale=4)
    return image
