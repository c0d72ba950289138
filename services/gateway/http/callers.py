"""Who asks: address and origin of a request, and the session its cookie names."""

from typing import Final

from aiohttp import web

from libs.contracts.accounts import Player
from services.gateway.decider.connection import Session
from services.gateway.decider.ids import is_api_token, is_token
from services.gateway.decider.limits import Buckets
from services.gateway.decider.origin import Caller, caller, is_own_origin
from services.gateway.decider.refusals import RefusedError
from services.gateway.http.parts import Parts
from services.gateway.projections.sessions import hash_of

COOKIE: Final = "sc_session"
SECURE_COOKIE: Final = "__Host-sc_session"
"""Where all is encrypted: browsers take this from nobody but the very host, never from a sister."""

COOKIE_LIVES_S: Final = 400 * 24 * 3600
"""Browsers keep no cookie longer."""


class Callers:
    """Answers who somebody is."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        limits = parts.limits
        self._passwords = Buckets(limits.passwords_a_minute / 60.0, limits.passwords_burst)

    def of(self, request: web.Request) -> Caller:
        """Address, host and scheme, looked at through trusted proxies only."""
        peer = Caller(request.remote or "", request.host, request.scheme)
        return caller(peer, request.headers, self._parts.trusted)

    def check_origin(self, request: web.Request) -> Caller:
        """The caller, if no foreign page is behind it. Raises RefusedError."""
        who = self.of(request)
        if not is_own_origin(request.headers, who):
            raise RefusedError("foreign_origin")
        return who

    def check_passwords(self, who: Caller) -> None:
        """One more password to look at, right or wrong: each takes accounts a fifth of a second.

        Or whoever has an account could keep everybody else from signing in. Raises RefusedError.
        """
        if not self._passwords.take(who.household, self._parts.now_s()):
            raise RefusedError("too_fast")

    def token(self, request: web.Request) -> str | None:
        """What the caller shows: an API token if there is one, else the cookie's.

        None if there is nothing that could be one.
        """
        if "Authorization" in request.headers:
            scheme, _, token = request.headers["Authorization"].partition(" ")
            return token if scheme.lower() == "bearer" and is_api_token(token) else None
        return self.cookie(request)

    def cookie(self, request: web.Request) -> str | None:
        """The cookie's token, None if there is none that could be one."""
        token = request.cookies.get(_cookie_of(self.of(request)), "")
        return token if is_token(token) else None

    async def session(self, request: web.Request) -> Session | None:
        """The caller's session, None without one. Raises RefusedError when accounts is silent."""
        token = self.token(request)
        return None if token is None else await self._find(token)

    async def need_session(self, request: web.Request) -> Session:
        """The caller's session. Raises RefusedError (`no_session`)."""
        session = await self.session(request)
        if session is None:
            raise RefusedError("no_session")
        return session

    async def need_own_session(self, request: web.Request) -> tuple[Session, str]:
        """The caller's session and its token, not an API token's: those change no account.

        Raises RefusedError (`no_session`, `token_not_allowed`).
        """
        if "Authorization" in request.headers:
            raise RefusedError("token_not_allowed")
        session, token = await self.need_session(request), self.cookie(request)
        if token is None:
            raise RefusedError("no_session")
        return session, token

    async def _find(self, token: str) -> Session | None:
        sessions, token_hash = self._parts.shown.sessions, hash_of(token)
        if sessions.is_closed(token_hash):
            return None
        found = sessions.find(token_hash, self._parts.now_s())
        if found is not None:
            return found
        player = await self._ask(token)
        if player is None:
            return None
        session = Session(player, token_hash, is_api_token(token))
        sessions.remember(session, self._parts.now_s())
        return None if sessions.is_closed(token_hash) else session

    async def _ask(self, token: str) -> Player | None:
        """Who holds the token; asked again if somebody has changed in the meantime."""
        sessions, accounts = self._parts.shown.sessions, self._parts.questions.accounts
        while True:
            changes = sessions.changes
            try:
                player = await accounts.find(token)
            except RefusedError as refusal:
                if refusal.code == "no_session":
                    return None
                raise
            if changes == sessions.changes:
                return player


def set_session(response: web.Response, token: str, who: Caller) -> None:
    """Give the browser its cookie."""
    response.set_cookie(
        _cookie_of(who), token, max_age=COOKIE_LIVES_S, path="/", httponly=True, samesite="Lax",
        secure=who.is_secure,
    )  # fmt: skip


def drop_session(response: web.Response, who: Caller) -> None:
    """Take it away again."""
    response.del_cookie(
        _cookie_of(who), path="/", httponly=True, samesite="Lax", secure=who.is_secure
    )


def _cookie_of(who: Caller) -> str:
    return SECURE_COOKIE if who.is_secure else COOKIE
