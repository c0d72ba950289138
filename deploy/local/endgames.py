"""Endgame tables of Mühle, built behind a running Spielcenter, which plays without them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

LEAST_URGENT = 19
END_WITHIN_S = 5.0


@contextlib.asynccontextmanager
async def built_meanwhile(environment: Mapping[str, str], log: Path) -> AsyncIterator[None]:
    """While it lasts, what is missing is built whenever nobody else wants the processor.

    What is there already costs a second of checking. Interrupted, it goes on the next time.
    """
    with log.open("ab") as file:
        building = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "libs.engines.tables", "build"),
            env={**environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    with contextlib.suppress(ProcessLookupError):
        os.setpriority(os.PRIO_PGRP, building.pid, LEAST_URGENT)
    try:
        yield
    finally:
        await _end(building)


async def _end(building: asyncio.subprocess.Process) -> None:
    """Ends it with its workers; tables that are finished are kept."""
    _tell_all(building, signal.SIGTERM)
    try:
        await asyncio.wait_for(building.wait(), END_WITHIN_S)
    except TimeoutError:
        _tell_all(building, signal.SIGKILL)
        await building.wait()


def _tell_all(building: asyncio.subprocess.Process, signal_number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(building.pid, signal_number)
