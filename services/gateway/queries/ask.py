"""One question to another service."""

from typing import Any, Final

import msgspec

from libs.bus import Bus, MessageTooLargeError, ServiceUnavailableError
from libs.contracts.envelope import Answer
from services.gateway.decider.refusals import RefusedError

PATIENCE_S: Final = 5.0

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


async def ask(bus: Bus, subject: str, query: Any, patience_s: float = PATIENCE_S) -> bytes:
    """The data of the answer. Raises RefusedError, with `unavailable` when nobody answers."""
    try:
        answer = _answer(await bus.call(subject, _encode(query), patience_s))
    except (ServiceUnavailableError, MessageTooLargeError) as error:
        raise RefusedError("unavailable") from error
    if answer.code is not None:
        raise RefusedError(answer.code, answer.detail)
    return answer.data or b""
