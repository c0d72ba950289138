"""Ratings when things go wrong: repeats, other orders, kills between any two steps, rebuilds."""

import asyncio
import random
from collections.abc import Sequence

from libs.contracts.accounts import DeleteAccount
from libs.contracts.ids import GameId, PlayerId
from libs.eventstore.records import PublicEvent
from libs.runtime import now_ms
from libs.runtime.consumer_host import BusLogReader
from services.ratings.handlers import OwnCommands
from services.ratings.policies import Recording
from tests.integration.behind import ANN, BEN, Behind, until
from tests.integration.ratings.people import (
    CLEO,
    are_standings_done,
    check_sums,
    is_settled,
    ledger,
    new_game,
    open_house,
    play_rated,
    rated_terms,
    rebuilt,
    reserve,
    sign_up,
    start,
    tables,
    taler_of,
)

FORGET = "UPDATE consumer_cursor SET seq = 0, policy_seq = 0"
PAIRS = ((ANN, BEN), (BEN, CLEO), (CLEO, ANN), (BEN, ANN))


async def all_settled(behind: Behind) -> bool:
    """Whether nothing is held and nothing remains to be written."""
    held = await behind.rows("ratings", "SELECT 1 FROM stakes")
    return not held and await are_standings_done(behind)


async def some_games(behind: Behind) -> None:
    """Rated ones of three people, one too short, and one of no concern; all over."""
    games = [(await play_rated(behind, 20 * n, pair), pair) for n, pair in enumerate(PAIRS)]
    games.append((await play_rated(behind, 20, (ANN, CLEO), turns=3), (ANN, CLEO)))
    friendly = await behind.start_game()
    await asyncio.gather(*(behind.resign(game, pair[1]) for game, pair in games))
    await behind.resign(friendly)
    await until(lambda: all_settled(behind))


async def test_whatever_is_delivered_again_changes_nothing(behind: Behind) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN, CLEO)
    await some_games(behind)
    before, moved = await tables(behind), await ledger(behind)
    assert len(before["rated_games"]) == 2 * len(PAIRS)

    await behind.stop(behind.running("ratings"))
    await behind.rows("ratings", FORGET + " WHERE consumer = 'ratings-recording'")
    await behind.start("ratings")  # reads everything again, from the logs
    game = await play_rated(behind, 10)
    await behind.resign(game)
    await until(lambda: is_settled(behind, game))
    after = await tables(behind)
    assert after["rated_games"][: 2 * len(PAIRS)] == before["rated_games"]
    assert len(after["rated_games"]) == 2 * len(PAIRS) + 2
    assert (await ledger(behind))[: len(moved)] == moved
    await check_sums(behind)


async def test_shards_may_be_read_in_any_order_and_at_once(behind: Behind) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN, CLEO)
    games = [(await play_rated(behind, 20, pair), pair) for pair in PAIRS * 2]
    for game, pair in games:
        await behind.resign(game, pair[0])
    events = await log_of(behind, "games", 16)
    recording = Recording(
        behind.bus, OwnCommands(behind.bus, now_ms).send, lambda _games: all_of(games)
    )
    orders = [shuffled(events, seed) for seed in range(4)]
    await asyncio.gather(*(recording(order) for order in orders))
    await until(lambda: all_settled(behind))
    live = await tables(behind)
    assert len(live["rated_games"]) == 2 * len(games)
    assert sum(await taler_of(behind, ANN, BEN, CLEO)) == 1500
    await check_sums(behind)


async def all_of(games: Sequence[tuple[GameId, tuple[PlayerId, PlayerId]]]) -> set[str]:
    return {game for game, _ in games}


async def log_of(behind: Behind, service: str, shards: int) -> list[list[PublicEvent]]:
    """A service's events, shard by shard."""
    read = BusLogReader(behind.bus)
    return [list(await read(service, shard, 0, 500)) for shard in range(shards)]


def shuffled(shards: Sequence[Sequence[PublicEvent]], seed: int) -> list[PublicEvent]:
    """All events in some order that keeps that of each shard."""
    chance = random.Random(seed)
    left = [list(shard) for shard in shards if shard]
    events: list[PublicEvent] = []
    while left:
        shard = chance.choice(left)
        events.append(shard.pop(0))
        left = [each for each in left if each]
    return events


async def test_a_rebuild_comes_to_the_same(behind: Behind) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN, CLEO)
    await some_games(behind)
    await behind.command("accounts", CLEO, "service:accounts", DeleteAccount())
    await until(lambda: is_gone(behind, CLEO))
    before, moved = await tables(behind), await ledger(behind)
    for spoiling in (
        "UPDATE elo SET elo = 3000, is_listed = true",
        "UPDATE standings SET points = 7",
        "DELETE FROM rated_games",
    ):
        await behind.rows("ratings", spoiling)
    game = await play_rated(behind, 30)
    await asyncio.gather(rebuilt(behind), behind.resign(game))
    await until(lambda: is_settled(behind, game))
    after = await tables(behind)
    assert after["rated_games"][:-2] == before["rated_games"]
    assert [row for row in after["elo"] if row["player"] == CLEO] == [
        row for row in before["elo"] if row["player"] == CLEO
    ]
    assert (await ledger(behind))[: len(moved)] == moved, "the ledger is no projection"
    await rebuilt(behind)
    assert await tables(behind) == after
    await check_sums(behind)


async def test_killed_between_any_two_steps_no_taler_is_lost_or_made(behind: Behind) -> None:
    """Kill -9: after reserving, after the end, and again and again while games end."""
    await behind.start("accounts")
    await behind.start("games")
    process = await behind.start_process("ratings")
    await sign_up(behind, ANN, BEN, CLEO)

    reserved = new_game()
    await reserve(behind, reserved, 50)
    process.kill()
    await start(behind, reserved, rated_terms(50))
    await behind.play(reserved, 10)
    await behind.resign(reserved, BEN)  # nobody hears of it
    process = await behind.start_process("ratings")
    await until(lambda: is_settled(behind, reserved))
    assert await taler_of(behind, ANN, BEN) == [550, 450]

    games = [(await play_rated(behind, 20, pair), pair) for pair in PAIRS * 2]
    ending = asyncio.create_task(end_all(behind, games))
    for pause_s in (0.05, 0.3):
        await asyncio.sleep(pause_s)
        process.kill()
        await process.wait()
        await check_sums(behind)
        process = await behind.start_process("ratings")
    await ending
    await until(lambda: all_settled(behind), within_s=30)
    await check_sums(behind)
    assert sum(await taler_of(behind, ANN, BEN, CLEO)) == 1500
    rows = (await tables(behind))["rated_games"]
    assert sorted(row["game"] for row in rows) == sorted(
        [game for game, _ in [*games, (reserved, (ANN, BEN))]] * 2
    )


async def end_all(
    behind: Behind, games: Sequence[tuple[GameId, tuple[PlayerId, PlayerId]]]
) -> None:
    for game, pair in games:
        await behind.resign(game, pair[1])
        await asyncio.sleep(0.02)


async def test_another_instance_goes_on_where_one_has_ended(behind: Behind) -> None:
    await open_house(behind)
    first = behind.running("ratings")
    second = await behind.start("ratings")
    await sign_up(behind, ANN, BEN)
    game = await play_rated(behind, 30)
    await behind.stop(first)
    await behind.resign(game, BEN)
    await until(lambda: is_settled(behind, game), within_s=20)
    assert second.shards == {0}
    assert await taler_of(behind, ANN, BEN) == [530, 470]


async def is_gone(behind: Behind, player: PlayerId) -> bool:
    sql = "SELECT is_gone FROM standings WHERE player = $1"
    rows = await behind.rows("ratings", sql, player)
    return bool(rows and rows[0][0])
