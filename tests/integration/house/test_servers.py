"""The embedded servers: closed to strangers, unharmed by kills, at home in deep folders."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from deploy.local import leftovers, postgres
from deploy.local.servers import NatsServer, PostgresServer, postgres_server


@pytest.fixture(scope="module")
def durable() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


def tcp_url(server: PostgresServer, *, password: str) -> str:
    return f"postgresql://spielcenter:{password}@127.0.0.1:{server.cluster.port}/spielcenter"


async def test_what_was_committed_before_a_kill_is_there_after_the_restart(
    durable: PostgresServer,
) -> None:
    connection = await asyncpg.connect(durable.url)
    await connection.execute("create table kept (turn text)")
    await connection.execute("insert into kept values ('d7')")
    durable.kill()
    connection.terminate()
    durable.restart()
    connection = await asyncpg.connect(durable.url)
    assert await connection.fetchval("select turn from kept") == "d7"
    await connection.close()


@pytest.mark.parametrize("password", ["", "guessed"])
async def test_nobody_comes_in_by_tcp_without_the_password(
    durable: PostgresServer, password: str
) -> None:
    with pytest.raises(asyncpg.InvalidPasswordError):
        await asyncpg.connect(tcp_url(durable, password=password))


async def test_the_unix_socket_asks_for_the_password_too(durable: PostgresServer) -> None:
    with pytest.raises(asyncpg.InvalidPasswordError):
        await asyncpg.connect(durable.url.replace(durable.cluster.password, "guessed"))


async def test_the_services_role_is_no_superuser_and_may_create_schemas(
    durable: PostgresServer,
) -> None:
    connection = await asyncpg.connect(durable.url)
    assert await connection.fetchval("select not rolsuper from pg_roles where rolname = user")
    await connection.execute("create schema games")
    assert await connection.fetchval("show fsync") == "on"
    await connection.close()


async def test_a_folder_deeper_than_a_socket_path_may_be_works(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a-clone-that-lies-deep"] * 6)
    with PostgresServer(deep, is_durable=False) as server:
        connection = await asyncpg.connect(server.url)
        assert await connection.fetchval("select 1") == 1
        await connection.close()
        sockets = server.cluster.sockets
        assert sockets.exists()
    assert not sockets.exists()


def test_a_folder_may_have_blanks_quotes_and_umlauts_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / 'Mühle\'s "große" Daten'
    with PostgresServer(folder / "pg", is_durable=False) as server, NatsServer(folder / "nats"):
        assert postgres.execute(server.cluster, "select 1") == "1"


def test_a_lock_whose_process_id_belongs_to_somebody_else_by_now_is_no_obstacle(
    tmp_path: Path,
) -> None:
    server = PostgresServer(tmp_path / "pg", is_durable=False)
    with server:
        pass
    stale = server.cluster.data / "postmaster.pid"
    stale.write_text(f"{os.getpid()}\n{server.cluster.data}\n0\n1\n\n\n0 0\n", encoding="ascii")
    with server:
        assert postgres.execute(server.cluster, "select 1") == "1"


def test_half_a_cluster_left_by_an_interrupted_initdb_is_made_anew(tmp_path: Path) -> None:
    unfinished = tmp_path / "pg" / "unfinished"
    unfinished.mkdir(parents=True)
    (unfinished / "PG_VERSION").write_text("18\n", encoding="ascii")
    with PostgresServer(tmp_path / "pg", is_durable=False) as server:
        assert postgres.execute(server.cluster, "select 1") == "1"


async def test_databases_are_copies_of_their_template(durable: PostgresServer) -> None:
    template = durable.create_database("pattern")
    connection = await asyncpg.connect(template)
    await connection.execute("create table seats (seat int)")
    await connection.close()
    copy = await asyncpg.connect(durable.create_database("copy", template="pattern"))
    assert await copy.fetchval("select count(*) from seats") == 0
    durable.drop_database("copy")
    copy.terminate()


def test_jetstream_keeps_its_port_and_password_over_a_kill(tmp_path: Path) -> None:
    with NatsServer(tmp_path / "nats") as server:
        before = server.url
        server.restart()
        assert server.url == before
        config = (tmp_path / "nats" / "server.conf").stat()
        assert config.st_mode & 0o077 == 0


def test_a_process_that_was_left_behind_is_swept_up_and_a_stranger_is_not(tmp_path: Path) -> None:
    left = subprocess.Popen(["sleep", "60"])
    leftovers.record(tmp_path, "left", left.pid)
    stranger = subprocess.Popen(["sleep", "60"])
    (tmp_path / "stranger.pid").write_text(f"{stranger.pid} another-birth\n", encoding="utf-8")
    assert leftovers.sweep(tmp_path) == ["left"]
    assert left.wait() == -15
    assert stranger.poll() is None
    assert list(tmp_path.iterdir()) == []
    stranger.kill()
    stranger.wait()
