"""Ports of this machine: which are free, and whether somebody answers on one."""

from __future__ import annotations

import contextlib
import errno
import http.client
import secrets
import socket

from deploy.local.texts import StartError, port_not_allowed, port_taken

LOOPBACK = "127.0.0.1"
WILDCARDS = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared, never bound
# Whoever opens a connection, or any port, gets one above these: none of them is taken by chance
# between being found free and being opened.
NEVER_GIVEN = range(12_000, 32_000)
# An address that is nobody's: to ask the kernel which way out it would take.
DOCUMENTATION_ADDRESS = "192.0.2.1"


def free_port() -> int:
    """A port of the loopback address that nobody held a moment ago."""
    while True:
        port = secrets.choice(NEVER_GIVEN)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind((LOOPBACK, port))
            return port


def require_free(host: str, port: int) -> None:
    """Raises StartError, with what to do, if `port` can't be opened on `host`."""
    with socket.socket() as probe:
        # As servers do: a connection that is only waiting to be forgotten does not hold the port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise StartError(port_not_allowed(port)) from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise StartError(port_taken(port, "PORT")) from None


def is_open(port: int, *, timeout_s: float = 0.5) -> bool:
    """Whether a connection to the loopback port is accepted."""
    try:
        socket.create_connection((LOOPBACK, port), timeout_s).close()
    except OSError:
        return False
    return True


def reachable(host: str) -> str:
    """Where a server that listens on `host` answers from this machine."""
    return LOOPBACK if host in WILDCARDS else host


def address_for_others() -> str:
    """This machine's address in its network; empty if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((DOCUMENTATION_ADDRESS, 9))
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


def answers_ok(port: int, path: str, *, host: str = LOOPBACK, timeout_s: float = 2.0) -> bool:
    """Whether GET `path` is answered with 200."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout_s)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
