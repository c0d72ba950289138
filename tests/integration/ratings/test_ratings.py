"""Ratings on real servers: rated games from reservation to Elo, points and Taler."""

import msgspec

from libs.contracts.client_out import Rated
from libs.contracts.ratings import RatingHistory, RatingPoint
from libs.testkit.eventually import eventually
from tests.integration.behind import ANN, BEN, Behind, until
from tests.integration.ratings.people import (
    QUERY,
    check_sums,
    is_settled,
    open_house,
    play_rated,
    ratings_of,
    sign_up,
    taler_of,
    wallet_of,
)


async def test_a_rated_game_moves_elo_points_and_taler(behind: Behind) -> None:
    told: list[Rated] = []
    for player in (ANN, BEN):
        behind.bus.subscribe(
            f"player.{player}.rated",
            lambda _subject, data: told.append(msgspec.json.decode(data, type=Rated)),
        )
    await behind.bus.flush()
    await open_house(behind)
    await sign_up(behind, ANN, BEN)
    game = await play_rated(behind, stake=30)
    assert await taler_of(behind, ANN, BEN) == [470, 470]
    await check_sums(behind)
    await behind.resign(game, BEN)
    await until(lambda: is_settled(behind, game))
    assert await taler_of(behind, ANN, BEN) == [530, 470]
    await check_sums(behind)
    ann, ben = await ratings_of(behind, ANN, BEN)
    assert (ann.elo, ann.games, ann.points) == (
        {"mills": 1220, "hanse": 1200},
        {"mills": 1, "hanse": 0},
        10,
    )
    assert (ben.elo["mills"], ben.points) == (1180, -10)
    await eventually(lambda: len(told) == 2)
    assert sorted(told, key=lambda rated: rated.taler) == [
        Rated(game, "mills", 1200, 1180, 0, -10, -30),
        Rated(game, "mills", 1200, 1220, 0, 10, 30),
    ]
    answer = await behind.query(QUERY, RatingHistory(ANN, "mills"))
    (point,) = msgspec.json.decode(answer.data or b"", type=list[RatingPoint])
    assert (point.game, point.opponent, point.score) == (game, BEN, 1.0)
    wallet = await wallet_of(behind, ANN)
    assert wallet is not None
    assert [(p.kind, p.taler) for p in wallet.postings] == [
        ("won", 60),
        ("stake", -30),
        ("welcome", 500),
    ]
