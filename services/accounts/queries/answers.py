"""Answers to `query.accounts`: open, find and close sessions; any instance can."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Final

import msgspec

from libs.bus import Bus, ServiceUnavailableError
from libs.contracts.accounts import (
    SERVICE,
    AccountQuery,
    CloseSession,
    FindSession,
    OpenedSession,
    OpenGuestSession,
    RegisterGuest,
    SessionClosed,
)
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.ids import CommandId
from libs.eventstore.records import new_stream_id, shard_of
from libs.runtime.logs import current_correlation, new_correlation
from services.accounts.decider import LANGUAGES
from services.accounts.queries.table import SessionTable

ACTOR: Final = "service:accounts"
TOKEN_BYTES: Final = 32
UNAVAILABLE: Final = Answer("unavailable")
NO_SESSION: Final = Answer("no_session")

_pack = msgspec.msgpack.Encoder().encode
_query = msgspec.msgpack.Decoder(AccountQuery).decode
_answer = msgspec.msgpack.Decoder(Answer).decode


def hash_of(token: str) -> str:
    """What is known here of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    """Answers `query.accounts`; any instance can."""

    def __init__(
        self, bus: Bus, table: SessionTable, now_ms: Callable[[], int], *, shards: int
    ) -> None:
        self._bus = bus
        self._table = table
        self._now_ms = now_ms
        self._shards = shards

    async def answer(self, payload: bytes) -> Answer:
        """The answer to one query. Raises StoreUnavailableError."""
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return Answer("bad_message")
        match query:
            case OpenGuestSession(language):
                return await self._open(language if language in LANGUAGES else LANGUAGES[0])
            case FindSession(token):
                player = await self._table.find(hash_of(token), self._now_ms())
                return NO_SESSION if player is None else Answer(data=_pack(player))
            case CloseSession(token):
                return await self._close(hash_of(token))

    async def _open(self, language: str) -> Answer:
        """A new guest: event, name and session in one transaction of the shard's owner."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        command = RegisterGuest(language, hash_of(token))
        player = new_stream_id(self._shards, secrets.token_bytes(16))
        envelope = CommandEnvelope(
            player,
            ACTOR,
            CommandId(f"register-{player}"),
            self._now_ms(),
            0,
            current_correlation() or new_correlation(),
            msgspec.Raw(_pack(command)),
        )
        subject = f"cmd.{SERVICE}.{shard_of(player)}"
        try:
            answer = _answer(await self._bus.call(subject, _pack(envelope)))
        except ServiceUnavailableError:
            return UNAVAILABLE
        if answer.code is not None:
            return answer
        found = await self._table.find(command.token_hash, self._now_ms())
        return UNAVAILABLE if found is None else Answer(data=_pack(OpenedSession(token, found)))

    async def _close(self, token_hash: str) -> Answer:
        await self._table.close(token_hash)
        self._bus.publish("accounts.session_closed", _pack(SessionClosed(token_hash)))
        return Answer()
