"""People who challenge and seek, and all that is told to them."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from libs.contracts.client_out import Invitations
from libs.contracts.envelope import Answer
from libs.contracts.games import GameTerms
from libs.contracts.ids import CommandId, GameId, PlayerId, RoomId
from libs.contracts.matchmaking import (
    FindOpponent,
    InvitationView,
    Mailbox,
    MailboxOf,
    OpenChallenge,
    OpenSeek,
    OpenSeeks,
    Opponent,
    RoomAsSeen,
    RoomTerms,
    RoomView,
    SeeksChanged,
    SeekView,
)
from libs.eventstore.records import new_stream_id, shard_of
from libs.timing import TimeControl
from tests.integration.behind import Behind

BLITZ = RoomTerms(GameTerms("mills", "battlemills-9", {}, TimeControl(180_000, 2_000)))
SLOW = RoomTerms(GameTerms("mills", "battlemills-9", {}, TimeControl(None)))


def somebody() -> PlayerId:
    """A person who has not been here before."""
    return PlayerId(new_stream_id(4, random.randbytes(16)))


class Waiting:
    """The rooms' side of the waiting room, with one ear at everything that is told."""

    def __init__(self, behind: Behind) -> None:
        self.behind = behind
        self.told: dict[PlayerId, list[InvitationView]] = {}
        self.seeks: list[SeeksChanged] = []
        behind.bus.subscribe(
            "matchmaking.seeks",
            lambda _, data: self.seeks.append(msgspec.json.decode(data, type=SeeksChanged)),
        )

    async def listen(self, *people: PlayerId) -> None:
        """From now on what is told to them is noted."""
        for player in people:
            told = self.told.setdefault(player, [])
            self.behind.bus.subscribe(f"player.{player}.invitations", partial(_note, told))
        await self.behind.bus.flush()

    async def challenge(
        self, host: PlayerId, invited: PlayerId, terms: RoomTerms = BLITZ, **more: Any
    ) -> tuple[RoomId, Answer]:
        """Somebody challenges somebody; hosts with a name are guests."""
        name = more.pop("name", "")
        return await self._open(host, OpenChallenge(name, terms, _game(), invited, **more))

    async def seek(
        self, host: PlayerId, terms: RoomTerms = BLITZ, *, is_quick: bool = False
    ) -> tuple[RoomId, Answer]:
        """Somebody offers openly."""
        return await self._open(host, OpenSeek("", terms, _game(), is_quick))

    async def _open(self, host: PlayerId, command: Any) -> tuple[RoomId, Answer]:
        room = RoomId(new_stream_id(4, random.randbytes(16)))
        return room, await self.says(host, room, command)

    async def says(self, player: PlayerId, room: RoomId, command: Any) -> Answer:
        """The answer to somebody's command."""
        return await self.behind.command("matchmaking", room, player, command)

    async def view(self, room: RoomId) -> RoomView:
        """The room as its owner answers."""
        subject = f"query.matchmaking.{shard_of(room)}"
        answer = await self.behind.query(subject, RoomAsSeen(room))
        assert answer.data is not None, answer
        return msgspec.json.decode(answer.data, type=RoomView)

    async def stored(self, room: RoomId) -> list[str]:
        """The types of a room's events, without the service's name."""
        kinds = await self.behind.kinds("matchmaking", room)
        return [kind.removeprefix("matchmaking.") for kind in kinds]

    async def mailbox(self, player: PlayerId) -> list[InvitationView]:
        """What lies in somebody's mailbox."""
        answer = await self.behind.query("query.matchmaking", MailboxOf(player))
        assert answer.data is not None, answer
        return msgspec.json.decode(answer.data, type=Mailbox).invitations

    async def open_seeks(self) -> list[SeekView]:
        """What can be taken now."""
        answer = await self.behind.query("query.matchmaking", OpenSeeks())
        assert answer.data is not None, answer
        return msgspec.json.decode(answer.data, type=list[SeekView])

    async def finds(
        self,
        player: PlayerId,
        terms: RoomTerms = BLITZ,
        apart_from: Sequence[PlayerId] = (),
        wish: str | None = None,
    ) -> Opponent:
        """Whom a quick game would meet."""
        command = None if wish is None else CommandId(wish)
        query = FindOpponent(player, is_guest=False, terms=terms, apart_from=list(apart_from),
                             id=command)  # fmt: skip
        answer = await self.behind.query("query.matchmaking", query)
        assert answer.data is not None, answer
        return msgspec.msgpack.decode(answer.data, type=Opponent)


async def is_closed(waiting: Waiting, room: RoomId, reason: str) -> bool:
    """Whether the room has closed for that reason."""
    view = await waiting.view(room)
    return (view.state, view.closed) == ("closed", reason)


async def is_started(waiting: Waiting, room: RoomId) -> bool:
    """Whether its game can be watched."""
    return (await waiting.view(room)).state == "started"


def _note(told: list[InvitationView], _subject: str, data: bytes) -> None:
    told += msgspec.json.decode(data, type=Invitations).invitations


def _game() -> GameId:
    return GameId(new_stream_id(16, random.randbytes(16)))
