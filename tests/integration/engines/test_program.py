"""`python -m libs.engines` as others use it: lines in, lines out, until the input ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from libs.engines.child import ROOT

PROGRAM = [sys.executable, "-m", "libs.engines", "--games", "tictactoe", "three"]
NOTHING: dict[str, Any] = {
    "turn": None,
    "score": None,
    "depth": None,
    "nodes": None,
    "pv": [],
    "exact": None,
}


def answered(lines: bytes) -> list[Any]:
    """What the program answers, without the time that it took."""
    done = subprocess.run(PROGRAM, cwd=ROOT, input=lines, capture_output=True, check=True)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    for reply in replies:
        seconds = reply.pop("seconds")
        assert (seconds is None) == (reply["turn"] is None)
    return replies


def test_a_conversation() -> None:
    spoken = b"""{"id": 1, "game": "tictactoe", "moves": ["a1", "a2", "b1", "b2"], "seed": 1}
{"id": "two", "game": "tictactoe", "moves": ["a1", "a1"]}

{"id": 3, "game": "tictactoe", "moves": ["a1", "a2", "b1", "b2", "c1"]}
{"id": 4, "game": "three", "position": "W:a1,b1 B:a3,b3 H:1,1 T:black", "seed": 7}
"""
    won = {"turn": "c1", "score": 999.0, "depth": 1, "nodes": 5, "pv": ["c1"]}
    assert answered(spoken) == [
        {"id": 1, **won, "exact": {"value": "win", "turns": 1}, "error": None},
        {
            "id": "two",
            **NOTHING,
            "error": {
                "index": 1,
                "message": "point_occupied: 'a1': There is already a mark on that square.",
            },
        },
        {
            "id": None,
            **NOTHING,
            "error": {"index": -1, "message": "no JSON: Input data was truncated"},
        },
        {
            "id": 3,
            **NOTHING,
            "error": {"index": -1, "message": "the game is over: nobody is to act"},
        },
        {
            "id": 4,
            **{**won, "turn": "c3", "pv": ["c3"]},
            "exact": {"value": "win", "turns": 1},
            "error": None,
        },
    ]


@pytest.fixture
def ctrl_c_is_heard() -> Iterator[None]:
    """Tests that run in the background ignore it, and so would all that they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_an_answer_comes_before_the_input_ends_and_ctrl_c_ends_it() -> None:
    with subprocess.Popen(
        PROGRAM, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(b'{"game": "tictactoe"}\n')
        program.stdin.flush()
        assert json.loads(program.stdout.readline())["error"] is None
        os.kill(program.pid, signal.SIGINT)
        assert program.wait(10) == 1
        assert program.stderr is not None
        assert program.stderr.read() == b""


def test_preparing_prepares_and_answers_nothing() -> None:
    command = [*PROGRAM[:3], "prepare", *PROGRAM[3:]]
    done = subprocess.run(command, cwd=ROOT, input=b"x\n", capture_output=True, check=True)
    assert done.stdout == b""
    assert [line.split(b":")[0] for line in done.stderr.splitlines()] == [b"tictactoe", b"three"]
