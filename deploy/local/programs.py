"""What the supervisor keeps alive: a program, how it starts, answers and ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

CHILD = Path(__file__).with_name("child.py")


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Program:
    """One child of the supervisor.

    `is_ready` is asked from a thread until it says so. Programs of a higher `stage` start later and
    end earlier. `prepare` runs before every start and may raise StartError.
    """

    name: str
    command: tuple[str, ...]
    log: Path
    stage: int
    environment: Mapping[str, str] = field(default_factory=dict)
    identity: str = "same"
    stop_signal: signal.Signals = signal.SIGTERM
    orphan_signal: signal.Signals = signal.SIGTERM
    is_ready: Callable[[], bool] = _always
    prepare: Callable[[], None] = lambda: None
    ready_within_s: float = 30.0


def tied(
    command: tuple[str, ...],
    *,
    orphan_signal: signal.Signals = signal.SIGTERM,
    identity: str = "same",
) -> list[str]:
    """The command line that runs `command` as this process's child and ends it together with it."""
    prefix = [sys.executable, "-I", "-S", str(CHILD)]
    return [*prefix, str(os.getpid()), str(int(orphan_signal)), identity, *command]
