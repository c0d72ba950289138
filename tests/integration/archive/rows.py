"""Finished games as tests make them up, put into the tables in bulk."""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec

from libs.contracts.archive import (
    Kind,
    Result,
)
from libs.contracts.games import GameTerms, SeatInfo
from libs.contracts.ids import GameId, PlayerId, bot_player, is_bot
from libs.eventstore.connection import Connection, DedicatedConnection
from libs.timing import TimeControl
from tests.integration.behind import ANN, Behind

QUERY: Final = "query.archive"
FIRST_MS: Final = 1_700_000_000_000
PEOPLE: Final = [PlayerId(f"0{number % 4}-person{number:08}") for number in range(20)]
OPPONENTS: Final = [*PEOPLE, bot_player("easy"), bot_player("strong")]
GAME_KEYS: Final = ("mills", "hanse", "three")


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
