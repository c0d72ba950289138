"""Frames: many requests or answers in one message, msgpack of a list of (token, payload).

A request's frame travels with the reply subject `<inbox>.<batch>`: the server's "no responders"
comes back on it and names the whole batch. The answers of one loop turn travel together to
`<inbox>.r`, whatever batches they belong to. A payload of None says "not served here".
"""

from collections.abc import Iterator
from typing import Final

import msgspec

RequestItem = tuple[int, bytes]
AnswerItem = tuple[int, bytes | None]

MAX_FRAME_BYTES: Final = 256 * 1024
"""A frame is closed beyond this, to stay well below a server's limit (1 MB by default)."""

ITEM_OVERHEAD: Final = 16
"""More than token and lengths can take."""

encode = msgspec.msgpack.Encoder().encode
decode_requests = msgspec.msgpack.Decoder(list[RequestItem]).decode
decode_answers = msgspec.msgpack.Decoder(list[AnswerItem]).decode

ANSWERS: Final = "r"


def split(items: list[AnswerItem]) -> Iterator[list[AnswerItem]]:
    """Cut a turn's answers into frames of at most MAX_FRAME_BYTES (or one item)."""
    part: list[AnswerItem] = []
    size = 0
    for item in items:
        size += ITEM_OVERHEAD + (len(item[1]) if item[1] is not None else 0)
        if part and size > MAX_FRAME_BYTES:
            yield part
            part, size = [], ITEM_OVERHEAD + (len(item[1]) if item[1] is not None else 0)
        part.append(item)
    if part:
        yield part
