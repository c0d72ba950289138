"""Fetches the record of every finished game from its owner, once, however often it takes."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final, Protocol

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.envelope import Answer
from libs.contracts.games import SERVICE as GAMES
from libs.contracts.games import GameLog, WholeLog
from libs.contracts.ids import GameId
from libs.eventstore.records import shard_of
from libs.runtime.logs import get_logger

AT_ONCE: Final = 16
WITHIN_S: Final = 2.0
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 15.0

_SUMMARY: Final = """
SELECT game, terms, seats, started_at_ms, ended_at_ms, winner, reason, plies FROM games
"""
_MISSING: Final = f"""{_SUMMARY} WHERE ended_at_ms IS NOT NULL AND record IS NULL
ORDER BY ended_at_ms LIMIT $1 OFFSET $2
"""
_ONE: Final = f"{_SUMMARY} WHERE game = $1 AND ended_at_ms IS NOT NULL"
_STORE: Final = """
UPDATE games SET record = fetched.record
FROM unnest($1::text[], $2::bytea[]) AS fetched (game, record)
WHERE games.game = fetched.game AND games.record IS NULL
"""

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_log = msgspec.json.Decoder(GameLog).decode


class Table(Protocol):
    """What records are read and stored through; all raise `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""

    async def execute(self, sql: str, *args: object) -> None:
        """A single write that may be repeated."""


class _Summary(msgspec.Struct, frozen=True):
    """A `GameSummary` whose terms and seats are JSON already."""

    game: GameId
    terms: msgspec.Raw
    seats: msgspec.Raw
    started_at_ms: int
    ended_at_ms: int
    winner: int | None
    reason: str
    plies: int


class _Event(msgspec.Struct, frozen=True):
    """A `RecordedEvent` whose data is JSON already."""

    version: int
    at_ms: int
    type: str
    data: msgspec.Raw


class _Record(msgspec.Struct, frozen=True):
    """A `GameRecord`."""

    summary: _Summary
    events: list[_Event]


class Recorder:
    """Whoever has the table wakes it; it works until every finished game has its record."""

    def __init__(self, bus: Bus, table: Table) -> None:
        self._bus = bus
        self._table = table
        self._logger = get_logger(service="archive")
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """There may be finished games without a record."""
        self._wake.set()

    async def run(self) -> None:
        """For ever; what it raises ends the loop, its keeper begins it again."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._record_all()
            except BaseException:
                self._wake.set()  # the next run begins at once
                raise

    async def _record_all(self) -> None:
        """Passes over all that are missing, until a pass has left none."""
        pause_s = FIRST_PAUSE_S
        while await self._pass():
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)

    async def _pass(self) -> int:
        """Tries every missing record once; says how many could not be had."""
        failed, count = 0, AT_ONCE
        while count == AT_ONCE:  # else that was the last piece
            rows = await self._table.fetch(_MISSING, AT_ONCE, failed)
            records = await asyncio.gather(*map(self._made_of, rows))
            had = {row[0]: record for row, record in zip(rows, records, strict=True) if record}
            await self._store(had)
            count = len(rows)
            failed += count - len(had)
        return failed

    async def fetch(self, game: GameId) -> bytes | None:
        """Asks the owner for a finished game and stores its record; None if that fails now."""
        rows = await self._table.fetch(_ONE, game)
        record = await self._made_of(rows[0]) if rows else None
        if record is not None:
            await self._store({game: record})
        return record

    async def _store(self, records: Mapping[str, bytes]) -> None:
        """All of them in one statement, since each costs a flush to disk."""
        if records:
            await self._table.execute(_STORE, list(records), list(records.values()))

    async def _made_of(self, row: Any) -> bytes | None:
        """The record of a game that a row sums up; None if its owner does not answer."""
        game, terms, seats, started, ended, winner, reason, plies = row
        log = await self._ask_owner(game)
        if log is None:
            return None
        summary = _Summary(
            game, msgspec.Raw(terms), msgspec.Raw(seats), started, ended, winner, reason, plies
        )
        events = [_Event(e.version, e.at_ms, e.type, e.public) for e in log.events]
        return _json(_Record(summary, events))

    async def _ask_owner(self, game: GameId) -> GameLog | None:
        subject = f"query.{GAMES}.{shard_of(game)}"
        try:
            answer = _answer(await self._bus.request(subject, _pack(WholeLog(game)), WITHIN_S))
        except BusError as error:
            self._logger.info("no log of a finished game", game=game, error=str(error))
            return None
        if answer.data is None:
            self._logger.error("no log of a finished game", game=game, code=answer.code)
            return None
        return _log(answer.data)
