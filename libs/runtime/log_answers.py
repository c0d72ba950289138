"""Answers to those who ask an owner for its log: consumers that miss something, and rebuilds."""

from typing import Final

import msgspec

from libs.contracts.envelope import Answer, LogQuery
from libs.eventstore.records import PublicEvent, RelayBatch, encode_batch
from libs.eventstore.store import EventLog

BAD_MESSAGE: Final = "bad_message"

MAX_LOG_EVENTS: Final = 500
MAX_LOG_BYTES: Final = 512 * 1024
EVENT_OVERHEAD_BYTES: Final = 200

_decode = msgspec.msgpack.Decoder(LogQuery).decode


async def log_answer(log: EventLog, service: str, shard: int, payload: bytes) -> Answer:
    """The public parts after a sequence, as many as fit into one answer."""
    try:
        query = _decode(payload)
    except msgspec.MsgspecError:
        return Answer(BAD_MESSAGE)
    limit = max(1, min(query.limit, MAX_LOG_EVENTS))
    events: list[PublicEvent] = []
    size = 0
    for one in await log.read_shard(shard, max(0, query.after_seq), limit):
        size += len(one.public) + EVENT_OVERHEAD_BYTES
        if events and size > MAX_LOG_BYTES:
            break
        events.append(one.to_public())
    return Answer(data=encode_batch(RelayBatch(service, shard, events)))
