"""When two have agreed, the game is started, once; then the room is told."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from libs.bus import Bus
from libs.contracts import games, matchmaking
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import CommandId
from libs.contracts.matchmaking import GameAgreed, ReportStart, RoomMember
from libs.eventstore.records import PublicEvent, shard_of
from libs.runtime.logs import get_logger

ACTOR: Final = "service:matchmaking"
GAME_EXISTS: Final = "game_exists"
PATIENCE_S: Final = 2.0
"""Then the others get their turn; the event comes again."""

_AGREED: Final = str(GameAgreed.__struct_config__.tag)

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_agreed = msgspec.json.Decoder(GameAgreed).decode


class Starting:
    """A policy: at least once for each agreement, so its commands' ids come from the event."""

    def __init__(self, bus: Bus, now_ms: Callable[[], int]) -> None:
        self._bus = bus
        self._now_ms = now_ms
        self._log = get_logger(service=matchmaking.SERVICE)

    async def __call__(self, events: Sequence[PublicEvent]) -> None:
        """Starts all games agreed upon. Raises if one can't be started now; the rest are."""
        starts = [self._start(event) for event in events if event.type == _AGREED]
        failures = await asyncio.gather(*starts, return_exceptions=True)
        for failure in failures:
            if failure is not None:
                raise failure

    async def _start(self, event: PublicEvent) -> None:
        agreed = _agreed(event.public)
        first, second = agreed.seats
        start = games.StartGame(agreed.terms, (_seat(first), _seat(second)), event.stream)
        answer = await self._send(games.SERVICE, agreed.game_id, "start", start, event)
        code = None if answer.code == GAME_EXISTS else answer.code
        if code is not None:
            self._log.error("a game could not be started", code=code)
        report = ReportStart(code)
        await self._send(matchmaking.SERVICE, event.stream, "report", report, event)

    async def _send(
        self, service: str, stream: str, verb: str, command: Any, cause: PublicEvent
    ) -> Answer:
        envelope = CommandEnvelope(
            stream,
            ACTOR,
            CommandId(f"{verb}-{cause.stream}-{cause.version}"),
            self._now_ms(),
            0,
            cause.correlation,
            msgspec.Raw(_pack(command)),
        )
        subject = f"cmd.{service}.{shard_of(stream)}"
        return _answer(await self._bus.call(subject, _pack(envelope), PATIENCE_S))


def _seat(member: RoomMember) -> games.SeatInfo:
    return games.SeatInfo(member.player, member.name)
