"""The migration that finds out who plays: a house whose games began before anybody was noted."""

from pathlib import Path

from tests.integration.behind import BEN, SEATS, UNTIMED, Behind, some_people

SCRIPT = Path(__file__).parents[3] / "services" / "games" / "migrations" / "0001_busy_players.sql"
BUSY = "SELECT player, game, shard FROM busy ORDER BY player"


async def test_games_that_run_take_their_players_up(behind: Behind) -> None:
    await behind.start("games")
    games = await behind.start_games(3)
    await behind.resign(games[0])
    await behind.start_game(UNTIMED, some_people())
    await behind.start_practice()
    live = [dict(row) for row in await behind.rows("games", BUSY)]
    assert {row["game"] for row in live} == set(games[1:])
    await behind.rows("games", "DELETE FROM busy")
    await behind.rows("games", SCRIPT.read_text(encoding="utf-8"))
    assert [dict(row) for row in await behind.rows("games", BUSY)] == live


async def test_of_two_games_that_run_at_once_the_older_one_counts_and_both_can_end(
    behind: Behind,
) -> None:
    await behind.start("games")
    older = await behind.start_game()
    await behind.rows("games", "DELETE FROM busy")
    newer = await behind.start_game(seats=(some_people()[0], SEATS[1]))
    await behind.rows("games", "DELETE FROM busy")
    await behind.rows("games", SCRIPT.read_text(encoding="utf-8"))
    rows = {row["player"]: row["game"] for row in await behind.rows("games", BUSY)}
    assert rows[BEN] == older
    await behind.resign(newer, BEN)
    rows = {row["player"]: row["game"] for row in await behind.rows("games", BUSY)}
    assert rows == {seat.player: older for seat in SEATS}
    await behind.resign(older)
    assert await behind.rows("games", BUSY) == []
