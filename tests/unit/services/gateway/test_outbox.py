"""What goes out: one frame a turn, bounded, cut off when nobody reads."""

from collections.abc import Callable

import pytest

from services.gateway.decider.outbox import PORTION_BYTES, Mail, Outbox, text_frame


class Wire:
    """A transport whose other side reads only when it is told to."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.unsent = 0
        self.is_stuck = False
        self.is_gone = False

    def write(self, data: bytes) -> None:
        self.written.append(data)
        if self.is_stuck:
            self.unsent += len(data)

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return self.is_gone

    def abort(self) -> None:
        self.is_gone = True


class Turn:
    """Turns of the event loop that end when the test says so."""

    def __init__(self) -> None:
        self._deferred: list[Callable[[], None]] = []

    def defer(self, action: Callable[[], None]) -> None:
        self._deferred.append(action)

    def end(self) -> int:
        """The turn and the next end; returns how many actions they had to do."""
        count = 0
        for _ in range(2):
            deferred, self._deferred = self._deferred, []
            for action in deferred:
                action()
            count += len(deferred)
        return count


def make(
    backlog: int = 1000, frames: int = 10, dead: int = 5000
) -> tuple[Outbox, Wire, Turn, Mail]:
    wire, turn = Wire(), Turn()
    mail = Mail(turn.defer)
    return Outbox(wire, mail, (backlog, frames, dead)), wire, turn, mail


def test_messages_of_one_turn_leave_as_one_frame() -> None:
    outbox, wire, turn, _ = make()
    outbox.send(b'{"a":1}')
    outbox.offer(b'{"b":2}')
    assert wire.written == []
    turn.end()
    assert wire.written == [text_frame(b'{"a":1}\n{"b":2}')]


def test_a_turn_is_ended_once_for_all_sockets() -> None:
    turn = Turn()
    mail = Mail(turn.defer)
    wires = [Wire() for _ in range(5)]
    for wire in wires:
        Outbox(wire, mail, (1000, 10, 5000)).send(b"x")
    assert turn.end() == 2, "one delivery, a turn later"
    assert all(wire.written == [text_frame(b"x")] for wire in wires)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_frames_have_the_length_that_their_header_says(size: int) -> None:
    frame = text_frame(b"x" * size)
    assert frame[0] == 0x81
    kind = frame[1]
    if kind < 126:
        length, start = kind, 2
    elif kind == 126:
        length, start = int.from_bytes(frame[2:4], "big"), 4
    else:
        length, start = int.from_bytes(frame[2:10], "big"), 10
    assert (length, len(frame) - start) == (size, size)


def test_a_socket_that_can_t_keep_up_gets_no_events_but_all_answers() -> None:
    outbox, wire, turn, mail = make(backlog=100)
    wire.is_stuck = True
    outbox.send(b"x" * 200)
    turn.end()
    assert outbox.is_full
    assert not outbox.offer(b"event")
    outbox.send(b"answer")
    turn.end()
    assert wire.written[-1] == text_frame(b"answer")
    assert mail.emptied() == []

    wire.unsent = 20
    assert mail.emptied() == [outbox]
    assert outbox.offer(b"event")


def test_too_many_events_in_one_turn_are_a_backlog_too() -> None:
    outbox, _, turn, _ = make(frames=3)
    assert [outbox.offer(b"e") for _ in range(5)] == [True, True, True, False, False]
    turn.end()
    assert outbox.is_full


def test_who_reads_nothing_at_all_is_cut_off() -> None:
    outbox, wire, turn, mail = make(backlog=100, dead=1000)
    wire.is_stuck = True
    for _ in range(10):
        outbox.send(b"x" * 200)
        turn.end()
    assert wire.is_gone
    assert len(wire.written) == 5, "nothing is written once it is cut off"
    mail.emptied()
    assert not mail.full


def test_after_close_nothing_is_written() -> None:
    outbox, wire, turn, _ = make()
    outbox.send(b"last words")
    outbox.close()
    outbox.send(b"too late")
    turn.end()
    assert wire.written == [text_frame(b"last words")]


def test_many_large_messages_leave_in_portions_and_nobody_else_waits_for_them() -> None:
    turn = Turn()
    mail = Mail(turn.defer)
    wires = [Wire() for _ in range(41)]
    outboxes = [Outbox(wire, mail, (1 << 30, 500, 1 << 30)) for wire in wires]
    room = b"x" * 100_000
    for outbox in outboxes[:-1]:
        outbox.send(room)
    outboxes[-1].send(b"turn")
    turn.end()
    assert wires[-1].written == [text_frame(b"turn")]
    done = sum(len(wire.written) for wire in wires)
    assert 1 < done < 2 + PORTION_BYTES // len(room) + 1
    outboxes[-2].send(b"later")
    outboxes[-1].close()
    turn.end()
    assert sum(len(wire.written) for wire in wires) > done
    for _ in range(4):
        turn.end()
    assert [wire.written for wire in wires[:-2]] == [[text_frame(room)]] * 39
    assert wires[-2].written == [text_frame(room + b"\nlater")], "in the order in which it was sent"
    assert turn.end() == 0
