"""The archive on real servers: lists, records, tellings; kills, repeats, two instances."""

import asyncio
from typing import Any

import msgspec

from libs.contracts.archive import (
    ArchivedGame,
    FinishedGames,
    GameRecord,
    GameSummary,
    RunningChanged,
    RunningGames,
)
from libs.contracts.envelope import Answer
from libs.contracts.games import GameEvent, GameLog, SeatInfo, TakeBack, WholeLog
from libs.contracts.ids import GameId, PlayerId
from libs.eventstore.records import shard_of
from libs.testkit.eventually import eventually
from libs.testkit.standing import standing_turns
from tests.integration.behind import ANN, BEN, COMPUTER, SEATS, UNTIMED, Behind, until

QUERY = "query.archive"
CLEO, DAVE = PlayerId("02-cleocleocleocle"), PlayerId("03-davedavedavedav")
OTHERS = (SeatInfo(CLEO, "Cleo"), SeatInfo(DAVE, "Dave"))
GAMES = "SELECT * FROM games ORDER BY game"


async def lines(behind: Behind, query: Any) -> list[GameSummary]:
    answer = await behind.query(QUERY, query)
    assert answer.data is not None, answer
    return msgspec.json.decode(answer.data, type=list[GameSummary])


async def games_of(behind: Behind, query: Any) -> list[GameId]:
    return [line.game for line in await lines(behind, query)]


async def finished(behind: Behind, player: PlayerId) -> list[GameId]:
    return await games_of(behind, FinishedGames(player, limit=100))


async def record_of(behind: Behind, game: GameId) -> GameRecord | None:
    answer = await behind.query(QUERY, ArchivedGame(game))
    return None if answer.data is None else msgspec.json.decode(answer.data, type=GameRecord)


async def practice_record(behind: Behind, game: GameId, player: PlayerId | None) -> Answer:
    return await behind.query(QUERY, ArchivedGame(game, player))


async def table(behind: Behind) -> list[dict[str, Any]]:
    return [dict(row) for row in await behind.rows("archive", GAMES)]


async def all_recorded(behind: Behind) -> bool:
    return all(row["record"] is not None for row in await table(behind) if row["ended_at_ms"])


async def test_a_game_runs_for_its_two_players_until_it_ends(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("archive")
    first = await behind.start_game(UNTIMED)
    second = await behind.start_game(UNTIMED)

    async def is_listed() -> bool:
        return await games_of(behind, RunningGames(ANN)) == [second, first]

    await until(is_listed)
    assert await games_of(behind, RunningGames(BEN)) == [second, first]
    assert await games_of(behind, RunningGames(CLEO)) == []
    await behind.resign(first, BEN)
    await until(lambda: finished(behind, ANN))
    assert await games_of(behind, RunningGames(ANN)) == [second]
    (line,) = await lines(behind, FinishedGames(BEN))
    assert (line.game, line.winner, line.reason, line.seats) == (first, 0, "resigned", SEATS)
    assert await finished(behind, CLEO) == []


async def test_players_are_told_what_runs_now(behind: Behind) -> None:
    told: list[RunningChanged] = []

    def on_told(_subject: str, data: bytes) -> None:
        told.append(msgspec.json.decode(data, type=RunningChanged))

    behind.bus.subscribe(f"player.{ANN}.running", on_told)
    await behind.bus.flush()
    await behind.start("games")
    await behind.start("archive")
    game = await behind.start_game()
    await eventually(lambda: told)
    assert [line.game for line in told[-1].running] == [game]
    await behind.resign(game)
    await eventually(lambda: told[-1].running == [])


async def test_a_finished_game_is_kept_whole(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("archive")
    game = await behind.start_game()
    await behind.play(game, 5)
    assert await record_of(behind, game) is None
    await behind.resign(game)
    await until(lambda: record_of(behind, game))
    record = await record_of(behind, game)
    assert record is not None
    subject = f"query.games.{shard_of(game)}"
    log = msgspec.json.decode(
        (await behind.query(subject, WholeLog(game))).data or b"", type=GameLog
    )
    assert [(e.version, e.at_ms, e.type) for e in record.events] == [
        (e.version, e.at_ms, e.type) for e in log.events
    ]
    assert [e.data for e in record.events] == [msgspec.json.decode(e.public) for e in log.events]
    assert record.summary.plies == 5
    await until(lambda: all_recorded(behind))
    (line,) = await lines(behind, FinishedGames(ANN))
    assert line == record.summary


async def test_turns_write_nothing(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("archive")
    game = await behind.start_game()
    await until(lambda: games_of(behind, RunningGames(ANN)))
    (before,) = await behind.rows("archive", "SELECT xmin::text FROM games")
    await behind.play(game, 8)
    (after,) = await behind.rows("archive", "SELECT xmin::text FROM games")
    assert before == after


async def test_pages_hold_every_game_once_and_the_newest_first(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("archive")
    games = [await behind.start_game(UNTIMED, SEATS if n % 2 else SEATS[::-1]) for n in range(7)]
    strangers = await behind.start_game(seats=OTHERS)
    for game in games:
        await behind.resign(game, ANN)
    await behind.resign(strangers, CLEO)

    async def are_all_there() -> bool:
        return len(await finished(behind, ANN)) == 7

    await until(are_all_there)
    seen: list[GameSummary] = []
    while True:
        last = seen[-1] if seen else None
        before_ms = None if last is None else last.ended_at_ms
        before_game = None if last is None else last.game
        page = await lines(behind, FinishedGames(ANN, before_ms, before_game, limit=3))
        if not page:
            break
        assert len(page) <= 3
        seen += page
    assert [line.game for line in seen] == await finished(behind, ANN)
    assert {line.game for line in seen} == set(games)
    order = [(line.ended_at_ms or 0, line.game) for line in seen]
    assert order == sorted(order, reverse=True)


async def test_killed_before_the_record_was_fetched_it_is_fetched_after_the_start(
    behind: Behind,
) -> None:
    games = await behind.start("games")
    doomed = await behind.start_process("archive")
    game = await behind.start_game()
    await behind.resign(game)
    await until(lambda: finished(behind, ANN))
    await until(lambda: all_recorded(behind))  # so that nothing is under way to the table
    doomed.kill()
    await behind.rows("archive", "UPDATE games SET record = NULL")
    await behind.stop(games)
    archive = await behind.start("archive", is_ready=False)
    assert (await behind.query(QUERY, ArchivedGame(game))).code == "unavailable"
    await behind.start("games")
    await until(lambda: all_recorded(behind))
    await behind.stop(archive)


async def test_events_read_again_change_nothing(behind: Behind) -> None:
    await behind.start("games")
    archive = await behind.start("archive")
    games = [await behind.start_game(UNTIMED) for _ in range(4)]
    for game in games[:2]:
        await behind.play(game, 3)
        await behind.resign(game)

    async def is_complete() -> bool:
        listed, over = await table(behind), await finished(behind, ANN)
        return (len(listed), len(over)) == (4, 2) and await all_recorded(behind)

    await until(is_complete)
    await behind.stop(archive)
    before = await table(behind)
    await behind.rows("archive", "UPDATE consumer_cursor SET seq = 0")
    await behind.start("archive")
    assert await table(behind) == before


async def test_two_instances_answer_and_one_reads(behind: Behind) -> None:
    await behind.start("games")
    doomed = await behind.start_process("archive")
    await behind.start("archive")
    first = await behind.start_game(UNTIMED)
    await until(lambda: games_of(behind, RunningGames(ANN)))
    doomed.kill()
    second = await behind.start_game(UNTIMED)

    async def are_both_listed() -> bool:
        return await games_of(behind, RunningGames(ANN)) == [second, first]

    await until(are_both_listed)
    await asyncio.gather(*(behind.resign(game) for game in (first, second)))
    await until(lambda: all_recorded(behind))


async def test_what_is_no_query_is_refused(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("archive")
    assert (await behind.query(QUERY, {"type": "all_games"})).code == "bad_message"
    assert (await behind.query(QUERY, ArchivedGame(GameId("00-x")))).code == "game_not_found"


async def test_who_was_not_told_before_a_crash_is_told_after_the_start(behind: Behind) -> None:
    await behind.start("games")
    first = await behind.start("archive")
    running, over = await behind.start_game(), await behind.start_game(seats=OTHERS)
    await behind.resign(over, CLEO)
    await until(lambda: finished(behind, CLEO))
    await behind.stop(first)
    told: dict[PlayerId, list[GameId]] = {}

    def on_told(_subject: str, data: bytes) -> None:
        change = msgspec.json.decode(data, type=RunningChanged)
        told[change.player] = [line.game for line in change.running]

    behind.bus.subscribe("player.*.running", on_told)
    await behind.bus.flush()
    await behind.start("archive")
    await eventually(lambda: len(told) == 4)
    assert told == {ANN: [running], BEN: [running], CLEO: [], DAVE: []}


async def test_a_practice_game_is_listed_for_its_player_and_nobody_else_gets_it(
    behind: Behind,
) -> None:
    told: list[str] = []
    behind.bus.subscribe("player.*.running", lambda subject, _data: told.append(subject))
    await behind.bus.flush()
    await behind.start("games")
    archive = await behind.start("archive")
    game = await behind.start_practice()
    seats = (SEATS[0], COMPUTER)
    version = await behind.play(game, 4, seats)
    await until(lambda: games_of(behind, RunningGames(ANN)))
    (line,) = await lines(behind, RunningGames(ANN))
    assert (line.game, line.terms.kind, line.seats) == (game, "practice", seats)
    taken_back = await behind.command("games", game, ANN, TakeBack(version))
    assert taken_back.code is None
    await behind.resign(game)
    await until(lambda: finished(behind, ANN))
    (line,) = await lines(behind, FinishedGames(ANN))
    assert (line.terms.kind, line.winner, line.plies) == ("practice", 1, 2)
    await until(lambda: all_recorded(behind))
    for player in (None, BEN):
        assert (await practice_record(behind, game, player)).code == "game_not_found"
    answer = await practice_record(behind, game, ANN)
    record = msgspec.json.decode(answer.data or b"", type=GameRecord)
    events = [event.data for event in record.events]
    stand = standing_turns(msgspec.convert(events, list[GameEvent]))
    assert [turn.seat for turn in stand] == [0, 1]
    await behind.stop(archive)
    await behind.start("archive")
    assert set(told) == {f"player.{ANN}.running"}, "a computer is told nothing"
