"""Health: `/healthz`, `/readyz` with named checks, `/metrics`; on a site of its own or mounted."""

from collections.abc import Callable, Mapping

import msgspec
from aiohttp import web

from libs.runtime.metrics import Metrics

Check = Callable[[], str | None]
"""None when all is well, else what is wrong in a few words. Quick, raises nothing."""


class Health:
    """Named checks of everything in this process. Alive as long as the event loop turns."""

    def __init__(self) -> None:
        self._checks: dict[str, Check] = {"start": lambda: "not started yet"}
        self._sources: dict[str, Callable[[], Mapping[str, Check]]] = {}

    def started(self) -> None:
        """The start is over: from now on the other checks count alone."""
        self._checks.pop("start", None)

    def stopping(self) -> None:
        """Send no more work here."""
        self._checks["stop"] = lambda: "stopping"

    def add(self, owner: str, checks: Callable[[], Mapping[str, Check]]) -> None:
        """Ask these, too; their names are `<owner>.<name>`. `checks` is called each time."""
        self._sources[owner] = checks

    def problems(self) -> dict[str, str]:
        """What is wrong, by name; empty when ready."""
        asked = dict(self._checks)
        for owner, checks in self._sources.items():
            asked.update({f"{owner}.{name}": check for name, check in checks().items()})
        answers = {name: check() for name, check in asked.items()}
        return {name: answer for name, answer in answers.items() if answer is not None}


def health_routes(health: Health, metrics: Metrics) -> list[web.RouteDef]:
    """The three routes, for whoever has a site."""

    async def healthz(_request: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def readyz(_request: web.Request) -> web.Response:
        problems = health.problems()
        body = {"status": "not ready" if problems else "ready", "problems": problems}
        return web.Response(
            body=msgspec.json.encode(body),
            status=503 if problems else 200,
            content_type="application/json",
        )

    async def figures(_request: web.Request) -> web.Response:
        body, content_type = metrics.render()
        return web.Response(body=body, headers={"Content-Type": content_type})

    return [
        web.get("/healthz", healthz),
        web.get("/readyz", readyz),
        web.get("/metrics", figures),
    ]


class HealthSite:
    """A small site with nothing but the three routes."""

    def __init__(self, health: Health, metrics: Metrics) -> None:
        app = web.Application()
        app.add_routes(health_routes(health, metrics))
        self._runner = web.AppRunner(app, access_log=None)

    async def start(self, host: str, port: int) -> int:
        """Listen; returns the port, which matters when 0 was asked for. Raises OSError."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Close it."""
        await self._runner.cleanup()
