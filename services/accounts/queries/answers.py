"""Answers to `query.accounts`: each query to the one who knows; any instance can."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import msgspec

from libs.bus import Bus
from libs.contracts import accounts
from libs.contracts.accounts import AccountQuery, Player, PlayerChanged, SessionClosed
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from services.accounts.queries.changing import Changes
from services.accounts.queries.coming_in import Door
from services.accounts.queries.guarding import RefusedError
from services.accounts.queries.hashing import TooBusyError
from services.accounts.queries.own import Own
from services.accounts.queries.parts import Parts

BAD_MESSAGE: Final = Answer("bad_message")
UNAVAILABLE: Final = Answer("unavailable")

_pack = msgspec.msgpack.Encoder().encode
_query = msgspec.msgpack.Decoder(AccountQuery).decode


class Announcements:
    """Tells gateways what no longer holds."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def closed(self, token_hashes: Iterable[str]) -> None:
        """These tokens work no more."""
        for token_hash in token_hashes:
            self._bus.publish("accounts.session_closed", _pack(SessionClosed(token_hash)))

    def changed(self, player: PlayerId, now: Player | None) -> None:
        """Another name or role; None: gone."""
        self._bus.publish("accounts.player_changed", _pack(PlayerChanged(player, now)))


class Answers:
    """Answers `query.accounts`."""

    def __init__(self, parts: Parts) -> None:
        door, changes, own = Door(parts), Changes(parts), Own(parts)
        self._by_kind: dict[type, Callable[[Any], Awaitable[Answer]]] = {
            accounts.OpenGuestSession: door.open_guest,
            accounts.OpenAccount: door.open_account,
            accounts.SignIn: door.sign_in,
            accounts.Recover: door.recover,
            accounts.FindSession: own.find,
            accounts.CloseSession: own.close,
            accounts.SessionsOf: own.sessions,
            accounts.EndSession: own.end_session,
            accounts.TokensOf: own.tokens,
            accounts.MakeToken: own.make_token,
            accounts.RevokeToken: own.revoke_token,
            accounts.SettingsOf: own.settings,
            accounts.KeepSettings: own.keep_settings,
            accounts.OwnDataOf: own.own_data,
            accounts.NamesOf: own.names,
            accounts.PersonOf: own.person,
            accounts.ChangeName: changes.name,
            accounts.ChangePassword: changes.password,
            accounts.RenewRecoveryCodes: changes.codes,
            accounts.CloseAccount: changes.close,
            accounts.NameRole: changes.role,
        }

    async def answer(self, payload: bytes) -> Answer:
        """The answer to one query. Raises StoreUnavailableError."""
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return BAD_MESSAGE
        try:
            return await self._by_kind[type(query)](query)
        except RefusedError as refusal:
            return refusal.answer
        except TooBusyError:
            return UNAVAILABLE
