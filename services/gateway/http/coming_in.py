"""Routes of signing up, signing in and coming back by a recovery code."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from aiohttp import web

from libs.contracts.account_http import RecoverForm, SignInForm, SignUpForm
from libs.contracts.accounts import OpenAccount, OpenedSession, Recover, SignIn, Visit
from services.gateway.decider.devices import device_of
from services.gateway.decider.limits import Buckets
from services.gateway.decider.origin import Caller
from services.gateway.decider.refusals import RefusedError, encode
from services.gateway.http.bodies import as_json, read_body
from services.gateway.http.callers import Callers, set_session
from services.gateway.http.me import me_of
from services.gateway.http.parts import Parts

T = TypeVar("T")

_sign_up = msgspec.json.Decoder(SignUpForm).decode
_sign_in = msgspec.json.Decoder(SignInForm).decode
_recover = msgspec.json.Decoder(RecoverForm).decode


def visit_of(request: web.Request, who: Caller) -> Visit:
    """Where a request comes from."""
    return Visit(who.household, device_of(request.headers.get("User-Agent", "")))


class ComingIn:
    """Each gives the browser a new session; the one it had ends, so none can be foisted on it."""

    def __init__(self, parts: Parts, callers: Callers) -> None:
        self._parts = parts
        self._callers = callers
        limits = parts.limits
        self._sign_ups = Buckets(limits.sign_ups_a_minute / 60.0, limits.sign_ups_burst)

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.post("/api/sign-up", self.sign_up),
            web.post("/api/sign-in", self.sign_in),
            web.post("/api/recover", self.recover),
        ]

    async def sign_up(self, request: web.Request) -> web.Response:
        """A guest, or somebody new, becomes an account."""
        who, form = await self._asked(request, _sign_up)
        if not self._sign_ups.take(who.household, self._parts.now_s()):
            raise RefusedError("too_fast")
        token, visit = self._callers.cookie(request), visit_of(request, who)
        wish = OpenAccount(form.name, form.password, token, visit)
        opened = await self._parts.questions.accounts.open_account(wish)
        me, codes = await me_of(self._parts, opened.player), encode(opened.recovery_codes)
        response = as_json(b'{"me":%b,"recovery_codes":%b}' % (me, codes))
        set_session(response, opened.token, who)
        return response

    async def sign_in(self, request: web.Request) -> web.Response:
        """By name and password."""
        who, form = await self._asked(request, _sign_in)
        self._callers.check_passwords(who)
        token, visit = self._callers.cookie(request), visit_of(request, who)
        wish = SignIn(form.name, form.password, token, visit)
        return await self._in(who, await self._parts.questions.accounts.come_in(wish))

    async def recover(self, request: web.Request) -> web.Response:
        """By name and recovery code, with a new password."""
        who, form = await self._asked(request, _recover)
        self._callers.check_passwords(who)
        token, visit = self._callers.cookie(request), visit_of(request, who)
        wish = Recover(form.name, form.code, form.password, token, visit)
        return await self._in(who, await self._parts.questions.accounts.come_in(wish))

    async def _asked(self, request: web.Request, decode: Callable[[bytes], T]) -> tuple[Caller, T]:
        who = self._callers.check_origin(request)
        return who, await read_body(request, decode, self._parts.limits.body_within_s)

    async def _in(self, who: Caller, opened: OpenedSession) -> web.Response:
        response = as_json(await me_of(self._parts, opened.player))
        set_session(response, opened.token, who)
        return response
