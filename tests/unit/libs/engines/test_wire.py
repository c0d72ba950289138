"""Frames between pool and worker: what goes in comes out, and nonsense is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.engines.port import Exact, Question, Reply
from libs.engines.wire import (
    LENGTH_BYTES,
    LONGEST,
    Answered,
    Ask,
    Begun,
    BrokenFrameError,
    FromWorker,
    Prepared,
    Refused,
    Unprepared,
    frame,
    length,
    read_ask,
    read_report,
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
REPLY = Reply(
    turn="a7", score=1.5, depth=9, nodes=10**12, seconds=0.1, exact=Exact("win", 7), pv=("a7", "d7")
)


@given(JSON, st.text(), st.none() | st.integers(0, 2**63))
def test_a_question_arrives_as_it_was_asked(view: object, game: str, seed: int | None) -> None:
    asked = Question(
        game=game, version=1, seat=1, view=view, strength="strong", seconds=1.0, seed=seed
    )
    sent = frame(Ask(asked))
    assert length(sent[:LENGTH_BYTES]) == len(sent) - LENGTH_BYTES
    assert read_ask(sent[LENGTH_BYTES:]).question == asked


@pytest.mark.parametrize(
    "report",
    [
        Begun(("mills", "dara")),
        Prepared("mills", 0.5),
        Unprepared("mills", "no memory"),
        Answered(REPLY),
        Refused("nobody is to act"),
    ],
)
def test_a_report_arrives_as_it_was_sent(report: FromWorker) -> None:
    assert read_report(frame(report)[LENGTH_BYTES:]) == report


@given(st.binary(max_size=200))
def test_nonsense_is_refused_and_nothing_else_happens(body: bytes) -> None:
    for read in (read_ask, read_report):
        with pytest.raises(BrokenFrameError):
            read(b"\xc1" + body)


def test_an_impossible_length_is_refused() -> None:
    with pytest.raises(BrokenFrameError):
        length((LONGEST + 1).to_bytes(LENGTH_BYTES, "big"))
