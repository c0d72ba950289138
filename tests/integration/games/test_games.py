"""Commands over a real bus become events in a real log, once, whatever gets repeated."""

import asyncio
import json
import random
from collections import Counter

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.games import (
    ClaimFlag,
    GameAsSeen,
    GameTerms,
    OfferDraw,
    PlayTurn,
    RenewWatches,
    Resign,
    StartGame,
    WatchedGame,
    WatchGame,
    Watching,
    WholeLog,
)
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.live import LiveBatch
from libs.eventstore.records import StreamId
from libs.rules import registry
from libs.rules.game import SPECTATOR, Ended, Seat, Viewer
from libs.runtime import now_ms
from libs.testkit.eventually import eventually
from libs.timing import TimeControl
from services.games import decider
from services.games.app import Games
from services.games.handlers.codec import GameCodec
from tests.integration.games.conftest import BLACK, START, WHITE, Client, StartService


async def stored_kinds(games: Games, game: GameId) -> list[str]:
    """The types of a game's events in the log."""
    return [row.type for row in await games.store.read_stream(StreamId(game))]


async def test_a_repeated_command_gets_the_first_answer_also_after_a_restart(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game()
    turn = PlayTurn(1, "a1")
    first = await client.command(game, WHITE, turn, command_id="mine")
    later = await client.command(game, BLACK, PlayTurn(2, "d7"))
    assert (first.version, later.version) == (2, 3)
    assert await client.command(game, WHITE, turn, command_id="mine") == first
    await games.stop()
    games = await start_service()
    assert await client.command(game, WHITE, turn, command_id="mine") == first
    other = await client.command(game, WHITE, PlayTurn(3, "g7"), command_id="mine")
    assert other.code == "command_id_reused"
    assert await stored_kinds(games, game) == ["games.game_started"] + ["games.turn_played"] * 2


async def test_the_same_command_by_two_gateways_at_once_is_one_turn(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game()
    turn = PlayTurn(1, "a1")
    answers = await asyncio.gather(
        *(client.command(game, WHITE, turn, command_id="twice") for _ in range(8))
    )
    assert {(answer.code, answer.version) for answer in answers} == {(None, 2)}
    assert len(await stored_kinds(games, game)) == 2


async def test_a_watching_gateway_gets_each_event_of_a_commit_in_one_message(
    start_service: StartService, client: Client
) -> None:
    await start_service()
    game = await client.start_game()
    batches: list[LiveBatch] = []
    decode = msgspec.msgpack.Decoder(LiveBatch).decode
    client.bus.subscribe("live.gate", lambda _subject, data: batches.append(decode(data)))
    await client.bus.flush()
    answer = await client.query(game, WatchGame(game, "gate", WHITE))
    watching = msgspec.msgpack.decode(answer.data or b"", type=Watching)
    assert (watching.seat, watching.version) == (0, 1)
    await client.command(game, WHITE, PlayTurn(1, "a1"), command_id="mine")
    await client.command(game, BLACK, Resign())
    await client.bus.flush()
    items = [item for batch in batches for item in batch.items]
    events = [json.loads(item.public)["event"] for item in items]
    assert [event["version"] for event in events] == [2, 3]
    assert events[0]["id"] == "mine"
    assert events[0]["data"]["turn"] == "a1"


async def test_a_renewal_brings_what_was_missed(
    start_service: StartService, client: Client
) -> None:
    await start_service()
    game = await client.start_game()
    await client.command(game, WHITE, PlayTurn(1, "a1"))
    await client.command(game, BLACK, PlayTurn(2, "d7"))
    renewal = RenewWatches("gate", [WatchedGame(game, 1, [WHITE], 0)])
    # What was committed a moment ago may still be on its way: a later renewal has it.
    async with asyncio.timeout(10):
        while True:
            answer = await client.query(game, renewal)
            batch = msgspec.msgpack.decode(answer.data or b"", type=LiveBatch)
            if batch.items:
                break
            await asyncio.sleep(0.05)
    assert [item.version for item in batch.items] == [2, 3]


async def test_a_running_game_s_whole_log_stays_with_its_owner(
    start_service: StartService, client: Client
) -> None:
    await start_service()
    game = await client.start_game()
    assert (await client.query(game, WholeLog(game))).code == "game_running"
    await client.command(game, WHITE, Resign())
    assert (await client.query(game, WholeLog(game))).code is None
    unknown = GameId(game[:-1] + "x")
    assert (await client.query(unknown, WholeLog(unknown))).code == "game_not_found"


async def test_bad_bytes_are_refused_and_leave_nothing(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    game = await client.start_game()
    shard = int(game[:2], 16)
    for payload in (b"", b"\xc1", b"{}", b"\x93\x01\x02\x03", b"\x00" * 5_000):
        for subject in (f"cmd.games.{shard}", f"query.games.{shard}"):
            answer = msgspec.msgpack.decode(await client.bus.call(subject, payload), type=Answer)
            assert answer.code == "bad_message"
    assert await stored_kinds(games, game) == ["games.game_started"]


async def test_a_turn_and_a_flag_at_the_same_instant_are_exactly_one_of_them(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    terms = msgspec.structs.replace(START.terms, time=TimeControl(30, 0))
    chance = random.Random(7)

    async def race() -> str:
        game, white, _ = await client.start_own(StartGame(terms, START.seats))
        began_ms = (await games.store.read_stream(StreamId(game)))[0].at_ms
        due_ms = began_ms + 30
        at_ms = due_ms + chance.choice([-1, 0, 1])
        await eventually(lambda: now_ms() > due_ms + 1)
        turn = client.command(game, white, PlayTurn(1, "a1"), received_at_ms=at_ms)
        flag = client.command(game, "service:clocks", ClaimFlag(1), received_at_ms=due_ms)
        pair = [turn, flag] if chance.random() < 0.5 else [flag, turn]
        await asyncio.gather(*pair)
        kinds = await stored_kinds(games, game)
        assert len(kinds) == 2
        return kinds[1]

    seen: Counter[str] = Counter()
    for _ in range(20):
        seen.update(await asyncio.gather(*(race() for _ in range(50))))
    assert set(seen) == {"games.turn_played", "games.game_ended"}
    assert seen.total() == 1_000


async def test_replay_equals_live_for_every_viewer(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    chance = random.Random(11)
    for _ in range(3):
        game = await client.start_game()
        await _play_randomly(client, game, chance)
        rows = await games.store.read_stream(StreamId(game))
        state: decider.GameState = None
        for row in rows:
            state = decider.evolve(state, GameCodec().decode(row))
        live = (await games.keeper.state(StreamId(game))).state
        assert state == live
        assert live is not None
        viewers: list[tuple[PlayerId | None, Viewer]] = [
            (WHITE, Seat(0)),
            (BLACK, Seat(1)),
            (None, SPECTATOR),
        ]
        for player, viewer in viewers:
            answer = await client.query(game, GameAsSeen(game, player))
            seen = json.loads(answer.data or b"")
            assert seen["view"] == json.loads(
                msgspec.json.encode(live.rules.view(live.table, viewer))
            )
            assert len(seen["events"]) == seen["version"] == len(rows)


async def test_a_game_of_five_thousand_turns_can_still_be_seen_and_kept(
    start_service: StartService, client: Client
) -> None:
    """Nothing ends a game of this variant by itself: its log is longer than a default message."""
    await start_service()
    chance = random.Random(3)
    start = StartGame(GameTerms("mills", "yucata", {}, TimeControl(None)), START.seats)
    game = await client.start_game(start)
    rules = registry.current("mills")
    table = rules.setup(rules.options("yucata", {}))
    for ply in range(5_000):
        turns = [t for t in rules.legal_turns(table, Seat(ply % 2)) if "x" not in t]
        turn = chance.choice(turns)
        answer = await client.command(game, (WHITE, BLACK)[ply % 2], PlayTurn(ply + 1, turn))
        assert answer.code is None, answer
        table = rules.play(table, turn)
    seen = await client.query(game, GameAsSeen(game, None))
    assert seen.data is not None
    assert len(seen.data) > 1_000_000
    await client.command(game, WHITE, Resign())
    kept = await client.query(game, WholeLog(game))
    assert len(json.loads(kept.data or b"")["events"]) == 5_002


async def _play_randomly(client: Client, game: GameId, chance: random.Random) -> None:
    rules = registry.current("mills")
    table = rules.setup(rules.options("battlemills-9", {}))
    version = 1
    for ply in range(70):
        if isinstance(rules.pending(table), Ended):
            return
        player = (WHITE, BLACK)[ply % 2]
        turn = chance.choice(rules.legal_turns(table, Seat(ply % 2)))
        position = version
        if chance.random() < 0.2:
            offer = await client.command(game, player, OfferDraw())
            version = offer.version if offer.code is None else version
        answer = await client.command(game, player, PlayTurn(position, turn))
        assert answer.code is None, (answer, turn)
        version, table = answer.version, rules.play(table, turn)
