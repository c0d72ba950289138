"""A person plays a computer in the whole Spielcenter while its parts are killed in turn."""

import os
import random
import signal
from collections import Counter
from pathlib import Path

import pytest

from deploy.local.whole import Spielcenter
from libs.contracts import client_in
from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId
from libs.contracts.matchmaking import RoomTerms
from libs.rules import registry
from libs.rules.game import Ended, Seat
from libs.testkit.visitor import Visitor
from libs.timing import TimeControl
from tests.integration.system.log import all_events, open_log

COMPILED_WITHIN_S = 240.0
"""On a machine where the engine has never been used."""
VICTIMS = ("worker", "nats", "backend", "bots")
RULES = registry.current("mills")
PRACTICE = RoomTerms(GameTerms("mills", "battlemills-9", {}, TimeControl(None), "practice"), "host")


def worker_of(spielcenter: Spielcenter) -> int:
    """The process id of one of the computers' workers."""
    bots = spielcenter.pid("bots")
    children = Path(f"/proc/{bots}/task/{bots}/children").read_text(encoding="ascii").split()
    return int(children[0])


def kill(spielcenter: Spielcenter, name: str) -> None:
    """Ends a program, or a worker, as a crash would."""
    if name == "worker":
        os.kill(worker_of(spielcenter), signal.SIGKILL)
    else:
        spielcenter.kill(name)


async def begun(visitor: Visitor) -> GameId:
    """A game against strong in which the visitor has white, watched."""
    room = (await visitor.open_practice(PRACTICE, "strong")).room
    await visitor.until(lambda: room in visitor.rooms and visitor.rooms[room].game_id is not None)
    game = visitor.rooms[room].game_id
    assert game is not None
    await visitor.watch(game)
    return game


async def play(visitor: Visitor, game: GameId, chance: random.Random) -> bool:
    """The visitor's turn; whether the game goes on after it."""
    seen = visitor.games[game]
    table = RULES.setup(RULES.options("battlemills-9", {}))
    for text in seen.turns:
        table = RULES.play(table, text)
    turn, position = chance.choice(RULES.legal_turns(table, Seat(0))), seen.position
    answer = await visitor.command(lambda i: client_in.Play(i, game, position, turn))
    assert answer.code is None, answer
    return not isinstance(RULES.pending(RULES.play(table, turn)), Ended)


async def answered(visitor: Visitor, game: GameId, turns: int, within_s: float) -> None:
    """Waits until so many turns have been played."""
    await visitor.until(lambda: len(visitor.games[game].turns) == turns, within_s)


@pytest.mark.timeout(400)
async def test_a_computer_plays_on_whatever_is_killed_and_each_turn_once(
    spielcenter: Spielcenter,
) -> None:
    chance = random.Random(4)
    async with Visitor(spielcenter.address) as visitor:
        game = await begun(visitor)
        assert await play(visitor, game, chance)
        await answered(visitor, game, 2, COMPILED_WITHIN_S)
        for place, victim in enumerate(VICTIMS, start=2):
            assert await play(visitor, game, chance)
            kill(spielcenter, victim)
            await answered(visitor, game, 2 * place, 30.0)
        async with open_log(spielcenter.database_url) as log:
            rows = [row for row in await all_events(log) if row.stream == str(game)]
    turns_by = Counter(row.actor for row in rows if row.type == "games.turn_played")
    assert turns_by == {"bot:strong": len(VICTIMS) + 1, visitor.player_id: len(VICTIMS) + 1}
    commands = [row.command_id for row in rows if row.actor == "bot:strong"]
    assert len(commands) == len(set(commands))
