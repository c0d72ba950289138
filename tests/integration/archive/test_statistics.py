"""Figures of my games, and the rows that they are counted from."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec

from libs.contracts.archive import (
    Figures,
    Statistics,
    StatisticsOf,
    Streaks,
    Tally,
)
from libs.contracts.ids import PlayerId, bot_player, is_bot
from libs.contracts.rebuild import Rebuild, RebuildProgress
from services import archive
from tests.integration.archive.rows import (
    OPPONENTS,
    QUERY,
    Row,
    connected,
    load,
    made_up,
)
from tests.integration.behind import ANN, BEN, Behind, until


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


async def is_rebuilt(behind: Behind) -> bool:
    """Asks for a rebuild, or how far it is."""
    answer = await behind.query("rebuild.archive", Rebuild("again"))
    progress = msgspec.msgpack.decode(answer.data or b"", type=RebuildProgress)
    assert progress.error is None
    return progress.is_done


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
    await behind.rows("archive", "UPDATE played SET plies = 99")
    await until(lambda: is_rebuilt(behind))
    assert await played_table(behind) == rows
    migration = Path(archive.__file__).parent / "migrations" / "0001_played.sql"
    async with connected(behind) as tables:
        await tables.execute("DELETE FROM played")
        await tables.execute(migration.read_text(encoding="utf-8"))
    assert await played_table(behind) == rows
