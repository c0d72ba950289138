"""The flag that ends a search: shared memory, deadlines that never reach the next search."""

from __future__ import annotations

import mmap
import tempfile
import threading

from libs.engines.stopping import BYTES, StopFlag


def test_whoever_shares_the_memory_sees_the_flag() -> None:
    with tempfile.TemporaryFile() as file:
        file.truncate(BYTES)
        here, there = (StopFlag(mmap.mmap(file.fileno(), BYTES)) for _ in range(2))
        here.set()
        assert there.is_set()
        there.clear()
        assert not here.is_set()


def test_a_deadline_sets_the_flag_and_a_left_one_never_does() -> None:
    flag = StopFlag()
    with flag.within(0.0):
        while not flag.is_set():
            pass
    flag.clear()
    for _ in range(50):
        with flag.within(0.0005):
            pass
        flag.clear()
        assert threading.active_count() == 1
        assert not flag.is_set()
