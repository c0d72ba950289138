"""The supervisor with small stand-ins for its programs: alive, dead, stubborn."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from deploy.local import supervisor as module
from deploy.local.programs import Program
from deploy.local.supervisor import StoppedError, Supervisor
from deploy.local.texts import StartError, Text
from libs.testkit.eventually import eventually

ROOT = Path(__file__).resolve().parents[3]
WITHIN_S = 10.0


class House:
    """A supervisor in a folder of its own, and what it said."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[Text] = []
        self.supervisor = Supervisor(folder, self.said.append)

    def program(self, name: str, script: str, *, stage: int = 0) -> Program:
        marker = self.folder / f"{name}.up"
        return Program(
            name=name,
            command=("/bin/sh", "-c", script.replace("READY", f"echo $$ >> '{marker}'")),
            log=self.folder / f"{name}.log",
            stage=stage,
            is_ready=marker.exists,
            ready_within_s=WITHIN_S,
        )

    def lives(self, name: str) -> list[int]:
        marker = self.folder / f"{name}.up"
        return [int(line) for line in marker.read_text().split()] if marker.exists() else []


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path)
    yield house
    await house.supervisor.stop()


def is_alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


SLEEPER = "READY; exec sleep 60"


async def test_a_killed_program_comes_back_and_a_line_says_so(house: House) -> None:
    await house.supervisor.start([house.program("games", SLEEPER)])
    os.kill(house.lives("games")[0], signal.SIGKILL)
    await eventually(lambda: len(house.lives("games")) == 2)
    assert [text.de for text in house.said] == [
        "games ist ausgefallen (SIGKILL) und startet in 0.2 s neu"
    ]


async def test_a_program_that_dies_again_and_again_is_given_up_with_a_sentence(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST_DELAY_S", 0.01)
    with pytest.raises(StartError) as caught:
        await house.supervisor.start([house.program("games", "echo no room >&2; exit 3")])
    assert "9-mal hintereinander" in caught.value.text.de
    assert "games.log" in caught.value.text.de
    with pytest.raises(StartError):
        await house.supervisor.wait()


async def test_later_stages_end_first_and_nothing_remains(house: House) -> None:
    last_words = "trap 'date +%s.%N > NAME.end; exit' TERM; READY; while :; do sleep 0.02; done"
    for stage, name in enumerate(["postgres", "games"]):
        script = last_words.replace("NAME", str(house.folder / name))
        await house.supervisor.start([house.program(name, script, stage=stage)])
    await house.supervisor.stop()
    ends = {
        name: float((house.folder / f"{name}.end").read_text()) for name in ("games", "postgres")
    }
    assert ends["games"] < ends["postgres"]
    assert list(house.folder.glob("*.pid")) == []


async def test_a_program_deaf_to_the_signal_is_killed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STOP_WITHIN_S", 0.3)
    deaf = house.program("deaf", "trap '' TERM; READY; while :; do sleep 0.02; done")
    await house.supervisor.start([deaf])
    await house.supervisor.stop()
    assert not is_alive(house.lives("deaf")[0])


async def test_a_stop_during_the_start_ends_the_start(house: House) -> None:
    starting = asyncio.create_task(house.supervisor.start([house.program("slow", "sleep 60")]))
    await asyncio.sleep(0.1)
    house.supervisor.request_stop()
    with pytest.raises(StoppedError):
        await starting


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the next start sweeps up")
def test_nothing_survives_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import asyncio, pathlib, sys\n"
        "from tests.integration.house.test_supervisor import House, SLEEPER\n"
        "async def main():\n"
        "    house = House(pathlib.Path(sys.argv[1]))\n"
        "    await house.supervisor.start([house.program(n, SLEEPER) for n in ('a', 'b')])\n"
        "    await house.supervisor.wait()\n"
        "asyncio.run(main())\n"
    )
    killed = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT)
    house = House(tmp_path)
    deadline = time.monotonic() + WITHIN_S
    while not (house.lives("a") and house.lives("b")) and time.monotonic() < deadline:
        time.sleep(0.02)
    killed.kill()
    killed.wait()
    pids = house.lives("a") + house.lives("b")
    assert len(pids) == 2
    while any(map(is_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(is_alive, pids))
