"""Consumers' cursors, each in the transaction of its effect; one instance a consumer."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple, Protocol, TypeAlias

from libs.eventstore.connection import (
    DRIVER_ERRORS,
    Connection,
    DedicatedConnection,
    PostgresTransaction,
    run_effect,
    to_store_error,
)
from libs.eventstore.errors import ConsumerBusyError, StoreUnavailableError
from libs.eventstore.locks import advisory_key
from libs.eventstore.memory import Fault, MemoryLog, MemoryTransaction
from libs.eventstore.memory import run_effect as run_memory_effect
from libs.eventstore.schema import check_service
from libs.eventstore.store import TxT_co

Source: TypeAlias = tuple[str, int]
"""A service and one of its shards."""


class Cursor(NamedTuple):
    """`seq`: the last event whose effect is stored; `policy_seq`: the last one acted upon."""

    seq: int = 0
    policy_seq: int = 0


class ConsumerStore(Protocol[TxT_co]):
    """The database of one consumer. All raise `StoreUnavailableError`, and `ConsumerBusyError`
    while another instance has the consumer's lock.
    """

    async def load(self) -> dict[Source, Cursor]:
        """Takes the consumer's lock if need be, and reads its cursors."""
        ...

    async def commit(
        self,
        cursors: Mapping[Source, Cursor],
        effect: Callable[[TxT_co], Awaitable[None]] | None,
    ) -> None:
        """Stores the effect and the cursors in one transaction.

        Raises `EffectFailedError` (nothing is stored). After `StoreUnavailableError` only `load`
        knows what is.
        """
        ...

    async def reset(self, effect: Callable[[TxT_co], Awaitable[None]]) -> None:
        """Puts every `seq` back to 0, together with an effect that empties the read tables."""
        ...

    async def close(self) -> None:
        """Frees the lock."""
        ...


_LOCK: Final = "SELECT pg_try_advisory_lock($1, $2)"
_LOAD: Final = """
SELECT service, shard, seq, policy_seq FROM consumer_cursor WHERE consumer = $1
"""
_SAVE: Final = """
INSERT INTO consumer_cursor (consumer, service, shard, seq, policy_seq)
SELECT $1, * FROM unnest($2::text[], $3::smallint[], $4::bigint[], $5::bigint[])
ON CONFLICT (consumer, service, shard) DO UPDATE
SET seq = excluded.seq, policy_seq = excluded.policy_seq
"""
_RESET: Final = "UPDATE consumer_cursor SET seq = 0 WHERE consumer = $1"
_LOCK_ROOM: Final = advisory_key("consumer")


class PostgresConsumerStore:
    """Implements `ConsumerStore` on one connection, which has the lock and writes: whoever lost
    the lock can't write any more.
    """

    def __init__(self, dsn: str, *, service: str, consumer: str) -> None:
        self._consumer = consumer
        self._key = advisory_key(f"{check_service(service)}.{consumer}")
        self._link = DedicatedConnection(dsn, service, consumer, command_limit_s=30.0)
        self._locked: Connection | None = None
        self._turn = asyncio.Lock()

    async def load(self) -> dict[Source, Cursor]:
        """See `ConsumerStore.load`."""
        async with self._turn:
            try:
                connection = await self._locked_connection()
                rows = await connection.fetch(_LOAD, self._consumer)
            except DRIVER_ERRORS as error:
                self._link.drop()
                raise to_store_error(error) from error
        return {(row[0], row[1]): Cursor(row[2], row[3]) for row in rows}

    async def commit(
        self,
        cursors: Mapping[Source, Cursor],
        effect: Callable[[PostgresTransaction], Awaitable[None]] | None,
    ) -> None:
        """See `ConsumerStore.commit`."""

        async def store(tx: PostgresTransaction) -> None:
            if effect is not None:
                await effect(tx)
            if cursors:
                services, shards = zip(*cursors, strict=True)
                seqs, policy_seqs = zip(*cursors.values(), strict=True)
                await tx.execute(_SAVE, self._consumer, services, shards, seqs, policy_seqs)

        await self._transact(store)

    async def reset(self, effect: Callable[[PostgresTransaction], Awaitable[None]]) -> None:
        """See `ConsumerStore.reset`."""

        async def store(tx: PostgresTransaction) -> None:
            await effect(tx)
            await tx.execute(_RESET, self._consumer)

        await self._transact(store)

    async def close(self) -> None:
        """See `ConsumerStore.close`."""
        self._locked = None
        await self._link.close()

    async def _transact(self, effect: Callable[[PostgresTransaction], Awaitable[None]]) -> None:
        async with self._turn:
            try:
                connection = await self._locked_connection()
                async with connection.transaction():
                    await run_effect(effect, PostgresTransaction(connection))
            except DRIVER_ERRORS as error:
                self._link.drop()
                raise to_store_error(error) from error

    async def _locked_connection(self) -> Connection:
        connection = await self._link.get()
        if connection is not self._locked:
            if not await connection.fetchval(_LOCK, _LOCK_ROOM, self._key):
                raise ConsumerBusyError(self._consumer)
            self._locked = connection
        return connection


class MemoryConsumerStore:
    """Implements `ConsumerStore` on a `MemoryLog`."""

    def __init__(self, log: MemoryLog, *, consumer: str) -> None:
        self._log = log
        self._consumer = consumer

    async def load(self) -> dict[Source, Cursor]:
        """See `ConsumerStore.load`."""
        await self._lock()
        kept = self._log.consumer_cursors.get(self._consumer, {})
        return {source: Cursor(*cursor) for source, cursor in kept.items()}

    async def commit(
        self,
        cursors: Mapping[Source, Cursor],
        effect: Callable[[MemoryTransaction], Awaitable[None]] | None,
    ) -> None:
        """See `ConsumerStore.commit`."""
        await self._lock()
        tx = MemoryTransaction(self._log.tables)
        if effect is not None:
            await run_memory_effect(effect, tx)
        fault = self._log.fault()
        if fault is not Fault.BEFORE_COMMIT:
            self._log.store([], tx.changed)
            self._log.consumer_cursors.setdefault(self._consumer, {}).update(cursors)
        if fault is not None:
            raise StoreUnavailableError

    async def reset(self, effect: Callable[[MemoryTransaction], Awaitable[None]]) -> None:
        """See `ConsumerStore.reset`."""
        cursors = await self.load()
        await self.commit({s: Cursor(0, c.policy_seq) for s, c in cursors.items()}, effect)

    async def close(self) -> None:
        """See `ConsumerStore.close`."""
        if self._log.consumer_locks.get(self._consumer) is self:
            del self._log.consumer_locks[self._consumer]

    async def _lock(self) -> None:
        await self._log.access()
        if self._log.consumer_locks.setdefault(self._consumer, self) is not self:
            raise ConsumerBusyError(self._consumer)
