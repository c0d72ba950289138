"""What a pool and its workers say to each other: msgpack frames, the length before each."""

from typing import Final

import msgspec

from libs.engines.port import Question, Reply

LENGTH_BYTES: Final = 4
LONGEST: Final = 64 * 1024 * 1024


class Ask(msgspec.Struct, frozen=True):
    """To the worker: the question it is to answer next."""

    question: Question


class Begun(msgspec.Struct, frozen=True, tag=True):
    """From the worker, first of all: the games that it is going to prepare."""

    games: tuple[str, ...]


class Prepared(msgspec.Struct, frozen=True, tag=True):
    """From the worker: questions about this game can be answered from now on."""

    game: str
    seconds: float


class Unprepared(msgspec.Struct, frozen=True, tag=True):
    """From the worker: this game's engine can't be prepared."""

    game: str
    message: str


class Answered(msgspec.Struct, frozen=True, tag=True):
    """From the worker: its engine's reply to the question."""

    reply: Reply


class Refused(msgspec.Struct, frozen=True, tag=True):
    """From the worker: the question can't be answered."""

    message: str


FromWorker = Begun | Prepared | Unprepared | Answered | Refused

_encoder = msgspec.msgpack.Encoder()
_asks = msgspec.msgpack.Decoder(Ask)
_reports = msgspec.msgpack.Decoder(FromWorker)


class BrokenFrameError(ValueError):
    """Bytes that are no message of this protocol: the other side is not what it should be."""


def frame(message: Ask | FromWorker) -> bytes:
    """The message's bytes, its length before them."""
    body = _encoder.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def length(head: bytes) -> int:
    """The length that a frame's head announces. Raises BrokenFrameError for an impossible one."""
    number = int.from_bytes(head, "big")
    if number > LONGEST:
        raise BrokenFrameError(f"a frame of {number} bytes")
    return number


def read_ask(body: bytes) -> Ask:
    """What the pool asks. Raises BrokenFrameError."""
    try:
        return _asks.decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BrokenFrameError(str(error)) from error


def read_report(body: bytes) -> FromWorker:
    """What a worker reports. Raises BrokenFrameError."""
    try:
        return _reports.decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BrokenFrameError(str(error)) from error
