"""All services behind the gateway live through the death of PostgreSQL and of NATS."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
import pytest

from deploy.local import servers
from libs.bus import NatsBus, NatsOptions
from libs.contracts.accounts import FindSession, OpenedSession, OpenGuestSession
from libs.contracts.archive import FinishedGames, RunningGames
from libs.contracts.envelope import Answer
from libs.contracts.games import GameTerms, Resign, SeatInfo
from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.matchmaking import AgreeTerms, JoinRoom, OpenRoom, RoomTerms
from libs.eventstore.records import new_stream_id
from libs.timing import TimeControl
from services.upkeep.app import migrate
from tests.integration.behind import ANN, BEN, CALM, Behind, until

PATIENCE_S = 30.0
OTHERS = (
    SeatInfo(PlayerId("02-cleocleocleocle"), "Cleo"),
    SeatInfo(PlayerId("03-davedavedavedav"), "Dave"),
)
"""Nobody can be in two games with a clock."""


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[servers.PostgresServer]:
    """A PostgreSQL that may be killed."""
    with servers.postgres_server() as server:
        yield server


@pytest.fixture
async def all_behind(
    own_postgres: servers.PostgresServer, own_nats: servers.NatsServer
) -> AsyncIterator[Behind]:
    """All services, in this process."""
    url = own_postgres.create_database(f"outage_{random.randbytes(4).hex()}")
    await migrate(url, lambda _line: None)
    bus = await NatsBus.connect(NatsOptions(own_nats.url))
    await bus.streams.delete("EVENTS")
    house = Behind(url, own_nats.url, bus)
    for name in ("games", "matchmaking", "accounts", "clocks", "archive", "ratings"):
        await house.start(name)
    yield house
    await house.close()
    await bus.close()


async def insist(behind: Behind, subject: str, query: Any) -> Answer:
    """Asks again while nobody can answer, like a gateway whose page is reloaded."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                answer = await behind.query(subject, query)
            except Exception:  # noqa: BLE001  silence, of whatever kind
                await asyncio.sleep(0.1)
                continue
            if answer.code != "unavailable":
                return answer


async def order(behind: Behind, service: str, stream: str, actor: str, command: Any) -> None:
    """Sends a command with one id until it is done."""
    command_id = f"order-{random.randbytes(6).hex()}"
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                answer = await behind.command(
                    service, stream, actor, command, command_id=command_id
                )
            except Exception:  # noqa: BLE001  silence, of whatever kind
                await asyncio.sleep(0.1)
                continue
            assert answer.code is None, answer
            return


async def open_room(behind: Behind, time: TimeControl) -> tuple[RoomId, GameId]:
    """A room in which both have agreed."""
    room = RoomId(new_stream_id(4, random.randbytes(16)))
    game = GameId(new_stream_id(16, random.randbytes(16)))
    terms = RoomTerms(GameTerms("mills", "battlemills-9", {}, time), "host")
    await order(behind, "matchmaking", room, ANN, OpenRoom("Ann", terms, game))
    await order(behind, "matchmaking", room, BEN, JoinRoom("Ben"))
    await order(behind, "matchmaking", room, BEN, AgreeTerms(terms))
    return room, game


async def everything_works(behind: Behind) -> None:
    """A guest comes in, a room leads to a game, the game to a record."""
    answer = await insist(behind, "query.accounts", OpenGuestSession())
    assert answer.data is not None
    token = msgspec.msgpack.decode(answer.data, type=OpenedSession).token
    assert (await insist(behind, "query.accounts", FindSession(token))).code is None
    room, game = await open_room(behind, CALM)

    async def has_started() -> bool:
        return "matchmaking.game_opened" in await behind.kinds("matchmaking", room)

    await until(has_started, within_s=PATIENCE_S)
    await until(lambda: is_listed(behind, RunningGames(ANN), game), within_s=PATIENCE_S)
    await order(behind, "games", game, ANN, Resign())
    await until(lambda: is_listed(behind, FinishedGames(ANN), game), within_s=PATIENCE_S)
    assert (await behind.kinds("games", game)).count("games.game_started") == 1
    assert (await behind.kinds("matchmaking", room)).count("matchmaking.game_opened") == 1


async def is_listed(behind: Behind, query: Any, game: GameId) -> bool:
    """Whether the archive has the game in that list."""
    answer = await insist(behind, "query.archive", query)
    lines = msgspec.json.decode(answer.data or b"[]")
    return any(line["game"] == game for line in lines)


async def has_ended(behind: Behind, game: GameId) -> bool:
    """Whether the game is over, by the clock."""
    return (await behind.kinds("games", game))[-1] == "games.game_ended"


async def test_postgres_is_killed(all_behind: Behind, own_postgres: servers.PostgresServer) -> None:
    await everything_works(all_behind)
    running = await all_behind.start_game(TimeControl(6_000), OTHERS)
    own_postgres.kill()
    own_postgres.restart()  # from this thread: the server ends with the thread that started it
    await everything_works(all_behind)
    await until(lambda: has_ended(all_behind, running), within_s=PATIENCE_S)


async def test_nats_is_killed(all_behind: Behind, own_nats: servers.NatsServer) -> None:
    await everything_works(all_behind)
    running = await all_behind.start_game(TimeControl(6_000), OTHERS)
    own_nats.kill()
    own_nats.restart()  # from this thread: the server ends with the thread that started it
    await everything_works(all_behind)
    await until(lambda: has_ended(all_behind, running), within_s=PATIENCE_S)


async def test_the_stream_of_events_is_lost(all_behind: Behind) -> None:
    await everything_works(all_behind)
    await all_behind.bus.streams.delete("EVENTS")
    await everything_works(all_behind)
