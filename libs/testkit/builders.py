"""Builders: messages of the contracts with defaults, so that a test names what it means."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from libs.contracts.envelope import CommandEnvelope
from libs.contracts.games import ClockReading, GameEnded, GameStarted, GameTerms, SeatInfo
from libs.contracts.games import TurnPlayed as Turn
from libs.contracts.ids import CommandId, PlayerId
from libs.eventstore.records import PublicEvent, StreamId, shard_of
from libs.timing import TimeControl

BLITZ: Final = TimeControl(180_000, 2_000)
UNTIMED: Final = TimeControl(None)
WHITE: Final = SeatInfo(PlayerId("00-white"), "Weiß")
BLACK: Final = SeatInfo(PlayerId("00-black"), "Schwarz")
SEATS: Final = (WHITE, BLACK)


def terms(
    game: str = "mills",
    variant: str = "battlemills-9",
    time: TimeControl = BLITZ,
    **options: Any,
) -> GameTerms:
    """Terms of a friendly game."""
    return GameTerms(game, variant, options, time)


def started(of: GameTerms | None = None, *, room: str | None = None) -> GameStarted:
    """The start of a game between WHITE and BLACK."""
    agreed = of or terms()
    base_ms = agreed.time.base_ms or 0
    return GameStarted(agreed, 1, SEATS, ClockReading((base_ms, base_ms), 0), room)


def turn(seat: int, text: str, remaining_ms: tuple[int, int] = (180_000, 180_000)) -> Turn:
    """A turn after which the other side thinks."""
    return Turn(seat, text, ClockReading(remaining_ms, 1 - seat))


def ended(winner: int | None, reason: str = "resigned") -> GameEnded:
    """The end; both clocks stand."""
    return GameEnded(winner, reason, ClockReading((180_000, 180_000), None))


def command(
    stream: str,
    content: msgspec.Struct,
    *,
    command_id: str = "1",
    actor: str = WHITE.player,
    at_ms: int = 0,
) -> bytes:
    """A command in its envelope, as it travels to `cmd.<service>.<shard>`."""
    raw = msgspec.Raw(msgspec.msgpack.encode(content))
    return msgspec.msgpack.encode(
        CommandEnvelope(stream, actor, CommandId(command_id), at_ms, 0, "test", raw)
    )


def public_events(
    stream: str, events: Sequence[msgspec.Struct], *, first_seq: int = 1, at_ms: int = 1_000
) -> list[PublicEvent]:
    """Events as a consumer gets them: one stream that fills its shard, a second apart."""
    shard = shard_of(stream)
    return [
        PublicEvent(
            shard,
            first_seq + place,
            StreamId(stream),
            place + 1,
            str(event.__struct_config__.tag),
            1,
            at_ms + 1_000 * place,
            WHITE.player,
            None,
            "test",
            msgspec.json.encode(event),
        )
        for place, event in enumerate(events)
    ]
