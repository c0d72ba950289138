"""A practice game in memory: its events, its owner on a bus, engines that do as they are told."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from libs.bus import MemoryBus, Request
from libs.contracts.client_out import GameSnapshot, SeenEvent
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import (
    ClockReading,
    DrawOffered,
    GameAsSeen,
    GameCommand,
    GameQuery,
    GameStarted,
    GameTerms,
    PlayTurn,
    SeatInfo,
    TurnPlayed,
    TurnsTakenBack,
)
from libs.contracts.ids import CommandId, GameId, bot_player
from libs.engines.pool import CancelledQuestionError, Priority
from libs.engines.port import Question, Reply
from libs.eventstore.records import PublicEvent
from libs.rules import registry
from libs.rules.strength import Strength
from libs.testkit.builders import UNTIMED, WHITE, ended, public_events
from libs.testkit.virtual_time import virtual_now_ms

GAME = GameId("0a-practice")
IDLE = ClockReading((0, 0), None)
STRONG = bot_player("strong")


def started(
    bot_seat: int = 1, strength: Strength = "strong", kind: Any = "practice", key: str = "tictactoe"
) -> GameStarted:
    """The start of a game against a computer in that seat."""
    bot = SeatInfo(bot_player(strength), strength)
    seats = (WHITE, bot) if bot_seat == 1 else (bot, WHITE)
    options = dict(registry.current(key).options(None, {}))
    terms = GameTerms(key, registry.current(key).variants[0], options, UNTIMED, kind)
    return GameStarted(terms, 1, seats, IDLE)


def turn(seat: int, text: str) -> TurnPlayed:
    """A turn on a standing clock."""
    return TurnPlayed(seat, text, IDLE)


def taken_back(to: int, plies: int = 2) -> TurnsTakenBack:
    """White's last turn is gone."""
    return TurnsTakenBack(0, to, plies, IDLE)


def events(*content: msgspec.Struct) -> list[PublicEvent]:
    """As the log relays them."""
    return public_events(GAME, content)


class Owner:
    """Owns the game in memory: shows it, and takes one turn a position, each command once."""

    def __init__(self, bus: MemoryBus, *content: msgspec.Struct, code: str | None = None) -> None:
        self.content: list[msgspec.Struct] = list(content)
        self.code = code
        self.at_ms = virtual_now_ms()
        self.commands: list[tuple[str, Any]] = []
        self.played_ms: list[int] = []
        self._answers: dict[str, Answer] = {}
        bus.serve("query.games.10", self._on_query)
        bus.serve("cmd.games.10", self._on_command)

    @property
    def position(self) -> int:
        """The version of the last turn or undo."""
        kinds = (GameStarted, TurnPlayed, TurnsTakenBack)
        return max(n for n, event in enumerate(self.content, 1) if isinstance(event, kinds))

    def _on_query(self, request: Request) -> None:
        query = msgspec.msgpack.decode(request.payload, type=GameQuery)
        assert isinstance(query, GameAsSeen)
        start = self.content[0]
        assert isinstance(start, GameStarted)
        players = [seat.player for seat in start.seats]
        seat = None if query.player is None else players.index(query.player)
        rules = registry.rules(start.terms.game, 1)
        state = rules.setup(start.terms.options)
        for event in self.standing():
            state = rules.play(state, event.turn)
        seen = [
            SeenEvent(n, self.at_ms, str(event.__struct_config__.tag), event)
            for n, event in enumerate(self.content, 1)
        ]
        view = rules.view(state, 0 if seat is None else seat)  # type: ignore[arg-type]  # a seat
        snapshot = GameSnapshot(query.game, len(seen), self.position, seat, view, seen)
        answer = Answer(data=msgspec.json.encode(snapshot))
        request.respond(msgspec.msgpack.encode(answer))

    def standing(self) -> list[TurnPlayed]:
        """The turns that have not been taken back."""
        turns: list[TurnPlayed] = []
        for event in self.content:
            if isinstance(event, TurnPlayed):
                turns.append(event)
            elif isinstance(event, TurnsTakenBack):
                del turns[len(turns) - event.plies :]
        return turns

    def _on_command(self, request: Request) -> None:
        envelope = msgspec.msgpack.decode(request.payload, type=CommandEnvelope)
        command = msgspec.msgpack.decode(envelope.command, type=GameCommand)
        answer = self._answers.get(envelope.command_id) or self._decide(command)
        if answer.code is None:
            self._answers[CommandId(envelope.command_id)] = answer
        self.commands.append((envelope.command_id, command))
        request.respond(msgspec.msgpack.encode(answer))

    def _decide(self, command: Any) -> Answer:
        if self.code is not None:
            return Answer(self.code)
        if isinstance(command, PlayTurn):
            if command.position != self.position:
                return Answer("stale_position")
            self.content.append(turn(len(self.standing()) % 2, command.turn))
            self.played_ms.append(virtual_now_ms())
        return Answer(version=len(self.content))


class Engines:
    """Says the first free point after so many seconds; can be called off."""

    def __init__(self, seconds: float = 0.0, score: float = 0.0) -> None:
        self.seconds = seconds
        self.score = score
        self.asked: list[Question] = []
        self.priorities: list[Priority] = []
        self.failures: list[Exception] = []
        self.called_off = 0

    async def ask(
        self,
        question: Question,
        *,
        priority: Priority = Priority.TURN,
        cancel: asyncio.Event | None = None,
    ) -> Reply:
        """See `WorkerPool.ask`."""
        self.asked.append(question)
        self.priorities.append(priority)
        if self.failures:
            raise self.failures.pop(0)
        assert cancel is not None
        try:
            async with asyncio.timeout(self.seconds):
                await cancel.wait()
        except TimeoutError:
            placed = question.view["points"]
            taken = {*placed["white"], *placed["black"]}
            free = next(p for p in ("b2", "a1", "c3", "a3", "c1", "b1") if p not in taken)
            return Reply(turn=free, score=self.score, depth=1, nodes=1, seconds=self.seconds)
        self.called_off += 1
        raise CancelledQuestionError


def offered(seat: int) -> DrawOffered:
    """A draw offer."""
    return DrawOffered(seat)


def over() -> Any:
    """White has resigned."""
    return ended(1)


async def settled(is_so: Callable[[], object], within_s: float = 600.0) -> None:
    """Virtual time passes until that is so."""
    async with asyncio.timeout(within_s):
        while not is_so():  # noqa: ASYNC110  what is awaited offers no event
            await asyncio.sleep(0.01)
