"""Practice games on a real log: taken back, begun again after a restart, seen by nobody else."""

import json
import random
from typing import Any

import msgspec

from libs.contracts.client_out import Presence
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
    Watching,
    WholeLog,
)
from libs.contracts.ids import GameId, PlayerId, bot_player
from libs.contracts.live import LiveBatch
from libs.eventstore.records import StreamId
from libs.rules.game import Seat, Turn
from libs.testkit.eventually import eventually
from libs.timing import TimeControl
from services.games import decider
from services.games.app import Games
from services.games.handlers.codec import GameCodec
from tests.integration.games.conftest import BLACK, WHITE, Client, StartService

BOT = bot_player("strong")
PRACTICE = StartGame(
    GameTerms("mills", "battlemills-9", {}, TimeControl(None), "practice"),
    (SeatInfo(WHITE, "Weiß"), SeatInfo(BOT, "Computer")),
)


async def state_of(games: Games, game: GameId) -> decider.Running:
    state = (await games.keeper.state(StreamId(game))).state
    assert state is not None
    return state


async def play_on(games: Games, client: Client, game: GameId, chance: random.Random) -> None:
    """One random legal turn of whoever is to act."""
    state = await state_of(games, game)
    pending = state.rules.pending(state.table)
    assert isinstance(pending, Turn)
    turn = chance.choice(state.rules.legal_turns(state.table, pending.seat))
    actor = (WHITE, BOT)[pending.seat]
    answer = await client.command(game, actor, PlayTurn(state.position, turn))
    assert answer.code is None, answer


async def test_what_was_taken_back_stays_so_after_a_restart(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game(PRACTICE)
    chance = random.Random(5)
    for _ in range(12):
        await play_on(games, client, game, chance)
        await play_on(games, client, game, chance)
        if chance.random() < 0.4:
            position = (await state_of(games, game)).position
            back = TakeBack(position)
            first = await client.command(game, WHITE, back, command_id=f"back-{position}")
            again = await client.command(game, WHITE, back, command_id=f"back-{position}")
            assert first == again
            assert first.code is None
    live = await state_of(games, game)
    await games.stop()
    games = await start_service()
    assert (await client.query(game, GameAsSeen(game, WHITE))).version == live.version
    assert await state_of(games, game) == live
    rows = await games.store.read_stream(StreamId(game))
    folded: decider.GameState = None
    for row in rows:
        folded = decider.evolve(folded, GameCodec().decode(row))
    assert folded == live
    while (await client.command(game, WHITE, TakeBack(live.position))).code is None:
        live = await state_of(games, game)
    assert live.plies == 0
    assert live.table == live.rules.setup(live.started.terms.options)


async def test_nobody_but_its_player_sees_a_practice_game(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game(PRACTICE)
    await play_on(games, client, game, random.Random(1))
    strangers: list[PlayerId | None] = [None, BLACK]
    for player in strangers:
        assert (await client.query(game, GameAsSeen(game, player))).code == "game_not_found"
        assert (await client.query(game, WatchGame(game, "gate", player))).code == "game_not_found"
        listed = [] if player is None else [player]
        renewal = RenewWatches("gate", [WatchedGame(game, 0, listed, 1)])
        assert await missed(client, game, renewal) == []
    mine = RenewWatches("gate", [WatchedGame(game, 0, [WHITE], 0)])
    await eventually_missed(client, game, mine)
    state = await state_of(games, game)
    for player, viewer in ((WHITE, Seat(0)), (BOT, Seat(1))):
        seen = json.loads((await client.query(game, GameAsSeen(game, player))).data or b"")
        assert (seen["seat"], seen["version"]) == (viewer, 2)
        assert seen["view"] == state.rules.view(state.table, viewer)
    for player in strangers:
        code = (await client.command(game, player or "", PlayTurn(2, "d7"))).code
        assert code == "not_a_player"
    await client.command(game, WHITE, TakeBack(2))
    assert (await client.query(game, WholeLog(game))).code == "game_running"


async def missed(client: Client, game: GameId, renewal: RenewWatches) -> list[Any]:
    """The events that a gateway is told with its renewal."""
    answer = await client.query(game, renewal)
    return list(msgspec.msgpack.decode(answer.data or b"", type=LiveBatch).items)


async def eventually_missed(client: Client, game: GameId, renewal: RenewWatches) -> None:
    """What was committed a moment ago may still be on its way: a later renewal has it."""
    items: list[Any] = []
    while len(items) < 2:
        items = await missed(client, game, renewal)
    assert [item.version for item in items] == [1, 2]


async def test_the_computer_is_always_there(start_service: StartService, client: Client) -> None:
    await start_service()
    game = await client.start_game(PRACTICE)
    shown: list[Presence] = []

    def on_live(_subject: str, data: bytes) -> None:
        batch = msgspec.msgpack.decode(data, type=LiveBatch)
        shown.extend(msgspec.json.decode(frame, type=Presence) for _, frame in batch.presence)

    client.bus.subscribe("live.gate", on_live)
    await client.bus.flush()
    answer = await client.query(game, WatchGame(game, "gate", WHITE))
    assert msgspec.msgpack.decode(answer.data or b"", type=Watching).seat == 0
    await eventually(lambda: shown)
    assert shown[-1] == Presence(game, (True, True), (None, None), 0)


async def test_a_game_without_time_is_not_among_those_that_outages_are_credited_to(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    timed, practice = await client.start_game(), await client.start_game(PRACTICE)
    rows = await games.store.reads.fetch("SELECT stream FROM running")
    assert [row[0] for row in rows if row[0] in (timed, practice)] == [timed]
