"""The programs' logs: kept small, and errors in them shown in one line each."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

LARGEST_BYTES = 20_000_000
LOOK_EVERY_S = 1.0
LONGEST_LINE = 160
SHOWN_AT_ONCE = 3
PLAIN_ERROR = re.compile(r"\b(ERROR|FATAL|PANIC|CRITICAL)\b[: ]*(.*)|\[(ERR|FTL)\] (.*)")


def tail(log: Path, lines: int = 3) -> str:
    """The last lines of a log, for a sentence; empty if there is none."""
    if not log.exists():
        return ""
    text = log.read_bytes()[-8_000:].decode("utf-8", "replace")
    return "\n    ".join(line[:LONGEST_LINE] for line in text.splitlines()[-lines:])


def error_in(line: str) -> str:
    """What a line of a log complains about, in short; empty if it does not complain."""
    if line.startswith("{"):
        try:
            entry = json.loads(line)
        except ValueError:
            return ""
        if entry.get("level") not in {"error", "critical"}:
            return ""
        parts = [entry.get("service"), entry.get("event"), entry.get("reason")]
        return " ".join(str(part) for part in parts if part)[:LONGEST_LINE]
    found = PLAIN_ERROR.search(line)
    return line.strip()[:LONGEST_LINE] if found else ""


class LogWatch:
    """Looks into all logs of a folder now and then and says what went wrong."""

    def __init__(self, folder: Path, say: Callable[[str, str], None]) -> None:
        self._folder = folder
        self._say = say
        self._seen = {log: log.stat().st_size for log in folder.glob("*.log")}

    async def watch(self) -> None:
        """Runs until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.look()

    def look(self) -> None:
        """Says the complaints that came since the last look; begins full logs anew."""
        for log in sorted(self._folder.glob("*.log")):
            size = log.stat().st_size
            seen = self._seen.get(log, 0)
            if size > seen:
                self._show(log, seen)
            self._seen[log] = size
            if size > LARGEST_BYTES:
                self._begin_anew(log)

    def _show(self, log: Path, seen: int) -> None:
        with log.open("rb") as file:
            file.seek(seen)
            text = file.read(1_000_000).decode("utf-8", "replace")
        complaints = [error for error in map(error_in, text.splitlines()) if error]
        for complaint in complaints[:SHOWN_AT_ONCE]:
            self._say(log.stem, complaint)
        if len(complaints) > SHOWN_AT_ONCE:
            self._say(log.stem, f"+ {len(complaints) - SHOWN_AT_ONCE} · {log}")

    def _begin_anew(self, log: Path) -> None:
        """Its writer appends, so the file itself must stay; one earlier file is kept."""
        log.with_suffix(".log.1").write_bytes(log.read_bytes())
        with log.open("r+b") as file:
            file.truncate(0)
        self._seen[log] = 0
