"""The games service on a real PostgreSQL and a NATS server of its own."""

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deploy.local import servers
from libs.bus import NatsBus, NatsOptions
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import GameCommand, GameTerms, SeatInfo, StartGame
from libs.contracts.ids import CommandId, GameId, PlayerId
from libs.eventstore.connection import migrate
from libs.eventstore.records import new_stream_id, shard_of
from libs.eventstore.schema import schema_sql
from libs.runtime import Runtime, now_ms
from libs.timing import TimeControl
from services.games.app import Games, build
from services.games.config import GamesSettings

WHITE, BLACK = PlayerId("00-whitewhitewhite"), PlayerId("01-blackblackblack")
SCHEMA = Path(__file__).parents[3] / "services" / "games" / "schema.sql"
START = StartGame(
    GameTerms("mills", "battlemills-9", {}, TimeControl(180_000, 2_000)),
    (SeatInfo(WHITE, "Weiß"), SeatInfo(BLACK, "Schwarz")),
)
_numbers = itertools.count(1)

StartService = Callable[[], Awaitable[Games]]


class Client:
    """Sends commands and queries as a gateway does."""

    def __init__(self, bus: NatsBus) -> None:
        self.bus = bus

    async def command(
        self,
        game: GameId,
        actor: str,
        command: GameCommand,
        *,
        command_id: str | None = None,
        received_at_ms: int | None = None,
    ) -> Answer:
        """The answer to one command, sent again until there is one."""
        envelope = CommandEnvelope(
            game,
            actor,
            CommandId(command_id or f"test-{next(_numbers)}"),
            received_at_ms or now_ms(),
            0,
            "test",
            msgspec.Raw(msgspec.msgpack.encode(command)),
        )
        subject = f"cmd.games.{shard_of(game)}"
        answer = await self.bus.call(subject, msgspec.msgpack.encode(envelope), 10.0)
        return msgspec.msgpack.decode(answer, type=Answer)

    async def query(self, game: GameId, query: Any) -> Answer:
        """The answer to one query."""
        subject = f"query.games.{shard_of(game)}"
        answer = await self.bus.call(subject, msgspec.msgpack.encode(query), 10.0)
        return msgspec.msgpack.decode(answer, type=Answer)

    async def start_game(self, start: StartGame = START) -> GameId:
        """A new game between WHITE and BLACK."""
        game = new_game()
        answer = await self.command(game, "service:matchmaking", start)
        assert answer.code is None, answer
        return game

    async def start_own(self, start: StartGame = START) -> tuple[GameId, PlayerId, PlayerId]:
        """A game between two who play no other one: nobody plays two on time."""
        number = next(_numbers)
        white, black = PlayerId(f"00-white{number}"), PlayerId(f"01-black{number}")
        seats = (SeatInfo(white, "Weiß"), SeatInfo(black, "Schwarz"))
        return await self.start_game(msgspec.structs.replace(start, seats=seats)), white, black


def new_game() -> GameId:
    """The id of a game that has not begun."""
    return GameId(new_stream_id(16, next(_numbers).to_bytes(16, "little")))


@pytest.fixture(scope="module")
def own_nats() -> Iterator[servers.NatsServer]:
    """A NATS server for this module alone: streams of other databases don't get in the way."""
    with servers.nats_server() as server:
        yield server


@pytest.fixture
async def start_service(
    database_url: str, own_nats: servers.NatsServer
) -> AsyncIterator[StartService]:
    """Starts instances of the service; all are stopped afterwards."""
    await migrate(database_url, schema_sql("games"), SCHEMA.read_text(encoding="utf-8"))
    begun: list[Games] = []

    async def start() -> Games:
        settings = GamesSettings(database_url=database_url, nats_url=own_nats.url)
        games = build(Runtime(settings), settings)
        begun.append(games)
        await games.start()
        return games

    yield start
    for games in begun:
        await games.stop()


@pytest.fixture
async def client(own_nats: servers.NatsServer) -> AsyncIterator[Client]:
    """A bus client."""
    bus = await NatsBus.connect(NatsOptions(own_nats.url))
    yield Client(bus)
    await bus.close()
