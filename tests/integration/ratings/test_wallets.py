"""Wallets and the ranking on real servers: refills, midnights, deleted accounts, pages."""

import asyncio
from datetime import UTC, datetime

import msgspec

from libs.contracts.accounts import DeleteAccount
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.ratings import Ranking, RankingLine, RankingPage, RefillWallet, stream_of
from tests.integration.behind import ANN, BEN, Behind, until
from tests.integration.ratings.people import (
    CLEO,
    QUERY,
    Clock,
    check_sums,
    is_settled,
    new_game,
    open_house,
    play_rated,
    reserve,
    sign_up,
    taler_of,
    wallet_of,
)


def ms(utc: str) -> int:
    """An instant given in UTC."""
    return round(datetime.fromisoformat(utc).replace(tzinfo=UTC).timestamp() * 1000)


async def refill(behind: Behind, player: PlayerId = ANN, command_id: str | None = None) -> Answer:
    return await behind.command(
        "ratings", stream_of(player), player, RefillWallet(player), command_id=command_id
    )


async def spend(behind: Behind, *stakes: int) -> None:
    """Ann's and Ben's Taler go into escrows."""
    for stake in stakes:
        assert (await reserve(behind, new_game(), stake)).code is None


async def test_of_many_refills_at_once_one_is_granted(behind: Behind) -> None:
    await open_house(behind, now=Clock())  # no midnight comes between two of them
    await sign_up(behind, ANN, BEN)
    assert (await refill(behind)).code == "wallet_not_low"
    await spend(behind, 100, 100, 100, 100, 60)
    wallet = await wallet_of(behind, ANN)
    assert wallet is not None
    assert (wallet.taler, wallet.staked_taler, wallet.can_refill) == (40, 460, True)
    answers = await asyncio.gather(*(refill(behind) for _ in range(10)))
    codes = sorted(str(answer.code) for answer in answers)
    assert codes == ["None", *["refilled_today"] * 9]
    again = await asyncio.gather(*(refill(behind, BEN, "one tap, sent again") for _ in range(5)))
    assert {answer.code for answer in again} == {None}
    assert await taler_of(behind, ANN, BEN) == [50, 50]
    assert (await refill(behind, CLEO)).code == "account_needed"
    stranger = await behind.command("ratings", stream_of(ANN), BEN, RefillWallet(ANN))
    assert stranger.code == "not_a_player"
    await check_sums(behind)


async def test_a_refill_a_berlin_day_also_where_the_clocks_change(behind: Behind) -> None:
    clock = Clock(ms("2023-03-25T12:00"))
    await behind.start("accounts")
    await behind.start("games")
    await behind.start("ratings", now=clock)
    await sign_up(behind, ANN, BEN, CLEO)
    await spend(behind, 100, 100, 100, 100, 60)
    # 26 March 2023 has 23 hours, 29 October has 25.
    for midnight in (
        "2023-03-25T23:00",
        "2023-03-26T22:00",
        "2023-10-28T22:00",
        "2023-10-29T23:00",
    ):
        clock.now_ms = ms(midnight) - 1
        before = await refill(behind)
        assert before.code in (None, "refilled_today")
        await spend_one(behind)
        assert (await refill(behind)).code == "refilled_today", "still the same day"
        clock.now_ms = ms(midnight)
        both = await asyncio.gather(refill(behind), refill(behind))
        assert sorted(str(answer.code) for answer in both) == ["None", "refilled_today"]
        assert await taler_of(behind, ANN) == [50]
        await spend_one(behind)
    await check_sums(behind)


async def spend_one(behind: Behind) -> None:
    """Ten of Ann's Taler; Cleo has many."""
    assert (await reserve(behind, new_game(), 10, (ANN, CLEO))).code is None


async def ranking(behind: Behind, after: str | None = None, limit: int = 50) -> RankingPage:
    answer = await behind.query(QUERY, Ranking("mills", after, limit))
    assert answer.data is not None, answer
    return msgspec.json.decode(answer.data, type=RankingPage)


async def test_who_deletes_the_account_is_ranked_no_more(behind: Behind) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN, CLEO)
    first, second = await play_rated(behind, 10, (CLEO, BEN)), await play_rated(behind, 10)
    await behind.resign(first, BEN)
    await until(lambda: is_settled(behind, first))
    assert [line.player for line in (await ranking(behind)).lines] == [CLEO, BEN]
    await behind.command("accounts", CLEO, "service:accounts", DeleteAccount())
    await behind.command("accounts", BEN, "service:accounts", DeleteAccount())

    async def is_nobody_ranked() -> bool:
        return (await ranking(behind)).lines == []

    await until(is_nobody_ranked)
    await behind.resign(second, ANN)  # a game that goes on after Ben has gone still counts
    await until(lambda: is_settled(behind, second))
    assert [line.player for line in (await ranking(behind)).lines] == [ANN]
    assert await wallet_of(behind, BEN) is None
    assert (await reserve(behind, new_game(), 0)).code == "account_needed"
    await check_sums(behind)


async def test_pages_of_the_ranking_hold_everybody_once_in_order(behind: Behind) -> None:
    await behind.start("accounts")
    await behind.start("games")
    await behind.start("ratings")
    sql = """
    INSERT INTO elo SELECT '00-p' || lpad(n::text, 3, '0'), 'mills', 1300 - n / 4, 1, n % 10 <> 3
    FROM generate_series(0, 99) AS n
    """
    await behind.rows("ratings", sql)
    await behind.rows("ratings", "INSERT INTO standings SELECT player, 10, false FROM elo")
    lines: list[RankingLine] = []
    after: str | None = None
    while True:
        page = await ranking(behind, after, 7)
        lines += page.lines
        after = page.next
        if after is None:
            break
    listed = [n for n in range(100) if n % 10 != 3]
    assert [line.player for line in lines] == [f"00-p{n:03}" for n in listed]
    assert [line.rank for line in lines] == [
        1 + sum(1300 - m // 4 > 1300 - n // 4 for m in listed) for n in listed
    ]
    for odd in ("", "x", "12", "12.", ".00-p", "1e3.00-p", "9" * 30 + ".00-p", "²2.00-p"):
        assert (await behind.query(QUERY, Ranking("mills", odd))).code == "bad_message", odd
