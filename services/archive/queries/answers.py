"""Answers to `query.archive`."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from libs.contracts.archive import (
    ArchivedGame,
    ArchiveQuery,
    ExportGames,
    ExportPage,
    FinishedGames,
    GameTextOf,
    RunningGames,
    StatisticsOf,
)
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId, PlayerId
from services.archive.queries.lists import GameHiddenError, Line, Lists
from services.archive.queries.statistics import StatisticsTable
from services.archive.queries.texts import Names, people_of, read_record, text_of

EXPORT_BYTES: Final = 512 * 1024
"""An answer is one message, and a message of the bus holds twice as much."""
MORE_LOOKS: Final = 5
LOOK_AGAIN_S: Final = 0.15
"""Who sees a game end may ask for its text before the end has come here: that is waited for."""

_json = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode
_query = msgspec.msgpack.Decoder(ArchiveQuery).decode

Fetch = Callable[[GameId], Awaitable[bytes | None]]
Ask = Callable[[list[PlayerId]], Awaitable[Names | None]]


class ArchiveQueries:
    """Answers queries; any instance can."""

    def __init__(self, lists: Lists, statistics: StatisticsTable, fetch: Fetch, names: Ask) -> None:
        """`fetch` gets a record from the game's owner, `names` people's names.

        Either is None if nobody answers.
        """
        self._lists = lists
        self._statistics = statistics
        self._fetch = fetch
        self._names = names

    async def answer(self, payload: bytes) -> Answer:
        """The answer to one query. Raises StoreUnavailableError."""
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return Answer("bad_message")
        try:
            return await self._answer(query)
        except GameHiddenError:
            return Answer("game_not_found")

    async def _answer(self, query: ArchiveQuery) -> Answer:
        match query:
            case RunningGames(player):
                running = await self._lists.running([player])
                return Answer(data=_json(running[player]))
            case FinishedGames():
                return Answer(data=_json(list(await self._lists.finished(query))))
            case StatisticsOf(player):
                return Answer(data=_json(await self._statistics.of(player)))
            case ExportGames():
                return Answer(data=_pack(await self._page(query)))
            case ArchivedGame(game, player):
                return await self._record(game, player, running="game_not_found")
            case GameTextOf(game, player):
                return await self._text(game, player)

    async def _record(self, game: GameId, player: PlayerId | None, *, running: str) -> Answer:
        """The record, or the code `running` while there can be none."""
        is_over, record = await self._lists.record(game, player)
        if not is_over:
            return Answer(running)
        record = record or await self._fetch(game)
        return Answer("unavailable") if record is None else Answer(data=record)

    async def _text(self, game: GameId, player: PlayerId | None) -> Answer:
        answer = await self._record(game, player, running="game_running")
        for _ in range(MORE_LOOKS):
            if answer.code != "game_running":
                break
            await asyncio.sleep(LOOK_AGAIN_S)
            answer = await self._record(game, player, running="game_running")
        if answer.data is None:
            return answer
        record = read_record(answer.data)
        names = await self._names(people_of(record))
        return (
            Answer("unavailable") if names is None else Answer(data=_pack(text_of(record, names)))
        )

    async def _page(self, query: ExportGames) -> ExportPage:
        """As many games as fit; without any there are no more."""
        lines: list[bytes] = []
        left = EXPORT_BYTES
        last: tuple[int, GameId] | None = None
        for line, stored in await self._lists.whole(query, EXPORT_BYTES):
            text = stored or await self._fetch(line.game) or _without_turns(line)
            left -= len(text)
            if lines and left < 0:
                break
            lines.append(text)
            last = line.ended_at_ms or 0, line.game
        return ExportPage(lines, last)


def _without_turns(line: Line) -> bytes:
    """An `ExportedGame` of which the owner said nothing."""
    return b'{"summary":%b,"events":null}' % _json(line)
