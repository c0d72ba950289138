"""What was played, what everybody saw, what the log says and what the archive keeps are one."""

import asyncio
import random
from contextlib import AsyncExitStack

import pytest

from deploy.local.whole import Spielcenter
from libs.eventstore.records import StreamId
from libs.testkit.visitor import Visitor
from services.games import decider
from services.games.handlers.codec import GameCodec
from tests.integration.system.log import events_of, open_log
from tests.integration.system.table import Table, terms

GAMES = 4


@pytest.mark.timeout(180)
async def test_replay_equals_live_for_players_spectators_and_the_archive(
    spielcenter: Spielcenter,
) -> None:
    async with AsyncExitStack() as stack:
        visitors = [
            await stack.enter_async_context(Visitor(spielcenter.address))
            for _ in range(2 * GAMES + 1)
        ]
        spectator = visitors.pop()
        pairs = zip(visitors[::2], visitors[1::2], strict=True)
        tables = [await Table.begun(white, black, terms()) for white, black in pairs]
        for table in tables:
            await spectator.watch(table.game)
        never = asyncio.Event()
        await asyncio.gather(
            *(table.play(random.Random(number), never, 0.0) for number, table in enumerate(tables))
        )
        log = await stack.enter_async_context(open_log(spielcenter.database_url))
        for table in tables:
            rows = await events_of(log, StreamId(table.game))
            state: decider.GameState = None
            for row in rows:
                state = decider.evolve(state, GameCodec().decode(row))
            assert state is not None
            assert state.ended is not None
            await spectator.reaches(table.game, state.version)
            for seen in (*table.seen, spectator.games[table.game]):
                assert [event.version for event in seen.events] == [row.version for row in rows]
                assert seen.ended is not None
                assert seen.ended["reason"] == state.ended.reason
            for visitor in (table.white, table.black, spectator):
                answer = await visitor.get(f"/api/games/{table.game}")
                assert answer["version"] == state.version
                assert answer["view"]["position"] == _position(state)
            await _check_archive(table, state)


def _position(state: decider.Running) -> str:
    return str(state.rules.view(state.table, "spectator")["position"])


async def _check_archive(table: Table, state: decider.Running) -> None:
    """Both players find the game among their own, as it ended."""
    assert state.ended is not None
    for visitor in (table.white, table.black):
        async with asyncio.timeout(20):
            while True:
                page = await visitor.get("/api/my-games")
                listed = [game for game in page["games"] if game["game"] == table.game]
                if listed:
                    break
                await asyncio.sleep(0.1)
        assert listed[0]["reason"] == state.ended.reason
        assert listed[0]["winner"] == state.ended.winner
        assert listed[0]["plies"] == len(table.seen[0].turns)
