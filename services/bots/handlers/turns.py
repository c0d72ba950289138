"""A computer's turn, once for each position, and its answers to draw offers."""

import asyncio
from collections.abc import Callable
from typing import Final

from libs.contracts.bots import TurnJob
from libs.contracts.games import AcceptDraw, DeclineDraw, PlayTurn
from libs.contracts.ids import GameId, bot_strength
from libs.engines.pool import Priority, WorkerDiedError
from libs.engines.port import EngineError
from libs.rules import registry
from libs.rules.game import FIRST, SECOND
from libs.runtime.logs import get_logger
from services.bots.decider.judging import welcomes_draw
from services.bots.decider.pace import Pace
from services.bots.decider.seen import RefusedError, Seen, is_to_act
from services.bots.handlers.owners import Owners
from services.bots.handlers.thinking import PassedError, Task, Thinking, question

PASSED: Final = "passed"
UNANSWERABLE: Final = "unanswerable"
_STALE: Final = frozenset(
    {
        "stale_position",
        "game_over",
        "game_not_found",
        "not_your_turn",
        "paused",
        "command_id_reused",
        "flag_fallen",
        "no_such_offer",
        "own_offer",
    }
)
"""Refusals that only say that the game has moved on, or that this turn was played before."""


class Turns:
    """Takes turn jobs. What it raises: do the job again."""

    def __init__(
        self,
        owners: Owners,
        thinking: Thinking,
        pace: Pace,
        now_ms: Callable[[], int],
        on_taken: Callable[[float], object],
    ) -> None:
        """`on_taken` is told how many seconds a position had waited until its job was taken."""
        self._owners = owners
        self._thinking = thinking
        self._pace = pace
        self._now_ms = now_ms
        self._on_taken = on_taken
        self._answering: dict[GameId, asyncio.Event] = {}
        self._log = get_logger(service="bots")

    async def take(self, job: TurnJob, task: Task) -> str:
        """Does the job; what became of it, for the metrics."""
        try:
            seen = await self._owners.as_seen(job.game, job.player)
            if job.offer is not None:
                return await self._answer_once(job, job.offer, seen, task)
            return await self._play(job, seen, task)
        except PassedError:
            return PASSED
        except RefusedError as error:
            self._log.warning("a game is not shown to its computer", game=job.game, code=error.code)
            return error.code
        except (EngineError, WorkerDiedError) as error:  # again, but not at once: see `Dispatch`
            self._log.error("no engine answers", game=job.game, reason=str(error))
            return UNANSWERABLE

    async def _play(self, job: TurnJob, seen: Seen, task: Task) -> str:
        strength = bot_strength(job.player)
        if strength is None or seen.seat is None or not is_to_act(seen, job.position):
            return PASSED
        self._on_taken((self._now_ms() - seen.last_at_ms()) / 1000)
        seconds = self._pace.seconds(strength)
        asked = question(seen.start(), seen.seat, seen.view, strength, seconds)
        reply = await self._thinking.ask(asked, Priority.TURN, task)
        await self._linger(job, seen, task)
        await self._after_answering(job.game)
        code = await self._owners.send(
            job.game,
            job.player,
            f"turn-{job.game}-{job.position}",
            PlayTurn(job.position, reply.turn),
        )
        return self._outcome(job, code, "played")

    async def _answer_once(self, job: TurnJob, offer: int, seen: Seen, task: Task) -> str:
        """Answers an offer; a turn of the same game waits for it."""
        done = self._answering.setdefault(job.game, asyncio.Event())
        try:
            return await self._answer(job, offer, seen, task)
        finally:
            done.set()
            if self._answering.get(job.game) is done:
                del self._answering[job.game]

    async def _answer(self, job: TurnJob, offer: int, seen: Seen, task: Task) -> str:
        if seen.offer() != offer:
            return PASSED
        is_welcome = await self._welcomes_draw(seen, task)
        await self._linger(job, seen, task)
        verb, command = (
            ("accept", AcceptDraw(offer)) if is_welcome else ("decline", DeclineDraw(offer))
        )
        code = await self._owners.send(job.game, job.player, f"{verb}-{job.game}-{offer}", command)
        return self._outcome(job, code, "accepted" if is_welcome else "declined")

    async def _welcomes_draw(self, seen: Seen, task: Task) -> bool:
        """Whether the computer would rather have a draw, as it sees the game.

        Where the other side is to act and knows what the computer does not, it plays on.
        """
        start, acting = seen.start(), seen.acting()
        rules = registry.rules(start.terms.game, start.rules_version)
        if acting is None or (acting != seen.seat and rules.has_secrets()):
            return False
        asked = question(start, acting, seen.view, "strong", self._pace.offer)
        reply = await self._thinking.ask(asked, Priority.TURN, task)
        score = reply.score if acting == seen.seat else -reply.score
        plies = seen.turns_of(FIRST) + seen.turns_of(SECOND)
        return welcomes_draw(start.terms.game, plies, score)

    async def _linger(self, job: TurnJob, seen: Seen, task: Task) -> None:
        """Waits until the answer may be seen."""
        delay_ms = self._pace.delay_ms(job.game, job.position if job.offer is None else job.offer)
        left_ms = min(delay_ms, seen.last_at_ms() + delay_ms - self._now_ms())
        await task.sleep(left_ms / 1000)

    async def _after_answering(self, game: GameId) -> None:
        """The answer to an offer comes before the turn, which would end the offer."""
        answering = self._answering.get(game)
        if answering is not None:
            await answering.wait()

    def _outcome(self, job: TurnJob, code: str | None, accepted: str) -> str:
        if code is None:
            return accepted
        if code in _STALE:
            return PASSED
        # Without the turn itself: it may tell what the seat holds.
        self._log.error("the owner refuses what an engine wants", game=job.game, code=code)
        return "refused"
