"""The public site: pages, API, socket, health."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from aiohttp import web

from libs.runtime import Runtime, health_routes
from services.gateway.decider.limits import Buckets
from services.gateway.decider.refusals import RefusedError
from services.gateway.http.account import Account
from services.gateway.http.api import Api
from services.gateway.http.archive import FinishedGames
from services.gateway.http.callers import Callers
from services.gateway.http.coming_in import ComingIn
from services.gateway.http.errors import errors_as_json
from services.gateway.http.hall import Moderation
from services.gateway.http.headers import add_headers
from services.gateway.http.help import Help
from services.gateway.http.hotseat import Hotseat
from services.gateway.http.offers import Offers
from services.gateway.http.pages import Pages
from services.gateway.http.parts import Parts
from services.gateway.http.people import People
from services.gateway.http.ratings import Ratings
from services.gateway.http.rooms import Rooms
from services.gateway.http.sockets import Sockets

COUNTED: Final = ("/api/", "/ws")
PUBLIC_HEALTH: Final = ("/healthz", "/readyz")


def make_site(parts: Parts, sockets: Sockets, pages: Path, runtime: Runtime) -> web.Application:
    """The application; `/metrics` is not part of it."""
    callers = Callers(parts)
    rooms = Rooms(parts, callers)
    app = web.Application(
        client_max_size=parts.limits.body_bytes,
        middlewares=[errors_as_json(_not_too_fast(parts, callers))],
    )
    app.on_response_prepare.append(add_headers)
    for routes in (
        Api(parts, callers),
        ComingIn(parts, callers),
        Account(parts, callers),
        People(parts),
        rooms,
        Hotseat(parts, callers, rooms),
        Offers(parts, callers, rooms),
        Help(parts, callers),
        Moderation(parts, callers),
        Ratings(parts, callers),
        FinishedGames(parts, callers),
    ):
        app.add_routes(routes.routes())
    health = health_routes(runtime.health, runtime.metrics)
    app.add_routes([route for route in health if route.path in PUBLIC_HEALTH])
    app.router.add_get("/ws", sockets.serve)
    app.router.add_get("/{path:.*}", Pages(pages, callers).serve)
    return app


def _not_too_fast(parts: Parts, callers: Callers) -> Callable[[web.Request], None]:
    buckets = Buckets(parts.limits.requests_a_second, parts.limits.requests_burst)

    def check(request: web.Request) -> None:
        if request.path.startswith(COUNTED):
            household = callers.of(request).household
            if not buckets.take(household, parts.now_s()):
                raise RefusedError("too_fast")

    return check
