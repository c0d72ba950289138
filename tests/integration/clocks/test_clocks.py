"""Flags fall on real servers: after restarts, with two instances, after outages and rebuilds."""

import functools
import json
from typing import Any

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.games import AnswerUndo, AskUndo, PlayTurn, TakeBack
from libs.contracts.ids import GameId
from libs.contracts.rebuild import Rebuild, RebuildProgress
from libs.rules import registry
from libs.rules.game import Seat
from libs.testkit.eventually import eventually
from libs.timing import REST_MS, TimeControl
from tests.integration.behind import Behind, until

SHORT = TimeControl(700)
TABLE = "SELECT * FROM deadlines ORDER BY game"


async def end_of(behind: Behind, game: GameId) -> dict[str, Any] | None:
    """How a game ended, None while it runs."""
    sql = "SELECT actor, public FROM events WHERE stream = $1 AND type = 'games.game_ended'"
    rows = await behind.rows("games", sql, game)
    assert len(rows) <= 1
    return {**json.loads(rows[0]["public"]), "actor": rows[0]["actor"]} if rows else None


async def table(behind: Behind) -> list[dict[str, Any]]:
    """The deadlines as stored."""
    return [dict(row) for row in await behind.rows("clocks", TABLE)]


async def test_who_runs_out_of_time_loses_though_nobody_is_there(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("clocks")
    game = await behind.start_game(SHORT)
    await until(lambda: end_of(behind, game))
    ended = await end_of(behind, game)
    assert ended is not None
    assert (ended["winner"], ended["reason"], ended["actor"]) == (1, "time", "service:clocks")


async def test_a_turn_in_time_moves_the_deadline_to_the_other_side(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("clocks")
    game = await behind.start_game(TimeControl(2_000))
    await behind.play(game, 1)
    await until(lambda: end_of(behind, game))
    ended = await end_of(behind, game)
    assert ended is not None
    assert (ended["winner"], ended["reason"]) == (0, "time")


async def test_after_an_undo_to_the_first_position_the_asker_s_flag_still_falls(
    behind: Behind,
) -> None:
    await behind.start("games")
    await behind.start("clocks")
    game = await behind.start_game(TimeControl(2_000))
    asked_at = await behind.play(game, 1)
    white, black = (seat.player for seat in behind.seats_of(game))
    asked = await behind.command("games", game, white, AskUndo(asked_at))
    undone = await behind.command("games", game, black, AnswerUndo(asked.version, accept=True))
    assert (asked.code, undone.code) == (None, None)
    await until(lambda: end_of(behind, game))
    ended = await end_of(behind, game)
    assert ended is not None
    assert (ended["winner"], ended["reason"]) == (1, "time")
    assert "plies" not in ended, "no turn stands"


async def test_at_one_device_a_turn_taken_back_gives_the_other_side_s_clock_to_run(
    behind: Behind,
) -> None:
    """White has played, the turn is taken back, and it is White whose flag falls."""
    await behind.start("games")
    await behind.start("clocks")
    game = await behind.start_hotseat(TimeControl(2_000))
    version = await behind.play(game, 1)
    back = await behind.command("games", game, behind.seats_of(game)[0].player, TakeBack(version))
    assert back.code is None
    await until(lambda: end_of(behind, game))
    ended = await end_of(behind, game)
    assert ended is not None
    assert (ended["winner"], ended["reason"], ended["actor"]) == (1, "time", "service:clocks")
    assert "plies" not in ended, "no turn stands"


async def test_at_one_device_time_is_watched_over_a_restart_and_costs_the_side_to_move(
    behind: Behind,
) -> None:
    owner = await behind.start("games")
    clocks = await behind.start("clocks")
    game = await behind.start_hotseat(TimeControl(2_000))
    await behind.play(game, 1)
    await eventually(lambda: len(clocks.deadlines) == 1)
    await behind.stop(clocks)
    await behind.stop(owner)
    await behind.start("games")
    await behind.start("clocks")
    await until(lambda: end_of(behind, game))
    ended = await end_of(behind, game)
    assert ended is not None
    assert (ended["winner"], ended["reason"]) == (0, "time")
    assert await behind.rows("games", "SELECT * FROM running WHERE stream = $1", game) == []


async def test_at_one_device_without_a_clock_a_week_is_waited_and_no_outage_credited(
    behind: Behind,
) -> None:
    await behind.start("games")
    clocks = await behind.start("clocks")
    game = await behind.start_hotseat(TimeControl(None))
    await eventually(lambda: clocks.deadlines.get(game) is not None)
    deadline = clocks.deadlines.get(game)
    assert deadline is not None
    assert deadline.left_ms == REST_MS
    assert await behind.rows("games", "SELECT * FROM running WHERE stream = $1", game) == []


async def test_a_deadline_that_passed_while_nobody_watched_is_claimed_after_the_start(
    behind: Behind,
) -> None:
    await behind.start("games")
    doomed = await behind.start_process("clocks")
    game = await behind.start_game(TimeControl(4_000))

    async def is_stored() -> bool:
        return bool(await table(behind))

    await until(is_stored)
    doomed.kill()
    assert await end_of(behind, game) is None
    await behind.start("clocks")
    await until(lambda: end_of(behind, game))


async def test_a_game_that_began_while_nobody_watched_is_found_in_the_log(behind: Behind) -> None:
    await behind.start("games")
    game = await behind.start_game(SHORT)
    await behind.bus.streams.delete("EVENTS")
    await behind.start("clocks")
    await until(lambda: end_of(behind, game))


async def test_the_other_instance_goes_on_when_one_is_killed(behind: Behind) -> None:
    await behind.start("games")
    doomed = await behind.start_process("clocks")
    standby = await behind.start("clocks")
    game = await behind.start_game(TimeControl(2_000))
    assert len(standby.deadlines) == 0
    doomed.kill()
    await until(lambda: end_of(behind, game))
    assert (await behind.kinds("games", game)).count("games.game_ended") == 1


async def test_finished_games_leave_nothing_behind(behind: Behind) -> None:
    await behind.start("games")
    clocks = await behind.start("clocks")
    games = await behind.start_games(5)
    await eventually(lambda: len(clocks.deadlines) == 5)
    for game in games:
        await behind.play(game, 3)
        await behind.resign(game)
    await eventually(lambda: len(clocks.deadlines) == 0)

    async def is_empty() -> bool:
        return not await table(behind)

    await until(is_empty)


async def test_a_claim_comes_back_while_no_owner_answers(behind: Behind) -> None:
    owner = await behind.start("games")
    clocks = await behind.start("clocks")
    game = await behind.start_game(SHORT)
    await eventually(lambda: len(clocks.deadlines) == 1)
    await behind.stop(owner)
    await behind.start("games")
    await until(lambda: end_of(behind, game))


async def test_what_was_not_saved_before_a_kill_is_read_again(behind: Behind) -> None:
    await behind.start("games")
    doomed = await behind.start_process("clocks")
    games = await behind.start_games(10, TimeControl(1_500))
    doomed.kill()
    await behind.start("clocks")
    for game in games:
        await until(functools.partial(end_of, behind, game))


async def stored_version(behind: Behind, game: GameId) -> int:
    """The version of the game's deadline, 0 if there is none."""
    return next((row["version"] for row in await table(behind) if row["game"] == game), 0)


async def test_a_rebuild_gives_the_same_deadlines_and_claims_nothing(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("clocks")
    games = await behind.start_games(6)
    for turns, game in enumerate(games):
        await behind.play(game, turns)
    await behind.resign(games[0])
    for turns, game in list(enumerate(games))[1:]:

        async def is_there(game: GameId = game, version: int = turns + 1) -> bool:
            return await stored_version(behind, game) == version

        await until(is_there)

    async def is_over() -> bool:
        return await stored_version(behind, games[0]) == 0

    await until(is_over)
    live = await table(behind)
    await behind.rows("clocks", "UPDATE deadlines SET due_ms = 1, left_ms = 2")
    assert (await rebuilt(behind)).error is None
    assert await table(behind) == live
    for game in games[1:]:
        assert await end_of(behind, game) is None
    await goes_on(behind, games[1])


async def goes_on(behind: Behind, game: GameId) -> None:
    """After a rebuild new events are read as before."""
    rules = registry.current("mills")
    turn = rules.legal_turns(rules.setup(rules.options("battlemills-9", {})), Seat(0))[5]
    version = await stored_version(behind, game)
    mover = behind.seats_of(game)[version - 1].player
    answer = await behind.command("games", game, mover, PlayTurn(version, turn))
    assert answer.code is None, answer

    async def is_next() -> bool:
        return await stored_version(behind, game) == version + 1

    await until(is_next)


async def rebuilt(behind: Behind) -> RebuildProgress:
    """Asks until it is done."""
    while True:
        answer: Answer = await behind.query("rebuild.clocks", Rebuild("test"))
        assert answer.data is not None
        progress = msgspec.msgpack.decode(answer.data, type=RebuildProgress)
        if progress.is_done:
            return progress
