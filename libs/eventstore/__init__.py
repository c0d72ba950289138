"""Shard logs: append, read, own, relay and consume a service's events."""

from libs.eventstore.connection import PostgresTransaction, Row, migrate
from libs.eventstore.consumer import Consumer, ConsumerOptions
from libs.eventstore.cursors import MemoryConsumerStore, PostgresConsumerStore
from libs.eventstore.deciding import (
    Accepted,
    Answer,
    Decider,
    EventCodec,
    Evolved,
    Incoming,
    Refused,
    StreamState,
)
from libs.eventstore.errors import (
    EffectRefusedError,
    EventStoreError,
    InvalidAppendError,
    RowExistsError,
    ShardLostError,
    StoreUnavailableError,
    UnknownEventError,
    VersionConflictError,
)
from libs.eventstore.locks import MemoryLocks, PostgresLocks
from libs.eventstore.memory import MemoryLog, MemoryStore, MemoryTransaction
from libs.eventstore.ownership import Ownership, OwnershipTimes, ShardHandler
from libs.eventstore.peers import Peers
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.reads import ReadPool
from libs.eventstore.records import (
    Append,
    NewEvent,
    PublicEvent,
    Recorded,
    RelayBatch,
    StreamId,
    decode_batch,
    encode_batch,
    new_stream_id,
    shard_of,
)
from libs.eventstore.relay import Relay
from libs.eventstore.relay_cursors import MemoryRelayCursors, PostgresRelayCursors
from libs.eventstore.schema import schema_sql
from libs.eventstore.snapshots import MemorySnapshots, PostgresSnapshots, SnapshotKeeper
from libs.eventstore.store import EventLog, EventStore
from libs.eventstore.streams import KeeperOptions, StreamKeeper

__all__ = [
    "Accepted",
    "Answer",
    "Append",
    "Consumer",
    "ConsumerOptions",
    "Decider",
    "EffectRefusedError",
    "EventCodec",
    "EventLog",
    "EventStore",
    "EventStoreError",
    "Evolved",
    "Incoming",
    "InvalidAppendError",
    "KeeperOptions",
    "MemoryConsumerStore",
    "MemoryLocks",
    "MemoryLog",
    "MemoryRelayCursors",
    "MemorySnapshots",
    "MemoryStore",
    "MemoryTransaction",
    "NewEvent",
    "Ownership",
    "OwnershipTimes",
    "Peers",
    "PostgresConsumerStore",
    "PostgresLocks",
    "PostgresRelayCursors",
    "PostgresSnapshots",
    "PostgresStore",
    "PostgresTransaction",
    "PublicEvent",
    "ReadPool",
    "Recorded",
    "Refused",
    "Relay",
    "RelayBatch",
    "Row",
    "RowExistsError",
    "ShardHandler",
    "ShardLostError",
    "SnapshotKeeper",
    "StoreUnavailableError",
    "StreamId",
    "StreamKeeper",
    "StreamState",
    "UnknownEventError",
    "VersionConflictError",
    "decode_batch",
    "encode_batch",
    "migrate",
    "new_stream_id",
    "schema_sql",
    "shard_of",
]
