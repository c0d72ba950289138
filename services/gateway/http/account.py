"""Routes below /api/account: changes, sessions, settings, API tokens, export; for no API token."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import web

from libs.contracts.account_http import NewName, NewPassword, PasswordForm, TokenForm
from libs.contracts.accounts import (
    SETTINGS_BYTES,
    ChangeName,
    ChangePassword,
    CloseAccount,
    MakeToken,
    RenewRecoveryCodes,
    Visit,
)
from libs.contracts.archive import GameSummary
from libs.contracts.ids import GameId, PlayerId
from services.gateway.decider.connection import Session
from services.gateway.decider.ids import is_subject_word
from services.gateway.decider.refusals import RefusedError, encode
from services.gateway.http.bodies import as_json, read_body
from services.gateway.http.callers import Callers, drop_session
from services.gateway.http.coming_in import visit_of
from services.gateway.http.me import NOBODY, me_of
from services.gateway.http.parts import Parts

ACCOUNT: Final = "/api/account"
PAGE_SIZE: Final = 100
MOST_PAGES: Final = 200
PART_WITHIN_S: Final = 1.0

T = TypeVar("T")

_new_name = msgspec.json.Decoder(NewName).decode
_new_password = msgspec.json.Decoder(NewPassword).decode
_password = msgspec.json.Decoder(PasswordForm).decode
_token = msgspec.json.Decoder(TokenForm).decode
_settings = msgspec.json.Decoder(dict[str, Any]).decode
_page = msgspec.json.Decoder(list[GameSummary]).decode


class Account:
    """What people do with their own account."""

    def __init__(self, parts: Parts, callers: Callers) -> None:
        self._parts = parts
        self._callers = callers
        self._accounts = parts.questions.accounts

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.post(ACCOUNT + "/name", self.name),
            web.post(ACCOUNT + "/password", self.password),
            web.post(ACCOUNT + "/recovery-codes", self.recovery_codes),
            web.post(ACCOUNT + "/delete", self.delete),
            web.get(ACCOUNT + "/sessions", self.sessions),
            web.post(ACCOUNT + "/sessions/{session}/close", self.close_session),
            web.get(ACCOUNT + "/settings", self.settings),
            web.put(ACCOUNT + "/settings", self.keep_settings),
            web.get(ACCOUNT + "/tokens", self.tokens),
            web.post(ACCOUNT + "/tokens", self.make_token),
            web.post(ACCOUNT + "/tokens/{token}/revoke", self.revoke_token),
            web.get(ACCOUNT + "/export", self.export),
        ]

    async def name(self, request: web.Request) -> web.Response:
        """Another name."""
        form, session, _, visit = await self._confirmed(request, _new_name)
        wish = ChangeName(session.player.id, form.name, form.password, visit)
        return as_json(await me_of(self._parts, await self._accounts.rename(wish)))

    async def password(self, request: web.Request) -> web.Response:
        """Another password; the other sessions end."""
        form, session, token, visit = await self._confirmed(request, _new_password)
        wish = ChangePassword(session.player.id, form.old, form.new, token, visit)
        await self._accounts.change(wish)
        return as_json(await me_of(self._parts, session.player))

    async def recovery_codes(self, request: web.Request) -> web.Response:
        """Other recovery codes."""
        form, session, _, visit = await self._confirmed(request, _password)
        wish = RenewRecoveryCodes(session.player.id, form.password, visit)
        codes = await self._accounts.new_codes(wish)
        return as_json(b'{"recovery_codes":%b}' % encode(codes))

    async def delete(self, request: web.Request) -> web.Response:
        """The account goes; what was played stays, under no name."""
        form, session, _, visit = await self._confirmed(request, _password)
        await self._accounts.change(CloseAccount(session.player.id, form.password, visit))
        response = as_json(NOBODY)
        drop_session(response, self._callers.of(request))
        return response

    async def sessions(self, request: web.Request) -> web.Response:
        """Where the caller is signed in."""
        return await self._sessions(*await self._callers.need_own_session(request))

    async def close_session(self, request: web.Request) -> web.Response:
        """One of the caller's sessions ends."""
        self._callers.check_origin(request)
        session, token = await self._callers.need_own_session(request)
        if is_subject_word(request.match_info["session"]):
            await self._accounts.end_session(session.player.id, request.match_info["session"])
        return await self._sessions(session, token)

    async def _sessions(self, session: Session, token: str) -> web.Response:
        return as_json(encode(await self._accounts.sessions(session.player.id, token)))

    async def settings(self, request: web.Request) -> web.Response:
        """As the client has kept them."""
        session, _ = await self._callers.need_own_session(request)
        return as_json(await self._accounts.settings(session.player.id))

    async def keep_settings(self, request: web.Request) -> web.Response:
        """Their shape is the client's own."""
        form, session, _, _ = await self._asked(request, _settings)
        body = encode(form)
        if len(body) > SETTINGS_BYTES:
            raise RefusedError("bad_settings")
        await self._accounts.keep_settings(session.player.id, body)
        return as_json(body)

    async def tokens(self, request: web.Request) -> web.Response:
        """The caller's API tokens."""
        session, _ = await self._callers.need_own_session(request)
        return as_json(encode(await self._accounts.tokens(session.player.id)))

    async def make_token(self, request: web.Request) -> web.Response:
        """Another one; it is shown this once."""
        form, session, _, visit = await self._confirmed(request, _token)
        wish = MakeToken(session.player.id, form.name, form.password, visit)
        return as_json(encode(await self._accounts.make_token(wish)))

    async def revoke_token(self, request: web.Request) -> web.Response:
        """One of them ends."""
        self._callers.check_origin(request)
        session, _ = await self._callers.need_own_session(request)
        if is_subject_word(request.match_info["token"]):
            await self._accounts.revoke_token(session.player.id, request.match_info["token"])
        return as_json(encode(await self._accounts.tokens(session.player.id)))

    async def export(self, request: web.Request) -> web.Response:
        """All data of the caller's own, as a file."""
        session, token = await self._callers.need_own_session(request)
        player, questions = session.player.id, self._parts.questions
        account = await self._accounts.own_data(player, token)
        parts = await asyncio.gather(
            _or_null(questions.archive.running(player, PART_WITHIN_S)),
            self._games(player),
            _or_null(self._ratings(player)),
            _or_null(questions.ratings.wallet(player, PART_WITHIN_S)),
            _or_null(questions.lobby.traces(player, PART_WITHIN_S)),
        )
        response = as_json(
            b'{"account":%b,"running":%b,"games":%b,"ratings":%b,"wallet":%b,"lobby":%b}'
            % (account, *parts)
        )
        response.headers["Content-Disposition"] = 'attachment; filename="spielcenter.json"'
        return response

    async def _ratings(self, player: PlayerId) -> bytes:
        return encode(await self._parts.questions.ratings.of(player, PART_WITHIN_S))

    async def _games(self, player: PlayerId) -> bytes:
        """All finished games, page by page; null when the archive is silent."""
        games: list[GameSummary] = []
        before: tuple[int, GameId] | None = None
        for _ in range(MOST_PAGES):
            try:
                archive = self._parts.questions.archive
                page = _page(await archive.finished(player, before, PAGE_SIZE))
            except RefusedError:
                return b"null"
            games += page
            if len(page) < PAGE_SIZE:
                break
            before = (page[-1].ended_at_ms or 0, page[-1].game)
        return encode(games)

    async def _confirmed(
        self, request: web.Request, decode: Callable[[bytes], T]
    ) -> tuple[T, Session, str, Visit]:
        """The same of a body with a password, which costs accounts work. Raises RefusedError."""
        asked = await self._asked(request, decode)
        self._callers.check_passwords(self._callers.of(request))
        return asked

    async def _asked(
        self, request: web.Request, decode: Callable[[bytes], T]
    ) -> tuple[T, Session, str, Visit]:
        """A body, who sent it, the session's token, where from. Raises RefusedError."""
        who = self._callers.check_origin(request)
        form = await read_body(request, decode, self._parts.limits.body_within_s)
        session, token = await self._callers.need_own_session(request)
        return form, session, token, visit_of(request, who)


async def _or_null(part: Awaitable[bytes]) -> bytes:
    """A part of the export; null when its service is silent, or has nothing of a guest's."""
    try:
        return await part
    except RefusedError:
        return b"null"
