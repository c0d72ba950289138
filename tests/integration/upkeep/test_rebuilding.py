"""`python -m services rebuild`: what is made again from the logs equals what was there."""

import asyncio
import os
import random
import sys
from typing import Any

from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId, RoomId
from libs.contracts.matchmaking import AgreeTerms, JoinRoom, OpenRoom, RoomTerms
from libs.eventstore.records import new_stream_id
from tests.integration.behind import ANN, BEN, COMPUTER, SEATS, UNTIMED, Behind, until

TABLES = {
    "archive": "SELECT * FROM games ORDER BY game",
    "bots": "SELECT * FROM games ORDER BY game",
    "clocks": "SELECT * FROM deadlines ORDER BY game",
    "games": """
        SELECT *, ARRAY(SELECT player FROM busy WHERE game = stream ORDER BY player) AS busy
        FROM running ORDER BY stream
    """,
    "matchmaking": "SELECT * FROM open_rooms ORDER BY room",
}
SPOIL = {
    "archive": """
        UPDATE games SET reason = 'nonsense', record = NULL, started_at_ms = 0, is_public = true
    """,
    "bots": "UPDATE games SET position = 99",
    "clocks": "INSERT INTO deadlines VALUES ('0a-nogame', 1, 1, NULL, 1, 9999999999999)",
    "games": "WITH free AS (DELETE FROM busy) INSERT INTO running VALUES ('0a-nogame', 10)",
    "matchmaking": "UPDATE open_rooms SET host = 'nobody', due_at_ms = 0",
}
IDLE: dict[str, Any] = {"bot_workers": 1, "bot_engines": "tests.integration.bots.idle"}
"""Computers that keep their table and don't play."""
TERMS = RoomTerms(GameTerms("mills", "battlemills-9", {}, UNTIMED), "host")
LOGS = "SELECT count(*) FROM {service}.events"


async def tables(behind: Behind) -> dict[str, list[dict[str, Any]]]:
    """All read tables."""
    return {
        service: [dict(row) for row in await behind.rows(service, sql)]
        for service, sql in TABLES.items()
    }


async def rebuild(behind: Behind) -> tuple[int, str]:
    """The command, as `make rebuild` calls it: its exit code and what it said."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "services",
        "rebuild",
        env={**os.environ, "NATS_URL": behind.nats_url, "DATABASE_URL": behind.database_url},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


async def open_room(behind: Behind) -> tuple[RoomId, GameId]:
    """A private room that waits for somebody."""
    room = RoomId(new_stream_id(4, random.randbytes(16)))
    game = GameId(new_stream_id(16, random.randbytes(16)))
    command = OpenRoom("Ann", TERMS, game)
    assert (await behind.command("matchmaking", room, ANN, command)).code is None
    return room, game


async def room_with_game(behind: Behind) -> GameId:
    """A game that two agreed upon, so that a policy has acted."""
    room, game = await open_room(behind)
    for command in (JoinRoom("Ben"), AgreeTerms(TERMS)):
        assert (await behind.command("matchmaking", room, BEN, command)).code is None

    async def is_running() -> bool:
        return "matchmaking.game_opened" in await behind.kinds("matchmaking", room)

    await until(is_running)
    return game


async def is_settled(behind: Behind, *, running: int, over: int, practice: int = 0) -> bool:
    """Whether all tables have heard of everything; the clocks know no games without time."""
    now = await tables(behind)
    recorded = [row for row in now["archive"] if row["record"] is not None]
    counts = [len(now[name]) for name in ("clocks", "games", "archive", "bots")]
    wanted = [running, running, running + practice + over, practice]
    heads = await behind.rows("games", "SELECT stream, max(version) FROM events GROUP BY 1")
    ends = {row[0]: row[1] for row in heads}
    heard = all(ends.get(row["game"]) == row["version"] for row in (*now["clocks"], *now["bots"]))
    return heard and [*counts, len(recorded)] == [*wanted, over]


async def test_all_read_tables_are_made_again_while_the_services_run(behind: Behind) -> None:
    for name in ("games", "matchmaking", "accounts", "clocks", "archive", "ratings"):
        await behind.start(name)
    await behind.start("bots", **IDLE)
    games = [await room_with_game(behind) for _ in range(3)]
    games += await behind.start_games(9)
    for turns, game in enumerate(games):
        await behind.play(game, turns)
    for game in games[::2]:
        await behind.resign(game)
    practice = [await behind.start_practice() for _ in range(2)]
    for game in practice:
        await behind.play(game, 3, (SEATS[0], COMPUTER))
    await open_room(behind)
    await until(lambda: is_settled(behind, running=6, over=6, practice=2))
    live = await tables(behind)
    logs = await lengths(behind)
    for service, sql in SPOIL.items():
        await behind.rows(service, sql)
    code, said = await rebuild(behind)
    assert code == 0, said
    await until(lambda: is_settled(behind, running=6, over=6, practice=2))
    assert await tables(behind) == live
    assert await lengths(behind) == logs, "a rebuild makes no events: no policy ran"
    assert await room_with_game(behind) not in games


async def lengths(behind: Behind) -> list[int]:
    """How long each log is."""
    found = [
        await behind.rows(service, LOGS.format(service=service))
        for service in ("games", "matchmaking")
    ]
    return [int(rows[0][0]) for rows in found]


async def test_games_go_on_during_a_rebuild(behind: Behind) -> None:
    for name in ("games", "matchmaking", "accounts", "clocks", "archive", "ratings"):
        await behind.start(name)
    await behind.start("bots", **IDLE)
    games = await behind.start_games(20)

    async def play_on() -> None:
        for turns, game in enumerate(games):
            await behind.play(game, turns % 9)
            if turns % 2:
                await behind.resign(game)

    playing = asyncio.create_task(play_on())
    code, said = await rebuild(behind)
    assert code == 0, said
    await playing
    await until(lambda: is_settled(behind, running=10, over=10), within_s=30)
    live = await tables(behind)
    code, said = await rebuild(behind)
    assert code == 0, said
    await until(lambda: is_settled(behind, running=10, over=10))
    assert await tables(behind) == live


async def test_two_owners_make_their_own_shards_again(behind: Behind) -> None:
    one = await behind.start("games")
    two = await behind.start("games")
    for name in ("matchmaking", "accounts", "clocks", "archive", "ratings"):
        await behind.start(name)
    await behind.start("bots", **IDLE)

    async def have_shared() -> bool:
        return len(one.shards) == len(two.shards) == 8

    await until(have_shared)
    await behind.start_games(12)
    await until(lambda: is_settled(behind, running=12, over=0))
    live = await tables(behind)
    await behind.rows("games", "DELETE FROM running")
    code, said = await rebuild(behind)
    assert code == 0, said
    assert await tables(behind) == live


async def test_when_nobody_keeps_the_tables_a_sentence_says_so(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("clocks")
    code, said = await rebuild(behind)
    assert code == 1
    assert "archive: nobody answers" in said
    assert "Traceback" not in said
