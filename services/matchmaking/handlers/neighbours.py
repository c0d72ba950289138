"""What other services know of people: who is here, banned, blocked; who has an account."""

from collections.abc import Collection
from typing import Any, Final

import msgspec

from libs.bus import Bus, BusError, NotConnectedError, ServiceUnavailableError
from libs.contracts import accounts, games, lobby
from libs.contracts.accounts import PersonOf, PublicPerson
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import Between, FreePeople, PersonHere, StandingBetween
from libs.contracts.ratings import Family
from libs.eventstore.records import shard_of

ASKED_WITHIN_S: Final = 0.7
"""Less than the sender waits before it sends the command again."""

LOBBY: Final = f"query.{lobby.SERVICE}.0"

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_between = msgspec.msgpack.Decoder(Between).decode
_people = msgspec.msgpack.Decoder(list[PersonHere]).decode
_game = msgspec.msgpack.Decoder(GameId | None).decode
_person = msgspec.msgpack.Decoder(PublicPerson).decode


class SilenceError(Exception):
    """Nobody answers who would know; it may be asked again."""


class Neighbours:
    """Does not wait for long. All raise SilenceError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def between(self, player: PlayerId, other: PlayerId | None = None) -> Between:
        """How somebody stands with the house and with the other one.

        Whoever blocks or is blocked is not here for the other.
        """
        between = _between(_data(await self._ask(LOBBY, StandingBetween(player, other))))
        is_seen = between.is_here and not between.is_blocked
        return msgspec.structs.replace(between, is_here=is_seen)

    async def are_apart(self, player: PlayerId, other: PlayerId) -> bool:
        """Whether one hides from the other; False also where nobody answers at once.

        Two who have just played go on without the waiting room.
        """
        query = _pack(StandingBetween(player, other))
        try:
            answer = _answer(await self._bus.request(LOBBY, query, ASKED_WITHIN_S))
        except BusError:
            return False
        return answer.data is not None and _between(answer.data).is_blocked

    async def free_people(
        self,
        player: PlayerId,
        family: Family | None,
        apart_from: Collection[PlayerId],
        *,
        accounts_only: bool,
    ) -> list[PersonHere]:
        """Who could be challenged now, the closest Elo first."""
        query = FreePeople(player, family, accounts_only, list(apart_from))
        return _people(_data(await self._ask(LOBBY, query)))

    async def is_account(self, player: PlayerId) -> bool:
        """Whether somebody can get mail; neither guests can nor who does not exist."""
        answer = await self._ask(f"query.{accounts.SERVICE}", PersonOf(player))
        if answer.code == "player_not_found":
            return False
        return not _person(_data(answer)).player.is_guest

    async def is_over(self, game: GameId) -> bool:
        """Whether a game has ended."""
        answer = await self._ask(f"query.{games.SERVICE}.{shard_of(game)}", games.IsOver(game))
        return answer.code is None

    async def game_of(self, player: PlayerId) -> GameId | None:
        """The game with a clock that somebody plays; None also where nobody answers at once.

        The start of another one would be refused in the end: this is said for courtesy, early.
        """
        subject = f"query.{games.SERVICE}.{shard_of(player) % games.SHARDS}"
        try:
            answer = _answer(
                await self._bus.request(subject, _pack(games.TakenUpBy(player)), ASKED_WITHIN_S)
            )
        except BusError:
            return None
        return None if answer.data is None else _game(answer.data)

    async def _ask(self, subject: str, query: Any) -> Answer:
        try:
            return _answer(await self._bus.call(subject, _pack(query), ASKED_WITHIN_S))
        except (ServiceUnavailableError, NotConnectedError) as error:
            raise SilenceError(subject) from error


def _data(answer: Answer) -> bytes:
    if answer.data is None:
        raise SilenceError(answer.code)
    return answer.data
