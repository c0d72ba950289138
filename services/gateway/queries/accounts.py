"""Questions to accounts: who holds a session, coming in, changes of an account, names."""

from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts import accounts
from libs.contracts.accounts import (
    AccountQuery,
    CloseSession,
    FindSession,
    NewToken,
    OpenedAccount,
    OpenedSession,
    OpenGuestSession,
    Player,
    PublicPerson,
    SessionView,
    TokenView,
)
from libs.contracts.ids import PlayerId
from services.gateway.queries.ask import ask, ask_once

SUBJECT: Final = "query.accounts"
WITHIN_S: Final = 10.0
"""A password takes a tenth of a second to look at, and others may be before it."""

_player = msgspec.msgpack.Decoder(Player).decode
_opened = msgspec.msgpack.Decoder(OpenedSession).decode
_account = msgspec.msgpack.Decoder(OpenedAccount).decode
_codes = msgspec.msgpack.Decoder(list[str]).decode
_sessions = msgspec.msgpack.Decoder(list[SessionView]).decode
_tokens = msgspec.msgpack.Decoder(list[TokenView]).decode
_new_token = msgspec.msgpack.Decoder(NewToken).decode
_names = msgspec.msgpack.Decoder(dict[PlayerId, str | None]).decode
_person = msgspec.msgpack.Decoder(PublicPerson).decode


class Accounts:
    """People. All raise RefusedError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def _ask(self, query: AccountQuery) -> bytes:
        return await ask(self._bus, SUBJECT, query)

    async def _once(self, query: AccountQuery) -> bytes:
        return await ask_once(self._bus, SUBJECT, query, WITHIN_S)

    async def find(self, token: str) -> Player:
        """Who holds the token (`no_session`)."""
        return _player(await self._ask(FindSession(token)))

    async def open_guest(self, language: str, device: str) -> OpenedSession:
        """A new guest with a session."""
        return _opened(await self._ask(OpenGuestSession(language, device)))

    async def close(self, token: str) -> None:
        """The token stops working."""
        await self._ask(CloseSession(token))

    async def open_account(self, query: accounts.OpenAccount) -> OpenedAccount:
        """Sign up."""
        return _account(await self._once(query))

    async def come_in(self, query: accounts.SignIn | accounts.Recover) -> OpenedSession:
        """Sign in, by password or by code."""
        return _opened(await self._once(query))

    async def rename(self, query: accounts.ChangeName) -> Player:
        """Another name."""
        return _player(await self._once(query))

    async def change(self, query: accounts.ChangePassword | accounts.CloseAccount) -> None:
        """Another password, or the end of the account."""
        await self._once(query)

    async def new_codes(self, query: accounts.RenewRecoveryCodes) -> list[str]:
        """Other recovery codes."""
        return _codes(await self._once(query))

    async def sessions(self, player: PlayerId, token: str) -> list[SessionView]:
        """A player's own sessions."""
        return _sessions(await self._ask(accounts.SessionsOf(player, token)))

    async def end_session(self, player: PlayerId, session: str) -> None:
        """One of them ends."""
        await self._ask(accounts.EndSession(player, session))

    async def tokens(self, player: PlayerId) -> list[TokenView]:
        """A player's own API tokens."""
        return _tokens(await self._ask(accounts.TokensOf(player)))

    async def make_token(self, wish: accounts.MakeToken) -> NewToken:
        """Another API token."""
        return _new_token(await self._once(wish))

    async def revoke_token(self, player: PlayerId, token_id: str) -> None:
        """One of them ends."""
        await self._ask(accounts.RevokeToken(player, token_id))

    async def settings(self, player: PlayerId) -> bytes:
        """A player's settings (JSON)."""
        return await self._ask(accounts.SettingsOf(player))

    async def keep_settings(self, player: PlayerId, body: bytes) -> None:
        """Keep them."""
        await self._ask(accounts.KeepSettings(player, body))

    async def own_data(self, player: PlayerId, token: str) -> bytes:
        """All that accounts keeps of a player (`OwnData`, JSON)."""
        return await self._ask(accounts.OwnDataOf(player, token))

    async def names(self, players: list[PlayerId]) -> dict[PlayerId, str | None]:
        """Names by id."""
        return _names(await self._ask(accounts.NamesOf(players)))

    async def person(self, player: PlayerId) -> PublicPerson:
        """What everybody may know of somebody (`player_not_found`)."""
        return _person(await self._ask(accounts.PersonOf(player)))
