"""Identifiers, each its own type."""

from typing import Final, NewType

GameId = NewType("GameId", str)
"""A game's stream: two hex digits of its shard, a dash, a random rest."""

RoomId = NewType("RoomId", str)
"""A private room's stream; also its link. Built like a game's id."""

PlayerId = NewType("PlayerId", str)
"""An account's stream, guests included."""

CommandId = NewType("CommandId", str)
"""Chosen by the sender; the same id again gets the first answer."""

SERVICE_PREFIX: Final = "service:"
"""Actors that are services, not people, begin with this; no player's id does."""
