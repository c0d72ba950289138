"""The waiting room's verbs, sent to its owner: what is said, blocked, reported, decreed."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from libs.bus import Bus, MessageTooLargeError, ServiceUnavailableError
from libs.contracts import client_in, lobby_messages
from libs.contracts.accounts import Player
from libs.contracts.client_in import LobbyVerb, ModeratorVerb
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.lobby import LONGEST_LINE, SERVICE
from libs.contracts.lobby_messages import REPORTS_STREAM, SUBJECT, stream_of
from services.gateway.decider import ids
from services.gateway.handlers.commands import (
    BAD_MESSAGE,
    NO_SESSION,
    UNAVAILABLE,
    name_in_events,
)

COMMANDS: Final = f"cmd.{SERVICE}.0"
HIGHEST_NUMBER: Final = 2**53 - 1
LONGEST_TEXT: Final = 4 * LONGEST_LINE
"""No line or reason that is longer, as it was typed, can be short enough in the end."""

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode

COMMANDS_OF: Final[dict[type, Callable[[Any], Any]]] = {
    client_in.Report: lambda verb: lobby_messages.FileReport(
        verb.player, verb.kind, verb.reason, verb.line
    ),
    client_in.Mute: lambda verb: lobby_messages.MutePerson(
        verb.player, verb.minutes, verb.kind, verb.erase
    ),
    client_in.Unmute: lambda verb: lobby_messages.UnmutePerson(verb.player),
    client_in.Ban: lambda verb: lobby_messages.BanPerson(
        verb.player, verb.days, verb.kind, verb.erase
    ),
    client_in.Unban: lambda verb: lobby_messages.UnbanPerson(verb.player),
    client_in.CloseReport: lambda verb: lobby_messages.CloseReport(verb.report),
}
"""Verbs that lead to events."""

QUERIES_OF: Final[dict[type, Callable[[Any, Player], Any]]] = {
    client_in.Say: lambda verb, player: lobby_messages.SayLine(
        verb.id, player.id, name_in_events(player), verb.place, verb.game, verb.text
    ),
    client_in.Block: lambda verb, player: lobby_messages.BlockPerson(player.id, verb.player),
    client_in.Unblock: lambda verb, player: lobby_messages.UnblockPerson(player.id, verb.player),
}
"""The others."""


class Talk:
    """Sends them until they are answered; each may come twice without harm."""

    def __init__(self, bus: Bus, gateway: str) -> None:
        self._bus = bus
        self._gateway = gateway
        self._count = 0

    async def send(self, verb: LobbyVerb, player: Player | None, received_at_ms: int) -> Answer:
        """The owner's answer; a refusal of our own without asking anybody."""
        if player is None:
            return NO_SESSION
        if not ids.is_command_id(verb.id):
            return BAD_MESSAGE
        if isinstance(verb, ModeratorVerb) and player.role != "moderator":
            return Answer("moderators_only")
        refusal = _refusal(verb)
        if refusal is not None:
            return refusal
        if type(verb) in QUERIES_OF:
            return await self._ask(SUBJECT, QUERIES_OF[type(verb)](verb, player))
        command = COMMANDS_OF[type(verb)](verb)
        stream = REPORTS_STREAM
        if not isinstance(verb, client_in.CloseReport | client_in.Say):
            stream = stream_of(verb.player)
        self._count += 1
        correlation = f"{self._gateway}-t{self._count:x}"
        raw = msgspec.Raw(_encode(command))
        envelope = CommandEnvelope(
            stream, player.id, verb.id, received_at_ms, 0, correlation, raw
        )  # fmt: skip
        return await self._ask(COMMANDS, envelope)

    async def _ask(self, subject: str, question: Any) -> Answer:
        try:
            return _answer(await self._bus.call(subject, _encode(question)))
        except (ServiceUnavailableError, MessageTooLargeError):
            return UNAVAILABLE


def _refusal(verb: LobbyVerb) -> Answer | None:
    """What nobody downstream need look at."""
    match verb:
        case client_in.Say(text=text) | client_in.Report(reason=text) if len(text) > LONGEST_TEXT:
            return Answer("line_too_long")
        case client_in.Say(game=game):
            return None if game is None or ids.shard_of_game(game) is not None else BAD_MESSAGE
        case client_in.CloseReport(report=number):
            return None if _is_number(number) else Answer("no_such_report")
        case client_in.Report(line=line) if line is not None and not _is_number(line):
            return Answer("no_such_line")
        case client_in.Mute(minutes=length) | client_in.Ban(days=length):
            if not _is_number(length):
                return BAD_MESSAGE
        case _:
            pass
    return None if ids.is_player(verb.player) else Answer("no_such_person")


def _is_number(number: int) -> bool:
    """Whether it can be a line's, a report's, or how long something takes."""
    return 0 <= number <= HIGHEST_NUMBER
