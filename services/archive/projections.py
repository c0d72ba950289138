"""Starts and ends of games to the tables of games and of who played them; turns cost nothing."""

import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.games import GameEnded, GameStarted
from libs.contracts.ids import BOT_PREFIX, PlayerId, is_bot
from libs.eventstore.cursors import ConsumerStore, Cursor, Source
from libs.eventstore.errors import StoreUnavailableError
from libs.eventstore.records import PublicEvent

_START: Final = """
INSERT INTO games (game, player0, player1, room, terms, seats, started_at_ms, is_public)
SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::bytea[],
                     $7::bigint[], $8::boolean[])
ON CONFLICT (game) DO NOTHING
"""
_END: Final = f"""
WITH over AS (
    UPDATE games SET ended_at_ms = ended.at_ms, winner = ended.winner, reason = ended.reason,
        plies = ended.plies
    FROM unnest($1::text[], $2::bigint[], $3::smallint[], $4::text[], $5::integer[])
        AS ended (game, at_ms, winner, reason, plies)
    WHERE games.game = ended.game
    RETURNING games.*
), noted AS (
    INSERT INTO played
        (player, ended_at_ms, game, seat, rules, kind, opponent, result, plies, lasted_ms,
         is_public)
    SELECT side.player, ended_at_ms, game, side.seat, law.terms ->> 'game', law.terms ->> 'kind',
        side.opponent,
        CASE WHEN player0 = player1 THEN NULL WHEN winner IS NULL THEN 'drawn'
            WHEN winner = side.seat THEN 'won' ELSE 'lost' END,
        plies, ended_at_ms - started_at_ms, is_public
    FROM over
    CROSS JOIN LATERAL (SELECT convert_from(over.terms, 'UTF8')::json AS terms) law
    CROSS JOIN LATERAL (VALUES (player0, player1, 0), (player1, player0, 1))
        AS side (player, opponent, seat)
    WHERE side.player NOT LIKE '{BOT_PREFIX}%' AND (side.seat = 0 OR player0 <> player1)
    ON CONFLICT DO NOTHING
)
SELECT player0, player1 FROM over
"""  # noqa: S608  all of it is ours
_CLEAR: Final = ("DELETE FROM played", "DELETE FROM games")

SAVE_EVERY_S: Final = 1.0


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a statement."""


Effect = Callable[[Any], Awaitable[None]]


def _tag(event: type[msgspec.Struct]) -> str:
    return str(event.__struct_config__.tag)


STARTED: Final = _tag(GameStarted)
ENDED: Final = _tag(GameEnded)

_encode = msgspec.json.Encoder().encode
_started = msgspec.json.Decoder(GameStarted).decode
_ended = msgspec.json.Decoder(GameEnded).decode


class GameTable:
    """The projection. `touched` gathers whose running games have changed, until it is taken."""

    def __init__(self) -> None:
        self._touched: set[PlayerId] = set()
        self.is_quiet = False
        """Nobody is told: a rebuild tells what was long ago."""

    def take_touched(self) -> set[PlayerId]:
        """Players whose running games have changed since the last call."""
        touched, self._touched = self._touched, set()
        return set() if self.is_quiet else touched

    async def apply(self, tx: Transaction, events: Sequence[PublicEvent]) -> None:
        """The effect of events; again makes no difference."""
        starts = [_start_row(event) for event in events if event.type == STARTED]
        if starts:
            await tx.execute(_START, *map(list, zip(*starts, strict=True)))
            self._touch(row[1:3] for row in starts)
        ends = [_end_row(event) for event in events if event.type == ENDED]
        if ends:
            self._touch(await tx.fetch(_END, *map(list, zip(*ends, strict=True))))

    async def clear(self, tx: Transaction) -> None:
        """Empties both tables, for a rebuild."""
        for statement in _CLEAR:
            await tx.execute(statement)

    def _touch(self, pairs: Any) -> None:
        """People only: a computer has all its games running and nobody to be told."""
        self._touched |= {
            PlayerId(player) for pair in pairs for player in pair if not is_bot(player)
        }


def _start_row(event: PublicEvent) -> tuple[Any, ...]:
    started = _started(event.public)
    first, second = started.seats
    terms, seats = _encode(started.terms), _encode(started.seats)
    return (
        event.stream,
        first.player,
        second.player,
        started.room,
        terms,
        seats,
        event.at_ms,
        started.is_public,
    )


def _end_row(event: PublicEvent) -> tuple[Any, ...]:
    ended = _ended(event.public)
    return event.stream, event.at_ms, ended.winner, ended.reason, ended.plies


class _TouchedError(Exception):
    """Says that an effect has something to write."""


class _Untouchable:
    """A transaction that only finds out whether it is needed."""

    async def execute(self, _sql: str, *_args: object) -> str:
        raise _TouchedError

    async def fetch(self, _sql: str, *_args: object) -> list[Any]:
        raise _TouchedError


class ThriftyStore:
    """A consumer's database that is left alone while there are only turns.

    Their cursors are saved with the next start or end, or once a second. After a crash a second of
    turns is read again, which changes nothing. `after_commit` is called when something was
    written, `after_load` when the cursors were read: this instance has the table now.
    """

    def __init__(
        self,
        inner: ConsumerStore[Any],
        after_commit: Callable[[], Awaitable[None]],
        after_load: Callable[[], Awaitable[None]],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._after_commit = after_commit
        self._after_load = after_load
        self._monotonic = monotonic
        self._unsaved: dict[Source, Cursor] = {}
        self._saved_at = 0.0

    async def load(self) -> dict[Source, Cursor]:
        """See `ConsumerStore.load`."""
        self._unsaved.clear()
        cursors = await self._inner.load()
        await self._after_load()
        return cursors

    async def commit(self, cursors: Mapping[Source, Cursor], effect: Effect | None) -> None:
        """See `ConsumerStore.commit`; cursors alone may be saved later."""
        is_needed = effect is not None and await _writes(effect)
        if is_needed:
            await self._save(cursors, effect)
            await self._after_commit()
        elif self._monotonic() - self._saved_at >= SAVE_EVERY_S:
            await self._save(cursors, None)
        else:
            self._unsaved.update(cursors)

    async def reset(self, effect: Effect) -> None:
        """See `ConsumerStore.reset`."""
        self._unsaved.clear()
        await self._inner.reset(effect)

    async def close(self) -> None:
        """Saves what is unsaved, if it can; see `ConsumerStore.close`."""
        if self._unsaved:
            with contextlib.suppress(StoreUnavailableError):
                await self._save({}, None)
        await self._inner.close()

    async def _save(self, cursors: Mapping[Source, Cursor], effect: Effect | None) -> None:
        """What fails leaves no cursor behind: the events come again."""
        await self._inner.commit({**self._unsaved, **cursors}, effect)
        self._unsaved.clear()
        self._saved_at = self._monotonic()


async def _writes(effect: Effect) -> bool:
    """Whether the effect writes anything, or fails: then the database is to see it fail."""
    try:
        await effect(_Untouchable())
    except Exception:  # noqa: BLE001  the real transaction raises it where it is handled
        return True
    return False
