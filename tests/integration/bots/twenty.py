"""Twenty games at once against strong: `python -m tests.integration.bots.twenty GAME [--turns N]`.

Starts servers, the owner of games and the computers (two workers, a second a turn) and plays at
random against them. Prints a JSON object: how long turns waited, whether each came once, and legal.
"""

import argparse
import asyncio
import json
import random
import sys
from typing import Any

from deploy.local import servers
from libs.bus import NatsBus, NatsOptions
from libs.runtime import configure_logs
from services.bots.decider.seated import TURN
from services.upkeep.app import migrate
from tests.integration.behind import Behind
from tests.integration.bots.practice import House, Practice

GAMES = 20
LONGEST_WAIT_MS = 6_000


async def main(key: str, turns: int) -> dict[str, Any]:
    """Plays them all; the figures."""
    with servers.postgres_server(is_durable=False) as postgres, servers.nats_server() as nats:
        url = postgres.create_database("twenty")
        await migrate(url, lambda _line: None)
        bus = await NatsBus.connect(NatsOptions(nats.url))
        behind = Behind(url, nats.url, bus)
        try:
            await behind.start("games")
            bots = await behind.start("bots", bot_workers=2)
            await bots.pool.ready(key)
            house = House(behind, {})
            practices = [await house.begin(key, seat=seat % 2) for seat in range(GAMES)]
            await asyncio.gather(*(play(practice, turns) for practice in practices))
            return await figures(practices, bots)
        finally:
            await behind.close()
            await bus.close()


async def play(practice: Practice, turns: int) -> None:
    """So many turns of Ann's, at random, or until the end."""
    chance = random.Random(practice.game)
    for _ in range(turns):
        if (await practice.until_own_turn(within_s=60.0)).is_over():
            return
        await practice.play(chance=chance)
    await practice.until_own_turn(within_s=60.0)


async def figures(practices: list[Practice], bots: Any) -> dict[str, Any]:
    """What became of the games."""
    waits: list[int] = []
    twice = 0
    for practice in practices:
        seen = await practice.seen()
        own = [c for actor, c in await practice.turns_by_position() if actor.startswith("bot:")]
        twice += len(own) - len(set(own))
        for before, event in zip(seen.events, seen.events[1:], strict=False):
            if event.type == TURN and f'"seat":{1 - practice.seat}'.encode() in bytes(event.data):
                waits.append(event.at_ms - before.at_ms)
    return {
        "games": len(practices),
        "turns": len(waits),
        "longest_wait_ms": max(waits),
        "median_wait_ms": sorted(waits)[len(waits) // 2],
        "turns_twice": twice,
        "turns_refused": bots.figures.outcomes.child("turn", "refused").read(),
        "turns_failed": bots.figures.outcomes.child("turn", "failed").read(),
        "searches_shortened": bots.pool.figures().shrunk,
        "is_well": max(waits) <= LONGEST_WAIT_MS and twice == 0,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.integration.bots.twenty")
    parser.add_argument("game", nargs="?", default="mills")
    parser.add_argument("--turns", type=int, default=30, help="a person's turns in each game")
    asked = parser.parse_args()
    configure_logs("warning", sys.stderr)
    found = asyncio.run(main(asked.game, asked.turns))
    print(json.dumps(found))
    sys.exit(0 if found["is_well"] else 1)
