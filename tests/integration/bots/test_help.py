"""Hints and evaluations: given in practice and afterwards, never in a running game of people."""

import asyncio
from typing import Any

import msgspec
import pytest

from libs.contracts.bots import AskEvaluation, AskHint, AskReview, Evaluation, Hint
from libs.contracts.envelope import Answer
from libs.contracts.games import Resign
from libs.contracts.ids import GameId, PlayerId
from libs.testkit.eventually import eventually
from libs.timing import TimeControl
from tests.integration.behind import ANN, BEN
from tests.integration.bots.practice import House

STRANGER = PlayerId("02-strangerstranger")


async def ask(house: House, query: Any) -> Answer:
    """The answer to one question."""
    return await house.behind.query("query.bots", query)


def read(answer: Answer, kind: Any) -> Any:
    """What was answered."""
    assert answer.code is None, answer
    assert answer.data is not None
    return msgspec.json.decode(answer.data, type=kind)


async def test_a_hint_is_a_good_turn_of_the_position(house: House) -> None:
    await house.start_bots()
    practice = await house.begin("three")
    seen = await practice.seen()
    hint: Hint = read(await ask(house, AskHint(practice.game, ANN)), Hint)
    assert hint.position == seen.position
    assert hint.turn in practice.legal(seen)
    await practice.play(hint.turn)
    late = await ask(house, AskHint(practice.game, ANN))
    assert late.code in ("not_your_turn", None)


async def test_the_same_question_is_thought_about_once(house: House) -> None:
    bots = await house.start_bots(hint_seconds=0.5)
    practice = await house.begin()
    hints = await asyncio.gather(*(ask(house, AskHint(practice.game, ANN)) for _ in range(5)))
    again = await ask(house, AskHint(practice.game, ANN))
    assert len({hint.data for hint in (*hints, again)}) == 1
    assert bots.pool.figures().searches == 1


async def test_a_player_has_one_question_at_a_time(house: House) -> None:
    bots = await house.start_bots(hint_seconds=2.0)
    practice = await house.begin()
    first = asyncio.create_task(ask(house, AskHint(practice.game, ANN)))
    await eventually(lambda: bots.pool.figures().busy)
    second = await ask(house, AskEvaluation(practice.game, ANN))
    assert second.code == "too_fast"
    assert (await first).code is None


async def test_a_hint_for_a_position_that_passes_is_called_off(house: House) -> None:
    bots = await house.start_bots(hint_seconds=8.0)
    practice = await house.begin()
    asked = asyncio.create_task(ask(house, AskHint(practice.game, ANN)))
    await eventually(lambda: bots.pool.figures().busy)
    await practice.play()
    assert (await asked).code == "stale_position"


async def test_an_evaluation_says_who_acts_and_how_it_stands(house: House) -> None:
    await house.start_bots()
    practice = await house.begin()
    for ply in range(4):
        await practice.until_turns(ply - ply % 2)
        if ply % 2 == 0:
            await practice.play()
    await practice.until_turns(4)
    for ply in (0, 1, 4):
        found: Evaluation = read(
            await ask(house, AskEvaluation(practice.game, ANN, ply)), Evaluation
        )
        assert (found.ply, found.seat) == (ply, ply % 2)
    assert (await ask(house, AskEvaluation(practice.game, ANN, 5))).code == "no_such_ply"


async def test_nobody_gets_help_in_a_game_at_one_device_that_runs(house: House) -> None:
    bots = await house.start_bots()
    game = await house.behind.start_hotseat(TimeControl(None))
    await house.behind.play(game, 2)
    for query in (AskHint(game, ANN), AskEvaluation(game, ANN, 0), AskReview(game, ANN)):
        assert (await ask(house, query)).code == "help_refused"
    assert (await ask(house, AskHint(game, STRANGER))).code == "game_not_found"
    assert bots.pool.figures().searches == 0


async def test_nobody_gets_help_in_a_running_game_between_people(house: House) -> None:
    bots = await house.start_bots()
    game = await house.behind.start_game()
    await house.behind.play(game, 3)
    for player in (ANN, BEN, STRANGER):
        for query in (
            AskHint(game, player),
            AskEvaluation(game, player),
            AskEvaluation(game, player, 0),
            AskReview(game, player),
        ):
            assert (await ask(house, query)).code == "help_refused"
    assert bots.pool.figures().searches == 0


@pytest.mark.parametrize("kind", ["hint", "evaluation", "review"])
async def test_an_unknown_game_is_not_found(house: House, kind: str) -> None:
    await house.start_bots()
    for game in (GameId("00-nosuchgamenosuchgame"), GameId("nonsense")):
        query = {
            "hint": AskHint(game, ANN),
            "evaluation": AskEvaluation(game, ANN),
            "review": AskReview(game, ANN),
        }[kind]
        assert (await ask(house, query)).code == "game_not_found"


async def test_refusals_have_their_reasons(house: House) -> None:
    await house.start_bots(strong_seconds=5.0)
    practice = await house.begin()
    assert (await ask(house, AskHint(practice.game, STRANGER))).code == "game_not_found"
    assert (await ask(house, AskReview(practice.game, ANN))).code == "game_running"
    await practice.play()
    assert (await ask(house, AskHint(practice.game, ANN))).code == "not_your_turn"
    assert (await practice.command(Resign())).code is None
    assert (await ask(house, AskHint(practice.game, ANN))).code == "game_over"


async def test_after_the_end_everybody_may_ask_how_it_stood(house: House) -> None:
    await house.start_bots(bot_engines="tests.integration.bots.guessing")
    game = await house.behind.start_game()
    await house.behind.play(game, 3)
    await house.behind.resign(game)
    for player in (ANN, STRANGER):
        found: Evaluation = read(await ask(house, AskEvaluation(game, player, 2)), Evaluation)
        assert (found.ply, found.seat) == (2, 0)
    assert (await ask(house, AskHint(game, ANN))).code == "game_over"
    assert (await ask(house, AskReview(game, STRANGER))).code == "not_a_player"
