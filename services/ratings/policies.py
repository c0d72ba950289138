"""When games start and end, and accounts come and go: commands to this service's own streams."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, Protocol

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.accounts import AccountDeleted, SignedUp
from libs.contracts.client_out import Rated
from libs.contracts.envelope import Answer
from libs.contracts.games import SERVICE as GAMES
from libs.contracts.games import GameEnded, GameLog, GameStarted, WholeLog
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.ratings import (
    FAMILY_OF,
    SERVICE,
    CloseWallet,
    GameRated,
    OpenWallet,
    RatingCommand,
    ReserveStakes,
    SettleGame,
)
from libs.eventstore.records import PublicEvent, shard_of
from libs.runtime.logs import get_logger
from services.ratings.decider import counts, is_long_enough, play_ms

AT_ONCE: Final = 64
"""So many streams are followed side by side: after a long absence there may be thousands."""
PATIENCE_S: Final = 2.0
"""Then the others get their turn; the event comes again."""


def _tag(event: type[msgspec.Struct]) -> str:
    return str(event.__struct_config__.tag)


STARTED: Final = _tag(GameStarted)
ENDED: Final = _tag(GameEnded)
SIGNED_UP: Final = _tag(SignedUp)
DELETED: Final = _tag(AccountDeleted)
RATED: Final = _tag(GameRated)
_KINDS: Final = frozenset({STARTED, ENDED, SIGNED_UP, DELETED})

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_started = msgspec.json.Decoder(GameStarted).decode
_ended = msgspec.json.Decoder(GameEnded).decode
_rated = msgspec.json.Decoder(GameRated).decode
_log = msgspec.json.Decoder(GameLog).decode


class Send(Protocol):
    """Sends a command to this service's own shard."""

    async def __call__(self, command: RatingCommand, command_id: str, correlation: str) -> Answer:
        """The answer, after the commit. Raises `ServiceUnavailableError`."""


class NoLogError(Exception):
    """The owner of a finished game does not give its log now; it is asked again."""


class Recording:
    """A policy: at least once for each event; what it sends changes nothing the second time.

    Games that nobody reserved for are none of its business: they are looked up in the table.
    """

    def __init__(
        self,
        bus: Bus,
        send: Send,
        reserved: Callable[[Collection[str]], Awaitable[set[str]]],
    ) -> None:
        self._bus = bus
        self._send = send
        self._reserved = reserved
        self._logger = get_logger(service=SERVICE)

    async def __call__(self, events: Sequence[PublicEvent]) -> None:
        """Acts upon all; each stream's events in their order. Raises if one has to come again."""
        streams: dict[str, list[PublicEvent]] = {}
        for event in events:
            if event.type in _KINDS and not _is_unrated(event):
                streams.setdefault(event.stream, []).append(event)
        ended = {stream for stream, news in streams.items() if news[0].type == ENDED}
        others = ended - await self._reserved(ended) if ended else set()
        place = asyncio.Semaphore(AT_ONCE)

        async def follow(news: Sequence[PublicEvent]) -> None:
            async with place:
                await self._follow(news)

        chains = [follow(news) for stream, news in streams.items() if stream not in others]
        for failure in await asyncio.gather(*chains, return_exceptions=True):
            if failure is not None:
                raise failure

    async def _follow(self, events: Sequence[PublicEvent]) -> None:
        for event in events:
            command = await self._command(event)
            command_id = f"{event.type}-{event.stream}-{event.version}"
            answer = await self._send(command, command_id, event.correlation)
            if answer.code is not None:
                self._logger.warning("not done", after=event.type, code=answer.code)

    async def _command(self, event: PublicEvent) -> RatingCommand:
        if event.type == SIGNED_UP:
            return OpenWallet(PlayerId(event.stream))
        if event.type == DELETED:
            return CloseWallet(PlayerId(event.stream))
        if event.type == STARTED:
            return _reserve(event)
        ended = _ended(event.public)
        does_count = await self._counts(GameId(event.stream), ended.plies)
        return SettleGame(GameId(event.stream), ended.winner, does_count)

    async def _counts(self, game: GameId, plies: int) -> bool:
        """Only of a game with few turns its owner is asked how long it was."""
        if is_long_enough(plies):
            return True
        query = _pack(WholeLog(game))
        answer = _answer(await self._bus.call(f"query.{GAMES}.{shard_of(game)}", query, PATIENCE_S))
        if answer.data is None:
            raise NoLogError(f"{game}: {answer.code}")
        events = [(event.type, event.at_ms) for event in _log(answer.data).events]
        return counts(plies, play_ms(events))


def _is_unrated(event: PublicEvent) -> bool:
    """Whether it is a start that concerns nobody here."""
    if event.type != STARTED:
        return False
    terms = _started(event.public).terms
    return terms.kind != "rated" or terms.game not in FAMILY_OF


def _reserve(event: PublicEvent) -> ReserveStakes:
    """Reserved long ago, but for a game that started so late that its stakes had gone back."""
    started = _started(event.public)
    first, second = (seat.player for seat in started.seats)
    family = FAMILY_OF[started.terms.game]
    return ReserveStakes(GameId(event.stream), family, (first, second), started.terms.stake_taler)


class Telling:
    """A policy on this service's own log: tells both players what a rated game has changed."""

    def __init__(
        self, bus: Bus, changes: Callable[[Collection[str]], Awaitable[list[tuple[str, Rated]]]]
    ) -> None:
        self._bus = bus
        self._changes = changes
        self._logger = get_logger(service=SERVICE)

    async def __call__(self, events: Sequence[PublicEvent]) -> None:
        """Tells; who can't be told sees it in the next answer. Raises StoreUnavailableError."""
        games = [_rated(event.public).game for event in events if event.type == RATED]
        if not games:
            return
        for player, rated in await self._changes(games):
            try:
                self._bus.publish(f"player.{player}.rated", _json(rated))
            except (ValueError, BusError) as error:
                self._logger.warning("a rating could not be told", error=str(error))
