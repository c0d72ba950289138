"""Writes lines for people, and one that changes while something takes long."""

import shutil
import sys
import time
from typing import Final

from libs.engines.tables import texts
from libs.engines.tables.building import Progress

QUIET_SECONDS: Final = 10.0
"""Between two lines of progress where nobody looks at a terminal."""


def say(text: str, end: str = "\n") -> None:
    """On standard output, at once."""
    sys.stdout.write(text + end)
    sys.stdout.flush()


def complain(text: str) -> None:
    """On standard error: what went wrong, and what to do."""
    sys.stderr.write(f"\n✗ {text}\n")
    sys.stderr.flush()


class Line:
    """A line a finished table; between them one that changes, or a rare one without a terminal."""

    def __init__(self) -> None:
        self._is_terminal = sys.stdout.isatty()
        self._clear = "\r\x1b[K" if self._is_terminal else ""
        self._shown = time.monotonic()

    def show(self, progress: Progress) -> None:
        """Tells what has changed."""
        if progress.finished:
            rules, tables = progress.finished
            for table in tables:
                say(self._clear + texts.built(rules, table))
        elif self._is_terminal:
            text = texts.under_way(progress) if progress.busy else ""
            # A line that is wrapped could not be taken back.
            say(self._clear + text[: shutil.get_terminal_size().columns - 1], end="")
        elif time.monotonic() - self._shown > QUIET_SECONDS:
            self._shown = time.monotonic()
            say(texts.under_way(progress))
