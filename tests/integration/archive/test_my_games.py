"""My games on real servers: filters by their indexes, figures, texts, the export."""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from libs.contracts.accounts import OpenedSession, OpenGuestSession
from libs.contracts.archive import (
    ExportedGame,
    ExportGames,
    ExportPage,
    Figures,
    FinishedGames,
    GameFilter,
    GameSummary,
    GameTextOf,
    Kind,
    Result,
    Statistics,
    StatisticsOf,
    Streaks,
    Tally,
    TextFile,
)
from libs.contracts.games import GameTerms, SeatInfo
from libs.contracts.ids import GameId, PlayerId, bot_player, is_bot
from libs.eventstore.connection import Connection, DedicatedConnection
from libs.rules.gametext import parse_game
from libs.timing import TimeControl
from services import archive
from services.archive.queries.answers import EXPORT_BYTES
from services.archive.queries.lists import page_of, reads_of
from tests.integration.behind import ANN, BEN, SEATS, Behind, until

QUERY: Final = "query.archive"
FIRST_MS: Final = 1_700_000_000_000
PEOPLE: Final = [PlayerId(f"0{number % 4}-person{number:08}") for number in range(20)]
OPPONENTS: Final = [*PEOPLE, bot_player("easy"), bot_player("strong")]
GAME_KEYS: Final = ("mills", "hanse", "three")
MANY: Final = 50_000
"""Games; who played them fills twice as many rows."""
BUSY: Final = 5_000
"""So many of them are Ann's."""
FEW: Final = BUSY // 10
"""So many that an index has picked out may be sorted at once."""


class Row(msgspec.Struct):
    """A finished game, as a test makes it up; `player` is one of the two."""

    game: GameId
    player: PlayerId
    opponent: PlayerId
    ended_at_ms: int
    rules: str
    kind: Kind
    seat: int
    winner: int | None
    plies: int
    lasted_ms: int

    @property
    def result(self) -> Result:
        if self.winner is None:
            return "drawn"
        return "won" if self.winner == self.seat else "lost"


def made_up(
    chance: random.Random, number: int, opponents: Sequence[PlayerId], player: PlayerId = ANN
) -> Row:
    """Any game; now and then two end in the same millisecond."""
    opponent = chance.choice(opponents)
    kind: Kind = "practice" if is_bot(opponent) else chance.choice(("friendly", "rated"))
    return Row(
        GameId(f"{number % 16:02x}-{chance.getrandbits(64):016x}"),
        player,
        opponent,
        FIRST_MS + chance.randrange(10_000) * 1_000_000,
        chance.choice(GAME_KEYS),
        kind,
        chance.randrange(2),
        chance.choice((0, 0, 0, 1, 1, None)),
        chance.randrange(1, 200),
        chance.randrange(1_000, 3_600_000),
    )


GAME_COLUMNS: Final = (
    "game", "player0", "player1", "terms", "seats", "started_at_ms", "ended_at_ms", "winner",
    "reason", "plies", "record",
)  # fmt: skip
PLAYED_COLUMNS: Final = (
    "player", "ended_at_ms", "game", "seat", "rules", "kind", "opponent", "result", "plies",
    "lasted_ms",
)  # fmt: skip


@asynccontextmanager
async def connected(behind: Behind) -> AsyncIterator[Connection]:
    """The archive's tables."""
    link = DedicatedConnection(behind.database_url, "archive", "test", command_limit_s=60.0)
    try:
        yield await link.get()
    finally:
        await link.close()


async def load(behind: Behind, rows: Sequence[Row], record: bytes | None = b"{}") -> None:
    """Puts games into the tables as the projection would have, in bulk."""
    games = [game_row(row, record) for row in rows]
    played = [each for row in rows for each in played_rows(row)]
    async with connected(behind) as tables:
        await tables.copy_records_to_table("games", records=games, columns=GAME_COLUMNS)
        await tables.copy_records_to_table("played", records=played, columns=PLAYED_COLUMNS)
        await tables.execute("ANALYZE games; ANALYZE played")


def game_row(row: Row, record: bytes | None) -> tuple[Any, ...]:
    players = (row.player, row.opponent) if row.seat == 0 else (row.opponent, row.player)
    terms = GameTerms(row.rules, "any", {}, TimeControl(60_000), row.kind)
    seats = [SeatInfo(each, "") for each in players]
    started_ms = row.ended_at_ms - row.lasted_ms
    ended = (row.ended_at_ms, row.winner, "resigned", row.plies, record)
    return (row.game, *players, encode(terms), encode(seats), started_ms, *ended)


def played_rows(row: Row) -> list[tuple[Any, ...]]:
    """One for each person."""
    turned = msgspec.structs.replace(
        row, player=row.opponent, opponent=row.player, seat=1 - row.seat
    )
    return [
        (side.player, side.ended_at_ms, side.game, side.seat, side.rules, side.kind,
         side.opponent, side.result, side.plies, side.lasted_ms)
        for side in (row, turned)
        if not is_bot(side.player)
    ]  # fmt: skip


encode = msgspec.json.encode


async def page(behind: Behind, query: FinishedGames) -> list[GameSummary]:
    answer = await behind.query(QUERY, query)
    assert answer.data is not None, answer
    return msgspec.json.decode(answer.data, type=list[GameSummary])


async def all_pages(behind: Behind, only: GameFilter) -> list[GameId]:
    """All games that a filter leaves, page by page."""
    found: list[GameSummary] = []
    while True:
        before_ms, before = (found[-1].ended_at_ms, found[-1].game) if found else (None, None)
        lines = await page(behind, FinishedGames(ANN, before_ms, before, 7, only))
        found += lines
        if len(lines) < 7:
            return [line.game for line in found]


def left(rows: list[Row], only: GameFilter) -> list[GameId]:
    """What a filter leaves, by its definition."""
    kept = [
        row
        for row in rows
        if only.game in (None, row.rules)
        and only.opponent in (None, row.opponent)
        and only.result in (None, row.result)
        and only.kind in (None, row.kind)
        and (only.since_ms is None or row.ended_at_ms >= only.since_ms)
        and (only.until_ms is None or row.ended_at_ms < only.until_ms)
    ]
    kept.sort(key=lambda row: (row.ended_at_ms, row.game), reverse=True)
    return [row.game for row in kept]


def any_filter(chance: random.Random) -> GameFilter:
    """A filter of some fields."""
    since = FIRST_MS + chance.randrange(5_000_000_000) // 1_000_000 * 1_000_000
    wished = {
        "game": chance.choice(GAME_KEYS),
        "opponent": chance.choice(OPPONENTS),
        "result": chance.choice(get_args(Result)),
        "kind": chance.choice(get_args(Kind)),
        "since_ms": since,
        "until_ms": since + 3_000_000_000,
    }
    fields = chance.sample(sorted(wished), chance.randrange(4))
    return GameFilter(**{field: wished[field] for field in fields})


async def test_pages_hold_exactly_what_a_filter_leaves(behind: Behind) -> None:
    chance = random.Random(5)
    rows = [made_up(chance, number, OPPONENTS) for number in range(200)]
    await load(behind, rows)
    await behind.start("archive", is_ready=False)
    for _ in range(40):
        only = any_filter(chance)
        assert await all_pages(behind, only) == left(rows, only), only


FILTERS: Final = [
    GameFilter(),
    GameFilter(game="hanse"),
    GameFilter(opponent=PEOPLE[3]),
    GameFilter(result="drawn"),
    GameFilter(kind="practice"),
    GameFilter(since_ms=FIRST_MS, until_ms=FIRST_MS + 5_000_000_000),
    GameFilter(game="mills", result="won", kind="rated"),
    GameFilter("three", PEOPLE[7], "lost", "friendly", FIRST_MS, FIRST_MS + 9_000_000_000),
    GameFilter(opponent=PlayerId("03-whomonehasnevermet")),
]


def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """A plan's steps."""
    return [plan, *(node for part in plan.get("Plans", ()) for node in nodes(part))]


async def test_a_page_among_many_games_is_read_off_an_index(behind: Behind) -> None:
    chance = random.Random(6)
    crowd = [PlayerId(f"0{number % 4}-crowd{number:09}") for number in range(500)]
    own = [made_up(chance, number, OPPONENTS) for number in range(BUSY)]
    others = [
        made_up(chance, number, crowd[number % 400 + 1 :], crowd[number % 400])
        for number in range(MANY - BUSY)
    ]
    await load(behind, own + others)
    reads = reads_of(behind.database_url)
    await reads.start()
    mode = await reads.fetchval("SHOW plan_cache_mode")
    await reads.close()
    async with connected(behind) as tables:
        await tables.execute(f"SET plan_cache_mode = {mode}")
        for only in FILTERS:
            await check_plan(tables, only)


async def check_plan(tables: Connection, only: GameFilter) -> None:
    """No step reads a table from end to end, and none sorts all of a player's games."""
    before = FIRST_MS + 8_000_000_000, GameId("08-middle")
    statement, values = page_of(FinishedGames(ANN, *before, limit=20, only=only))
    kinds = ", ".join("bigint" if isinstance(value, int) else "text" for value in values)
    literals = ", ".join(str(value) if isinstance(value, int) else f"'{value}'" for value in values)
    await tables.execute(f"PREPARE page ({kinds}) AS {statement}")
    explained = await tables.fetchval(f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page ({literals})")
    await tables.execute("DEALLOCATE page")
    plan = msgspec.json.decode(explained)[0]["Plan"]
    for node in nodes(plan):
        assert node["Node Type"] not in ("Seq Scan", "Hash Join", "Merge Join"), (only, plan)
        if node["Node Type"] in ("Sort", "Incremental Sort"):
            assert sum(part["Actual Rows"] for part in node["Plans"]) <= FEW, (only, plan)
        read = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
        assert read * node["Actual Loops"] <= BUSY, (only, plan)


def naive_figures(rows: list[Row]) -> Figures:
    """Figures, counted one game after the other; games and opponents are left out."""
    results = [row.result for row in sorted(rows, key=lambda row: (row.ended_at_ms, row.game))]
    most_won = most_unbeaten = won = unbeaten = length = 0
    for before, result in pairwise([None, *results]):
        length = length + 1 if result == before else 1
        won = won + 1 if result == "won" else 0
        unbeaten = unbeaten + 1 if result != "lost" else 0
        most_won, most_unbeaten = max(most_won, won), max(most_unbeaten, unbeaten)
    return Figures(
        tally_of(rows),
        streaks=Streaks(results[-1], length, most_won, most_unbeaten),
        plies=sum(row.plies for row in rows) / len(rows),
        median_ms=sorted(row.lasted_ms for row in rows)[(len(rows) - 1) // 2],
    )


def tally_of(rows: list[Row]) -> Tally:
    results = [row.result for row in rows]
    return Tally(results.count("won"), results.count("drawn"), results.count("lost"))


async def statistics(behind: Behind, player: PlayerId = ANN) -> Statistics:
    answer = await behind.query(QUERY, StatisticsOf(player))
    return msgspec.json.decode(answer.data or b"", type=Statistics)


def check_figures(figures: Figures, rows: list[Row], opponents: int) -> None:
    """What SQL counted is what is counted one by one."""
    assert msgspec.structs.replace(figures, games=[], opponents=[]) == naive_figures(rows)
    for game in figures.games:
        for seat, tally in enumerate(game.seats):
            alike = [row for row in rows if (row.rules, row.seat) == (game.game, seat)]
            assert tally == tally_of(alike)
    sizes = [sum(msgspec.structs.astuple(each.tally)) for each in figures.opponents]
    assert len(sizes) == opponents
    assert sizes == sorted(sizes, reverse=True)
    for each in figures.opponents:
        assert each.tally == tally_of([row for row in rows if row.opponent == each.opponent])
    left_out = {row.opponent for row in rows} - {each.opponent for each in figures.opponents}
    for opponent in left_out:
        assert sum(row.opponent == opponent for row in rows) <= sizes[-1]


async def test_figures_are_what_one_counts_by_hand(behind: Behind) -> None:
    chance = random.Random(7)
    rows = [made_up(chance, number, OPPONENTS) for number in range(600)]
    await load(behind, rows)
    await behind.start("archive", is_ready=False)
    found = await statistics(behind)
    check_figures(found.people, [row for row in rows if not is_bot(row.opponent)], 10)
    check_figures(found.computers, [row for row in rows if is_bot(row.opponent)], 2)


async def test_who_has_played_nothing_has_figures_of_nothing(behind: Behind) -> None:
    await behind.start("archive", is_ready=False)
    assert await statistics(behind) == Statistics(Figures(), Figures())


PLAYED: Final = "SELECT * FROM played ORDER BY player, game"


async def played_table(behind: Behind) -> list[dict[str, Any]]:
    return [dict(row) for row in await behind.rows("archive", PLAYED)]


async def test_rows_come_with_the_end_and_again_by_a_rebuild_or_the_migration(
    behind: Behind,
) -> None:
    await behind.start("games")
    await behind.start("archive")
    lost, practice = await behind.start_game(), await behind.start_practice()
    await behind.play(lost, 3)
    assert await played_table(behind) == []
    await behind.resign(lost)
    await behind.resign(practice)

    async def are_there() -> bool:
        return len(await played_table(behind)) == 3

    await until(are_there)
    rows = await played_table(behind)
    told = {(row["player"], row["kind"], row["opponent"], row["result"]) for row in rows}
    assert told == {
        (ANN, "friendly", BEN, "lost"),
        (BEN, "friendly", ANN, "won"),
        (ANN, "practice", bot_player("easy"), "lost"),
    }
    assert {row["plies"] for row in rows if row["game"] == lost} == {3}
    answer = await behind.bus.request("rebuild.archive", b"", 30.0)
    assert answer is not None
    await until(are_there)
    assert await played_table(behind) == rows
    migration = Path(archive.__file__).parent / "migrations" / "0001_played.sql"
    async with connected(behind) as tables:
        await tables.execute("DELETE FROM played")
        await tables.execute(migration.read_text(encoding="utf-8"))
    assert await played_table(behind) == rows


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
