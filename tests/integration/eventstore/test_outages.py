"""Sessions are ended, the server is killed: what was acknowledged is in the log, once."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from libs.eventstore.connection import connect
from libs.eventstore.errors import EventStoreError, ShardLostError, StoreUnavailableError
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.reads import ReadPool
from libs.eventstore.records import Recorded
from libs.testkit.eventually import eventually
from tests.conftest import DatabaseServer
from tests.contract.eventstore.worlds import Cable, append_to, stream_in


@pytest.fixture
async def store(games_url: str) -> AsyncIterator[PostgresStore]:
    async with PostgresStore(games_url, service="games") as made:
        for shard in range(4):
            await made.open_shard(shard)
        yield made


async def play(store: PostgresStore, shard: int, acknowledged: list[Recorded]) -> None:
    """One game: as fast as the log takes it, again when it does not."""
    stream, version = stream_in(shard), 0
    while version < 100:
        try:
            acknowledged += await store.append(append_to(stream, version))
        except StoreUnavailableError:
            await asyncio.sleep(0.05)
        else:
            version += 1


async def logged(store: PostgresStore) -> list[Recorded]:
    return [event for shard in range(4) for event in await store.read_shard(shard, 0, 10_000)]


def assert_is_one_log(events: list[Recorded], acknowledged: list[Recorded]) -> None:
    for shard in range(4):
        seqs = [event.seq for event in events if event.shard == shard]
        assert seqs == list(range(1, len(seqs) + 1))
    by_place = sorted(acknowledged, key=lambda event: (event.shard, event.seq))
    assert by_place == events


async def something_stored(acknowledged: list[Recorded], games: list[asyncio.Task[None]]) -> None:
    """Returns with the next acknowledged event, or when all games are over."""
    before = len(acknowledged)
    await eventually(
        lambda: len(acknowledged) > before or all(game.done() for game in games), within_s=60.0
    )


async def test_sessions_that_are_ended_cost_nothing(store: PostgresStore, games_url: str) -> None:
    acknowledged: list[Recorded] = []
    killer = await connect(games_url, "public", "killer", command_limit_s=5.0)
    games = [asyncio.create_task(play(store, n % 4, acknowledged)) for n in range(12)]
    kills = 0
    while not all(game.done() for game in games):
        kills += await killer.fetchval(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE application_name = 'games writer' AND datname = current_database()"
        )
        # However slow the machine is, something gets through between two kills.
        await something_stored(acknowledged, games)
    await asyncio.gather(*games)
    await killer.close()
    assert kills > 0
    assert_is_one_log(await logged(store), acknowledged)


async def test_a_killed_server_costs_nothing(
    store: PostgresStore, postgres: DatabaseServer
) -> None:
    acknowledged: list[Recorded] = []
    games = [asyncio.create_task(play(store, n % 4, acknowledged)) for n in range(12)]
    await eventually(lambda: len(acknowledged) > 100)
    postgres.kill()
    postgres.restart()
    await asyncio.gather(*games)
    assert_is_one_log(await logged(store), acknowledged)


async def test_a_server_that_stays_away_loses_the_shard(
    games_url: str, postgres: DatabaseServer
) -> None:
    async with PostgresStore(games_url, service="games", settle_limit_s=0.5) as store:
        await store.open_shard(0)
        await store.append(append_to(stream_in(0), 0))
        lost: list[int] = []
        store.on_shard_lost(lost.append)
        postgres.kill()
        try:
            with pytest.raises(EventStoreError):
                await store.append(append_to(stream_in(0), 0))
            with pytest.raises(StoreUnavailableError):
                await store.read_shard(0, 0, 1)
        finally:
            postgres.restart()
        assert lost == [0]
        assert await store.open_shard(0) == 1
        assert (await store.append(append_to(stream_in(0), 0)))[0].seq == 2


async def test_a_commit_that_the_old_session_makes_late_counts_once(games_url: str) -> None:
    """The old session still waits inside the server while the log is read and written again."""
    cable = Cable(games_url)
    await cable.open()
    blocker = await connect(games_url, "games", "blocker", command_limit_s=5.0)
    async with PostgresStore(cable.url, service="games") as store:
        await store.open_shard(0)
        await store.append(append_to(stream_in(0), 0))
        lock = blocker.transaction()
        await lock.start()
        await blocker.execute("LOCK TABLE events IN SHARE MODE")
        pending = [asyncio.create_task(store.append(append_to(stream_in(0), 0))) for _ in range(3)]
        await eventually_waiting(games_url, 1)
        cable.cut_now()
        await eventually_waiting(games_url, 2)
        await lock.rollback()
        stored = await asyncio.gather(*pending)
        assert [events[0].seq for events in stored] == [2, 3, 4]
        assert await store.read_shard(0, 1, 10) == [event for events in stored for event in events]
    await blocker.close()
    await cable.close()


async def test_a_restored_copy_that_lacks_the_end_is_not_written_behind_the_gap(
    store: PostgresStore, games_url: str
) -> None:
    await store.append(append_to(stream_in(0), 0, 3))
    restorer = await connect(games_url, "games", "restorer", command_limit_s=5.0)
    await restorer.execute("ALTER TABLE events DISABLE TRIGGER events_are_facts")
    await restorer.execute("DELETE FROM events WHERE seq = 3")
    await restorer.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'games writer' AND datname = current_database()"
    )
    await restorer.close()
    with pytest.raises(ShardLostError):
        await store.append(append_to(stream_in(0), 0))
    assert await store.open_shard(0) == 2
    assert (await store.append(append_to(stream_in(0), 0)))[0].seq == 3


async def eventually_waiting(url: str, count: int) -> None:
    """Until so many sessions wait for the lock of the table."""
    watcher = await connect(url, "games", "watcher", command_limit_s=5.0)
    waiting = (
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        " AND application_name = 'games writer' AND datname = current_database()"
    )
    async with asyncio.timeout(20):
        while await watcher.fetchval(waiting) < count:  # noqa: ASYNC110 (no event to wait for)
            await asyncio.sleep(0.01)
    await watcher.close()


async def test_nobody_waits_for_ever_for_a_pooled_connection(games_url: str) -> None:
    pool = ReadPool(games_url, "games", size=1, acquire_limit_s=0.1)
    await pool.start()
    blocker = await connect(games_url, "games", "blocker", command_limit_s=5.0)
    await blocker.execute("SELECT pg_advisory_lock(1)")
    slow = asyncio.create_task(pool.fetch("SELECT pg_advisory_lock(1)"))
    await asyncio.sleep(0)
    with pytest.raises(StoreUnavailableError, match="no connection within"):
        await pool.fetch("SELECT 1")
    await blocker.close()
    await slow
    assert await pool.fetchval("SELECT 1") == 1
    await pool.close()


async def test_pooled_connections_that_died_are_replaced(store: PostgresStore) -> None:
    await asyncio.gather(*(store.reads.fetch("SELECT pg_sleep(0.05)") for _ in range(3)))
    with contextlib.suppress(StoreUnavailableError):
        await store.reads.fetch(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND application_name = 'games reads' AND datname = current_database()"
        )
    for _ in range(4):
        assert await store.head(0) == 0
