"""Stakes on real servers: both or neither, and back or to the winner, whatever fails between."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from libs.contracts.games import LeaveGame
from libs.contracts.ids import PlayerId
from libs.contracts.ratings import ReleaseStakes, stream_of
from libs.timing import TimeControl
from tests.integration.behind import ANN, BEN, Behind, until
from tests.integration.ratings.people import (
    CLEO,
    MATCHMAKING,
    SUMS,
    Clock,
    agree_on_a_draw,
    check_sums,
    is_settled,
    new_game,
    open_house,
    play_rated,
    rated_terms,
    ratings_of,
    reserve,
    sign_up,
    start,
    taler_of,
)

SLOW = TimeControl(600_000)


async def test_both_stakes_are_reserved_or_neither(behind: Behind) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN, CLEO)
    for _ in range(5):
        assert (await reserve(behind, new_game(), 100, (BEN, CLEO))).code is None
    game = new_game()
    refused = await reserve(behind, game, 10)
    assert (refused.code, refused.detail) == ("wallet_too_small", {"players": [BEN]})
    assert await taler_of(behind, ANN, BEN, CLEO) == [500, 0, 0]
    assert await behind.rows("ratings", "SELECT 1 FROM stakes WHERE game = $1", game) == []
    guest = PlayerId("03-guestguestguest")
    stranger = await reserve(behind, game, 0, (ANN, guest))
    assert (stranger.code, stranger.detail) == ("account_needed", {"players": [guest]})
    assert (await reserve(behind, game, 0)).code is None, "an empty wallet plays for nothing"
    await check_sums(behind)


async def test_no_wallet_falls_below_zero_and_no_cause_is_posted_twice(behind: Behind) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN)
    await reserve(behind, new_game(), 100)
    for spoiling, reason in (
        ("UPDATE purses SET taler = -1 WHERE purse LIKE 'wallet:%'", "never_negative"),
        ("DELETE FROM postings", "never changed"),
        ("UPDATE postings SET taler = 1", "never changed"),
        (
            "INSERT INTO postings (cause, kind, giver, taker, taler, at_ms)"
            " SELECT cause, kind, giver, taker, 1, 0 FROM postings LIMIT 1",
            "once",
        ),
        (
            "INSERT INTO postings (cause, kind, giver, taker, taler, at_ms)"
            f" VALUES ('x', 'won', 'wallet:{ANN}', 'wallet:{BEN}', 401, 0)",
            "never_negative",
        ),
        (
            "INSERT INTO postings (cause, kind, giver, taker, taler, at_ms)"
            f" VALUES ('x', 'won', 'wallet:{ANN}', 'wallet:nobody', 1, 0)",
            "there is no purse",
        ),
    ):
        with pytest.raises(Exception, match=reason):
            await behind.rows("ratings", spoiling)
    assert await taler_of(behind, ANN, BEN) == [400, 400]
    await check_sums(behind)


async def test_a_short_game_returns_the_stakes_and_changes_nothing(behind: Behind) -> None:
    clock = Clock()
    await behind.start("accounts")
    await behind.start("games", now=clock)
    await behind.start("ratings")
    await sign_up(behind, ANN, BEN)
    short = await play_rated(behind, 50, turns=9)
    await behind.resign(short)
    await until(lambda: is_settled(behind, short))
    assert await taler_of(behind, ANN, BEN) == [500, 500]
    (ann,) = await ratings_of(behind, ANN)
    assert (ann.points, ann.games["mills"]) == (0, 0)

    long = new_game()
    await reserve(behind, long, 50)
    await start(behind, long, rated_terms(50, SLOW))
    await behind.play(long, 2)
    clock.now_ms += 180_000
    await behind.resign(long)
    await until(lambda: is_settled(behind, long))
    assert await taler_of(behind, ANN, BEN) == [450, 550]


async def test_battlehanse_is_a_family_of_its_own_and_leaving_loses(behind: Behind) -> None:
    clock = Clock()
    await behind.start("accounts")
    await behind.start("games", now=clock)
    await behind.start("ratings")
    await sign_up(behind, ANN, BEN)
    game = new_game()
    await reserve(behind, game, 50, family="hanse")
    await start(behind, game, rated_terms(50, SLOW, "hanse"))
    clock.now_ms += 180_000
    answer = await behind.command("games", game, BEN, LeaveGame())
    assert answer.code is None, answer
    await until(lambda: is_settled(behind, game))
    ann, ben = await ratings_of(behind, ANN, BEN)
    assert (ann.elo, ben.elo) == ({"mills": 1200, "hanse": 1220}, {"mills": 1200, "hanse": 1180})
    assert (ann.points, ben.points) == (10, -10)
    assert await taler_of(behind, ANN, BEN) == [550, 450]


async def test_a_drawn_game_counts_and_returns_the_stakes(behind: Behind) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN)
    game = await play_rated(behind, 50)
    await agree_on_a_draw(behind, game)
    await until(lambda: is_settled(behind, game))
    assert await taler_of(behind, ANN, BEN) == [500, 500]
    (ann,) = await ratings_of(behind, ANN)
    assert (ann.elo["mills"], ann.games["mills"], ann.points) == (1200, 1, 0)
    await check_sums(behind)


async def test_stakes_for_a_game_that_never_starts_go_back(behind: Behind) -> None:
    """Matchmaking was killed between reserving and starting, or between refusal and release."""
    await open_house(behind, unstarted_s=1, sweep_every_s=1)
    await sign_up(behind, ANN, BEN)
    running, lost = new_game(), new_game()
    for game in (running, lost):
        await reserve(behind, game, 40)
    await start(behind, running, rated_terms(40))
    await until(lambda: is_settled(behind, lost))
    assert await taler_of(behind, ANN, BEN) == [460, 460], "one of the two runs"
    sql = "SELECT is_started FROM stakes WHERE game = $1"
    assert [row[0] for row in await behind.rows("ratings", sql, running)] == [True]

    await start(behind, lost, rated_terms(40))  # so late that nobody thought it would

    async def is_held_again() -> bool:
        return await taler_of(behind, ANN, BEN) == [420, 420]

    await until(is_held_again)
    await behind.play(lost, 10)
    await behind.resign(lost, BEN)
    await until(lambda: is_settled(behind, lost))
    assert await taler_of(behind, ANN, BEN) == [500, 420]
    await check_sums(behind)


async def test_a_refused_start_releases_and_another_agreement_reserves_anew(
    behind: Behind,
) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN)
    game = new_game()
    for stake in (20, 30, 30):
        await reserve(behind, game, stake)
        assert await taler_of(behind, ANN, BEN) == [500 - stake, 500 - stake]
    for _ in range(2):
        await behind.command("ratings", stream_of(game), MATCHMAKING, ReleaseStakes(game))
        assert await taler_of(behind, ANN, BEN) == [500, 500]
    await reserve(behind, game, 10, (BEN, ANN))
    assert await taler_of(behind, ANN, BEN) == [490, 490]
    await check_sums(behind)


@asynccontextmanager
async def watched_sums(behind: Behind) -> AsyncIterator[list[tuple[int, int, int]]]:
    """Meanwhile a reader looks at the sums as often as it can."""
    seen: list[tuple[int, int, int]] = []

    async def look() -> None:
        while True:
            ((total, held, granted),) = await behind.rows("ratings", SUMS)
            seen.append((total, held, granted))
            await asyncio.sleep(0.01)

    looking = asyncio.create_task(look())
    try:
        yield seen
    finally:
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


async def test_games_of_one_player_that_end_at_once_are_rated_one_after_the_other(
    behind: Behind,
) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN, CLEO)
    async with watched_sums(behind) as seen:
        pairs = [(ANN, BEN), (CLEO, ANN), (BEN, ANN), (ANN, CLEO)] * 2
        games = [await play_rated(behind, 30, pair) for pair in pairs]
        await asyncio.gather(
            *(behind.resign(game, pair[0]) for game, pair in zip(games, pairs, strict=True))
        )

        async def are_settled() -> bool:
            return all([await is_settled(behind, game) for game in games])

        await until(are_settled)
    assert len(seen) > 10
    assert set(seen) == {(0, 1500, 1500)}
    people = await ratings_of(behind, ANN, BEN, CLEO)
    assert [person.games["mills"] for person in people] == [8, 4, 4]
    assert sum(person.points for person in people) == 0
    assert sum(person.elo["mills"] for person in people) == 3600
    sql = """
    SELECT before, after, points_before, points_after FROM rated_games WHERE player = $1
    ORDER BY seq
    """
    elo, points = 1200, 0
    for before, after, points_before, points_after in await behind.rows("ratings", sql, ANN):
        assert (before, points_before) == (elo, points), "an update was lost"
        elo, points = after, points_after
    assert sum(await taler_of(behind, ANN, BEN, CLEO)) == 1500
