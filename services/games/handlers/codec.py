"""How a game's facts are stored: the public part as it is, secrets beside it."""

import msgspec

from libs.contracts.games import GameEvent, Secret
from libs.eventstore.records import NewEvent, Recorded
from services.games.decider import Fact

SCHEMA = 1
"""The shape number of all of this service's events today."""

_encode = msgspec.json.Encoder().encode
_event = msgspec.json.Decoder(GameEvent).decode
_secret = msgspec.json.Decoder(Secret).decode


class GameCodec:
    """Facts to rows and back; an unknown type or shape raises msgspec.ValidationError."""

    def encode(self, event: Fact) -> NewEvent:
        """The row's payloads."""
        secret = None if event.secret is None else _encode(event.secret)
        kind = event.event.__struct_config__.tag
        return NewEvent(str(kind), SCHEMA, _encode(event.event), secret)

    def decode(self, recorded: Recorded) -> Fact:
        """The fact of a row."""
        secret = None if recorded.secret is None else _secret(recorded.secret)
        return Fact(recorded.at_ms, _event(recorded.public), secret)
