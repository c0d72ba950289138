"""Reviews of finished games: turn by turn, stored as they grow, so that nothing is done twice."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.bots import ReviewedTurn, ReviewJob
from libs.contracts.games import GameStarted
from libs.contracts.ids import GameId
from libs.engines.pool import Priority, WorkerDiedError
from libs.engines.port import WON, EngineError
from libs.engines.units import unit_of
from libs.runtime.logs import get_logger
from services.bots.decider.history import Played, own_turns
from services.bots.decider.judging import Judged, Values, judge
from services.bots.decider.pace import Pace
from services.bots.decider.seen import RefusedError, check_review
from services.bots.handlers.owners import Owners
from services.bots.handlers.thinking import Task, Thinking, question

_BEGIN: Final = """
INSERT INTO reviews (game, seat, total, done, turns, updated_at_ms)
VALUES ($1, $2, $3, 0, '[]'::bytea, $4) ON CONFLICT (game, seat) DO NOTHING
"""
_READ: Final = "SELECT turns FROM reviews WHERE game = $1 AND seat = $2"
_GROW: Final = """
UPDATE reviews SET done = $3, turns = $4, updated_at_ms = $5
WHERE game = $1 AND seat = $2 AND done < $3
"""

_json = msgspec.json.Encoder().encode
_turns = msgspec.json.Decoder(list[ReviewedTurn]).decode


class Table(Protocol):
    """What reviews are kept in; all raise `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""

    async def execute(self, sql: str, *args: object) -> None:
        """A single write that may be repeated."""


class Reviewer:
    """Takes review jobs. What it raises: the job comes again and goes on where it stopped."""

    def __init__(
        self,
        owners: Owners,
        thinking: Thinking,
        table: Table,
        pace: Pace,
        now_ms: Callable[[], int],
    ) -> None:
        self._owners = owners
        self._thinking = thinking
        self._table = table
        self._pace = pace
        self._now_ms = now_ms
        self._log = get_logger(service="bots")

    async def take(self, job: ReviewJob, task: Task) -> str:
        """Does the job; what became of it, for the metrics."""
        try:
            seen = await self._owners.as_seen(job.game, job.player)
            seat = check_review(seen)
            log = await self._owners.log(job.game)
            turns = await asyncio.to_thread(own_turns, seen.start(), log, seat)
            await self._review(job.game, seat, seen.start(), turns, task)
        except RefusedError as error:
            return error.code
        except (EngineError, WorkerDiedError) as error:
            self._log.error("a review can't go on", game=job.game, reason=str(error))
            return "unanswerable"
        return "reviewed"

    async def _review(
        self, game: GameId, seat: int, start: GameStarted, turns: list[Played], task: Task
    ) -> None:
        """From the first turn that isn't reviewed yet; another instance may be at it, too."""
        await self._table.execute(_BEGIN, game, seat, len(turns), self._now_ms())
        while True:
            done = await self._done(game, seat)
            if len(done) >= len(turns):
                return
            done.append(await self._reviewed(turns[len(done)], start, task))
            now_ms = self._now_ms()
            await self._table.execute(_GROW, game, seat, len(done), _json(done), now_ms)

    async def _done(self, game: GameId, seat: int) -> list[ReviewedTurn]:
        rows = await self._table.fetch(_READ, game, seat)
        return _turns(rows[0][0]) if rows else []

    async def _reviewed(self, turn: Played, start: GameStarted, task: Task) -> ReviewedTurn:
        asked = question(start, turn.seat, turn.before, "strong", self._pace.review)
        asked = msgspec.structs.replace(asked, considered=(turn.text,))
        reply = await self._thinking.ask(asked, Priority.REVIEW, task)
        values = Values(reply.score, reply.considered[0], WON)
        return judge(Judged(turn.ply, turn.text, reply.turn), values, unit_of(start.terms.game))
