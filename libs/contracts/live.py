"""Live delivery from owners to gateways: `live.<gateway>`, one message a commit.

Frames are ready for the socket (JSON text, see `client_out.py`): a gateway forwards their bytes.
"""

import msgspec

from libs.contracts.client_out import LiveGame
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


class PublicChanges(msgspec.Struct, frozen=True, array_like=True):
    """`live.games`, once a second from each instance, also when nothing has happened.

    `version` grows by one from message to message, so that a gateway notices a lost one and asks
    the owners of these shards anew. `games` are new or have more or fewer viewers; `plies` of
    others that have got on; `gone` are over. Only games that anybody may find are told of.
    """

    instance: str
    version: int
    shards: list[int]
    games: list[LiveGame] = []
    plies: list[tuple[GameId, int]] = []
    gone: list[GameId] = []


class PublicShard(msgspec.Struct, frozen=True, array_like=True):
    """A shard's public games as they are now; what changes from now on has a higher version.

    At most 500, those with most viewers first, then the newest.
    """

    instance: str
    version: int
    games: list[LiveGame]
