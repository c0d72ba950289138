"""Who somebody is, asked of those who know: accounts, and the owners of games."""

from collections import OrderedDict
from typing import Any, Final

import msgspec

from libs.bus import Bus, BusError, ServiceUnavailableError
from libs.contracts.accounts import SERVICE as ACCOUNTS
from libs.contracts.accounts import PersonOf, PublicPerson
from libs.contracts.envelope import Answer
from libs.contracts.games import SERVICE as GAMES
from libs.contracts.games import SHARDS as GAMES_SHARDS
from libs.contracts.games import GameAsSeen
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import Place
from libs.eventstore.errors import StoreUnavailableError
from libs.eventstore.records import shard_of

WITHIN_S: Final = 0.7
"""Less than the sender waits before it asks again."""
KINDS: Final = ("friendly", "rated")
"""People's games, at which there is something to talk about with others."""
MOST_GAMES: Final = 20_000

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_person = msgspec.msgpack.Decoder(PublicPerson).decode


class SilentError(StoreUnavailableError):
    """Nobody answers: whoever asks has to ask again."""


class People:
    """Asks accounts."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def is_moderator(self, player: PlayerId) -> bool:
        """Whether somebody is one now. Raises `SilentError`."""
        person = await self._find(player)
        return person is not None and person.player.role == "moderator"

    async def exists(self, player: PlayerId) -> bool:
        """Whether there is such a person. Raises `SilentError`."""
        return await self._find(player) is not None

    async def _find(self, player: PlayerId) -> PublicPerson | None:
        try:
            data = await self._bus.request(f"query.{ACCOUNTS}", _pack(PersonOf(player)), WITHIN_S)
        except BusError as error:
            raise SilentError(str(error)) from error
        answer = _answer(data)
        if answer.data is not None:
            return _person(answer.data)
        if answer.code == "player_not_found":
            return None
        raise SilentError(answer.code)


class _Seat(msgspec.Struct, frozen=True):
    player: PlayerId


class _Terms(msgspec.Struct, frozen=True):
    kind: str


class _Start(msgspec.Struct, frozen=True):
    terms: _Terms
    seats: tuple[_Seat, _Seat]


class _First(msgspec.Struct, frozen=True):
    data: msgspec.Raw = msgspec.Raw(b"null")


class _Snapshot(msgspec.Struct, frozen=True):
    """The part of a game's snapshot that says who plays."""

    events: list[_First]


_snapshot = msgspec.json.Decoder(_Snapshot).decode
_start = msgspec.json.Decoder(_Start).decode


class Tables:
    """Asks a game's owner once who plays there; that never changes."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: OrderedDict[GameId, tuple[PlayerId, PlayerId]] = OrderedDict()

    async def room_of(self, game: GameId, player: PlayerId | None) -> Place | None:
        """Which of a table's two rooms is somebody's; None if there is no talking there.

        Raises `SilentError`.
        """
        players = self._known.get(game) or await self._ask(game)
        if players is None:
            return None
        return "game" if player in players else "watchers"

    async def _ask(self, game: GameId) -> tuple[PlayerId, PlayerId] | None:
        try:
            shard = shard_of(game)
        except ValueError:
            return None
        if shard >= GAMES_SHARDS:
            return None
        try:
            subject, query = f"query.{GAMES}.{shard}", _pack(GameAsSeen(game, None))
            answer = _answer(await self._bus.call(subject, query, WITHIN_S))
        except ServiceUnavailableError as error:
            raise SilentError(str(error)) from error
        players = None if answer.data is None else _players(answer.data)
        if players is not None:
            self._known[game] = players
            if len(self._known) > MOST_GAMES:
                self._known.popitem(last=False)
        return players


def _players(snapshot: bytes) -> Any:
    """Who plays, if it is a game between two people that others may watch."""
    events = _snapshot(snapshot).events
    if not events:
        return None
    start = _start(events[0].data)
    first, second = (seat.player for seat in start.seats)
    return (first, second) if start.terms.kind in KINDS else None
