"""Where a request comes from: address, host and scheme, and whether it is our own page's."""

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

import msgspec

Network = IPv4Network | IPv6Network

DEFAULT_PORTS: Final = {"http": "80", "https": "443", "ws": "80", "wss": "443"}
OWN_FETCHES: Final = ("same-origin", "none")


IPV6_HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that a household shares; the rest it chooses as it likes."""


class Caller(msgspec.Struct, frozen=True):
    """Who asks, as far as the connection (or a trusted proxy) tells."""

    address: str
    host: str
    scheme: str

    @property
    def is_secure(self) -> bool:
        """Whether the way from the browser is encrypted."""
        return self.scheme == "https"

    @property
    def household(self) -> str:
        """What limits count by: the IPv4 address, or the network of the IPv6 address."""
        try:
            address = ip_address(self.address)
        except ValueError:
            return self.address
        if isinstance(address, IPv4Address):
            return self.address
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, IPV6_HOUSEHOLD), strict=False))


def networks(text: str) -> tuple[Network, ...]:
    """Networks from a setting, separated by commas. Raises ValueError for what is none."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def is_within(address: str, trusted: Sequence[Network]) -> bool:
    """Whether an address lies in one of the networks; what is no address does not."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in trusted)


def caller(peer: Caller, headers: Mapping[str, str], trusted: Sequence[Network]) -> Caller:
    """The real caller: forwarded headers count only when the connection is a trusted proxy's."""
    if not is_within(peer.address, trusted):
        return peer
    return Caller(
        _address(peer.address, headers.get("X-Forwarded-For", ""), trusted),
        _last(headers.get("X-Forwarded-Host", "")) or peer.host,
        _scheme(_last(headers.get("X-Forwarded-Proto", "")), peer.scheme),
    )


def is_own_origin(headers: Mapping[str, str], who: Caller) -> bool:
    """Whether a page of ours sent it, or no page at all (apps send no Origin)."""
    if headers.get("Sec-Fetch-Site", "none") not in OWN_FETCHES:
        return False
    origin = headers.get("Origin")
    return origin is None or _is_same_host(origin, who)


def _is_same_host(origin: str, who: Caller) -> bool:
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    host = parts.hostname if ":" not in parts.hostname else f"[{parts.hostname}]"
    return _with_port(host, port, parts.scheme) == _normal(who.host, parts.scheme)


def _normal(host: str, scheme: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    if colon and port.isdigit() and not name.endswith(":"):
        return f"{name}:{port}"
    return f"{host.lower()}:{DEFAULT_PORTS[scheme]}"


def _with_port(host: str, port: int | None, scheme: str) -> str:
    return f"{host.lower()}:{port or DEFAULT_PORTS[scheme]}"


def _last(value: str) -> str:
    return value.rpartition(",")[2].strip()


def _scheme(forwarded: str, own: str) -> str:
    return forwarded if forwarded in ("http", "https") else own


def _address(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """The last hop that is none of our own proxies."""
    for hop in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
        if not is_within(hop, trusted):
            return hop
    return peer
