"""Undo by consent on a real log: answered once, kept over a restart, the same for everybody."""

import asyncio
import json
import random

import msgspec
import pytest

from libs.contracts.games import (
    AnswerUndo,
    AskUndo,
    GameAsSeen,
    GameTerms,
    OfferDraw,
    PlayTurn,
    StartGame,
)
from libs.contracts.ids import GameId, PlayerId
from libs.eventstore.records import StreamId
from libs.rules.game import SPECTATOR, Seat, Turn, Viewer
from libs.timing import TimeControl
from services.games import decider
from services.games.app import Games
from services.games.handlers.codec import GameCodec
from tests.integration.games.conftest import BLACK, START, WHITE, Client, StartService

PLAYERS = (WHITE, BLACK)
HANSE = StartGame(GameTerms("hanse", "one-round", {}, TimeControl(180_000, 2_000)), START.seats)
VIEWERS: list[tuple[PlayerId | None, Viewer]] = [
    (WHITE, Seat(0)),
    (BLACK, Seat(1)),
    (None, SPECTATOR),
]


async def state_of(games: Games, game: GameId) -> decider.Running:
    state = (await games.keeper.state(StreamId(game))).state
    assert state is not None
    return state


async def play_on(games: Games, client: Client, game: GameId, chance: random.Random) -> None:
    """One random legal turn of whoever is to act."""
    state = await state_of(games, game)
    pending = state.rules.pending(state.table)
    if state.ended is None and isinstance(pending, Turn):
        turn = chance.choice(state.rules.legal_turns(state.table, pending.seat))
        answer = await client.command(game, PLAYERS[pending.seat], PlayTurn(state.position, turn))
        assert answer.code is None, answer


async def undone(games: Games, client: Client, game: GameId, asker: int) -> None:
    """Asked for by one and agreed to by the other, in two tabs at once."""
    position = (await state_of(games, game)).position
    asked = await client.command(game, PLAYERS[asker], AskUndo(position))
    if asked.code == "nothing_to_take_back":
        return
    assert asked.code is None, asked
    answer = AnswerUndo(asked.version, accept=True)
    both = await asyncio.gather(
        *(client.command(game, PLAYERS[1 - asker], answer) for _ in range(2))
    )
    assert sorted(each.code or "" for each in both) == ["", "no_such_ask"]


@pytest.mark.parametrize("start", [START, HANSE], ids=["mills", "hanse"])
async def test_what_was_undone_stays_so_after_a_restart_for_every_viewer(
    start_service: StartService, client: Client, start: StartGame
) -> None:
    games = await start_service()
    game = await client.start_game(start)
    chance = random.Random(11)
    for _ in range(8):
        for _ in range(chance.randrange(1, 4)):
            await play_on(games, client, game, chance)
        if (await state_of(games, game)).ended is None:
            await undone(games, client, game, chance.randrange(2))
    live = await state_of(games, game)
    stored = await games.store.read_stream(StreamId(game))
    assert "games.turns_taken_back" in {row.type for row in stored}
    state: decider.GameState = None
    for row in stored:
        state = decider.evolve(state, GameCodec().decode(row))
    assert state == live
    await games.stop()
    await start_service()
    for player, viewer in VIEWERS:
        seen = await client.query(game, GameAsSeen(game, player))
        view = live.rules.view(live.table, viewer)
        assert json.loads(seen.data or b"")["view"] == json.loads(msgspec.json.encode(view))


async def test_the_reply_and_the_consent_at_once_are_exactly_one_of_them(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    chance = random.Random(3)
    for _ in range(20):
        game, white, black = await client.start_own()
        await client.command(game, white, PlayTurn(1, "a1"))
        asked = await client.command(game, white, AskUndo(2))
        pair = [
            client.command(game, black, PlayTurn(2, "d7")),
            client.command(game, black, AnswerUndo(asked.version, accept=True)),
        ]
        chance.shuffle(pair)
        codes = {answer.code for answer in await asyncio.gather(*pair)}
        rows = await games.store.read_stream(StreamId(game))
        last = rows[-1].type
        assert len(rows) == 4
        if last == "games.turns_taken_back":
            assert codes == {None, "stale_position"}
        else:
            assert (last, codes) == ("games.turn_played", {None, "no_such_ask"})


async def test_an_offer_and_an_ask_each_name_their_own_version(
    start_service: StartService, client: Client
) -> None:
    await start_service()
    game = await client.start_game()
    await client.command(game, WHITE, PlayTurn(1, "a1"))
    offer = await client.command(game, BLACK, OfferDraw())
    asked = await client.command(game, WHITE, AskUndo(2))
    wrong = await client.command(game, BLACK, AnswerUndo(offer.version, accept=True))
    assert wrong.code == "no_such_ask"
    right = await client.command(game, BLACK, AnswerUndo(asked.version, accept=False))
    assert right.code is None
