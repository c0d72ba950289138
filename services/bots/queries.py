"""Answers to `query.bots`: a hint, an evaluation, a review as far as it has come."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, Protocol

import msgspec

from libs.bus import Bus, BusError, Subscription
from libs.contracts.bots import (
    AskEvaluation,
    AskHint,
    AskReview,
    BotJob,
    BotQuery,
    EvaluateJob,
    HintJob,
    Review,
    ReviewedTurn,
    ReviewJob,
)
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId, PlayerId
from libs.runtime.logs import get_logger
from services.bots.decider.seen import (
    RefusedError,
    Seen,
    check_evaluation,
    check_hint,
    check_review,
)

HELP_WITHIN_S: Final = 8.0
"""Less than a gateway's patience."""
STUCK_AFTER_MS: Final = 15_000
"""A review that has not grown for so long is begun again where it stopped."""
RESULTS_KEPT: Final = 256
UNAVAILABLE: Final = Answer("unavailable")

_READ: Final = "SELECT turns, updated_at_ms FROM reviews WHERE game = $1 AND seat = $2"
_RESULT: Final = "result.bots."

_query = msgspec.msgpack.Decoder(BotQuery).decode
_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_json = msgspec.json.Encoder().encode
_turns = msgspec.json.Decoder(list[ReviewedTurn]).decode

Put = Callable[[BotJob, str], Awaitable[None]]
Look = Callable[[GameId, PlayerId | None], Awaitable[Seen]]


class Reads(Protocol):
    """What the table of reviews is read through."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a query."""


class Results:
    """Results of jobs as they are told; the last ones are kept for who asks the same again."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        self._waiting: dict[str, list[asyncio.Future[Answer]]] = {}
        self._subscription: Subscription | None = None

    def open(self) -> None:
        """Begin to listen."""
        self._subscription = self._bus.subscribe(f"{_RESULT}*", self._on_result)

    def close(self) -> None:
        """End; who still waits is to ask again."""
        if self._subscription is not None:
            self._subscription.unsubscribe()
        for futures in self._waiting.values():
            self._tell(futures, UNAVAILABLE)

    def kept(self, job_id: str) -> Answer | None:
        """A result that has been told already."""
        return self._kept.get(job_id)

    def is_awaited(self, job_id: str) -> bool:
        """Whether somebody here waits for it already."""
        return job_id in self._waiting

    def expect(self, job_id: str) -> "asyncio.Future[Answer]":
        """The result that is to come; `give_up` when it has come or need not come any more."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(job_id, []).append(future)
        return future

    def give_up(self, job_id: str, future: "asyncio.Future[Answer]") -> None:
        """Nobody waits for this one any more."""
        self._waiting[job_id].remove(future)
        if not self._waiting[job_id]:
            del self._waiting[job_id]

    def _on_result(self, subject: str, data: bytes) -> None:
        job_id, answer = subject.removeprefix(_RESULT), _answer(data)
        if answer.code is None:
            self._kept[job_id] = answer
            while len(self._kept) > RESULTS_KEPT:
                self._kept.popitem(last=False)
        self._tell(self._waiting.get(job_id, ()), answer)

    @staticmethod
    def _tell(futures: Iterable["asyncio.Future[Answer]"], answer: Answer) -> None:
        for future in futures:
            if not future.done():
                future.set_result(answer)


class BotQueries:
    """Answers queries; any instance can."""

    def __init__(
        self,
        look: Look,
        put: Put,
        results: Results,
        reads: Reads,
        now_ms: Callable[[], int],
    ) -> None:
        """`look` shows a game to a player, or raises RefusedError; `put` stores a job."""
        self._look = look
        self._put = put
        self._results = results
        self._reads = reads
        self._now_ms = now_ms
        self._helped: dict[PlayerId, str] = {}
        self._log = get_logger(service="bots")

    async def answer(self, payload: bytes) -> Answer:
        """The answer to one query. Raises StoreUnavailableError."""
        try:
            return await self._answer(payload)
        except RefusedError as error:
            return Answer(error.code)
        except (BusError, TimeoutError) as error:
            self._log.info("no help", error=repr(error))
            return UNAVAILABLE

    async def _answer(self, payload: bytes) -> Answer:
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return Answer("bad_message")
        seen = await self._look(query.game, query.player)
        match query:
            case AskHint(game, player):
                check_hint(seen)
                job_id = _id("hint", game, player, seen.position)
                return await self._help(player, HintJob(job_id, game, player, seen.position))
            case AskEvaluation(game, player, ply):
                check_evaluation(seen)
                at = f"now{seen.position}" if ply is None else f"{ply}of{seen.position}"
                viewer = None if seen.seat is None else player
                job_id = _id("evaluate", game, player if viewer else "anybody", at)
                return await self._help(player, EvaluateJob(job_id, game, viewer, ply))
            case AskReview(_, player):
                return Answer(data=_json(await self._review(seen, player, check_review(seen))))

    async def _help(self, player: PlayerId, job: HintJob | EvaluateJob) -> Answer:
        """The answer to a job; the same question is thought about once, each player has one."""
        kept = self._results.kept(job.id)
        if kept is not None:
            return kept
        if self._helped.setdefault(player, job.id) != job.id:
            raise RefusedError("too_fast")
        is_new, result = not self._results.is_awaited(job.id), self._results.expect(job.id)
        try:
            if is_new:
                await self._put(job, f"{job.id}/{secrets.token_hex(4)}")
            async with asyncio.timeout(HELP_WITHIN_S):
                return await result
        finally:
            self._results.give_up(job.id, result)
            self._helped.pop(player, None)

    async def _review(self, seen: Seen, player: PlayerId, seat: int) -> Review:
        """As far as it has come; begun, or begun again, when nobody is at it."""
        rows = await self._reads.fetch(_READ, seen.game, seat)
        now_ms = self._now_ms()
        review, updated_ms = Review(seat, 0, seen.turns_of(seat), []), 0
        if rows:
            done, updated_ms = _turns(rows[0][0]), rows[0][1]
            review = Review(seat, len(done), review.total, done)
        if review.done < review.total and now_ms - updated_ms > STUCK_AFTER_MS:
            job = ReviewJob(_id("review", seen.game, str(seat), "all"), seen.game, player)
            await self._put(job, f"{job.id}/{now_ms // STUCK_AFTER_MS}")
        return review


def _id(kind: str, game: GameId, who: str, at: int | str) -> str:
    """A job's id: a word of a subject, the same for the same question."""
    return f"{kind}-{game}-{who.replace(':', '-').replace('.', '-')}-{at}"
