"""What operators do: bring an older house up to date, give somebody a role."""

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest

import services.accounts.app
from libs.eventstore.connection import DedicatedConnection
from libs.runtime import Runtime, Settings
from services.__main__ import main
from services.accounts.queries.sessions import hash_of
from services.upkeep.app import UpkeepError, give_role
from services.upkeep.tasks import migrate_service
from tests.integration.accounts.conftest import Town, me, sign_in, within

SCHEMA = Path(services.accounts.app.__file__).with_name("schema.sql")
TOKEN = "t" * 43
LONG_AGO_MS = 1_700_000_000_000


@pytest.fixture
async def older_house(database_url: str, tmp_path: Path) -> None:
    """A database from before there were accounts, with a guest in it."""
    folder = tmp_path / "older"
    folder.mkdir()
    shutil.copy(SCHEMA, folder)
    link = DedicatedConnection(database_url, "accounts", "test")
    connection = await link.get()
    await migrate_service(connection, "accounts", folder)
    await connection.execute(
        "INSERT INTO accounts.players (id, name, created_at_ms) "
        "VALUES ('00-old', 'Alter Hase', $1)",
        LONG_AGO_MS,
    )
    await connection.execute(
        "INSERT INTO accounts.events (shard, seq, stream, version, type, schema, at_ms, actor, "
        "correlation, public) VALUES (0, 1, '00-old', 1, 'accounts.guest_registered', 1, $1, "
        "'service:accounts', 'c', '{\"type\":\"accounts.guest_registered\"}')",
        LONG_AGO_MS,
    )
    await connection.execute(
        "INSERT INTO accounts.sessions (token_hash, player, created_at_ms, last_seen_ms) "
        "VALUES ($1, '00-old', $2, (extract(epoch FROM now()) * 1000)::bigint)",
        hash_of(TOKEN),
        LONG_AGO_MS,
    )
    await link.close()


async def test_a_guest_of_an_older_house_stays_and_signs_up(older_house: None, town: Town) -> None:
    browser = await town.browser(token=TOKEN)
    player = await me(browser)
    assert player == {"id": "00-old", "name": "Alter Hase", "is_guest": True, "role": "player"}
    assert (await browser.post("/api/sign-up", sign_in("Alterhase")))[0] == 200
    after = await me(browser)
    assert (after["id"], after["is_guest"]) == ("00-old", False)
    _, profile = await browser.get("/api/players/00-old")
    assert profile["since_ms"] == LONG_AGO_MS


async def test_an_operator_makes_somebody_a_moderator_and_takes_it_back(town: Town) -> None:
    anna = await town.account("Anna")
    player = (await me(anna))["id"]
    assert await by_command(town, "aNNa", "moderator") == f"Anna ({player}) is moderator now\n"

    async def seen() -> object:
        return (await me(anna))["role"]

    await within(seen, "moderator")
    said: list[str] = []
    runtime = Runtime(Settings(nats_url=town.behind.nats_url))
    for _ in range(2):
        await give_role(runtime, "Anna", "player", said.append)
    assert said == [f"Anna ({player}) is player now"] * 2
    await within(seen, "player")
    with pytest.raises(UpkeepError, match="There is no such player"):
        await give_role(runtime, "Niemals", "moderator", said.append)
    kinds = await town.behind.kinds("accounts", player)
    assert kinds == ["accounts.signed_up", "accounts.role_given", "accounts.role_given"]


async def by_command(town: Town, *arguments: str) -> str:
    """What `python -m services role …` says when all is well."""
    environment = {**os.environ, "NATS_URL": town.behind.nats_url}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services", "role", *arguments, env=environment,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await process.communicate()
    assert process.returncode == 0
    return out.decode()


def test_a_role_that_does_not_exist_is_not_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["role", "Anna", "emperor"]) == 2
    assert "role WHO player|moderator" in capsys.readouterr().err
