"""Pauses and curtains on real servers: what time ends, and what waits for a person's word."""

import json
import random
from typing import Any

import pytest

from libs.contracts.games import GameTerms, GoOn, PlayTurn, SeatInfo, StartGame, Unveil
from libs.contracts.ids import GameId
from libs.eventstore.records import StreamId, new_stream_id
from libs.rules import registry
from libs.rules.game import Rules
from libs.testkit.toy_cards import ToyCards
from libs.timing import REST_MS, TimeControl
from services.clocks.app import Clocks
from services.games import decider
from services.games.app import Games
from tests.integration.behind import CALM, COMPUTER, SEATS, UNTIMED, Behind, until
from tests.integration.clocks.test_clocks import end_of, rebuilt, table

KINDS: dict[str, tuple[TimeControl, tuple[SeatInfo, SeatInfo]]] = {
    "friendly": (CALM, SEATS),
    "practice": (UNTIMED, (SEATS[0], COMPUTER)),
    "hotseat": (CALM, (SEATS[0], SEATS[0])),
}
OVER = "SELECT actor, at_ms FROM events WHERE stream = $1 AND type = 'games.pause_over'"
BEGAN = "SELECT at_ms, public FROM events WHERE stream = $1 AND type = 'games.pause_began'"


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy's pauses last a second, Battlehanse's twenty."""
    toy: Rules[Any] = ToyCards()
    monkeypatch.setitem(registry.REGISTRY, (toy.key, toy.version), toy)
    monkeypatch.setitem(registry.CURRENT, toy.key, toy)


async def begun(behind: Behind, kind: str, time: TimeControl | None = None) -> GameId:
    """A match of the toy."""
    usual, seats = KINDS[kind]
    game = GameId(new_stream_id(16, random.randbytes(16)))
    terms = GameTerms("toy_cards", "toy", {}, time or usual, kind)  # type: ignore[arg-type]  # a key
    answer = await behind.command("games", game, "service:matchmaking", StartGame(terms, seats))
    assert answer.code is None, answer
    return game


async def state_of(games: Games, game: GameId) -> decider.Running:
    state = (await games.keeper.state(StreamId(game))).state
    assert state is not None
    return state


async def play_to_the_pause(behind: Behind, games: Games, game: GameId) -> int:
    """The first round; the name of the pause."""
    while True:
        state = await state_of(games, game)
        if state.pause is not None:
            return state.pause.version
        player = state.started.seats[state.table.seat].player
        turn = state.rules.legal_turns(state.table, state.table.seat)[0]
        if state.has_curtain():
            await behind.command("games", game, player, Unveil(state.position))
        answer = await behind.command("games", game, player, PlayTurn(state.position, turn))
        assert answer.code is None, answer


async def test_online_time_ends_the_pause(behind: Behind) -> None:
    games: Games = await behind.start("games")
    await behind.start("clocks")
    game = await begun(behind, "friendly")
    await play_to_the_pause(behind, games, game)

    async def is_over() -> bool:
        return bool(await behind.rows("games", OVER, game))

    await until(is_over)
    (began,) = await behind.rows("games", BEGAN, game)
    (over,) = await behind.rows("games", OVER, game)
    assert over["actor"] == "service:clocks"
    until_ms = json.loads(began["public"])["until_ms"]
    assert until_ms == began["at_ms"] + 1_000
    assert over["at_ms"] >= until_ms


@pytest.mark.parametrize("kind", ["practice", "hotseat"])
async def test_where_nobody_else_waits_the_pause_stays_over_a_restart_until_a_word(
    behind: Behind, kind: str
) -> None:
    games: Games = await behind.start("games")
    clocks: Clocks = await behind.start("clocks")
    game = await begun(behind, kind)
    pause = await play_to_the_pause(behind, games, game)
    await behind.stop(clocks)
    await behind.stop(games)
    games = await behind.start("games")
    clocks = await behind.start("clocks")
    assert (await rebuilt(behind)).error is None
    deadline = clocks.deadlines.get(game)
    if kind == "practice":
        assert deadline is None
    else:
        (began,) = await behind.rows("games", BEGAN, game)
        assert deadline is not None
        assert (deadline.pause, deadline.due_ms) == (None, began["at_ms"] + REST_MS)
    still = (await state_of(games, game)).pause
    assert still is not None
    assert still.version == pause
    answer = await behind.command("games", game, SEATS[0].player, GoOn(pause))
    assert answer.code is None, answer
    (over,) = await behind.rows("games", OVER, game)
    assert over["actor"] == SEATS[0].player


async def test_a_flag_falls_before_the_screen_and_not_behind_the_curtain(behind: Behind) -> None:
    games: Games = await behind.start("games")
    clocks: Clocks = await behind.start("clocks")
    short = TimeControl(700)
    veiled, unveiled = [await begun(behind, "hotseat", short) for _ in range(2)]
    position = (await state_of(games, unveiled)).position
    answer = await behind.command("games", unveiled, SEATS[0].player, Unveil(position))
    assert answer.code is None
    await until(lambda: end_of(behind, unveiled))
    ended = await end_of(behind, unveiled)
    assert ended is not None
    assert (ended["winner"], ended["reason"], ended["actor"]) == (1, "time", "service:clocks")
    assert await end_of(behind, veiled) is None, "it was dealt before"
    deadline = clocks.deadlines.get(veiled)
    assert deadline is not None
    since_ms = (await state_of(games, veiled)).clock.since_ms
    assert (deadline.left_ms, deadline.due_ms) == (None, since_ms + REST_MS)


async def test_a_rebuild_finds_curtains_as_they_are(behind: Behind) -> None:
    games: Games = await behind.start("games")
    await behind.start("clocks")
    veiled, unveiled = [await begun(behind, "hotseat") for _ in range(2)]
    position = (await state_of(games, unveiled)).position
    await behind.command("games", unveiled, SEATS[0].player, Unveil(position))
    expected = {veiled: (position, None), unveiled: (position + 1, CALM.base_ms)}

    async def is_stored() -> bool:
        rows = {row["game"]: (row["version"], row["left_ms"]) for row in await table(behind)}
        return rows == expected

    await until(is_stored)
    live = await table(behind)
    await behind.rows("clocks", "UPDATE deadlines SET due_ms = 1, left_ms = 2")
    assert (await rebuilt(behind)).error is None
    assert await table(behind) == live
    assert await end_of(behind, veiled) is None
