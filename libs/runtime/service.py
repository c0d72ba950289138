"""A service, and a process that runs some of them until it is told to stop."""

import asyncio
import gc
import signal
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import uvloop

from libs.runtime.clock import NowMs, now_ms
from libs.runtime.health import Check, Health, HealthSite
from libs.runtime.keeping import TaskKeeper
from libs.runtime.logs import configure_logs, enter_service, get_logger
from libs.runtime.metrics import Metrics
from libs.runtime.settings import Settings

GC_THRESHOLDS: Final = (10_000, 2, 20)
"""A look at 50,000 new objects held everything up for 15 to 30 ms; at a fifth of them often enough
to be short, and seldom enough not to look again and again at what is only under way."""


class StartError(Exception):
    """A service could not start; the text is for people."""


class Service(Protocol):
    """One service: begun and ended by the process it lives in."""

    @property
    def name(self) -> str:
        """Its name, as in subjects and schemas."""

    async def start(self) -> None:
        """Begin to serve; returns when it does. Raises StartError or the error of a driver."""

    async def stop(self) -> None:
        """Take nothing new, finish what is under way, close. Called once, even half started."""

    def checks(self) -> Mapping[str, Check]:
        """Whether it is ready, by name; asked each time, from before the start on."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What the services of a process share."""

    settings: Settings
    metrics: Metrics = field(default_factory=Metrics)
    health: Health = field(default_factory=Health)
    now_ms: NowMs = now_ms

    def keeper(self, owner: str) -> TaskKeeper:
        """A keeper for one service's background tasks."""
        return TaskKeeper(owner, self.metrics.task_restarts)


@dataclass(frozen=True, slots=True)
class ProcessOptions:
    """How a process runs its services."""

    has_own_site: bool = True
    """False if one of the services mounts the health routes on its own site."""
    on_ready: Callable[[int], object] = lambda _port: None
    """Called once all are started, with the port of the process's own site (or 0)."""


def run_process(
    settings: Settings,
    build: Callable[[Runtime], Sequence[Service]],
    options: ProcessOptions | None = None,
) -> int:
    """A whole process: logs, event loop, the services that `build` makes; the exit code."""
    configure_logs(settings.log_level)
    _calm_garbage_collection()

    async def main() -> int:
        runtime = Runtime(settings)
        return await run_services(build(runtime), runtime, options)

    return uvloop.run(main())


def _calm_garbage_collection() -> None:
    """What is loaded by now stays; of what comes, little is cyclic: look for it less often.

    Measured: a third less processor time a command, since every command makes some containers.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


async def run_services(
    services: Sequence[Service], runtime: Runtime, options: ProcessOptions | None = None
) -> int:
    """Start all in order, run until SIGTERM or SIGINT, stop all in reverse; the exit code."""
    stop = asyncio.Event()
    _stop_on_signals(stop)
    return await run_until(stop, services, runtime, options or ProcessOptions())


async def run_until(
    stop: asyncio.Event, services: Sequence[Service], runtime: Runtime, options: ProcessOptions
) -> int:
    """As `run_services`, but until the event is set."""
    log = get_logger()
    site = HealthSite(runtime.health, runtime.metrics) if options.has_own_site else None
    begun: list[Service] = []
    is_well = False
    try:
        port = await site.start(runtime.settings.host, runtime.settings.port) if site else 0
        if await _unless(stop, _start_all(services, begun, runtime)):
            log.info("ready", services=[service.name for service in services], port=port)
            options.on_ready(port)
            await stop.wait()
        is_well = True
    except StartError as error:
        log.error("start failed", reason=str(error))  # noqa: TRY400  a sentence, no traceback
    except Exception as error:
        log.exception("start failed", reason=str(error))
    finally:
        runtime.health.stopping()
        await _stop_all(begun, runtime.settings.stop_within_s)
        if site is not None:
            await site.stop()
    log.info("stopped", is_well=is_well)
    return 0 if is_well else 1


async def _start_all(services: Sequence[Service], begun: list[Service], runtime: Runtime) -> None:
    for service in services:
        begun.append(service)
        runtime.health.add(service.name, service.checks)
        await _in_context(service.name, service.start)
    runtime.health.started()


async def _unless(stop: asyncio.Event, work: Coroutine[None, None, None]) -> bool:
    """Whether `work` ended before `stop` was set; it is cancelled if not. Raises what it raises."""
    doing = asyncio.ensure_future(work)
    stopping = asyncio.ensure_future(stop.wait())
    await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if doing.done():
        doing.result()
        return True
    doing.cancel()
    await asyncio.wait({doing})
    return False


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)


async def _in_context(name: str, action: Callable[[], Awaitable[None]]) -> None:
    """Run it in a task, so that its log lines, and those of its tasks, bear the name."""

    async def work() -> None:
        enter_service(name)
        await action()

    await asyncio.get_running_loop().create_task(work())


async def _stop_all(services: list[Service], within_s: float) -> None:
    for service in reversed(services):
        log = get_logger(service=service.name)
        try:
            async with asyncio.timeout(within_s):
                await _in_context(service.name, service.stop)
        except TimeoutError:
            log.error("stop took too long", within_s=within_s)  # noqa: TRY400  no traceback needed
        except Exception:
            log.exception("stop failed")  # and the others are stopped all the same
