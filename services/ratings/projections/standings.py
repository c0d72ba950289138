"""Elo, points and history: read from this service's own log, in its one order."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.ids import PlayerId
from libs.contracts.ratings import Family, GameRated, WalletClosed
from libs.eventstore.records import PublicEvent
from services.ratings.decider import Change, Form, Standing, rated

_STANDINGS: Final = "SELECT player, points, is_gone FROM standings WHERE player = ANY($1::text[])"
_FORMS: Final = "SELECT player, family, elo, games FROM elo WHERE player = ANY($1::text[])"
_SAVE_STANDINGS: Final = """
INSERT INTO standings (player, points, is_gone)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::boolean[])
ON CONFLICT (player) DO UPDATE SET points = excluded.points, is_gone = excluded.is_gone
"""
_SAVE_FORMS: Final = """
INSERT INTO elo (player, family, elo, games, is_listed)
SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::boolean[])
ON CONFLICT (player, family) DO UPDATE
SET elo = excluded.elo, games = excluded.games, is_listed = excluded.is_listed
"""
_SAVE_GAMES: Final = """
INSERT INTO rated_games (game, seq, at_ms, family, player, opponent, score, before, after,
                         points_before, points_after, taler)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[],
                     $7::real[], $8::integer[], $9::integer[], $10::bigint[], $11::bigint[],
                     $12::bigint[])
"""
_CLEAR: Final = ("DELETE FROM rated_games", "DELETE FROM elo", "DELETE FROM standings")

RATED: Final = str(GameRated.__struct_config__.tag)
CLOSED: Final = str(WalletClosed.__struct_config__.tag)
_KINDS: Final = frozenset({RATED, CLOSED})

_event = msgspec.json.Decoder(GameRated | WalletClosed).decode
_replace = msgspec.structs.replace


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a statement."""


Entry = tuple[PublicEvent, GameRated | WalletClosed]


class StandingsTable:
    """The projection: some statements for any number of events."""

    async def apply(self, tx: Transaction, events: Sequence[PublicEvent]) -> None:
        """The effect of events, each once and in the order of the log."""
        entries = [(event, _event(event.public)) for event in events if event.type in _KINDS]
        if not entries:
            return
        people = await _load(tx, {player for _, event in entries for player in _players(event)})
        games = [row for entry in entries for row in _advance(people, entry)]
        await _save(tx, people)
        if games:
            await tx.execute(_SAVE_GAMES, *_columns(games))

    async def clear(self, tx: Transaction) -> None:
        """Empties the tables, for a rebuild."""
        for statement in _CLEAR:
            await tx.execute(statement)


def _players(event: GameRated | WalletClosed) -> tuple[PlayerId, ...]:
    return event.players if isinstance(event, GameRated) else (event.player,)


async def _load(tx: Transaction, players: Collection[PlayerId]) -> dict[PlayerId, Standing]:
    """Where these stand now."""
    forms: dict[PlayerId, dict[Family, Form]] = {player: {} for player in players}
    for player, family, elo, games in await tx.fetch(_FORMS, sorted(players)):
        forms[player][family] = Form(elo, games)
    people = {player: Standing(forms=forms[player]) for player in players}
    for player, points, is_gone in await tx.fetch(_STANDINGS, sorted(players)):
        people[player] = Standing(points, is_gone, forms[player])
    return people


def _advance(people: dict[PlayerId, Standing], entry: Entry) -> list[tuple[Any, ...]]:
    """Where they stand after an event; the rows of a game, one for each of the two."""
    stored, event = entry
    if isinstance(event, WalletClosed):
        people[event.player] = _replace(people[event.player], is_gone=True)
        return []
    first, second = event.players
    both, changes = rated(event, (people[first], people[second]))
    people[first], people[second] = both
    return [_row(stored, event, change) for change in changes]


def _row(stored: PublicEvent, event: GameRated, change: Change) -> tuple[Any, ...]:
    about = msgspec.structs.astuple(change)
    return event.game, stored.seq, stored.at_ms, event.family, *about


async def _save(tx: Transaction, people: dict[PlayerId, Standing]) -> None:
    await tx.execute(
        _SAVE_STANDINGS, *_columns([(p, s.points, s.is_gone) for p, s in people.items()])
    )
    forms = [
        (player, family, form.elo, form.games, not standing.is_gone)
        for player, standing in people.items()
        for family, form in standing.forms.items()
    ]
    if forms:
        await tx.execute(_SAVE_FORMS, *_columns(forms))


def _columns(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
