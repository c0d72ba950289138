"""One question to another service."""

import asyncio
from typing import Any, Final

import msgspec

from libs.bus import (
    Bus,
    BusError,
    MessageTooLargeError,
    NoRespondersError,
    ServiceUnavailableError,
)
from libs.contracts.envelope import Answer
from services.gateway.decider.refusals import RefusedError

PATIENCE_S: Final = 5.0
AGAIN_AFTER_S: Final = 0.1

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


async def ask(bus: Bus, subject: str, query: Any, patience_s: float = PATIENCE_S) -> bytes:
    """The data of the answer. Raises RefusedError, with `unavailable` when nobody answers."""
    try:
        payload = _encode(query)
    except OverflowError as error:  # a number somewhere in it that fits no machine
        raise RefusedError("bad_message") from error
    try:
        return _data(await bus.call(subject, payload, patience_s))
    except (ServiceUnavailableError, MessageTooLargeError) as error:
        raise RefusedError("unavailable") from error


async def ask_once(bus: Bus, subject: str, query: Any, within_s: float) -> bytes:
    """Like `ask`, for what should not be done twice: sent again only while nobody has got it."""
    loop = asyncio.get_running_loop()
    until_s = loop.time() + PATIENCE_S
    while True:
        try:
            return _data(await bus.request(subject, _encode(query), within_s))
        except NoRespondersError as error:
            if loop.time() >= until_s:
                raise RefusedError("unavailable") from error
            await asyncio.sleep(AGAIN_AFTER_S)
        except BusError as error:
            raise RefusedError("unavailable") from error


def _data(payload: bytes) -> bytes:
    answer = _answer(payload)
    if answer.code is not None:
        raise RefusedError(answer.code, answer.detail)
    return answer.data or b""
