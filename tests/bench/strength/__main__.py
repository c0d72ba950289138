"""`make strength [PAIR=mills-strong-medium] [GAMES=20]`: how well the opponents play.

Prints a JSON object a pair, and at the end a table for the README on standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import msgspec

from libs.engines.compiled import use_cache
from tests.bench.results import note
from tests.bench.strength.matches import GAMES_A_MATCH, PLAY
from tests.bench.strength.pairs import PAIRS, Pair
from tests.bench.strength.tally import Standing, Tally, table

NOTED_EVERY_S = 20.0


def main() -> int:
    """Plays the pairs that were asked for; 1 if one of them misses what is wanted."""
    parser = argparse.ArgumentParser(prog="strength", description=__doc__)
    parser.add_argument("pairs", nargs="*", metavar="pair", help="or the beginning of its name")
    parser.add_argument("--games", type=int, help="this many a pair")
    parser.add_argument("--seconds", type=float, default=0.1, help="for each turn")
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    chosen = [pair for pair in PAIRS if _is_chosen(pair, asked.pairs)]
    if not chosen:
        parser.error(f"no such pair; there are {', '.join(pair.name for pair in PAIRS)}")
    context = get_context("spawn")
    standings = []
    with ProcessPoolExecutor(asked.cores, context, initializer=use_cache) as pool:
        for pair in chosen:
            standing = _measured(pool, pair, asked.games or pair.games, asked.seconds)
            print(msgspec.json.encode(standing).decode(), flush=True)
            standings.append(standing)
    note(table(standings))
    return 0 if all(standing.is_reached is not False for standing in standings) else 1


def _is_chosen(pair: Pair, names: list[str]) -> bool:
    return pair.game in PLAY and (not names or any(pair.name.startswith(name) for name in names))


def _measured(pool: ProcessPoolExecutor, pair: Pair, games: int, seconds: float) -> Standing:
    """Plays the pair's matches on all cores, and says now and then how it stands."""
    matches = -(-games // GAMES_A_MATCH)
    played = [pool.submit(PLAY[pair.game], pair, number, seconds) for number in range(matches)]
    tally, begun, noted = Tally(pair), time.monotonic(), time.monotonic()
    for points in _as_they_end(played):
        tally.add(points)
        if time.monotonic() - noted > NOTED_EVERY_S:
            noted = time.monotonic()
            note(f"{pair.name}: {_said(tally.standing())} after {noted - begun:.0f} s")
    note(f"{pair.name}: {_said(tally.standing())} in {time.monotonic() - begun:.0f} s")
    return tally.standing()


def _as_they_end(played: list[Future[list[float]]]) -> Iterator[list[float]]:
    for one in as_completed(played):
        yield one.result()


def _said(standing: Standing) -> str:
    return f"{standing.score:.1%} ±{standing.error:.1%} of {standing.games}"


if __name__ == "__main__":
    sys.exit(main())
