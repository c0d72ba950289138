"""Whatever of ours is killed while somebody thinks: the game goes on, and they don't pay for it."""

import functools
import json

import msgspec
import pytest

from deploy.local.whole import Spielcenter
from libs.contracts import client_in
from libs.contracts.games import ClockCredited
from libs.eventstore.records import Recorded, StreamId
from libs.runtime import now_ms
from libs.testkit.visitor import Visitor
from tests.integration.system.log import events_of, open_log
from tests.integration.system.table import Table, terms

HEARTBEAT_MS = 1_000
RETURN_MS = 1_500
"""What it takes a browser to come back and send its turn again, once we are there again."""


def charged_of_outage_ms(rows: list[Recorded], killed_ms: int) -> int:
    """How much of the time since the kill the last turn's player has paid for."""
    turn = rows[-1]
    credited_ms = 0
    for row in rows:
        if row.type == "games.clock_credited":
            credit = msgspec.convert(json.loads(row.public), ClockCredited)
            credited_ms += max(0, credit.to_ms - max(credit.from_ms, killed_ms))
    return turn.at_ms - killed_ms - credited_ms


@pytest.mark.timeout(180)
async def test_no_outage_is_charged_beyond_a_heartbeat(spielcenter: Spielcenter) -> None:
    async with Visitor(spielcenter.address) as white, Visitor(spielcenter.address) as black:
        for victim in ("backend", "gateway", "nats", "postgres"):
            table = await Table.begun(white, black, terms())
            assert (await table.turn(white, "a1")).code is None
            await black.reaches(table.game, 2)
            killed_ms = now_ms()
            spielcenter.kill(victim)
            answer = await table.turn(black, "d7")
            assert answer.code is None, (victim, answer)
            await white.reaches(table.game, answer.version)
            async with open_log(spielcenter.database_url) as log:
                rows = await events_of(log, StreamId(table.game))
            turns = [row for row in rows if row.type == "games.turn_played"]
            assert [json.loads(row.public)["turn"] for row in turns] == ["a1", "d7"]
            charged_ms = charged_of_outage_ms(rows, killed_ms)
            assert charged_ms <= HEARTBEAT_MS + RETURN_MS, victim
            await white.command(functools.partial(client_in.Resign, game=table.game))
