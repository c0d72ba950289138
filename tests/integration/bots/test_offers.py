"""Computers answer draw offers by how they stand."""

from typing import Any

import pytest

from libs.contracts.games import PlayTurn
from libs.rules import registry
from libs.rules.game import Ended, Seat, Turn
from libs.rules.strength import Strength
from libs.testkit.eventually import eventually
from tests.integration.behind import until
from tests.integration.bots.practice import House, Practice

RULES = registry.current("tictactoe")


def value(state: Any) -> int:
    """1 if the seat to act wins with best play, 0 for a draw, -1 if it loses."""
    pending = RULES.pending(state)
    if isinstance(pending, Ended):
        winner = pending.outcome.winner
        return 0 if winner is None else (1 if winner == state.seat else -1)
    assert isinstance(pending, Turn)
    turns = RULES.legal_turns(state, pending.seat)
    return max(-value(RULES.play(state, turn)) for turn in turns)


def state_of(turns: list[str]) -> Any:
    """The board after these turns."""
    state = RULES.setup(RULES.options(None, {}))
    for turn in turns:
        state = RULES.play(state, turn)
    return state


async def turns_of(practice: Practice) -> list[str]:
    """The turns so far."""
    seen = await practice.seen()
    return [practice.turn_text(event) for event in seen.events if "turn_played" in event.type]


async def blunder(practice: Practice) -> None:
    """Ann's turn after which she is lost, or any if there is none."""
    seen = await practice.until_own_turn()
    state = state_of(await turns_of(practice))
    turns = RULES.legal_turns(state, Seat(practice.seat))
    bad = [turn for turn in turns if value(RULES.play(state, turn)) == 1]
    assert (await practice.command(PlayTurn(seen.position, (bad or turns)[0]))).code is None


async def hold(practice: Practice) -> None:
    """Ann's turn after which she is not lost and the game goes on."""
    seen = await practice.until_own_turn()
    state = state_of(await turns_of(practice))
    after = {
        turn: RULES.play(state, turn) for turn in RULES.legal_turns(state, Seat(practice.seat))
    }
    good = [turn for turn, then in after.items() if goes_on(then) and value(then) <= 0]
    assert (await practice.command(PlayTurn(seen.position, good[0]))).code is None


def goes_on(state: Any) -> bool:
    """Whether somebody is to act."""
    return isinstance(RULES.pending(state), Turn)


async def answer_to_offer(practice: Practice) -> str:
    """What the computer says, by the type of its event."""
    await practice.offer_draw()
    said = ("games.draw_declined", "games.game_ended")

    async def is_answered() -> bool:
        return (await practice.kinds())[-1] in said

    await until(is_answered)
    return (await practice.kinds())[-1]


async def test_an_equal_game_is_given_up_as_a_draw_when_it_has_lasted(house: House) -> None:
    await house.start_bots()
    practice = await house.begin()
    await hold(practice)
    await practice.until_own_turn()
    assert await answer_to_offer(practice) == "games.draw_declined"
    await hold(practice)
    await hold(practice)
    await practice.until_own_turn()
    assert await answer_to_offer(practice) == "games.game_ended"
    ended = await practice.until_over()
    assert (ended["winner"], ended["reason"]) == (None, "agreement")


@pytest.mark.parametrize("strength", ["easy", "strong"])
async def test_nobody_takes_a_draw_before_the_game_has_begun(
    house: House, strength: Strength
) -> None:
    await house.start_bots()
    practice = await house.begin(strength=strength)
    assert await answer_to_offer(practice) == "games.draw_declined"
    assert not (await practice.seen()).is_over()


async def test_a_won_position_is_played_on(house: House) -> None:
    await house.start_bots()
    practice = await house.begin()
    await practice.play("b1")
    await practice.until_turns(2)
    while value(state_of(await turns_of(practice))) >= 0:
        await blunder(practice)
        await practice.until_own_turn()
    assert await answer_to_offer(practice) == "games.draw_declined"
    assert not (await practice.seen()).is_over()


async def test_an_offer_in_the_computers_turn_is_answered_before_the_turn(house: House) -> None:
    bots = await house.start_bots(bot_workers=2, strong_seconds=2.0)
    practice = await house.begin()
    for _ in range(3):
        await hold(practice)
    await eventually(lambda: bots.pool.figures().busy == 1)
    assert await answer_to_offer(practice) == "games.game_ended"
    assert (await practice.kinds()).count("games.turn_played") == 5
