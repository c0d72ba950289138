"""What the rules cost by themselves, on one core, without any service."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from libs.rules import registry
from libs.rules.mills.board import BOARDS
from services.games.decider import evolve, initial_state
from services.games.handlers.codec import GameCodec
from tests.bench import scripts, stored
from tests.bench.results import Result, in_turn
from tests.bench.setting import Setting
from tests.contract.rules.naive import mills as naive

GAMES = 60
"""Some five thousand turns."""

NAIVE_GAMES = 3
REPETITIONS = 5
Position = tuple[dict[str, Any], set[naive.Point], set[naive.Point], tuple[int, int]]


def legal_turns_and_play(_setting: Setting) -> Iterator[Result]:
    """All legal turns of a position, then one is played; beside listing them by sets and loops."""
    games = scripts.whole_games(GAMES)
    positions = [position for turns in games[:NAIVE_GAMES] for position in _positions(turns)]
    yield in_turn(
        "legal_turns_and_play",
        "turns/s",
        lambda: per_second(sum(map(len, games)), lambda: _list_and_play(games)),
        lambda: per_second(len(positions), lambda: _list_naively(positions)),
        REPETITIONS,
    )


def replay(_setting: Setting) -> Iterator[Result]:
    """Stored games to their last states; beside reading the JSON of their events alone."""
    whole = scripts.whole_games(GAMES)
    games = [list(stored.rows(number, turns)) for number, turns in enumerate(whole)]
    codec = GameCodec()

    def replayed() -> None:
        for rows in games:
            state = initial_state()
            for row in rows:
                state = evolve(state, codec.decode(row))

    def decoded() -> None:
        for rows in games:
            for row in rows:
                codec.decode(row)

    events = sum(map(len, games))
    yield in_turn(
        "replay",
        "events/s",
        lambda: per_second(events, replayed),
        lambda: per_second(events, decoded),
        REPETITIONS,
    )


def per_second(count: int, work: Callable[[], None]) -> float:
    """How many a second, if `work` does `count` of them."""
    begun = time.perf_counter()
    work()
    return count / (time.perf_counter() - begun)


def _list_and_play(games: list[list[str]]) -> None:
    rules = registry.current(scripts.GAME)
    options = rules.options(scripts.VARIANT, {})
    for turns in games:
        state = rules.setup(options)
        for turn in turns:
            rules.legal_turns(state, state.seat)
            state = rules.play(state, turn)


def _list_naively(positions: list[Position]) -> None:
    for position in positions:
        naive.legal_turns(*position)


def _positions(turns: list[str]) -> Iterator[Position]:
    """What the naive generator wants to know of each position of a game."""
    rules = registry.current(scripts.GAME)
    options = rules.options(scripts.VARIANT, {})
    names = BOARDS[options["board"]].layout.names
    points = {name: point for point, name in naive.NAMES.items()}
    state = rules.setup(options)
    for turn in turns:
        own, other = (
            {points[name] for name in names(state.stones[seat])}
            for seat in (state.seat, 1 - state.seat)
        )
        yield dict(options), own, other, (state.hands[state.seat], state.hands[1 - state.seat])
        state = rules.play(state, turn)
