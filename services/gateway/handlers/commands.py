"""A client's verbs as commands to the stream's owner: asked once, sent until answered."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from libs.bus import Bus, BusError, MessageTooLargeError, ServiceUnavailableError
from libs.contracts import client_in, games, matchmaking, ratings
from libs.contracts.accounts import Player
from libs.contracts.client_in import GameVerb, RoomVerb
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import CommandId
from libs.eventstore.records import shard_of
from services.gateway.decider import ids

Verb = GameVerb | RoomVerb

UNAVAILABLE: Final = Answer("unavailable")
NO_SESSION: Final = Answer("no_session")
BAD_MESSAGE: Final = Answer("bad_message")

LONGEST_TURN: Final = 200
LONGEST_TERMS_BYTES: Final = 4096

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode

_OFFER_DRAW: Final = msgspec.Raw(_encode(games.OfferDraw()))
_RESIGN: Final = msgspec.Raw(_encode(games.Resign()))
_LEAVE_GAME: Final = msgspec.Raw(_encode(games.LeaveGame()))
_CLAIM_WIN: Final = msgspec.Raw(_encode(games.ClaimWin()))
_LEAVE_ROOM: Final = msgspec.Raw(_encode(matchmaking.LeaveRoom()))
_MARK_READ: Final = msgspec.Raw(_encode(matchmaking.MarkRead()))

_COMMANDS: Final[dict[type, Callable[[Any, Player], Any]]] = {
    client_in.Play: lambda verb, _: games.PlayTurn(verb.position, verb.turn),
    client_in.OfferDraw: lambda _verb, _: _OFFER_DRAW,
    client_in.AcceptDraw: lambda verb, _: games.AcceptDraw(verb.offer),
    client_in.DeclineDraw: lambda verb, _: games.DeclineDraw(verb.offer),
    client_in.Resign: lambda _verb, _: _RESIGN,
    client_in.LeaveGame: lambda _verb, _: _LEAVE_GAME,
    client_in.TakeBack: lambda verb, _: games.TakeBack(verb.position),
    client_in.AskUndo: lambda verb, _: games.AskUndo(verb.position),
    client_in.AnswerUndo: lambda verb, _: games.AnswerUndo(verb.ask, verb.accept),
    client_in.ClaimWin: lambda _verb, _: _CLAIM_WIN,
    client_in.Unveil: lambda verb, _: games.Unveil(verb.position),
    client_in.GoOn: lambda verb, _: games.GoOn(verb.pause),
    client_in.JoinRoom: lambda _verb, player: matchmaking.JoinRoom(name_in_events(player)),
    client_in.ChangeTerms: lambda verb, _: matchmaking.ChangeTerms(verb.terms),
    client_in.AgreeTerms: lambda verb, _: matchmaking.AgreeTerms(verb.terms),
    client_in.LeaveRoom: lambda _verb, _: _LEAVE_ROOM,
    client_in.Rematch: lambda verb, _: matchmaking.Rematch(verb.game),
    client_in.DeclineRoom: lambda verb, _: matchmaking.DeclineRoom(verb.reason),
    client_in.MarkRead: lambda _verb, _: _MARK_READ,
}
"""What becomes of each verb; a test compares the keys with the contract."""


def name_in_events(player: Player) -> str:
    """A guest's generated name; none for an account, whose chosen name must be forgettable."""
    return player.name if player.is_guest else ""


def well_formed(verb: Verb) -> bool:
    """Whether ids, numbers and texts are of a size that anybody downstream need look at."""
    if not ids.is_command_id(verb.id):
        return False
    if isinstance(verb, client_in.Play) and len(verb.turn) > LONGEST_TURN:
        return False
    if isinstance(verb, client_in.Rematch):
        return ids.shard_of_game(verb.game) is not None
    return ids.is_version(_named_version(verb))


def _named_version(verb: Verb) -> int | None:
    """The version of what a verb names (a position, an offer, an ask, a pause), None for none."""
    match verb:
        case client_in.Play() | client_in.TakeBack() | client_in.AskUndo() | client_in.Unveil():
            return verb.position
        case client_in.AcceptDraw() | client_in.DeclineDraw():
            return verb.offer
        case client_in.AnswerUndo():
            return verb.ask
        case client_in.GoOn():
            return verb.pause
        case _:
            return None


def _whereto(verb: Verb) -> tuple[str, str | None]:
    """The stream and its owner's subject, None when there can be no such stream."""
    if isinstance(verb, GameVerb):
        shard = ids.shard_of_game(verb.game)
        return verb.game, None if shard is None else f"cmd.{games.SERVICE}.{shard}"
    shard = ids.shard_of_room(verb.room)
    return verb.room, None if shard is None else f"cmd.{matchmaking.SERVICE}.{shard}"


class Commands:
    """Sends commands for players."""

    def __init__(self, bus: Bus, gateway: str) -> None:
        self._bus = bus
        self._gateway = gateway
        self._count = 0

    async def send(
        self, verb: Verb, player: Player | None, received_at_ms: int, lag_ms: int
    ) -> Answer:
        """The owner's answer, after the commit; a refusal of our own without asking anybody."""
        prepared = self._prepared(verb, player, received_at_ms, lag_ms)
        return prepared if isinstance(prepared, Answer) else await self.send_to(*prepared)

    def send_then(
        self,
        verb: Verb,
        player: Player | None,
        times: tuple[int, int],
        done: Callable[[Answer], None],
    ) -> None:
        """As `send`, but `done` is told, without a task. `times`: received at, lag."""
        prepared = self._prepared(verb, player, *times)
        if isinstance(prepared, Answer):
            done(prepared)
            return
        subject, envelope = prepared

        def answered(outcome: bytes | BusError) -> None:
            done(UNAVAILABLE if isinstance(outcome, BusError) else _answer(outcome))

        try:
            self._bus.call_then(subject, _encode(envelope), answered)
        except MessageTooLargeError:
            done(UNAVAILABLE)

    def _prepared(
        self, verb: Verb, player: Player | None, received_at_ms: int, lag_ms: int
    ) -> Answer | tuple[str, CommandEnvelope]:
        """The owner's subject and the command, or why there is none."""
        stream, subject = _whereto(verb)
        if player is None:
            return NO_SESSION
        if not well_formed(verb):
            return BAD_MESSAGE
        if subject is None:
            return Answer("game_not_found" if isinstance(verb, GameVerb) else "room_not_found")
        try:
            command = _encode(_COMMANDS[type(verb)](verb, player))
        except OverflowError:  # a number somewhere in the terms that fits no machine
            return BAD_MESSAGE
        return subject, CommandEnvelope(
            stream, player.id, verb.id, received_at_ms, lag_ms, self._correlation(),
            msgspec.Raw(command),
        )  # fmt: skip

    async def open_room(
        self,
        room: str,
        player: Player,
        command_id: CommandId,
        at_ms: int,
        wish: matchmaking.Opening,
    ) -> Answer:
        """Open a room for a player."""
        try:
            command = _encode(wish)
        except OverflowError:
            return BAD_MESSAGE
        return await self.send_to(
            f"cmd.{matchmaking.SERVICE}.{ids.shard_of_room(room)}",
            CommandEnvelope(
                room, player.id, command_id, at_ms, 0, self._correlation(), msgspec.Raw(command)
            ),
        )

    async def refill(self, player: Player, command_id: CommandId, at_ms: int) -> Answer:
        """Fill a player's own wallet up."""
        stream, command = ratings.stream_of(player.id), ratings.RefillWallet(player.id)
        return await self.send_to(
            f"cmd.{ratings.SERVICE}.{shard_of(stream)}",
            CommandEnvelope(
                stream, player.id, command_id, at_ms, 0, self._correlation(),
                msgspec.Raw(_encode(command)),
            ),
        )  # fmt: skip

    async def send_to(self, subject: str, envelope: CommandEnvelope) -> Answer:
        """The answer of whoever owns the stream; `unavailable` after five seconds."""
        try:
            return _answer(await self._bus.call(subject, _encode(envelope)))
        except (ServiceUnavailableError, MessageTooLargeError):
            return UNAVAILABLE

    def _correlation(self) -> str:
        self._count += 1
        return f"{self._gateway}-{self._count:x}"
