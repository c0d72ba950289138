"""A process of services: order, failures, signals."""

import asyncio
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from libs.runtime import (
    Check,
    ProcessOptions,
    Runtime,
    Settings,
    StartError,
    run_services,
    run_until,
)
from libs.testkit.eventually import eventually

pytestmark = pytest.mark.unit


@dataclass
class Recorder:
    name: str
    story: list[str]
    start_error: Exception | None = None
    stop_error: Exception | None = None
    hangs_at: str = ""
    ready: list[str] = field(default_factory=list)

    async def start(self) -> None:
        self.story.append(f"start {self.name}")
        if self.hangs_at == "start":
            await asyncio.Event().wait()
        if self.start_error is not None:
            raise self.start_error

    async def stop(self) -> None:
        self.story.append(f"stop {self.name}")
        if self.hangs_at == "stop":
            await asyncio.Event().wait()
        if self.stop_error is not None:
            raise self.stop_error

    def checks(self) -> Mapping[str, Check]:
        return {"self": lambda: None}


@pytest.fixture
def runtime() -> Runtime:
    return Runtime(Settings(stop_within_s=0.1))


async def run_shortly(runtime: Runtime, *services: Recorder) -> int:
    stop = asyncio.Event()
    options = ProcessOptions(on_ready=lambda _port: stop.set())
    return await run_until(stop, services, runtime, options)


async def test_services_start_in_order_and_stop_in_reverse(runtime: Runtime) -> None:
    story: list[str] = []
    assert await run_shortly(runtime, Recorder("a", story), Recorder("b", story)) == 0
    assert story == ["start a", "start b", "stop b", "stop a"]


@pytest.mark.parametrize("error", [StartError("no database"), RuntimeError("bug")])
async def test_a_failed_start_stops_what_had_begun(runtime: Runtime, error: Exception) -> None:
    story: list[str] = []
    services = [Recorder("a", story), Recorder("b", story, error), Recorder("c", story)]
    assert await run_shortly(runtime, *services) == 1
    assert story == ["start a", "start b", "stop b", "stop a"]


async def test_a_bad_stop_keeps_no_other_up(runtime: Runtime) -> None:
    story: list[str] = []
    services = [
        Recorder("a", story),
        Recorder("b", story, hangs_at="stop"),
        Recorder("c", story, stop_error=RuntimeError("bug")),
    ]
    assert await run_shortly(runtime, *services) == 0
    assert story[3:] == ["stop c", "stop b", "stop a"]


async def test_a_stop_during_the_start_ends_the_start(runtime: Runtime) -> None:
    story: list[str] = []
    stop = asyncio.Event()
    services = [Recorder("a", story), Recorder("b", story, hangs_at="start")]
    running = asyncio.create_task(run_until(stop, services, runtime, ProcessOptions()))
    await eventually(lambda: "start b" in story)
    stop.set()
    assert await running == 0
    assert story == ["start a", "start b", "stop b", "stop a"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_cleanly(runtime: Runtime, number: int) -> None:
    story: list[str] = []
    options = ProcessOptions(
        has_own_site=False, on_ready=lambda _port: os.kill(os.getpid(), number)
    )
    async with asyncio.timeout(5):
        assert await run_services([Recorder("a", story)], runtime, options) == 0
    assert story == ["start a", "stop a"]
    for one in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().remove_signal_handler(one)


async def test_a_taken_port_is_a_failed_start(runtime: Runtime) -> None:
    server = await asyncio.start_server(lambda _r, _w: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    story: list[str] = []
    taken = Runtime(Settings(port=port))
    assert await run_shortly(taken, Recorder("a", story)) == 1
    assert story == []
    server.close()
    await server.wait_closed()
