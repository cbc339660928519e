"""The machine's own names and addresses: who may be asked for, and what the phones are told.

Nothing is sent over the network.  Read by the settings, so nothing here may import them.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def lan_addresses() -> list[str]:
    """IPv4 addresses under which other devices reach this machine, the usual way out first."""
    found: list[str] = []
    # Connecting a UDP socket only asks the routing table; the address is one kept for documentation.
    for target in ("192.0.2.1", "10.255.255.255", "192.168.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
            except OSError:
                continue
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if _reachable(address)]


def _reachable(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_unspecified)


def host_names() -> list[str]:
    """The machine's own name, as it is and as the local network announces it (name.local)."""
    name = socket.gethostname().strip().lower().rstrip(".")
    if not name:
        return []
    short = name.split(".")[0]
    return list(dict.fromkeys([name, short, f"{short}.local"]))


def allowed_hosts(extra: list[str]) -> list[str]:
    """Every name this machine answers to: its own and the ``extra`` ones."""
    return list(dict.fromkeys([*LOOPBACK, *host_names(), *lan_addresses(), *extra]))


def extra_hosts() -> list[str]:
    """Names given by the variable TAPETE_HOSTS, separated by commas, e.g. that of a reverse proxy.

    One with a "*" is left out: a page must never answer to a name somebody else chose.
    """
    wanted = [host.strip().lower() for host in os.environ.get("TAPETE_HOSTS", "").split(",")]
    return [host for host in wanted if host and "*" not in host]
