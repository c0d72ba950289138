"""What comes from outside, made into messages or refused."""

from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from libs.contracts.client_in import FromClient
from services.gateway.decider.refusals import RefusedError

NUL: Final = b"\\u0000"
"""How JSON writes the one character that PostgreSQL's text can't hold; nobody needs it."""

T = TypeVar("T")

decode_message = msgspec.json.Decoder(FromClient).decode


def parsed(decode: Callable[[bytes], T], data: bytes) -> T:
    """The message. Raises RefusedError: `bad_json`, or `bad_message` for another shape."""
    try:
        message = decode(data)
    except (msgspec.ValidationError, RecursionError) as error:
        raise RefusedError("bad_message") from error
    except msgspec.DecodeError as error:
        raise RefusedError("bad_json") from error
    if NUL in data or b"\x00" in data:
        raise RefusedError("bad_message")
    return message
