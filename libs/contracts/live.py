"""Live delivery from owners to gateways: `live.<gateway>`, one message a commit.

Frames are ready for the socket (JSON text, see `client_out.py`): a gateway forwards their bytes.
"""

import msgspec

from libs.contracts.ids import GameId


class LiveItem(msgspec.Struct, frozen=True, array_like=True):
    """One event of one game. A seat's frame is None where it is the public one, and is filled in
    only for a gateway that has that seat's confirmed session."""

    game: GameId
    version: int
    public: bytes
    seat0: bytes | None = None
    seat1: bytes | None = None


class LiveBatch(msgspec.Struct, frozen=True, array_like=True):
    """All that one commit has for one gateway, oldest first. `presence` frames have no version."""

    items: list[LiveItem]
    presence: list[tuple[GameId, bytes]] = []


class GatewayBeat(msgspec.Struct, frozen=True, array_like=True):
    """`gateway.beat`, every 400 ms: this gateway lives. `leaving`: it says goodbye."""

    gateway: str
    at_ms: int
    is_leaving: bool = False


class OwnerAnnounced(msgspec.Struct, frozen=True, array_like=True):
    """`owner.<service>`: an instance has taken over these shards; watchers register anew."""

    service: str
    instance: str
    shards: list[int]
