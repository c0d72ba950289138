"""The two programs, run as their users run them."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.unit


def run(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    program = [sys.executable, "-m", "libs.rules", *words]
    return subprocess.run(program, input=given, capture_output=True, timeout=60, check=False)


def test_lines_are_answered_in_order_wrong_ones_included() -> None:
    lines = [b'{"id": 1, "game": "mills"}', b"nonsense", b"", b'{"id": 2, "game": "mills"}']
    done = run(given=b"\n".join(lines))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == [1, None, None, 2]
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_listener_who_leaves_ends_it_quietly() -> None:
    program = [sys.executable, "-m", "libs.rules"]
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b'{"game": "mills"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b'{"game": "mills"}\n' * 10)
        process.stdin.close()
        assert process.wait(20) == 1
        assert process.stderr.read() == b""


def test_perft_prints_one_number_a_line() -> None:
    done = run("perft", "--game", "mills", "--variant", "battlemills-12", "--depth", "3")
    assert done.stdout.split() == [b"24", b"552", b"12144"]


def test_perft_begins_at_a_position() -> None:
    position = "W:a7,d7 B:g1 H:7,8 T:white"
    done = run("perft", "--game", "mills", "--depth", "1", "--position", position)
    assert done.stdout.split() == [b"21"]


def test_perft_says_what_is_wrong() -> None:
    done = run("perft", "--game", "mills", "--depth", "1", "--position", "W:z9")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"perft: ")
