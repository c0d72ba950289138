"""The protocol's reader: however the bytes are cut, the same messages come out."""

from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nats.errors import ProtocolError

from libs.bus.parser import Parser

pytestmark = pytest.mark.unit


@dataclass
class Reader:
    messages: list[tuple[str, str, bytes, int]] = field(default_factory=list)
    slow: list[tuple[int, bytes, bytes, bytes, bytes]] = field(default_factory=list)
    control: list[bytes] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def make(self) -> Parser:
        parser = Parser(
            self.control.append,
            lambda *message: self.slow.append(message),
            lambda where, error: self.errors.append(f"{where}: {error}"),
        )
        parser.callbacks[b"1"] = lambda *message: self.messages.append(message)
        return parser


STREAM = (
    b"INFO {}\r\n"
    b"MSG a.b 1 5\r\nhello\r\n"
    b"PING\r\n"
    b"MSG a.b 1 _INBOX.1 4\r\n\r\n\r\n\r\n"
    b"HMSG a 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n"
    b"HMSG a 1 r 31 36\r\nNATS/1.0\r\nNats-Msg-Id: abcd\r\n\r\nworld\r\n"
    b"MSG other 7 x 2\r\nok\r\n"
    b"MSG a 1 0\r\n\r\n"
    b"-ERR 'Permissions Violation'\r\n"
    b"PONG\r\n"
)

MESSAGES = [
    ("a.b", "", b"hello", 0),
    ("a.b", "_INBOX.1", b"\r\n\r\n", 0),
    ("a", "", b"", 503),
    ("a", "r", b"world", 0),
    ("a", "", b"", 0),
]


@given(st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_cuts_make_no_difference(cuts: list[int]) -> None:
    reader = Reader()
    parser = reader.make()
    places = [0, *sorted(cuts), len(STREAM)]
    for begin, end in pairwise(places):
        parser.feed(STREAM[begin:end])
    assert reader.messages == MESSAGES
    assert reader.slow == [(7, b"other", b"x", b"ok", b"")]
    assert reader.control == [b"INFO {}", b"PING", b"-ERR 'Permissions Violation'", b"PONG"]
    assert reader.errors == []


def test_byte_by_byte() -> None:
    reader = Reader()
    parser = reader.make()
    for place in range(len(STREAM)):
        parser.feed(STREAM[place : place + 1])
    assert reader.messages == MESSAGES


@given(st.binary(max_size=3_000), st.integers(1, 700))
def test_any_payload_survives(payload: bytes, size: int) -> None:
    reader = Reader()
    parser = reader.make()
    wire = b"MSG s 1 %d\r\n%b\r\nPING\r\n" % (len(payload), payload)
    for place in range(0, len(wire), size):
        parser.feed(wire[place : place + size])
    assert reader.messages == [("s", "", payload, 0)]
    assert reader.control == [b"PING"]


def test_a_callback_that_raises_is_reported_and_reading_goes_on() -> None:
    reader = Reader()
    parser = reader.make()

    def bad(*_message: object) -> None:
        raise RuntimeError("bad")

    parser.callbacks[b"2"] = bad
    parser.feed(b"MSG x 2 1\r\na\r\nMSG y 1 1\r\nb\r\n")
    assert reader.errors == ["x: bad"]
    assert reader.messages == [("y", "", b"b", 0)]


@pytest.mark.parametrize(
    "junk", [b"MSG a 1 x\r\n", b"MSG\r\n", b"HMSG a 1\r\n", b"x" * 70_000, b"MSG a one 1\r\na\r\n"]
)
def test_what_is_not_the_protocol_is_an_error(junk: bytes) -> None:
    with pytest.raises((ProtocolError, ValueError, IndexError)):
        Reader().make().feed(junk)


def test_after_a_reset_the_rest_of_an_old_connection_is_forgotten() -> None:
    reader = Reader()
    parser = reader.make()
    parser.feed(b"MSG a 1 10\r\nhel")
    parser.reset()
    parser.feed(b"MSG a 1 2\r\nhi\r\n")
    assert reader.messages == [("a", "", b"hi", 0)]
