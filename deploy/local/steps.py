"""Shows what is being done, one line a step, with the time it took."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from deploy.local.texts import Text


class Steps:
    """Numbered steps on standard output; a terminal also sees the step that is under way."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._is_terminal = sys.stdout.isatty()

    @contextmanager
    def step(self, text: Text) -> Iterator[None]:
        """One step; if it fails its line says so and the error goes on."""
        self._done += 1
        line = f"[{self._done}/{self._total}] {text.beside()}"
        if self._is_terminal:
            print(f"{line} …", end="", flush=True)
        begun = time.monotonic()
        try:
            yield
        except BaseException:
            self._finish(f"{line} ✗")
            raise
        self._finish(f"{line} ✓ {time.monotonic() - begun:.1f} s")

    def _finish(self, line: str) -> None:
        start = "\r\x1b[K" if self._is_terminal else ""
        print(f"{start}{line}", flush=True)


def say(text: Text) -> None:
    """A sentence outside the steps."""
    print(text.below(), flush=True)


def complain(text: Text) -> None:
    """A sentence that says what to do, on standard error."""
    print(f"\n✗ {text.below()}", file=sys.stderr, flush=True)
