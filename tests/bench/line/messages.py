"""What travels on the straight line: a move, the command it becomes, the event it causes."""

import msgspec


class Move(msgspec.Struct):
    """Client to gateway (JSON). `v` is the version that the player saw; no `frm`: a placement."""

    v: int
    frm: int | None
    to: int


class Command(msgspec.Struct, array_like=True):
    """Gateway to service (msgpack)."""

    match: str
    player: int
    v: int
    frm: int | None
    to: int


class Event(msgspec.Struct):
    """Service to gateway to both players (JSON, forwarded as bytes)."""

    t: str
    m: str
    v: int
    p: int
    frm: int | None
    to: int


class Head(msgspec.Struct):
    """All that the gateway needs of an event."""

    m: str
