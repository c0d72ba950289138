"""Stored events as frames for sockets; redaction happens here and nowhere else.

A frame is written once and forwarded as it is. What an audience may not see is left out; that
something happened is always told, so that a gap in the versions is always a gap.
"""

from typing import Any

import msgspec

from libs.contracts.client_out import GameSnapshot, SeenEvent
from libs.contracts.games import Secret
from libs.contracts.ids import CommandId, GameId
from libs.eventstore.records import Recorded
from libs.rules.game import SPECTATOR, Seat, Viewer
from services.games.decider import Running

_encode = msgspec.json.Encoder().encode
_secret = msgspec.json.Decoder(Secret).decode


def frame(recorded: Recorded, seat: int | None) -> bytes:
    """The frame of one event for a seat, or for spectators (None)."""
    shown = _shown(recorded, seat)
    tail = b"" if shown is None else b',"shown":' + _encode(shown)
    if recorded.command_id is not None:
        tail += b',"id":' + _encode(recorded.command_id)
    return (
        b'{"t":"game_event","game":"%b","event":{"version":%d,"at_ms":%d,"type":"%b","data":%b%b}}'
        % (
            recorded.stream.encode(),
            recorded.version,
            recorded.at_ms,
            recorded.type.encode(),
            recorded.public,
            tail,
        )
    )


def seen(recorded: Recorded, seat: int | None) -> SeenEvent:
    """One event as a part of a snapshot."""
    command_id = None if recorded.command_id is None else CommandId(recorded.command_id)
    return SeenEvent(
        recorded.version,
        recorded.at_ms,
        recorded.type,
        msgspec.Raw(recorded.public),
        _shown(recorded, seat),
        command_id,
    )


def snapshot(game: GameId, state: Running, events: list[Recorded], seat: int | None) -> bytes:
    """A game whole, for a seat or for spectators, up to the state's version.

    Behind a curtain `seat` still says that the game is one's own, but nothing of what it holds.
    """
    audience = state.audience(seat)
    viewer: Viewer = SPECTATOR if audience is None else Seat(audience)
    message = GameSnapshot(
        game,
        state.version,
        state.position,
        seat if audience is None else audience,
        state.rules.view(state.table, viewer),
        [seen(recorded, audience) for recorded in events if recorded.version <= state.version],
    )
    return _encode(message)


def _shown(recorded: Recorded, seat: int | None) -> Any:
    if seat is None or recorded.secret is None:
        return None
    return _secret(recorded.secret).seats[seat]
