"""What a shard's log holds and what leaves it, as values."""

import base64
from functools import lru_cache
from typing import Final, NewType

import msgspec

StreamId = NewType("StreamId", str)
"""A stream's name: two hex digits of its shard, a dash, a rest that nobody can guess."""

MIN_ENTROPY_BYTES: Final = 10
"""Eighty bits, sixteen letters: enough that nobody guesses a private room's link."""

MAX_SHARDS: Final = 256


class NewEvent(msgspec.Struct, frozen=True, gc=False):
    """An event that is to be stored. `public` and `secret` are JSON."""

    type: str
    schema: int
    public: bytes
    secret: bytes | None = None


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """Events of one command for one stream, stored together or not at all.

    `expected_version` is the number of events that the stream has before. `fingerprint` is a
    digest (8 bytes) of the command's content: with it "same id, other content" is still seen
    after a restart.
    """

    stream: StreamId
    expected_version: int
    events: tuple[NewEvent, ...]
    at_ms: int
    actor: str
    correlation: str
    command_id: str | None = None
    fingerprint: bytes | None = None


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """A stored event: one row of the log."""

    shard: int
    seq: int
    stream: StreamId
    version: int
    type: str
    schema: int
    at_ms: int
    actor: str
    command_id: str | None
    fingerprint: bytes | None
    correlation: str
    public: bytes
    secret: bytes | None

    def to_public(self) -> "PublicEvent":
        """The event without its secret part and without what guards against repetition."""
        return PublicEvent(
            self.shard,
            self.seq,
            self.stream,
            self.version,
            self.type,
            self.schema,
            self.at_ms,
            self.actor,
            self.command_id,
            self.correlation,
            self.public,
        )


class PublicEvent(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What other services may know of an event. `command_id` is what caused it."""

    shard: int
    seq: int
    stream: StreamId
    version: int
    type: str
    schema: int
    at_ms: int
    actor: str
    command_id: str | None
    correlation: str
    public: bytes


class RelayBatch(msgspec.Struct, frozen=True, array_like=True):
    """One message of a relay: events of one shard, in order, without a gap."""

    service: str
    shard: int
    events: list[PublicEvent]


_BATCH_DECODER: Final = msgspec.msgpack.Decoder(RelayBatch)
_decoded: Final = lru_cache(maxsize=64)(_BATCH_DECODER.decode)
_BATCH_ENCODER: Final = msgspec.msgpack.Encoder()


def encode_batch(batch: RelayBatch) -> bytes:
    """The batch as msgpack."""
    return _BATCH_ENCODER.encode(batch)


def decode_batch(data: bytes) -> RelayBatch:
    """The batch of a message; raises `msgspec.DecodeError` when it isn't one.

    Consumers that share a process get the same message one after the other: decoded once.
    """
    return _decoded(data)


def shard_of(stream: str) -> int:
    """The shard that a stream's name carries; raises `ValueError` when it carries none."""
    digits, dash, rest = stream[:2], stream[2:3], stream[3:]
    shard = _SHARDS.get(digits)
    if shard is not None and dash == "-" and rest:
        return shard
    msg = f"not the name of a stream: {stream[:40]!r}"
    raise ValueError(msg)


_SHARDS: Final = {f"{shard:02x}": shard for shard in range(MAX_SHARDS)}


def new_stream_id(shard_count: int, entropy: bytes) -> StreamId:
    """A new stream's name, spread evenly over `shard_count` shards (at most 256).

    The same entropy gives the same name, so a decider can fix an id in advance. Its first four
    bytes choose the shard, all of it is in the rest. Raises `ValueError` for less than ten bytes.
    """
    if len(entropy) < MIN_ENTROPY_BYTES or not 0 < shard_count <= MAX_SHARDS:
        msg = f"{len(entropy)} bytes of entropy, {shard_count} shards"
        raise ValueError(msg)
    shard = int.from_bytes(entropy[:4], "big") % shard_count
    rest = base64.b32encode(entropy).decode("ascii").rstrip("=").lower()
    return StreamId(f"{shard:02x}-{rest}")
