"""The services behind the gateway on real servers: in this process, or in one to be killed."""

import asyncio
import itertools
import os
import random
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import msgspec
import pytest

from deploy.local import servers
from deploy.local.ports import answers_ok, free_port
from libs.bus import NatsBus, NatsOptions
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import GameTerms, PlayTurn, Resign, SeatInfo, StartGame
from libs.contracts.ids import CommandId, GameId, PlayerId, bot_player
from libs.eventstore.connection import DedicatedConnection, Row
from libs.eventstore.records import new_stream_id, shard_of
from libs.rules import registry
from libs.rules.game import Seat
from libs.runtime import Runtime, Service, Settings, now_ms
from libs.testkit.eventually import eventually
from libs.timing import TimeControl
from services.accounts import app as accounts_app
from services.accounts.config import AccountsSettings
from services.archive import app as archive_app
from services.archive.config import ArchiveSettings
from services.bots import app as bots_app
from services.bots.config import BotsSettings
from services.clocks import app as clocks_app
from services.clocks.config import ClocksSettings
from services.games import app as games_app
from services.games.config import GamesSettings
from services.lobby import app as lobby_app
from services.lobby.config import LobbySettings
from services.matchmaking import app as matchmaking_app
from services.matchmaking.config import MatchmakingSettings
from services.ratings import app as ratings_app
from services.ratings.config import RatingsSettings
from services.upkeep.app import migrate

ANN, BEN = PlayerId("00-annannannannann"), PlayerId("01-benbenbenbenben")
SEATS = (SeatInfo(ANN, "Ann"), SeatInfo(BEN, "Ben"))
COMPUTER = SeatInfo(bot_player("easy"), "Computer")
CALM, UNTIMED = TimeControl(180_000, 2_000), TimeControl(None)

BUILDERS: dict[str, tuple[Any, type[Settings]]] = {
    "accounts": (accounts_app.build, AccountsSettings),
    "archive": (archive_app.build, ArchiveSettings),
    "bots": (bots_app.build, BotsSettings),
    "clocks": (clocks_app.build, ClocksSettings),
    "games": (games_app.build, GamesSettings),
    "lobby": (lobby_app.build, LobbySettings),
    "matchmaking": (matchmaking_app.build, MatchmakingSettings),
    "ratings": (ratings_app.build, RatingsSettings),
}
_numbers = itertools.count(1)


async def until(is_so: Callable[[], Awaitable[object]], *, within_s: float = 10.0) -> None:
    """Returns as soon as the answer is yes. Raises TimeoutError."""
    async with asyncio.timeout(within_s):
        while not await is_so():  # noqa: ASYNC110  what is awaited offers no event
            await asyncio.sleep(0.02)


def some_people() -> tuple[SeatInfo, SeatInfo]:
    """Two who have not been here before."""
    first, second = (PlayerId(new_stream_id(4, random.randbytes(16))) for _ in range(2))
    return SeatInfo(first, "Cleo"), SeatInfo(second, "Dan")


class Behind:
    """One database and one NATS server, services that are started and stopped, and a client."""

    def __init__(self, database_url: str, nats_url: str, bus: NatsBus) -> None:
        self.database_url = database_url
        self.nats_url = nats_url
        self.bus = bus
        self._running: list[Service] = []
        self._processes: list[Process] = []
        self._seats: dict[GameId, tuple[SeatInfo, SeatInfo]] = {}

    async def start(self, name: str, *, is_ready: bool = True, **settings: Any) -> Any:
        """One more instance of a service, in this process, ready unless it can't be."""
        build, kind = BUILDERS[name]
        now = settings.pop("now", now_ms)
        read = kind(database_url=self.database_url, nats_url=self.nats_url, **settings)
        service = build(Runtime(read, now_ms=now), read)
        self._running.append(service)
        await service.start()
        if is_ready:
            await eventually(lambda: not any(check() for check in service.checks().values()))
        return service

    async def stop(self, service: Service) -> None:
        """Ends an instance in good order."""
        self._running.remove(service)
        await service.stop()

    def running(self, name: str) -> Service:
        """The instance of that service that runs in this process."""
        (service,) = [service for service in self._running if service.name == name]
        return service

    async def start_process(self, *names: str) -> Process:
        """Services in a process of their own, ready; `kill` it like `kill -9`."""
        port = free_port()
        environment = {
            **os.environ,
            "DATABASE_URL": self.database_url,
            "NATS_URL": self.nats_url,
            "PORT": str(port),
            "LOG_LEVEL": "error",
        }
        command = (sys.executable, "-m", "services", *names)
        process = await asyncio.create_subprocess_exec(*command, env=environment)
        self._processes.append(process)
        await until(lambda: asyncio.to_thread(answers_ok, port, "/readyz"), within_s=30.0)
        return process

    async def close(self) -> None:
        """Ends everything."""
        for process in self._processes:
            if process.returncode is None:
                process.kill()
            await process.wait()
        for service in reversed(self._running):
            await service.stop()

    async def command(
        self, service: str, stream: str, actor: str, command: Any, *, command_id: str | None = None
    ) -> Answer:
        """The answer to one command, sent again until there is one."""
        envelope = CommandEnvelope(
            stream,
            actor,
            CommandId(command_id or f"test-{next(_numbers)}"),
            now_ms(),
            0,
            "test",
            msgspec.Raw(msgspec.msgpack.encode(command)),
        )
        subject = f"cmd.{service}.{shard_of(stream)}"
        answer = await self.bus.call(subject, msgspec.msgpack.encode(envelope), 10.0)
        return msgspec.msgpack.decode(answer, type=Answer)

    async def query(self, subject: str, query: Any) -> Answer:
        """The answer to one query."""
        answer = await self.bus.call(subject, msgspec.msgpack.encode(query), 10.0)
        return msgspec.msgpack.decode(answer, type=Answer)

    async def rows(self, service: str, sql: str, *args: object) -> list[Row]:
        """What stands in a service's tables."""
        link = DedicatedConnection(self.database_url, service, "test")
        try:
            return await (await link.get()).fetch(sql, *args)
        finally:
            await link.close()

    async def start_game(
        self,
        time: TimeControl = CALM,
        seats: tuple[SeatInfo, SeatInfo] = SEATS,
        *,
        is_public: bool = False,
    ) -> GameId:
        """A game that has begun, in a private room or in the waiting room."""
        game = GameId(new_stream_id(16, random.randbytes(16)))
        terms = GameTerms("mills", "battlemills-9", {}, time)
        command = StartGame(terms, seats, is_public=is_public)
        answer = await self.command("games", game, "service:matchmaking", command)
        assert answer.code is None, answer
        self._seats[game] = seats
        return game

    def seats_of(self, game: GameId) -> tuple[SeatInfo, SeatInfo]:
        """Who plays in a game; Ann and Ben in one that was not started here."""
        return self._seats.get(game, SEATS)

    async def start_games(self, count: int, time: TimeControl = CALM) -> list[GameId]:
        """Games side by side, each between two people of its own: nobody plays two on time."""
        return [await self.start_game(time, some_people()) for _ in range(count)]

    async def start_practice(self, person: SeatInfo = SEATS[0]) -> GameId:
        """A game against a computer that has begun; the person has the first seat."""
        game = GameId(new_stream_id(16, random.randbytes(16)))
        terms = GameTerms("mills", "battlemills-9", {}, TimeControl(None), "practice")
        command = StartGame(terms, (person, COMPUTER))
        answer = await self.command("games", game, "service:matchmaking", command)
        assert answer.code is None, answer
        return game

    async def start_hotseat(self, time: TimeControl, person: SeatInfo = SEATS[0]) -> GameId:
        """A game of two people at that person's device that has begun."""
        game = GameId(new_stream_id(16, random.randbytes(16)))
        terms = GameTerms("mills", "battlemills-9", {}, time, "hotseat")
        answer = await self.command(
            "games", game, "service:matchmaking", StartGame(terms, (person, person))
        )
        assert answer.code is None, answer
        self._seats[game] = (person, person)
        return game

    async def play(
        self, game: GameId, turns: int, seats: tuple[SeatInfo, SeatInfo] | None = None
    ) -> int:
        """The first legal turns of a fresh game; returns the game's version."""
        seats = seats or self.seats_of(game)
        rules = registry.current("mills")
        table = rules.setup(rules.options("battlemills-9", {}))
        version = 1
        for ply in range(turns):
            turn = rules.legal_turns(table, Seat(ply % 2))[ply]
            command = PlayTurn(version, turn)
            answer = await self.command("games", game, seats[ply % 2].player, command)
            assert answer.code is None, answer
            table, version = rules.play(table, turn), answer.version
        return version

    async def resign(self, game: GameId, player: PlayerId | None = None) -> None:
        """The end of a game; whoever has the first seat resigns unless somebody is named."""
        player = player or self.seats_of(game)[0].player
        answer = await self.command("games", game, player, Resign())
        assert answer.code is None, answer

    async def kinds(self, service: str, stream: str) -> list[str]:
        """The types of a stream's events."""
        sql = "SELECT type FROM events WHERE stream = $1 ORDER BY version"
        return [row[0] for row in await self.rows(service, sql, stream)]


@pytest.fixture(scope="module")
def own_nats() -> Iterator[servers.NatsServer]:
    """A NATS server for this module: its stream is thrown away before each test."""
    with servers.nats_server() as server:
        yield server


@pytest.fixture
async def behind(database_url: str, own_nats: servers.NatsServer) -> AsyncIterator[Behind]:
    """A migrated database, a fresh stream, no service yet."""
    await migrate(database_url, lambda _line: None)
    bus = await NatsBus.connect(NatsOptions(own_nats.url))
    for stream in ("EVENTS", "BOTS"):
        await bus.streams.delete(stream)
    house = Behind(database_url, own_nats.url, bus)
    yield house
    await house.close()
    await bus.close()
