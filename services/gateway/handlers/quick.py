"""A quick game: an offer that fits is taken, else somebody free is asked, else one offers openly.

Every step's id follows from the wish, so the same wish again goes the same way to the same room.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from libs.contracts import client_in
from libs.contracts.accounts import Player
from libs.contracts.envelope import Answer
from libs.contracts.ids import CommandId, GameId, PlayerId, RoomId
from libs.contracts.matchmaking import (
    FindOpponent,
    OpenChallenge,
    OpenSeek,
    Opponent,
    RoomTerms,
)
from services.gateway.decider.refusals import RefusedError
from services.gateway.handlers.commands import Commands, name_in_events

ATTEMPTS: Final = 8
"""What was found may be gone a moment later; the last attempt offers openly come what may."""
PAUSE_S: Final = 0.4
"""Of many who press at once all find the same: before they look again they part, by chance."""

_GONE: Final = frozenset(
    {
        "opponent_there",
        "challenged_already",
        "not_reachable",
        "room_closed",
        "room_full",
        "room_started",
        "not_invited",
        "terms_changed",
    }
)
"""Somebody was faster, or is not there any more: look again."""


class Wish(msgspec.Struct, frozen=True):
    """Who wants what; `room` and `game` are for the case that one has to offer it oneself."""

    player: Player
    terms: RoomTerms
    apart_from: list[PlayerId]
    room: RoomId
    game: GameId


class _Search:
    """How far a wish has got."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.attempt = 0
        self.apart = list(wish.apart_from)
        self.met: set[RoomId] = set()
        self.is_alone = False

    def has_met(self, room: RoomId) -> None:
        """An offer kept one from opening one's own; once more, and it is none to be taken."""
        self.is_alone = room in self.met
        self.met.add(room)

    @property
    def is_last(self) -> bool:
        """Whether it ends with this attempt."""
        return self.attempt == ATTEMPTS - 1


class Finder(Protocol):
    """Whom to ask for an opponent."""

    async def opponent(self, wish: FindOpponent) -> Opponent:
        """An offer or somebody free, if there is one. Raises RefusedError."""


class QuickGames:
    """Finds a room."""

    def __init__(self, commands: Commands, finder: Finder, now_ms: Callable[[], int]) -> None:
        self._commands = commands
        self._finder = finder
        self._now_ms = now_ms

    async def find(self, wish: Wish) -> RoomId:
        """The room to go to. Raises RefusedError."""
        search = _Search(wish)
        for search.attempt in range(ATTEMPTS):
            if search.attempt:
                await asyncio.sleep(random.uniform(0, PAUSE_S))  # noqa: S311  no secret
            found = await self._finder.opponent(
                FindOpponent(
                    wish.player.id, wish.player.is_guest, wish.terms, list(search.apart),
                    CommandId(f"{search.attempt}-{wish.room}"),
                )
            )  # fmt: skip
            room = await self._go(search, Opponent() if search.is_last else found)
            if room is not None:
                return room
        raise RefusedError("unavailable")

    async def _go(self, search: _Search, found: Opponent) -> RoomId | None:
        """The room, None if what was found is gone; whoever can't be reached is left out."""
        wish = search.wish
        if found.seek is not None:
            return await self._take(search, found.seek, found.terms or wish.terms)
        name, terms, game = name_in_events(wish.player), wish.terms, wish.game
        is_quick = not (search.is_last or search.is_alone)
        if found.player is None:
            return await self._offer(search, OpenSeek(name, terms, game, is_quick=is_quick))
        challenge = OpenChallenge(name, terms, game, found.player, is_quick=is_quick)
        answer = await self._open(search, challenge)
        if answer.code == "not_reachable":
            search.apart.append(found.player)
        return wish.room if _is_done(answer) else None

    async def _take(self, search: _Search, room: RoomId, terms: RoomTerms) -> RoomId | None:
        """Into somebody's room, and yes to its terms: the game starts."""
        joined = await self._send(search, client_in.JoinRoom, room=room)
        if joined.code != "already_in_room" and not _is_done(joined):
            return None
        agreed = await self._send(search, client_in.AgreeTerms, room=room, terms=terms)
        if _is_done(agreed):
            return room
        await self._send(search, client_in.LeaveRoom, room=room)
        return None

    async def _offer(self, search: _Search, seek: OpenSeek) -> RoomId | None:
        """An open offer of one's own; a former one on other terms gives way."""
        answer = await self._open(search, seek)
        if answer.code == "has_seek":
            if answer.detail is not None:
                former = RoomId(answer.detail["room"])
                await self._send(search, client_in.LeaveRoom, room=former)
            return None
        return search.wish.room if _is_done(answer) else None

    async def _open(self, search: _Search, command: OpenChallenge | OpenSeek) -> Answer:
        """Opened before, by this very wish, is opened."""
        wish = search.wish
        command_id = CommandId(f"{search.attempt}-{wish.room}")
        answer = await self._commands.open_room(
            wish.room, wish.player, command_id, self._now_ms(), command
        )
        if answer.code == "opponent_there" and answer.detail is not None:
            search.has_met(RoomId(answer.detail["room"]))
        return Answer(version=1) if answer.code == "room_exists" else answer

    async def _send(self, search: _Search, verb: type, **fields: Any) -> Answer:
        kind, wish = str(verb.__name__).lower(), search.wish
        message = verb(id=CommandId(f"{search.attempt}-{kind}-{wish.room}"), **fields)
        return await self._commands.send(message, wish.player, self._now_ms(), 0)


def _is_done(answer: Answer) -> bool:
    """Whether it is; not, if somebody was faster. Raises RefusedError for anything else."""
    if answer.code is None:
        return True
    if answer.code in _GONE:
        return False
    raise RefusedError(answer.code, answer.detail)
