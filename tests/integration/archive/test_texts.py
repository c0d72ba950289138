"""Finished games to take along: one as a text, all of them line by line."""

import random

import msgspec

from libs.contracts.accounts import OpenedSession, OpenGuestSession
from libs.contracts.archive import (
    ExportedGame,
    ExportGames,
    ExportPage,
    GameTextOf,
    TextFile,
)
from libs.contracts.games import SeatInfo
from libs.contracts.ids import GameId, PlayerId
from libs.rules.gametext import parse_game
from services.archive.queries.answers import EXPORT_BYTES
from tests.integration.archive.rows import (
    PEOPLE,
    QUERY,
    load,
    made_up,
)
from tests.integration.behind import ANN, BEN, SEATS, Behind, until


async def guest(behind: Behind) -> SeatInfo:
    """A guest whose name accounts knows and no event does."""
    answer = await behind.query("query.accounts", OpenGuestSession("de"))
    player = msgspec.msgpack.decode(answer.data or b"", type=OpenedSession).player
    return SeatInfo(player.id, player.name)


async def test_a_game_is_had_as_a_text_when_it_is_over(behind: Behind) -> None:
    for service in ("games", "accounts", "archive"):
        await behind.start(service)
    anna = await guest(behind)
    seats = (SeatInfo(anna.player, ""), SEATS[1])
    game = await behind.start_game(seats=seats)
    await behind.play(game, 4, seats)

    async def code() -> str | None:
        return (await behind.query(QUERY, GameTextOf(game))).code

    async def is_running() -> bool:
        return await code() == "game_running"

    async def is_over() -> bool:
        return await code() is None

    await until(is_running)
    await behind.resign(game, anna.player)
    await until(is_over)
    answer = await behind.query(QUERY, GameTextOf(game))
    file = msgspec.msgpack.decode(answer.data or b"", type=TextFile)
    text = parse_game(file.text)
    assert text.players == (anna.name, "deleted"), "accounts knows no Ben"
    assert (len(text.entries), text.termination, text.result) == (4, "resigned", "0-1")
    assert text.time_control == (180, 2)
    assert file.name.endswith(f"-mills-{game}.txt")
    assert (await behind.query(QUERY, GameTextOf(GameId("00-x")))).code == "game_not_found"


async def test_a_practice_game_s_text_is_its_player_s_alone(behind: Behind) -> None:
    for service in ("games", "accounts", "archive"):
        await behind.start(service)
    anna = await guest(behind)
    game = await behind.start_practice(anna)
    await behind.resign(game, anna.player)

    async def is_there() -> bool:
        return (await behind.query(QUERY, GameTextOf(game, anna.player))).code is None

    await until(is_there)
    for player in (None, BEN):
        assert (await behind.query(QUERY, GameTextOf(game, player))).code == "game_not_found"


async def test_without_accounts_there_is_no_text_with_wrong_names(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("archive")
    game = await behind.start_game()
    await behind.resign(game)

    async def is_unavailable() -> bool:
        return (await behind.query(QUERY, GameTextOf(game))).code == "unavailable"

    await until(is_unavailable)


async def exported(behind: Behind, player: PlayerId = ANN) -> list[ExportedGame]:
    """All games, and no message larger than it may be."""
    lines: list[bytes] = []
    query = ExportGames(player)
    while True:
        answer = await behind.query(QUERY, query)
        page = msgspec.msgpack.decode(answer.data or b"", type=ExportPage)
        assert len(page.lines) <= 1 or sum(map(len, page.lines)) <= EXPORT_BYTES
        lines += page.lines
        if page.next is None:
            return [msgspec.json.decode(line, type=ExportedGame) for line in lines]
        query = ExportGames(player, *page.next)


async def test_an_export_has_every_game_whole_in_small_messages(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("archive")
    games: list[GameId] = []
    for _ in range(3):
        games.append(game := await behind.start_game())
        await behind.play(game, 2)
        await behind.resign(game)
    wide = "UPDATE games SET record = convert_to(left(convert_from(record, 'UTF8'), -1)"
    wide += " || ', \"x\": \"' || repeat('x', 300000) || '\"}', 'UTF8')"

    async def are_recorded() -> bool:
        rows = await behind.rows("archive", "SELECT 1 FROM games WHERE record IS NOT NULL")
        return len(rows) == 3

    await until(are_recorded)
    await behind.rows("archive", wide)
    found = await exported(behind)
    assert [line.summary.game for line in found] == games[::-1]
    assert [[event.type for event in line.events or ()] for line in found] == [
        ["games.game_started", "games.turn_played", "games.turn_played", "games.game_ended"]
    ] * 3


async def test_a_game_whose_owner_is_silent_is_exported_without_its_turns(behind: Behind) -> None:
    row = made_up(random.Random(8), 0, PEOPLE)
    await load(behind, [row], None)
    await behind.start("archive", is_ready=False)
    (line,) = await exported(behind)
    assert (line.summary.game, line.events) == (row.game, None)
