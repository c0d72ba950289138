"""Games at one device on a real log: played on after a restart, unseen, rows made again."""

import random

import msgspec

from libs.contracts.games import (
    GameAsSeen,
    GameTerms,
    PlayTurn,
    RenewWatches,
    SeatInfo,
    StartGame,
    TakeBack,
    WatchedGame,
    WatchGame,
)
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.live import LiveBatch
from libs.eventstore.connection import DedicatedConnection, PostgresTransaction
from libs.eventstore.records import StreamId, shard_of
from libs.timing import TimeControl
from services.games.app import Games
from services.games.projections import rebuild_running
from tests.integration.games.conftest import BLACK, WHITE, Client, StartService
from tests.integration.games.test_practice import PRACTICE, state_of

ROWS = "SELECT stream FROM running ORDER BY stream"


def at_one_device(time: TimeControl) -> StartGame:
    """The start of a game whose two seats are WHITE's."""
    terms = GameTerms("mills", "battlemills-9", {}, time, "hotseat")
    return StartGame(terms, (SeatInfo(WHITE, "Weiß"), SeatInfo(WHITE, "Weiß")))


UNTIMED = at_one_device(TimeControl(None))
TIMED = at_one_device(TimeControl(180_000, 2_000))


async def play_some(games: Games, client: Client, game: GameId, turns: int) -> None:
    """Random legal turns of both sides, with one taken back now and then."""
    chance = random.Random(7)
    for _ in range(turns):
        state = await state_of(games, game)
        turn = chance.choice(state.rules.legal_turns(state.table, state.table.seat))
        answer = await client.command(game, WHITE, PlayTurn(state.position, turn))
        assert answer.code is None, answer
        if chance.random() < 0.3:
            back = await client.command(game, WHITE, TakeBack(answer.version))
            assert back.code is None, back


async def test_both_go_on_and_back_to_the_start_after_a_restart(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game(UNTIMED)
    await play_some(games, client, game, 20)
    live = await state_of(games, game)
    await games.stop()
    games = await start_service()
    assert (await client.query(game, GameAsSeen(game, WHITE))).version == live.version
    assert await state_of(games, game) == live
    plies = live.plies
    while (await client.command(game, WHITE, TakeBack(live.position))).code is None:
        live = await state_of(games, game)
        plies -= 1
        assert live.plies == plies
    assert live.table == live.rules.setup(live.started.terms.options)


async def test_nobody_but_the_two_at_the_device_sees_it(
    start_service: StartService, client: Client
) -> None:
    await start_service()
    game = await client.start_game(TIMED)
    strangers: list[PlayerId | None] = [None, BLACK]
    for player in strangers:
        assert (await client.query(game, GameAsSeen(game, player))).code == "game_not_found"
        assert (await client.query(game, WatchGame(game, "gate", player))).code == "game_not_found"
        listed = [] if player is None else [player]
        renewal = RenewWatches("gate", [WatchedGame(game, 0, listed, 1)])
        answer = await client.query(game, renewal)
        assert msgspec.msgpack.decode(answer.data or b"", type=LiveBatch).items == []
        command = await client.command(game, player or "", PlayTurn(1, "d7"))
        assert command.code == "not_a_player"


async def test_only_those_with_a_clock_are_credited_outages_also_after_a_rebuild(
    start_service: StartService, client: Client, database_url: str
) -> None:
    games = await start_service()
    await client.start_game(PRACTICE)
    await client.start_game(UNTIMED)
    timed = [await client.start_game(TIMED) for _ in range(2)]
    live = [row[0] for row in await games.store.reads.fetch(ROWS)]
    assert live == sorted(timed), "one device may have several games with a clock"
    link = DedicatedConnection(database_url, "games", "test")
    try:
        connection = await link.get()
        await connection.execute("DELETE FROM running")
        for shard in {shard_of(StreamId(game)) for game in timed}:
            head = await games.store.head(shard)
            async with connection.transaction():
                await rebuild_running(PostgresTransaction(connection), shard, head)
    finally:
        await link.close()
    assert [row[0] for row in await games.store.reads.fetch(ROWS)] == live
