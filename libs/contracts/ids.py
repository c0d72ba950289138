"""Identifiers, each its own type."""

from typing import Final, NewType

from libs.rules.strength import STRENGTHS, Strength

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

BOT_PREFIX: Final = "bot:"
"""Players that are computers begin with this, their strength follows; no person's id does."""


def bot_player(strength: Strength) -> PlayerId:
    """The computer player of that strength."""
    return PlayerId(BOT_PREFIX + strength)


def is_bot(player: str) -> bool:
    """Whether a player is a computer."""
    return player.startswith(BOT_PREFIX)


def bot_strength(player: str) -> Strength | None:
    """How strongly a computer player plays; None for a person."""
    return next((each for each in STRENGTHS if player == BOT_PREFIX + each), None)
