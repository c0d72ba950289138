"""Processes that an earlier supervisor left behind, recognised beyond doubt and ended."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

PATIENCE_S = 6.0


def record(folder: Path, name: str, pid: int) -> None:
    """Notes that `name` runs as `pid`, with the moment of its birth: process ids are used again."""
    (folder / f"{name}.pid").write_text(f"{pid} {_birth(pid)}\n", encoding="utf-8")


def forget(folder: Path, name: str) -> None:
    """The process has ended in the ordinary way."""
    (folder / f"{name}.pid").unlink(missing_ok=True)


def sweep(folder: Path) -> list[str]:
    """Ends what still runs of the processes noted in `folder`; returns their names.

    Only for the holder of the data folder's lock. A process that does not end is killed: all our
    programs stand that.
    """
    ended = []
    for note in sorted(folder.glob("*.pid")):
        pid_text, _, birth = note.read_text(encoding="utf-8").strip().partition(" ")
        if pid_text.isdigit() and birth and _birth(int(pid_text)) == birth:
            _end(int(pid_text), birth)
            ended.append(note.stem)
        note.unlink()
    return ended


def working_in(folder: Path) -> list[int]:
    """Processes whose working directory is `folder` (Linux; elsewhere nobody is found)."""
    wanted = str(folder.resolve())
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if str((entry / "cwd").readlink()) == wanted:
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def _end(pid: int, birth: str) -> None:
    for signal_number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(pid, signal_number)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + PATIENCE_S
        while _birth(pid) == birth:
            if time.monotonic() > deadline:
                break
            time.sleep(0.05)
        else:
            return


def _birth(pid: int) -> str:
    """When the process began, in a form that only it has; empty if it does not run."""
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            return ""
        state, ticks_since_boot = fields[0], fields[19]
        return "" if state in "ZX" else f"{_boot()}-{ticks_since_boot}"
    if shutil.which("ps") is None:
        return ""
    shown = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return shown.stdout.strip().replace(" ", "_")


def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()[:8]
