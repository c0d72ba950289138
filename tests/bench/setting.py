"""What every row is given: where programs run, where their logs go, how long is measured."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.bench.layout import Layout, pinned
from tests.bench.results import Effort, note


@dataclass(frozen=True)
class Setting:
    """Read once from the command line. `profiles` is where py-spy's records go, if anywhere."""

    layout: Layout
    folder: Path
    effort: Effort
    profiles: Path | None = None

    def profile(self, pids: Mapping[str, int]) -> None:
        """Records where the Python programs among these spend their time, if that was asked for."""
        if self.profiles is None:
            return
        program = str(Path(sys.executable).with_name("py-spy"))
        # Without pauses of the program, for these would be what is measured.
        how = ["-d", str(max(1, int(self.effort.seconds) - 1)), "-r", "100", "--nonblocking"]
        with pinned(self.layout.load):
            recording = [
                subprocess.Popen(
                    [program, "record", "-p", str(pids[name]), *how, "-f", "raw", "-o", file],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                for name in ("gateway", "backend")
                for file in [str(self.profiles / f"{name}.txt")]
            ]
        for one in recording:
            one.wait()
        note(f"  py-spy has written to {self.profiles}")
