"""Hidden cards at one device on a real log: what left the owner, against all that was secret."""

import json
import random

import msgspec
import pytest

from libs.contracts.games import (
    GameAsSeen,
    GameLog,
    GameTerms,
    GoOn,
    LeaveGame,
    PlayTurn,
    RenewWatches,
    SeatInfo,
    StartGame,
    Unveil,
    WatchedGame,
    WatchGame,
    WholeLog,
)
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.live import LiveBatch
from libs.eventstore.connection import DedicatedConnection, PostgresTransaction
from libs.eventstore.records import StreamId, shard_of
from libs.rules.game import Turn
from libs.testkit.eventually import eventually
from libs.timing import TimeControl
from services.games import decider
from services.games.projections import rebuild_running
from tests.integration.behind import until
from tests.integration.games.conftest import BLACK, WHITE, Client, StartService
from tests.integration.games.curtained import Heard, Truth
from tests.integration.games.test_practice import state_of

CARDS = StartGame(
    GameTerms("hanse", "battlehanse", {}, TimeControl(180_000, 2_000), "hotseat"),
    (SeatInfo(WHITE, ""), SeatInfo(WHITE, "")),
)
GATE = "gate"


async def look(client: Client, game: GameId, heard: Heard, chance: random.Random) -> None:
    """Asks in every way there is, as tabs and gateways do that come, or have lost track."""
    for player in (WHITE, WHITE):
        answer = await client.query(game, WatchGame(game, GATE, player))
        heard.watching(answer.data or b"", None)
        since = chance.randint(1, answer.version)
        answer = await client.query(game, WatchGame(game, GATE, player, since))
        heard.watching(answer.data or b"", since)
        renewal = RenewWatches(GATE, [WatchedGame(game, since, [player], 0)])
        heard.batch((await client.query(game, renewal)).data or b"")
        heard.snapshots.append((await client.query(game, GameAsSeen(game, player))).data or b"")


async def is_renewed(client: Client, game: GameId, heard: Heard) -> bool:
    """A gateway that lost track long ago is told all: not before what is on its way has arrived."""
    answer = await client.query(game, RenewWatches(GATE, [WatchedGame(game, 1, [WHITE], 0)]))
    return heard.batch(answer.data or b"") > 0


async def act(client: Client, game: GameId, state: decider.Running, chance: random.Random) -> None:
    """What is to be done next: go on, lift the curtain, or play a turn, selling where one can."""
    pending = state.rules.pending(state.table)
    command: GoOn | Unveil | PlayTurn
    if state.pause is not None:
        command = GoOn(state.pause.version)
    elif state.clock.running is None:
        command = Unveil(state.position)
    else:
        assert isinstance(pending, Turn)
        turns = state.rules.legal_turns(state.table, pending.seat)
        sales = [turn for turn in turns if turn.startswith("sell")]
        command = PlayTurn(state.position, chance.choice(sales or turns))
    answer = await client.command(game, WHITE, command)
    assert answer.code is None, (command, answer)


async def whole_log(client: Client, game: GameId) -> GameLog:
    answer = await client.query(game, WholeLog(game))
    return msgspec.json.decode(answer.data or b"", type=GameLog)


async def test_what_leaves_the_owner_is_never_the_other_side_s_hand(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game, chance, heard = await client.start_game(CARDS), random.Random(11), Heard()
    client.bus.subscribe(f"live.{GATE}", lambda _subject, data: heard.batch(data))
    await client.bus.flush()
    while len((state := await state_of(games, game)).deal_secrets) < 2:
        await look(client, game, heard, chance)
        await act(client, game, state, chance)
    for _ in range(6):
        await act(client, game, await state_of(games, game), chance)
        await look(client, game, heard, chance)
    await until(lambda: is_renewed(client, game, heard))
    assert (await client.command(game, WHITE, LeaveGame())).code is None
    await look(client, game, heard, chance)
    log = await whole_log(client, game)
    told = range(3, len(log.events) + 1)
    await eventually(lambda: {version for version, _ in heard.events} >= {*told})
    truth = Truth(log)
    assert {"games.pause_began", "games.pause_over"} <= {event.type for event in log.events}
    assert set(truth.audiences) == {None, 0, 1}
    assert heard.seats == []
    for version, frame in set(heard.events):
        truth.check_event(version, frame)
    for data in set(heard.snapshots):
        truth.check_snapshot(data)
    shown = {json.loads(data)["version"] for data in heard.snapshots}
    assert {truth.audiences[version - 1] for version in shown} == {None, 0, 1}


@pytest.mark.parametrize("is_up", [False, True])
async def test_the_next_owner_finds_the_curtain_as_it_was(
    start_service: StartService,
    client: Client,
    is_up: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    games, chance, heard = await start_service(), random.Random(3), Heard()
    game = await client.start_game(CARDS)
    for _ in range(9 if is_up else 10):
        await act(client, game, await state_of(games, game), chance)
    before = await state_of(games, game)
    assert (before.clock.running is not None) is is_up
    await games.stop()
    games = await start_service()
    await look(client, game, heard, chance)
    after = await state_of(games, game)
    assert (after.table, after.position) == (before.table, before.position)
    assert after.audience(0) == before.audience(0)
    assert (await client.command(game, WHITE, LeaveGame())).code is None
    truth = Truth(await whole_log(client, game))
    for data in heard.snapshots:
        truth.check_snapshot(data)


async def test_the_curtain_is_lifted_once_whoever_asks_how_often(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game(CARDS)
    position = (await state_of(games, game)).position
    unveil = Unveil(position)
    assert (await client.command(game, WHITE, Unveil(position + 1))).code == "stale_position"
    assert (await client.command(game, BLACK, unveil)).code == "not_a_player"
    first = await client.command(game, WHITE, unveil, command_id="mine")
    assert (first.code, first.version) == (None, position + 1)
    assert await client.command(game, WHITE, unveil, command_id="mine") == first
    assert (await client.command(game, WHITE, unveil)).code == "already_unveiled"
    await games.stop()
    await start_service()
    assert await client.command(game, WHITE, unveil, command_id="mine") == first
    assert (await client.command(game, WHITE, unveil)).code == "already_unveiled"
    other = await client.command(game, WHITE, Unveil(position + 1), command_id="mine")
    assert other.code == "command_id_reused"


async def test_others_see_nothing_of_it_whether_the_curtain_is_up_or_down(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game(CARDS)
    strangers: list[PlayerId | None] = [None, BLACK]
    for _ in range(2):
        for player in strangers:
            for query in (GameAsSeen(game, player), WatchGame(game, GATE, player, 1)):
                assert (await client.query(game, query)).code == "game_not_found"
            listed = [] if player is None else [player]
            answer = await client.query(game, RenewWatches(GATE, [WatchedGame(game, 0, listed, 1)]))
            assert msgspec.msgpack.decode(answer.data or b"", type=LiveBatch).items == []
        position = (await state_of(games, game)).position
        await client.command(game, WHITE, Unveil(position))


async def test_an_outage_is_credited_to_whoever_was_before_the_screen_alone(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    veiled, unveiled = [await client.start_game(CARDS) for _ in range(2)]
    position = (await state_of(games, unveiled)).position
    await client.command(unveiled, WHITE, Unveil(position))
    for game in (veiled, unveiled):
        state = await state_of(games, game)
        from_ms = state.clock.since_ms
        await games.keeper.credit(StreamId(game), from_ms, from_ms + 1, "takeover")
        kinds = [row.type for row in await games.store.read_stream(StreamId(game))]
        assert kinds.count("games.clock_credited") == int(game == unveiled)


async def test_it_is_among_those_that_run_on_time_also_after_a_rebuild(
    start_service: StartService, client: Client, database_url: str
) -> None:
    games = await start_service()
    game = await client.start_game(CARDS)
    rows = "SELECT stream FROM running"
    assert [row[0] for row in await games.store.reads.fetch(rows)] == [game]
    link = DedicatedConnection(database_url, "games", "test")
    try:
        connection = await link.get()
        await connection.execute("DELETE FROM running")
        shard = shard_of(StreamId(game))
        head = await games.store.head(shard)
        async with connection.transaction():
            await rebuild_running(PostgresTransaction(connection), shard, head)
    finally:
        await link.close()
    assert [row[0] for row in await games.store.reads.fetch(rows)] == [game]
