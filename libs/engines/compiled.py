"""Where compiled kernels are kept: a folder for exactly these sources, on exactly this Python.

numba's own cache notices a change in a kernel's file, but not in a file that it takes constants or
inlined functions from. So the folder is named by a hash of everything a kernel may depend on, and
`use_cache` has to be called before numba is imported for the first time.
"""

import fcntl
import hashlib
import importlib.metadata
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = ("libs/engines", "libs/rules")
"""Kernels take their boards from the rules."""
PACKAGES: Final = ("numba", "numpy", "llvmlite")
KEPT: Final = 2
"""Folders of other sources that are left: an older instance may still be running."""
NAME: Final = re.compile(r"kernels-[0-9a-f]{24}")
"""Whatever else lies beside such folders is not touched."""
LOCK: Final = "compiling.lock"
PATIENCE_S: Final = 180.0
"""So long is waited for a process that compiles: all of it takes less than half."""
PAUSE_S: Final = 0.05


class CacheError(RuntimeError):
    """numba was imported too early: it keeps its kernels elsewhere."""


@cache
def use_cache() -> Path:
    """Tells numba to keep its kernels in the folder for the present sources, and returns it.

    Raises CacheError if numba has been imported already. Later calls change nothing.
    """
    if "numba" in sys.modules:
        raise CacheError("use_cache comes before the first import of numba")
    folder = cache_root() / f"kernels-{fingerprint(ROOT)}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    clean(folder)
    return folder


@contextmanager
def preparing(folder: Path, game: str) -> Iterator[None]:
    """Keeps other processes from compiling meanwhile, unless this game has been compiled before.

    The others wait and then find the kernels in the cache. The lock ends with its process, and
    nobody waits for ever: to compile twice only costs time, as numba replaces files as a whole.
    """
    if has_been_prepared(folder, game):
        yield
        return
    with (folder / LOCK).open("w") as lock:
        _wait_for(lock)
        yield
        _mark(folder, game).touch()


def has_been_prepared(folder: Path, game: str) -> bool:
    """Whether a game's kernels lie in the cache already and need only be loaded."""
    return _mark(folder, game).exists()


def _mark(folder: Path, game: str) -> Path:
    return folder / f"{game}.prepared"


def _wait_for(lock: IO[str]) -> None:
    """Takes the lock, or gives it up after a time, or where the file system knows no locks."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(PAUSE_S)
        except OSError:
            return
        else:
            return


def fingerprint(root: Path) -> str:
    """A hash of the sources and of everything else that decides what a kernel is compiled to."""
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    for package in PACKAGES:
        digest.update(f" {package} {importlib.metadata.version(package)}".encode())
    for source in sorted(path for top in SOURCES for path in (root / top).rglob("*.py")):
        digest.update(f"\n{source.relative_to(root)}\n".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:24]


def cache_root() -> Path:
    """ENGINES_CACHE, else a hidden folder of the house, else the user's own temporary folder."""
    named = os.environ.get("ENGINES_CACHE")
    candidates = [Path(named)] if named else []
    candidates.append(ROOT / ".cache" / "engines")
    for candidate in candidates:
        if _is_writable(candidate):
            return candidate
    return _private_temporary()


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _private_temporary() -> Path:
    """A folder that is this user's alone: what lies in it will be run."""
    folder = Path(tempfile.gettempdir()) / f"spielcenter-engines-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077 or folder.is_symlink():
        return Path(tempfile.mkdtemp(prefix="spielcenter-engines-"))
    return folder


def clean(current: Path) -> None:
    """Removes the folders of older sources, but for the last few."""
    others: list[tuple[float, Path]] = []
    for folder in current.parent.iterdir():
        # Another process may be cleaning, too.
        with suppress(OSError):
            if folder != current and NAME.fullmatch(folder.name) and folder.is_dir():
                others.append((folder.stat().st_mtime, folder))
    for _, folder in sorted(others)[:-KEPT]:
        shutil.rmtree(folder, ignore_errors=True)
