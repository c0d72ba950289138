"""Who could be an opponent now: an offer that fits, else the closest who is free."""

from collections.abc import Awaitable, Callable, Collection
from typing import Final, Protocol

import msgspec

from libs.contracts.decisions import Refusal
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.lobby import Between, PersonHere
from libs.contracts.matchmaking import FindOpponent, Opponent, RoomTerms
from libs.contracts.ratings import FAMILY_OF, Family
from services.matchmaking.decider import mirrored, written_out
from services.matchmaking.queries.reads import Reads

_CHALLENGED: Final = """
SELECT sender, recipient FROM invitations WHERE state = 'open' AND $1 IN (sender, recipient)
"""
_KEEP: Final = """
INSERT INTO quick_games (player, id, found, at_ms) VALUES ($1, $2, $3, $4)
ON CONFLICT (player, id) DO UPDATE SET player = excluded.player RETURNING found
"""
_KEPT: Final = "SELECT found FROM quick_games WHERE player = $1 AND id = $2"

_pack = msgspec.msgpack.Encoder().encode


class Neighbours(Protocol):
    """Who is free, and how two stand with each other."""

    async def between(self, player: PlayerId, other: PlayerId | None = None) -> Between:
        """How somebody stands with the house and with the other one."""

    async def game_of(self, player: PlayerId) -> GameId | None:
        """The game with a clock that somebody plays, as far as is known."""

    async def free_people(
        self,
        player: PlayerId,
        family: Family | None,
        apart_from: Collection[PlayerId],
        *,
        accounts_only: bool,
    ) -> list[PersonHere]:
        """Who could be challenged now, the closest Elo first."""


Fitting = Callable[
    [Reads, PlayerId, RoomTerms, int, Collection[PlayerId]],
    Awaitable[list[tuple[RoomId, PlayerId]]],
]


SpokenFor = Callable[[Reads], Awaitable[Collection[PlayerId]]]
"""To whom nobody is sent just now."""


class QuickGames:
    """Finds an opponent; the same wish again finds the same, whatever has changed since."""

    def __init__(
        self,
        reads: Reads,
        neighbours: Neighbours,
        fitting: Fitting,
        spoken_for: SpokenFor,
        now_ms: Callable[[], int],
    ) -> None:
        self._reads = reads
        self._neighbours = neighbours
        self._fitting = fitting
        self._spoken_for = spoken_for
        self._now_ms = now_ms

    async def find(self, wish: FindOpponent) -> Answer:
        """`Opponent`, or a refusal. Raises what the neighbours and the tables raise."""
        terms = written_out(wish.terms)
        if isinstance(terms, Refusal):
            return Answer(terms.code, detail=terms.detail)
        if wish.is_guest and terms.game.kind == "rated":
            return Answer("rated_needs_account")
        if wish.id is not None:
            kept = await self._reads.fetch(_KEPT, wish.player, wish.id)
            if kept:
                return Answer(data=kept[0][0])
        if (await self._neighbours.between(wish.player)).is_banned:
            return Answer("banned")
        if terms.game.is_clocked_online():
            game = await self._neighbours.game_of(wish.player)
            if game is not None:
                detail = {"player": wish.player, "game": game}
                return Answer("already_playing", detail=detail)
        return Answer(data=await self._keep(wish, await self._look(wish, terms)))

    async def _keep(self, wish: FindOpponent, found: Opponent) -> bytes:
        """What was kept first, if the same wish came twice at once."""
        packed = _pack(found)
        if wish.id is None:
            return packed
        rows = await self._reads.fetch(_KEEP, wish.player, wish.id, packed, self._now_ms())
        return bytes(rows[0][0])

    async def _look(self, wish: FindOpponent, terms: RoomTerms) -> Opponent:
        player, apart = wish.player, wish.apart_from
        offers = await self._fitting(self._reads, player, terms, self._now_ms(), apart)
        for room, host in offers:
            if not (await self._neighbours.between(player, host)).is_blocked:
                return Opponent(seek=room, terms=mirrored(terms))
        busy = await self._reads.fetch(_CHALLENGED, player)
        spoken_for = await self._spoken_for(self._reads)
        people = await self._neighbours.free_people(
            player,
            FAMILY_OF.get(terms.game.game),
            {*apart, *(other for pair in busy for other in pair), *spoken_for},
            accounts_only=terms.game.kind == "rated",
        )
        return Opponent(player=people[0].player if people else None)
