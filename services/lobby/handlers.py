"""The keeper of streams of moderation: who may, what a report quotes, what goes with a mute."""

from typing import Any, Final, Protocol

import msgspec

from libs.contracts.envelope import CommandEnvelope
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import LONGEST_REASON, ModerationEvent
from libs.contracts.lobby_messages import (
    REPORTS_STREAM,
    BanPerson,
    CloseReport,
    FileReport,
    ModerationCommand,
    MutePerson,
    UnbanPerson,
    UnmutePerson,
    stream_of,
)
from libs.eventstore.deciding import Accepted, Answer, Incoming, Refused
from libs.eventstore.public_codec import PublicCodec
from libs.eventstore.records import StreamId
from libs.eventstore.store import EventStore
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from services.lobby import decider
from services.lobby.decider import DAY_MS, Deed, Fact, FileNumbered, Record, Words, clean

SCHEMA: Final = 1

_json = msgspec.json.Encoder().encode
_command = msgspec.msgpack.Decoder(ModerationCommand).decode
_event = msgspec.json.Decoder(ModerationEvent).decode
_replace = msgspec.structs.replace

Command = ModerationCommand | FileNumbered


class LobbyDecider:
    """The pure functions behind the keeper's port."""

    initial_state = staticmethod(decider.initial_state)
    decide = staticmethod(decider.decide)
    evolve = staticmethod(decider.evolve)


def make_codec() -> PublicCodec[Fact, ModerationEvent]:
    """Facts to rows and back. Words stay outside."""
    return PublicCodec(
        SCHEMA, _event, lambda fact: fact.event, lambda event, row: Fact(event, row.at_ms)
    )


def read_command(envelope: CommandEnvelope) -> Command:
    """The command in an envelope. Raises msgspec.ValidationError for anything else.

    Also for a command about another person than the stream's.
    """
    command = _command(envelope.command)
    if envelope.stream != _stream(command):
        msg = "not a command for this stream"
        raise msgspec.ValidationError(msg)
    return command


def _stream(command: ModerationCommand) -> str:
    match command:
        case FileReport():
            return stream_of(command.about)
        case CloseReport():
            return REPORTS_STREAM
        case MutePerson() | UnmutePerson() | BanPerson() | UnbanPerson():
            return stream_of(command.player)


def kind_of(command: Command) -> str:
    """The command's name, for metrics."""
    return str(command.__struct_config__.tag)


class Directory(Protocol):
    """Knows people."""

    async def is_moderator(self, player: PlayerId) -> bool:
        """Whether somebody is one now. Raises `StoreUnavailableError`."""

    async def exists(self, player: PlayerId) -> bool:
        """Whether there is such a person. Raises `StoreUnavailableError`."""


class Papers(Protocol):
    """Knows reports and what was said. All raise `StoreUnavailableError`."""

    async def number(self) -> int:
        """The next report's."""

    async def about_of(self, report: int) -> PlayerId | None:
        """Whom a report is about."""


class Lines(Protocol):
    """Knows what was said."""

    async def quote(self, n: int, by: PlayerId, reader: PlayerId) -> Any:
        """Somebody's line as the reader may read it, else None."""

    async def erase(self, player: PlayerId, since_ms: int) -> None:
        """What somebody has said since then goes, from every screen."""


class LobbyKeeper(StreamKeeper[Record, Deed, Fact]):
    """Finds out before deciding what only others know; erases after it."""

    def __init__(
        self,
        store: EventStore[Any],
        options: KeeperOptions[Record, Fact],
        directory: Directory,
        papers: Papers,
        lines: Lines,
    ) -> None:
        super().__init__(store, LobbyDecider(), make_codec(), options)
        self._directory = directory
        self._papers = papers
        self._lines = lines

    async def handle(self, incoming: Incoming[Any]) -> Answer:
        """As the base says."""
        prepared = await self._prepared(incoming)
        if isinstance(prepared, Refused):
            return prepared
        answer = await super().handle(prepared)
        if isinstance(answer, Accepted):  # again, should the sender have to ask again
            await self._erase(prepared.command, incoming.received_at_ms)
        return answer

    async def _erase(self, command: Deed, at_ms: int) -> None:
        if isinstance(command, MutePerson | BanPerson) and command.erase:
            await self._lines.erase(command.player, at_ms - DAY_MS)

    async def _prepared(self, incoming: Incoming[Any]) -> Incoming[Any] | Refused:
        command, actor = incoming.command, PlayerId(incoming.actor)
        if isinstance(command, FileReport):
            return await self._numbered(incoming, command, actor)
        if not await self._directory.is_moderator(actor):
            return Refused("moderators_only")
        if isinstance(command, CloseReport):
            about = await self._papers.about_of(command.report)
            if about is None:
                return Refused("no_such_report")
            return _replace(incoming, stream=StreamId(stream_of(about)))
        code = await self._why_not_about(command, actor)
        return incoming if code is None else Refused(code)

    async def _why_not_about(
        self, command: MutePerson | UnmutePerson | BanPerson | UnbanPerson, actor: PlayerId
    ) -> str | None:
        """Moderators don't silence each other; operators can take the role away from one."""
        if not await self._directory.exists(command.player):
            return "no_such_person"
        if command.player == actor or isinstance(command, UnmutePerson | UnbanPerson):
            return None
        is_colleague = await self._directory.is_moderator(command.player)
        return "person_is_moderator" if is_colleague else None

    async def _numbered(
        self, incoming: Incoming[Any], command: FileReport, by: PlayerId
    ) -> Incoming[Any] | Refused:
        if command.about == by:
            return Refused("not_yourself")
        reason = clean(command.reason)
        if len(reason) > LONGEST_REASON:
            return Refused("line_too_long")
        for player, code in ((command.about, "no_such_person"), (by, "no_session")):
            if not await self._directory.exists(player):
                return Refused(code)
        quoted = None
        if command.line is not None:
            quoted = await self._lines.quote(command.line, command.about, by)
            if quoted is None:
                return Refused("no_such_line")
        words = Words(reason, quoted)
        numbered = FileNumbered(await self._papers.number(), command.about, command.kind, words)
        return _replace(incoming, command=numbered)
