"""Events of games to the seats of computers: in memory at once, in the table once a second."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.games import GameStarted
from libs.contracts.ids import GameId
from libs.eventstore.records import PublicEvent
from services.bots.decider.seated import STARTED, Happened, Seated, evolve

_LOAD: Final = """
SELECT game, seat, player, rules, version, position, acts, offer, since_ms FROM games
"""
_SAVE: Final = """
INSERT INTO games (game, seat, player, rules, version, position, acts, offer, since_ms)
SELECT * FROM unnest($1::text[], $2::smallint[], $3::text[], $4::text[], $5::integer[],
                     $6::integer[], $7::boolean[], $8::integer[], $9::bigint[])
ON CONFLICT (game) DO UPDATE
SET version = excluded.version, position = excluded.position, acts = excluded.acts,
    offer = excluded.offer, since_ms = excluded.since_ms
"""
_DELETE: Final = "DELETE FROM games WHERE game = ANY($1::text[])"
_CLEAR: Final = "DELETE FROM games"

Changes = dict[GameId, Seated | None]
Watcher = Callable[[Mapping[GameId, tuple[Seated | None, Seated | None]]], object]
"""Told of each changed game how it was and how it is."""


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""


class _Acted(msgspec.Struct):
    """The part of an event that computers need."""

    seat: int | None = None


_acted = msgspec.json.Decoder(_Acted).decode
_start = msgspec.json.Decoder(GameStarted).decode


class SeatTable:
    """The projection. Memory is what the events say; the table follows in larger steps."""

    def __init__(self, on_change: Watcher) -> None:
        self.games: dict[GameId, Seated] = {}
        self._on_change = on_change
        self._unsaved: Changes = {}

    async def apply(self, _tx: object, events: Sequence[PublicEvent]) -> None:
        """What events mean, in memory; again makes no difference. Never gives way to others."""
        before: Changes = {}
        for event in events:
            game = GameId(event.stream)
            known = self.games.get(game)
            if known is None and event.type != STARTED:
                continue  # a game between people costs nothing more
            before.setdefault(game, known)
            self._keep(game, evolve(game, known, _happened(event)))
        changes = {game: (then, self.games.get(game)) for game, then in before.items()}
        changes = {game: pair for game, pair in changes.items() if pair[0] != pair[1]}
        if changes:
            self._unsaved.update({game: after for game, (_, after) in changes.items()})
            self._on_change(changes)

    def _keep(self, game: GameId, seated: Seated | None) -> None:
        if seated is None:
            self.games.pop(game, None)
        else:
            self.games[game] = seated

    def take_unsaved(self) -> Changes:
        """What the table doesn't have yet."""
        unsaved, self._unsaved = self._unsaved, {}
        return unsaved

    def put_back(self, changes: Changes) -> None:
        """These could not be saved; what is newer stays."""
        self._unsaved = {**changes, **self._unsaved}

    async def write(self, tx: Transaction, changes: Changes) -> None:
        """Saves changes, many games in two statements."""
        kept = [msgspec.structs.astuple(seated) for seated in changes.values() if seated]
        if kept:
            await tx.execute(_SAVE, *map(list, zip(*kept, strict=True)))
        over = [game for game, seated in changes.items() if seated is None]
        if over:
            await tx.execute(_DELETE, over)

    async def clear(self, tx: Transaction) -> None:
        """Empties table and memory, for a rebuild."""
        await tx.execute(_CLEAR)
        self._begin_with([])

    async def load(self, fetch: Callable[[str], Awaitable[list[Any]]]) -> None:
        """Fills memory from the table: after a start, or when another instance had the table."""
        self._begin_with([Seated(*row) for row in await fetch(_LOAD)])

    def _begin_with(self, seats: Sequence[Seated]) -> None:
        before, self.games = self.games, {seated.game: seated for seated in seats}
        self._unsaved = {}
        gone = before.keys() - self.games.keys()
        changes = {game: (before.get(game), seated) for game, seated in self.games.items()}
        self._on_change({**changes, **{game: (before[game], None) for game in gone}})


def _happened(event: PublicEvent) -> Happened:
    if event.type == STARTED:
        return Happened(event.type, event.version, event.at_ms, start=_start(event.public))
    return Happened(event.type, event.version, event.at_ms, _acted(event.public).seat)
