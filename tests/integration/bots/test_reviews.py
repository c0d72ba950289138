"""Reviews of finished games: they grow, are stored, go on after a restart, and know no secrets."""

import json
from typing import Any

import msgspec

from libs.contracts.bots import AskReview, Review
from libs.contracts.games import Resign
from libs.contracts.ids import GameId
from libs.testkit.eventually import eventually
from tests.integration.behind import ANN, BEN, until
from tests.integration.bots.practice import House, Practice
from tests.integration.bots.test_help import ask, read


async def review(house: House, game: GameId, player: Any = ANN) -> Review:
    """The review as far as it has come."""
    found: Review = read(await ask(house, AskReview(game, player)), Review)
    return found


async def whole_review(house: House, game: GameId, player: Any = ANN) -> Review:
    """The review when it is complete."""
    found: list[Review] = []

    async def is_whole() -> bool:
        found[:] = [await review(house, game, player)]
        return found[0].done == found[0].total

    await until(is_whole, within_s=20.0)
    return found[0]


async def finished(house: House, key: str = "tictactoe") -> Practice:
    """A game played against a computer until its end."""
    practice = await house.begin(key, "easy")
    for _ in range(8):
        if (await practice.until_own_turn()).is_over():
            return practice
        await practice.play()
    if not (await practice.until_own_turn()).is_over():
        assert (await practice.command(Resign())).code is None
    return practice


async def test_every_own_turn_is_reviewed_in_order(house: House) -> None:
    await house.start_bots()
    practice = await finished(house)
    found = await whole_review(house, practice.game)
    seen = await practice.seen()
    played = [practice.turn_text(event) for event in seen.events if "turn_played" in event.type]
    assert [turn.turn for turn in found.turns] == played[0::2]
    assert [turn.ply for turn in found.turns] == list(range(1, len(played) + 1, 2))
    for turn in found.turns:
        assert turn.loss >= 0.0
        assert (turn.light == "green") == (turn.loss <= 0.35)
        assert turn.loss == 0.0 or turn.best != turn.turn


async def test_a_review_is_done_once_however_often_it_is_asked_for(house: House) -> None:
    bots = await house.start_bots()
    practice = await finished(house)
    before = bots.pool.figures().searches
    first = await whole_review(house, practice.game)
    for _ in range(3):
        assert await review(house, practice.game) == first
    assert bots.pool.figures().searches - before == first.total


async def test_a_review_goes_on_after_a_restart(house: House) -> None:
    bots = await house.start_bots(review_seconds=0.4)
    practice = await finished(house, "three")
    await review(house, practice.game)

    async def has_begun() -> bool:
        rows = await house.behind.rows("bots", "SELECT done FROM reviews")
        return bool(rows) and rows[0][0] >= 2

    await until(has_begun, within_s=20.0)
    await house.behind.stop(bots)
    half = json.loads((await house.behind.rows("bots", "SELECT turns FROM reviews"))[0][0])
    again = await house.start_bots()
    whole = await whole_review(house, practice.game)
    assert msgspec.to_builtins(whole.turns)[: len(half)] == half
    await eventually(lambda: again.pool.figures().searches == whole.total - len(half))


async def test_both_players_of_a_rated_game_have_reviews_of_their_own(house: House) -> None:
    await house.start_bots(bot_engines="tests.integration.bots.guessing")
    game = await house.behind.start_game()
    await house.behind.play(game, 5)
    await house.behind.resign(game)
    white, black = await whole_review(house, game), await whole_review(house, game, BEN)
    assert [turn.ply for turn in white.turns] == [1, 3, 5]
    assert [turn.ply for turn in black.turns] == [2, 4]
    assert {turn.light for turn in white.turns} == {"yellow"}


async def test_turns_that_were_taken_back_are_not_reviewed(house: House) -> None:
    await house.start_bots()
    practice = await house.begin()
    await practice.play("a1")
    await practice.until_turns(2)
    await practice.take_back()
    await practice.play("b2")
    await practice.until_turns(2)
    assert (await practice.command(Resign())).code is None
    found = await whole_review(house, practice.game)
    assert [turn.turn for turn in found.turns] == ["b2"]
