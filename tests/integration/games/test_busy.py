"""Nobody plays two games with a clock against people: one row a person, taken and given back."""

import asyncio
import random

import pytest

from libs.contracts.games import GameTerms, LeaveGame, PlayTurn, Resign, SeatInfo, StartGame
from libs.contracts.ids import GameId, PlayerId, bot_player
from libs.eventstore.records import StreamId
from libs.timing import TimeControl
from services.games.app import Games
from tests.integration.games.conftest import BLACK, START, WHITE, Client, StartService, new_game

STARTER = "service:matchmaking"
CLEO = PlayerId("02-cleocleocleocle")
BUSY = "SELECT player, game FROM busy ORDER BY player"
UNTIMED = GameTerms("mills", "battlemills-9", {}, TimeControl(None))
PRACTICE = GameTerms("mills", "battlemills-9", {}, TimeControl(None), "practice")
RATED = GameTerms("mills", "battlemills-9", {}, TimeControl(180_000, 2_000), "rated")


def between(first: PlayerId, second: PlayerId, terms: GameTerms = START.terms) -> StartGame:
    """A start with these two."""
    return StartGame(terms, (SeatInfo(first, "Eins"), SeatInfo(second, "Zwei")))


async def busy(games: Games) -> dict[str, str]:
    """Who is taken up, and by which game."""
    return {row[0]: row[1] for row in await games.store.reads.fetch(BUSY)}


async def start(client: Client, start: StartGame) -> tuple[GameId, str | None]:
    """Tries to start a game; why it was refused."""
    game = new_game()
    return game, (await client.command(game, STARTER, start)).code


async def test_of_fifty_starts_at_once_one_begins(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    chance = random.Random(5)
    others = [PlayerId(f"03-other{number}") for number in range(50)]
    wanted = [
        between(WHITE, other) if chance.random() < 0.5 else between(other, WHITE)
        for other in others
    ]
    ids = [new_game() for _ in wanted]
    answers = await asyncio.gather(
        *(client.command(game, STARTER, each) for game, each in zip(ids, wanted, strict=True))
    )
    refused = [answer for answer in answers if answer.code]
    (begun,) = [game for game, answer in zip(ids, answers, strict=True) if not answer.code]
    assert {answer.code for answer in refused} == {"already_playing"}
    assert all(answer.detail == {"player": WHITE, "game": begun} for answer in refused)
    assert set((await busy(games)).values()) == {begun}
    for game in ids:
        stored = await games.store.read_stream(StreamId(game))
        assert bool(stored) is (game == begun), "a refused start leaves nothing"


async def test_people_who_challenge_each_other_in_a_ring_get_one_game_each_at_most(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    ring = [PlayerId(f"00-ring{number}") for number in range(8)]
    for _ in range(5):
        pairs = [(ring[n], ring[(n + step) % 8]) for n in range(8) for step in (1, 7, 3)]
        begun = await asyncio.gather(*(start(client, between(*pair)) for pair in pairs))
        running = {game for game, code in begun if code is None}
        taken = await busy(games)
        assert running
        assert len(taken) == 2 * len(running)
        assert set(taken.values()) == running
        for player, game in taken.items():
            await client.command(GameId(game), player, Resign())
        assert await busy(games) == {}


@pytest.mark.parametrize("verb", [Resign(), LeaveGame()])
async def test_the_end_lets_both_go_and_survives_a_restart(
    start_service: StartService, client: Client, verb: Resign | LeaveGame
) -> None:
    games = await start_service()
    game, code = await start(client, between(WHITE, BLACK, RATED))
    assert code is None
    await games.stop()
    games = await start_service()
    refused = new_game()
    answer = await client.command(refused, STARTER, between(CLEO, BLACK), command_id="same")
    assert (answer.code, answer.detail) == ("already_playing", {"player": BLACK, "game": game})
    await client.command(game, WHITE, PlayTurn(1, "a1"))
    assert set(await busy(games)) == {WHITE, BLACK}
    await client.command(game, WHITE, verb)
    assert await busy(games) == {}
    answer = await client.command(refused, STARTER, between(CLEO, BLACK), command_id="same")
    assert answer.code is None, "what was refused can be decided again"
    assert await busy(games) == {CLEO: refused, BLACK: refused}
    assert (await client.command(game, BLACK, verb)).code == "game_over"
    assert await busy(games) == {CLEO: refused, BLACK: refused}


async def test_a_flag_lets_both_go(start_service: StartService, client: Client) -> None:
    games = await start_service()
    terms = GameTerms("mills", "battlemills-9", {}, TimeControl(20))
    game, code = await start(client, between(WHITE, BLACK, terms))
    assert code is None
    await asyncio.sleep(0.03)
    late = await client.command(game, WHITE, PlayTurn(1, "a1"))
    assert late.code == "flag_fallen"
    assert await busy(games) == {}


async def test_games_without_clocks_take_nobody_up(
    start_service: StartService, client: Client
) -> None:
    games = await start_service()
    computer = bot_player("easy")
    wanted = [between(WHITE, BLACK), *[between(WHITE, BLACK, UNTIMED) for _ in range(3)]]
    wanted += [between(WHITE, computer, PRACTICE) for _ in range(2)]
    begun = [await start(client, each) for each in wanted]
    assert {code for _, code in begun} == {None}
    assert set((await busy(games)).values()) == {begun[0][0]}
