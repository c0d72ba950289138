"""What wraps commands, answers and queries between services (msgpack, arrays for short)."""

from typing import Any

import msgspec

from libs.contracts.ids import CommandId


class CommandEnvelope(msgspec.Struct, frozen=True, array_like=True):
    """A command on its way to the owner of a stream: `cmd.<service>.<shard>`.

    `received_at_ms` was stamped by whoever took the command from outside; `lag_ms` is the round
    trip that the server's own pings measured, 0 if unknown; `command` is the msgpack of one of
    the service's command structs.
    """

    stream: str
    actor: str
    command_id: CommandId
    received_at_ms: int
    lag_ms: int
    correlation: str
    command: msgspec.Raw


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """The answer to a command or query.

    Accepted: `code` is None, `version` the stream's version after the command's events (a
    repeated command gets the first answer). Refused: `code` is stable, `detail` has figures for
    its sentence. `data` is a query's result, msgpack or JSON as the query says.
    """

    code: str | None = None
    version: int = 0
    detail: dict[str, Any] | None = None
    data: bytes | None = None


class LogQuery(msgspec.Struct, frozen=True, array_like=True):
    """Asks an owner for its log: `log.<service>.<shard>`; public parts only."""

    shard: int
    after_seq: int
    limit: int = 500
