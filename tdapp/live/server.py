"""The web server of one process: its port, and an end that never waits for streams."""

from __future__ import annotations

import errno
import os
import signal
import socket
from types import FrameType

import uvicorn

from tdapp.live import hub
from tdapp.web.starting import CannotStart


class Server(uvicorn.Server):
    """uvicorn that ends open streams the moment it is told to stop.

    Left alone it waits for them, and a page's stream never ends by itself.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        hub.close_all()
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        # The signal is not raised again afterwards: being told to stop is a clean end here.
        self.should_exit = True


def make_server(application: str = "tdapp.asgi:application", *, graceful: int = 1) -> Server:
    """A server for ``run(sockets=[...])``; requests under way get ``graceful`` seconds at the end.

    It writes no access log: addresses with sign-in tokens must not be kept (DESIGN 10).
    """
    config = uvicorn.Config(
        application,
        access_log=False,
        log_config=None,
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=graceful,
    )
    return Server(config)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; CannotStart says why it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # A port whose last connections are still fading may be taken again at once.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        raise CannotStart(_why_not(host, port, error)) from error
    return listener


def _why_not(host: str, port: int, error: OSError | OverflowError) -> str:
    if isinstance(error, OverflowError):
        return f"{port} is not a port. Choose one between 1024 and 65535: python3 td.py --port 8000"
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by another window with this program. "
            f"Stop that one, or choose another port: python3 td.py --port {port + 1}"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} is reserved for the system. Choose one above 1023: python3 td.py --port 8000"
    return (
        f"The address {host} does not belong to this machine ({error.strerror}). "
        "Leave --host out to be reached from every device on the network."
    )
