"""What people see and keep of their own: sessions, API tokens, settings, all their data."""

import secrets
from typing import Final

import msgspec

from libs.contracts.accounts import (
    LONGEST_TOKEN_NAME,
    SETTINGS_BYTES,
    TOKEN_PREFIX,
    CloseSession,
    EndSession,
    FindSession,
    KeepSettings,
    MakeToken,
    NamesOf,
    NewToken,
    OwnData,
    OwnDataOf,
    PersonOf,
    PublicPerson,
    RevokeToken,
    SessionsOf,
    SettingsOf,
    TokensOf,
    TokenView,
)
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from services.accounts.queries.coming_in import new_token
from services.accounts.queries.guarding import RefusedError
from services.accounts.queries.parts import Parts
from services.accounts.queries.sessions import hash_of

TOKEN_ID_BYTES: Final = 8

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode


class Own:
    """Sessions, tokens, settings, names. All may raise RefusedError."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def find(self, query: FindSession) -> Answer:
        """Who holds a token."""
        player = await self._parts.sessions.find(query.token, self._parts.now_ms())
        return Answer("no_session") if player is None else Answer(data=_pack(player))

    async def close(self, query: CloseSession) -> Answer:
        """Sign out."""
        token_hash = hash_of(query.token)
        await self._parts.sessions.close(token_hash)
        self._parts.announcing.closed([token_hash])
        return Answer()

    async def sessions(self, query: SessionsOf) -> Answer:
        """All of one's sessions."""
        found = await self._parts.sessions.of_player(
            query.player, query.token, self._parts.now_ms()
        )
        return Answer(data=_pack(found))

    async def end_session(self, query: EndSession) -> Answer:
        """One of them ends."""
        self._parts.announcing.closed(await self._parts.sessions.end(query.player, query.session))
        return Answer()

    async def tokens(self, query: TokensOf) -> Answer:
        """All of one's API tokens."""
        return Answer(data=_pack(await self._parts.sessions.tokens_of(query.player)))

    async def make_token(self, query: MakeToken) -> Answer:
        """Another API token, for an account."""
        name = query.name.strip()
        if not 1 <= len(name) <= LONGEST_TOKEN_NAME or not name.isprintable():
            raise RefusedError("bad_token_name")
        await self._parts.guard.confirm(query.player, query.password, query.visit)
        token = TOKEN_PREFIX + new_token()
        view = TokenView(secrets.token_hex(TOKEN_ID_BYTES), name, self._parts.now_ms(), None)
        if not await self._parts.sessions.make_token(query.player, view, token):
            raise RefusedError("too_many_tokens")
        return Answer(data=_pack(NewToken(token, view)))

    async def revoke_token(self, query: RevokeToken) -> Answer:
        """One of them ends."""
        self._parts.announcing.closed(
            await self._parts.sessions.revoke_token(query.player, query.id)
        )
        return Answer()

    async def settings(self, query: SettingsOf) -> Answer:
        """As they were kept."""
        return Answer(data=(await self._parts.people.settings(query.player)).encode())

    async def keep_settings(self, query: KeepSettings) -> Answer:
        """Their shape is the client's own; here they are JSON of a size."""
        if len(query.body) > SETTINGS_BYTES:
            raise RefusedError("bad_settings")
        await self._parts.people.keep_settings(query.player, query.body.decode())
        return Answer()

    async def own_data(self, query: OwnDataOf) -> Answer:
        """All that is kept of a person."""
        person = await self._person(query.player)
        changed_at_ms, codes_left, places = await self._parts.people.credentials(query.player)
        data = OwnData(
            person.player,
            person.since_ms,
            await self._parts.sessions.of_player(query.player, query.token, self._parts.now_ms()),
            await self._parts.sessions.tokens_of(query.player),
            msgspec.Raw((await self._parts.people.settings(query.player)).encode()),
            codes_left,
            changed_at_ms,
            places,
        )
        return Answer(data=_json(data))

    async def names(self, query: NamesOf) -> Answer:
        """Names by id."""
        return Answer(data=_pack(await self._parts.people.names(query.players)))

    async def person(self, query: PersonOf) -> Answer:
        """What everybody may know of somebody."""
        return Answer(data=_pack(await self._person(query.player)))

    async def _person(self, player: PlayerId) -> PublicPerson:
        found = await self._parts.people.person(player)
        if found is None:
            raise RefusedError("player_not_found")
        return found
