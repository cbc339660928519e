"""What the terminal says once the pages are served: where to sign in, the screen, the phones."""

from __future__ import annotations

import io
from datetime import datetime

import segno

from tdapp.accounts.models import User
from tdapp.accounts.services import make_sign_in_link
from tdapp.web import addresses

ANY_ADDRESS = ("0.0.0.0", "::", "")


def sign_in_path(now: datetime) -> str:
    """A one-time address for the director; with no account yet, the one that makes the first."""
    director = User.objects.filter(is_active=True).order_by("pk").first()
    purpose = "sign_in" if director else "first"
    return f"/sign-in/{make_sign_in_link(user=director, purpose=purpose, now=now)}/"


def base_addresses(host: str, port: int) -> tuple[str, str | None]:
    """The site as this machine reaches it, and as the other devices do (None if they cannot)."""
    if host not in ANY_ADDRESS:
        shown = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        return shown, None if host in ("127.0.0.1", "::1", "localhost") else shown
    lan = addresses.lan_addresses()
    return f"http://localhost:{port}", f"http://{lan[0]}:{port}" if lan else None


def qr_code(url: str, encoding: str | None) -> str:
    """A QR code made of block characters, or "" where the console cannot show them."""
    out = io.StringIO()
    segno.make(url, error="l").terminal(out, border=2, compact=True)
    try:
        out.getvalue().encode(encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()


def greeting(host: str, port: int, *, now: datetime, encoding: str | None, with_link: bool = True) -> str:
    """The lines to print, with a fresh sign-in link in them unless they are kept in a log."""
    here, lan = base_addresses(host, port)
    link = ["  Director     manage.py link prints a sign-in link"]
    if with_link:
        link = [
            f"  Director     {here}{sign_in_path(now)}",
            "               (works once, for fifteen minutes; start again for another)",
        ]
    lines = [
        "",
        *link,
        f"  Big screen   {here}/screen/",
    ]
    if lan:
        lines += [f"  Televisions  {lan}/tv/", f"  Phones       {lan}/", "", qr_code(f"{lan}/", encoding)]
    else:
        lines += [
            "  Phones       not reachable: this machine is on no network, or --host keeps it to itself",
            "",
        ]
    lines += ["  Stop with Ctrl-C.", ""]
    return "\n".join(lines)
