"""When two have agreed, the game is started, once; then the room is told.

A rated game starts only when ratings has reserved for it; what is reserved for a start that is
refused is released.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Final

import msgspec

from libs.contracts import games, matchmaking, ratings
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.matchmaking import GameAgreed, ReportStart, RoomMember
from libs.eventstore.records import PublicEvent
from libs.runtime.logs import get_logger
from services.matchmaking.policies.sending import OwnCommands

GAME_EXISTS: Final = "game_exists"
ALREADY_PLAYING: Final = "already_playing"
"""One of the two plays another game with a clock: nobody's fault."""

RATED: Final = "rated"
_AGREED: Final = str(GameAgreed.__struct_config__.tag)

_agreed = msgspec.json.Decoder(GameAgreed).decode


class Starting:
    """A policy: at least once for each agreement, so its commands' ids come from the event."""

    def __init__(
        self, own: OwnCommands, now_playing: Callable[[Collection[PlayerId], str], Awaitable[None]]
    ) -> None:
        """`now_playing` is told who has begun a game against somebody else."""
        self._own = own
        self._now_playing = now_playing
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
        report = ReportStart(await self._reserve(agreed, event))
        if report.code is None:
            report = await self._start_game(agreed, event)
        await self._send(matchmaking.SERVICE, event.stream, "report", report, event)
        if report.code is None and not agreed.terms.is_unseen():
            await self._now_playing([seat.player for seat in agreed.seats], event.correlation)

    async def _start_game(self, agreed: GameAgreed, event: PublicEvent) -> ReportStart:
        """What the room is told."""
        first, second = agreed.seats
        seats = (_seat(first), _seat(second))
        start = games.StartGame(agreed.terms, seats, event.stream, agreed.is_public)
        answer = await self._send(games.SERVICE, agreed.game_id, "start", start, event)
        if answer.code is None or answer.code == GAME_EXISTS:
            return ReportStart()
        log = self._log.info if answer.code == ALREADY_PLAYING else self._log.error
        log("a game could not be started", code=answer.code)
        if agreed.terms.kind == RATED:
            release = ratings.ReleaseStakes(agreed.game_id)
            await self._send_to_ratings(agreed, "release", release, event)
        return ReportStart(answer.code, _busy(answer))

    async def _reserve(self, agreed: GameAgreed, event: PublicEvent) -> str | None:
        """Why the two can't play a rated game with this stake, None if they can."""
        terms = agreed.terms
        if terms.kind != RATED:
            return None
        family = ratings.FAMILY_OF[terms.game]
        first, second = (member.player for member in agreed.seats)
        wish = ratings.ReserveStakes(agreed.game_id, family, (first, second), terms.stake_taler)
        return (await self._send_to_ratings(agreed, "reserve", wish, event)).code

    async def _send_to_ratings(
        self, agreed: GameAgreed, verb: str, command: Any, cause: PublicEvent
    ) -> Answer:
        """Each time with an id of its own: what was reserved may have been released since."""
        stream = ratings.stream_of(agreed.game_id)
        unique = f"{verb}-{secrets.token_hex(4)}"
        return await self._send(ratings.SERVICE, stream, unique, command, cause)

    async def _send(
        self, service: str, stream: str, verb: str, command: Any, cause: PublicEvent
    ) -> Answer:
        command_id = f"{verb}-{cause.stream}-{cause.version}"
        return await self._own.send_to(service, stream, command, command_id, cause.correlation)


def _busy(answer: Answer) -> PlayerId | None:
    """Who of the two plays elsewhere; it may just have ended."""
    is_told = answer.code == ALREADY_PLAYING and answer.detail is not None
    return answer.detail["player"] if is_told and answer.detail else None


def _seat(member: RoomMember) -> games.SeatInfo:
    return games.SeatInfo(member.player, member.name)
