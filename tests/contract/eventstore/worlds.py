"""Two worlds with the same promises: a log in memory, and a real PostgreSQL."""

import asyncio
import contextlib
import itertools
from collections.abc import Sequence
from typing import Any, Protocol
from urllib.parse import parse_qs, quote, urlsplit

from libs.eventstore.connection import PostgresTransaction, migrate
from libs.eventstore.cursors import ConsumerStore, MemoryConsumerStore, PostgresConsumerStore
from libs.eventstore.locks import MemoryLocks, PostgresLocks, ShardLocks
from libs.eventstore.memory import Fault, MemoryLog, MemoryStore, MemoryTransaction
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import Append, NewEvent, PublicEvent, StreamId
from libs.eventstore.relay_cursors import MemoryRelayCursors, PostgresRelayCursors, RelayCursors
from libs.eventstore.schema import schema_sql
from libs.eventstore.snapshots import MemorySnapshots, PostgresSnapshots, SnapshotStore
from libs.eventstore.store import EventStore

SERVICE = "games"
TABLES = """
CREATE TABLE games.postings (cause text PRIMARY KEY);
CREATE TABLE games.notes (shard int, seq bigint, place serial, PRIMARY KEY (shard, seq));
"""
_ids = itertools.count(1)


def stream_in(shard: int) -> StreamId:
    """A stream that no other test has."""
    return StreamId(f"{shard:02x}-stream{next(_ids)}")


def append_to(stream: StreamId, expected_version: int, count: int = 1, **changes: Any) -> Append:
    """An append of `count` plain events."""
    fields: dict[str, Any] = {
        "events": tuple(
            NewEvent("games.turn_played", 1, b'{"ply":%d}' % (expected_version + n), b'{"s":1}')
            for n in range(1, count + 1)
        ),
        "at_ms": 1_000,
        "actor": "player",
        "correlation": "c-1",
        **changes,
    }
    return Append(stream=stream, expected_version=expected_version, **fields)


class Ledger(Protocol):
    """An effect of append_with: one row a cause, twice the same cause is an error."""

    async def __call__(self, tx: Any) -> None: ...


class World(Protocol):
    """A database and any number of instances that use it."""

    async def store(self, **options: Any) -> EventStore[Any]: ...
    def cut_next_commit(self, fault: Fault) -> None: ...
    def posting(self, cause: str) -> Ledger: ...
    async def postings(self) -> list[str]: ...
    def locks(self) -> ShardLocks: ...
    async def cut_locks(self, locks: ShardLocks) -> None: ...
    def relay_cursors(self) -> RelayCursors: ...
    def snapshot_store(self) -> SnapshotStore: ...
    def consumer_store(self, consumer: str) -> ConsumerStore[Any]: ...
    async def note(self, tx: Any, events: Sequence[PublicEvent]) -> None: ...
    async def forget(self, tx: Any) -> None: ...
    async def notes(self) -> list[tuple[int, int]]: ...
    async def close(self) -> None: ...


class MemoryWorld:
    def __init__(self) -> None:
        self.log = MemoryLog()
        self._stores: list[MemoryStore] = []
        self._faults: list[Fault] = []
        self.log.fault = lambda: self._faults.pop() if self._faults else None

    async def store(self, **options: Any) -> EventStore[Any]:
        store = MemoryStore(self.log, **options)
        await store.start()
        self._stores.append(store)
        return store

    def cut_next_commit(self, fault: Fault) -> None:
        self._faults.append(fault)

    def posting(self, cause: str) -> Ledger:
        async def post(tx: MemoryTransaction) -> None:
            table = tx.table("postings")
            if cause in table:
                raise KeyError(cause)
            table[cause] = True

        return post

    async def postings(self) -> list[str]:
        return sorted(self.log.tables.get("postings", {}))

    def locks(self) -> ShardLocks:
        return MemoryLocks(self.log)

    async def cut_locks(self, locks: ShardLocks) -> None:
        assert isinstance(locks, MemoryLocks)
        locks.cut()

    def relay_cursors(self) -> RelayCursors:
        return MemoryRelayCursors(self.log)

    def snapshot_store(self) -> SnapshotStore:
        return MemorySnapshots(self.log)

    def consumer_store(self, consumer: str) -> ConsumerStore[Any]:
        return MemoryConsumerStore(self.log, consumer=consumer)

    async def note(self, tx: MemoryTransaction, events: Sequence[PublicEvent]) -> None:
        table = tx.table("notes")
        for event in events:
            place = (event.shard, event.seq)
            assert place not in table
            table[place] = True

    async def forget(self, tx: MemoryTransaction) -> None:
        tx.table("notes").clear()

    async def notes(self) -> list[tuple[int, int]]:
        return list(self.log.tables.get("notes", {}))

    async def close(self) -> None:
        for store in self._stores:
            await store.close()


class PostgresWorld:
    """Stores reach the database through a cable that can be cut at the worst moment."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cable = Cable(url)
        self._stores: list[PostgresStore] = []

    async def open(self) -> None:
        await migrate(self.url, schema_sql(SERVICE), TABLES)
        await self.cable.open()

    async def store(self, **options: Any) -> EventStore[Any]:
        store = PostgresStore(self.cable.url, service=SERVICE, **options)
        await store.start()
        self._stores.append(store)
        return store

    def cut_next_commit(self, fault: Fault) -> None:
        self.cable.cut_next(fault)

    def posting(self, cause: str) -> Ledger:
        async def post(tx: PostgresTransaction) -> None:
            await tx.execute("INSERT INTO postings VALUES ($1)", cause)

        return post

    async def postings(self) -> list[str]:
        rows = await self._stores[0].reads.fetch("SELECT cause FROM postings ORDER BY cause")
        return [row[0] for row in rows]

    def locks(self) -> ShardLocks:
        return PostgresLocks(self.url, SERVICE)

    async def cut_locks(self, locks: ShardLocks) -> None:
        """The server ends the session of those locks, as after a lost connection."""
        assert isinstance(locks, PostgresLocks)
        connection = await locks._link.get()
        await self._stores[0].reads.fetch(
            "SELECT pg_terminate_backend($1)", connection.get_server_pid()
        )

    def relay_cursors(self) -> RelayCursors:
        return PostgresRelayCursors(self._stores[0].reads)

    def snapshot_store(self) -> SnapshotStore:
        return PostgresSnapshots(self._stores[0].reads)

    def consumer_store(self, consumer: str) -> ConsumerStore[Any]:
        return PostgresConsumerStore(self.cable.url, service=SERVICE, consumer=consumer)

    async def note(self, tx: PostgresTransaction, events: Sequence[PublicEvent]) -> None:
        for event in events:
            await tx.execute(
                "INSERT INTO notes (shard, seq) VALUES ($1, $2)", event.shard, event.seq
            )

    async def forget(self, tx: PostgresTransaction) -> None:
        await tx.execute("DELETE FROM notes")

    async def notes(self) -> list[tuple[int, int]]:
        rows = await self._stores[0].reads.fetch("SELECT shard, seq FROM notes ORDER BY place")
        return [(row[0], row[1]) for row in rows]

    async def close(self) -> None:
        for store in self._stores:
            await store.close()
        await self.cable.close()


class Cable:
    """A wire to PostgreSQL that drops a commit, or the answer to it, and then everything."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        query = parse_qs(parts.query)
        self._target = (query.get("host", [parts.hostname])[0], query.get("port", [parts.port])[0])
        self._account = f"{quote(parts.username or '')}:{quote(parts.password or '')}"
        self._database = parts.path
        self._server: asyncio.Server | None = None
        self._fault: Fault | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._near: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return f"postgresql://{self._account}@127.0.0.1:{port}{self._database}?sslmode=disable"

    def cut_next(self, fault: Fault) -> None:
        self._fault = fault

    def cut_now(self) -> None:
        """Our ends are gone; the server is busy and hasn't noticed yet."""
        for writer in self._near:
            writer.close()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = self._target
        if str(host).startswith("/"):
            path = f"{host}/.s.PGSQL.{port}"
            far_reader, far_writer = await asyncio.open_unix_connection(path)
        else:
            far_reader, far_writer = await asyncio.open_connection(host, int(str(port)))
        self._writers |= {writer, far_writer}
        self._near.add(writer)
        drop = asyncio.Event()
        for coroutine in (
            self._requests(reader, far_writer, writer, drop),
            self._answers(far_reader, far_writer, writer, drop),
        ):
            task = asyncio.create_task(coroutine)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _requests(
        self,
        reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
        writer: asyncio.StreamWriter,
        drop: asyncio.Event,
    ) -> None:
        is_in_transaction = False
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                is_in_transaction = is_in_transaction or b"BEGIN;" in data
                fault = None
                if not is_in_transaction or b"COMMIT;" in data:
                    is_in_transaction = False
                    fault, self._fault = self._fault, None
                if fault is Fault.BEFORE_COMMIT:
                    break
                if fault is Fault.AFTER_COMMIT:
                    drop.set()
                far_writer.write(data)
        if not drop.is_set():
            far_writer.close()
            writer.close()

    async def _answers(
        self,
        far_reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
        writer: asyncio.StreamWriter,
        drop: asyncio.Event,
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await far_reader.read(65536):
                if drop.is_set():
                    break
                writer.write(data)
        far_writer.close()
        writer.close()
