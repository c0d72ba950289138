"""The files of the house as git knows them: tracked, or new and not ignored."""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@functools.cache
def _listed() -> tuple[Path, ...]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    names = {name for name in listed.decode("utf-8").split("\0") if name}
    return tuple(sorted(path for name in names if (path := ROOT / name).is_file()))


def tracked_files(*suffixes: str) -> Iterator[Path]:
    """Files with one of these suffixes; all if none is named."""
    return (path for path in _listed() if not suffixes or path.suffix in suffixes)
