"""Instances, buses and gateways that go away: no game is lost and nobody pays with their time."""

import asyncio
import json
import time

import msgspec

from deploy.local import servers
from libs.contracts.games import ClaimFlag, ClaimWin, ClockCredited, PlayTurn, WatchGame
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.live import GatewayBeat
from libs.eventstore.records import StreamId
from libs.runtime import now_ms
from libs.testkit.eventually import eventually
from libs.timing import TimeControl
from services.games.app import Games
from services.games.handlers.watchers import BEAT_LOST_MS
from tests.integration.games.conftest import BLACK, START, WHITE, Client, StartService

SHARDS = 16
BLITZ = msgspec.structs.replace(
    START, terms=msgspec.structs.replace(START.terms, time=TimeControl(3_000, 0))
)
"""So little time that an outage of four seconds would use it all up."""


async def credits_of(games: Games, game: GameId) -> list[ClockCredited]:
    """The credits in a game's log."""
    rows = await games.store.read_stream(StreamId(game))
    return [
        msgspec.convert(json.loads(row.public), ClockCredited)
        for row in rows
        if row.type == "games.clock_credited"
    ]


async def test_two_instances_share_the_shards_and_one_takes_all_when_the_other_goes(
    start_service: StartService, client: Client
) -> None:
    first = await start_service()
    await eventually(lambda: len(first.shards) == SHARDS)
    second = await start_service()
    await eventually(lambda: (len(first.shards), len(second.shards)) == (8, 8))
    started = [await client.start_own() for _ in range(12)]
    await first.stop()
    await eventually(lambda: len(second.shards) == SHARDS)
    for game, white, _ in started:
        answer = await client.command(game, white, PlayTurn(1, "a1"))
        assert (answer.code, answer.version) == (None, 2)


async def test_while_shards_move_every_turn_is_played_once(
    start_service: StartService, client: Client
) -> None:
    first = await start_service()
    started = [await client.start_own() for _ in range(16)]

    async def play(game: GameId, *players: PlayerId) -> list[int]:
        points = ["a1", "d7", "g1", "b2", "f6", "d1", "b4", "e5"]
        versions = []
        for ply, point in enumerate(points):
            answer = await client.command(game, players[ply % 2], PlayTurn(ply + 1, point))
            assert answer.code is None, answer
            versions.append(answer.version)
            await asyncio.sleep(0.1)
        return versions

    playing = [asyncio.create_task(play(*table)) for table in started]
    second = await start_service()
    await eventually(lambda: len(second.shards) == 8)
    await first.stop()
    for versions in await asyncio.gather(*playing):
        assert versions == list(range(2, 10))


async def test_a_lost_bus_costs_a_player_at_most_a_heartbeat(
    start_service: StartService, client: Client, own_nats: servers.NatsServer
) -> None:
    games = await start_service()
    game = await client.start_game()
    own_nats.kill()
    killed_ms = now_ms()
    await asyncio.sleep(3.0)
    own_nats.restart()
    answer = await client.command(game, WHITE, PlayTurn(1, "a1"))
    assert answer.code is None
    back_ms = now_ms()
    (credit,) = await credits_of(games, game)
    outage_ms = back_ms - killed_ms
    assert credit.cause == "bus"
    assert credit.to_ms - credit.from_ms >= outage_ms - 1_500
    assert credit.from_ms <= killed_ms


async def test_no_flag_falls_between_the_end_of_an_outage_and_its_credit(
    start_service: StartService, client: Client, own_nats: servers.NatsServer
) -> None:
    games = await start_service()
    await eventually(lambda: len(games.shards) == SHARDS)
    await asyncio.gather(*(client.start_own() for _ in range(400)))  # to be credited as well
    started = await asyncio.gather(*(client.start_own(BLITZ) for _ in range(100)))
    own_nats.kill()
    calls = [client.command(game, "service:clocks", ClaimFlag(1)) for game, _, _ in started[::2]]
    calls += [
        client.command(game, white, PlayTurn(1, "a1"), received_at_ms=now_ms() + 4_500)
        for game, white, _ in started[1::2]
    ]
    answers = asyncio.gather(*calls)
    await asyncio.sleep(4.0)
    own_nats.restart()
    assert {answer.code for answer in await answers} == {"flag_not_fallen", None}
    for game, _, _ in started:
        rows = await games.store.read_stream(StreamId(game))
        assert [row.type for row in rows if row.type == "games.game_ended"] == []


async def test_a_process_that_stands_still_costs_nobody_the_game(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    played, white, _ = await client.start_own(BLITZ)
    claimed, _, _ = await client.start_own(BLITZ)
    waiting, _, _ = await client.start_own()
    still_ms = now_ms()
    time.sleep(4.0)  # noqa: ASYNC251  nothing at all happens meanwhile, as in a stopped process
    answers = await asyncio.gather(
        client.command(played, white, PlayTurn(1, "a1")),
        client.command(claimed, "service:clocks", ClaimFlag(1)),
    )
    assert [answer.code for answer in answers] == [None, "flag_not_fallen"]
    await eventually(lambda: not games.outages)
    (credit,) = await credits_of(games, waiting)
    assert credit.cause == "standstill"
    assert credit.from_ms <= still_ms + 50
    assert credit.to_ms >= still_ms + 4_000


async def test_who_could_not_be_reached_through_our_fault_has_not_been_away(
    start_service: StartService, client: Client, own_nats: servers.NatsServer
) -> None:
    games = await start_service()
    game = await client.start_game()
    for player in (WHITE, BLACK):
        await client.query(game, WatchGame(game, "gateway", player))
    own_nats.kill()
    await eventually(lambda: not games.watchers.gateways(game), within_s=10)
    for key in games.watchers._away:  # a minute is too long for a test
        games.watchers._away[key] -= 61_000
    own_nats.restart()
    answer = await client.command(game, BLACK, ClaimWin())
    assert answer.code == "opponent_present"


async def test_a_gateway_that_dies_costs_its_players_nothing_until_they_are_back(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game()
    await client.query(game, WatchGame(game, "doomed", WHITE))
    beat_ms = now_ms()
    client.bus.publish("gateway.beat", msgspec.msgpack.encode(GatewayBeat("doomed", beat_ms)))
    await client.bus.flush()
    await eventually(lambda: games.watchers.has_cuts)
    lost_ms, back_ms = now_ms() - BEAT_LOST_MS, now_ms()
    await client.query(game, WatchGame(game, "next", WHITE))
    await eventually(lambda: not games.watchers.has_cuts)
    await client.command(game, WHITE, PlayTurn(1, "a1"))
    (credit,) = await credits_of(games, game)
    assert credit.cause == "gateway"
    assert beat_ms <= credit.from_ms <= lost_ms, "from the last beat on"
    assert credit.to_ms >= back_ms
