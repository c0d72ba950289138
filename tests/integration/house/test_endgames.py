"""Endgame tables are built behind a running house, and left alone when it ends."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from deploy.local.endgames import built_meanwhile
from libs.engines.tables.building import LOCK
from libs.testkit.eventually import eventually


async def test_building_begins_beside_the_house_and_ends_with_it(tmp_path: Path) -> None:
    folder, log = tmp_path / "tables", tmp_path / "tables.log"
    async with built_meanwhile({**os.environ, "TABLES": str(folder)}, log):
        await eventually((folder / LOCK).exists, within_s=60)
        children = await asyncio.to_thread(_building, folder)
        assert children
    assert not await asyncio.to_thread(_building, folder)


def _building(folder: Path) -> list[int]:
    """The processes that were told to build in that folder."""
    told = f"TABLES={folder}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if told in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except OSError:
            continue  # it has ended meanwhile, or is somebody else's
    return found
