"""The data folder: made, checked, and held by one supervisor at a time."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local.texts import StartError, Text, already_running, disk_full, not_writable

NEEDED_MB = 300
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class DataFolder:
    """Where everything of one Spielcenter lies: `postgres/ nats/ logs/ run/`."""

    root: Path

    @property
    def postgres(self) -> Path:
        """The cluster and its password."""
        return self.root / "postgres"

    @property
    def nats(self) -> Path:
        """JetStream's store and the server's settings."""
        return self.root / "nats"

    @property
    def logs(self) -> Path:
        """One log a program."""
        return self.root / "logs"

    @property
    def run(self) -> Path:
        """What runs at the moment: process ids, the address."""
        return self.root / "run"

    @property
    def servers(self) -> Path:
        """How to reach database and bus while the Spielcenter runs; for its owner's eyes only."""
        return self.run / "servers.json"

    @property
    def address(self) -> Path:
        """Holds the address while the Spielcenter runs."""
        return self.run / "address"


def open_folder(root: Path) -> DataFolder:
    """Makes the folder where it is missing; raises StartError when it can't be used."""
    folder = DataFolder(root.absolute())
    try:
        folder.root.mkdir(parents=True, exist_ok=True)
        # Passed through, not looked into: PostgreSQL may have to run under another account.
        folder.root.chmod(0o711)
        for path in (folder.postgres, folder.nats, folder.logs, folder.run):
            path.mkdir(mode=0o700, exist_ok=True)
        probe = folder.run / "probe"
        probe.write_bytes(b"room for a page".ljust(4096))
        probe.unlink()
    except PermissionError:
        raise StartError(not_writable(str(root))) from None
    except OSError as error:
        raise StartError(_what_is_wrong(root, error)) from None
    free_mb = shutil.disk_usage(folder.root).free // MEGABYTE
    if free_mb < NEEDED_MB:
        raise StartError(disk_full(str(root), free_mb, NEEDED_MB))
    return folder


@contextmanager
def held(folder: DataFolder) -> Iterator[None]:
    """Holds the folder; raises StartError if another supervisor does. The kernel lets go for us."""
    descriptor = os.open(folder.run / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            text = already_running(str(folder.root), _read(folder.address))
            raise StartError(text) from None
        folder.address.unlink(missing_ok=True)
        yield
        folder.address.unlink(missing_ok=True)
        folder.servers.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def running_servers(folder: DataFolder) -> dict[str, str] | None:
    """What a Spielcenter that runs here tells its services of the servers; None if none runs."""
    with (folder.run / "lock").open("a", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            noted = json.loads(_read(folder.servers) or "{}")
            return {str(name): str(value) for name, value in noted.items()}
    return None


def _what_is_wrong(root: Path, error: OSError) -> Text:
    """A full disk has its sentence; whatever else keeps us from writing means another folder."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return disk_full(str(root), 0, NEEDED_MB)
    return not_writable(str(root))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""
