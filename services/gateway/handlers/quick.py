"""A quick game: an offer that fits is taken, else somebody free is asked, else one offers openly.

Every step's id follows from the wish, so the same wish again goes the same way to the same room.
"""

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

ATTEMPTS: Final = 5
"""What was found may be gone a moment later; the last attempt offers openly come what may."""

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
        apart = list(wish.apart_from)
        for attempt in range(ATTEMPTS):
            found = await self._finder.opponent(
                FindOpponent(
                    wish.player.id, wish.player.is_guest, wish.terms, apart,
                    CommandId(f"{attempt}-{wish.room}"),
                )
            )  # fmt: skip
            is_last = attempt == ATTEMPTS - 1
            room = await self._go(wish, Opponent() if is_last else found, attempt, apart)
            if room is not None:
                return room
        raise RefusedError("unavailable")

    async def _go(
        self, wish: Wish, found: Opponent, attempt: int, apart: list[PlayerId]
    ) -> RoomId | None:
        """The room, None if what was found is gone; whoever can't be reached joins `apart`."""
        if found.seek is not None:
            return await self._take(wish, found.seek, found.terms or wish.terms, attempt)
        name, terms, game = name_in_events(wish.player), wish.terms, wish.game
        if found.player is not None:
            challenge = OpenChallenge(name, terms, game, found.player, is_quick=True)
            answer = await self._open(wish, challenge, attempt)
            if answer.code == "not_reachable":
                apart.append(found.player)
            return wish.room if _is_done(answer) else None
        is_last = attempt == ATTEMPTS - 1
        seek = OpenSeek(name, terms, game, is_quick=not is_last)
        return await self._offer(wish, seek, attempt)

    async def _take(
        self, wish: Wish, room: RoomId, terms: RoomTerms, attempt: int
    ) -> RoomId | None:
        """Into somebody's room, and yes to its terms: the game starts."""
        joined = await self._send(wish, client_in.JoinRoom, attempt, room=room)
        if joined.code != "already_in_room" and not _is_done(joined):
            return None
        agreed = await self._send(wish, client_in.AgreeTerms, attempt, room=room, terms=terms)
        if _is_done(agreed):
            return room
        await self._send(wish, client_in.LeaveRoom, attempt, room=room)
        return None

    async def _offer(self, wish: Wish, seek: OpenSeek, attempt: int) -> RoomId | None:
        """An open offer of one's own; a former one on other terms gives way."""
        answer = await self._open(wish, seek, attempt)
        if answer.code == "has_seek":
            if answer.detail is not None:
                former = RoomId(answer.detail["room"])
                await self._send(wish, client_in.LeaveRoom, attempt, room=former)
            return None
        return wish.room if _is_done(answer) else None

    async def _open(self, wish: Wish, command: OpenChallenge | OpenSeek, attempt: int) -> Answer:
        """Opened before, by this very wish, is opened."""
        answer = await self._commands.open_room(
            wish.room, wish.player, CommandId(f"{attempt}-{wish.room}"), self._now_ms(), command
        )
        return Answer(version=1) if answer.code == "room_exists" else answer

    async def _send(self, wish: Wish, verb: type, attempt: int, **fields: Any) -> Answer:
        kind = str(verb.__name__).lower()
        message = verb(id=CommandId(f"{attempt}-{kind}-{wish.room}"), **fields)
        return await self._commands.send(message, wish.player, self._now_ms(), 0)


def _is_done(answer: Answer) -> bool:
    """Whether it is; not, if somebody was faster. Raises RefusedError for anything else."""
    if answer.code is None:
        return True
    if answer.code in _GONE:
        return False
    raise RefusedError(answer.code, answer.detail)
