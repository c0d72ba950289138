"""People with wallets, their rated games, and what the ledger says of both."""

import random
from typing import Any

import msgspec

from libs.contracts.accounts import SignUp
from libs.contracts.envelope import Answer
from libs.contracts.games import AcceptDraw, GameTerms, OfferDraw, SeatInfo, StartGame
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.ratings import (
    Family,
    PlayerRatings,
    RatingsOf,
    ReserveStakes,
    Wallet,
    WalletOf,
    stream_of,
)
from libs.contracts.rebuild import Rebuild, RebuildProgress
from libs.eventstore.records import new_stream_id
from libs.timing import TimeControl
from tests.integration.behind import ANN, BEN, Behind, until

QUERY = "query.ratings"
UNTIMED = TimeControl(None)
MATCHMAKING = "service:matchmaking"
CLEO = PlayerId("02-cleocleocleocle")
SERVICES = ("accounts", "games", "ratings")
SUMS = """
SELECT coalesce(sum(taler), 0)::int, coalesce(sum(taler) FILTER (WHERE purse <> 'bank'), 0)::int,
       (SELECT coalesce(sum(taler), 0)::int FROM postings WHERE giver = 'bank')
FROM purses
"""
TABLES = {
    "standings": "SELECT * FROM standings ORDER BY player",
    "elo": "SELECT * FROM elo ORDER BY player, family",
    "rated_games": "SELECT * FROM rated_games ORDER BY seq, player",
}


class Clock:
    """A clock that stands until it is put forward."""

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        """The instant."""
        return self.now_ms


async def open_house(behind: Behind, **settings: Any) -> None:
    """Accounts, games and ratings run."""
    for name in SERVICES:
        await behind.start(name, **(settings if name == "ratings" else {}))


async def sign_up(behind: Behind, *players: PlayerId) -> None:
    """These have accounts and wallets."""
    for player in players:
        command = SignUp(player[3:], player, "hash", (), f"token {player}")
        answer = await behind.command("accounts", player, "service:accounts", command)
        assert answer.code is None, answer

    async def have_wallets() -> bool:
        return len(await taler_of(behind, *players)) == len(players)

    await until(have_wallets)


async def wallet_of(behind: Behind, player: PlayerId) -> Wallet | None:
    answer = await behind.query(QUERY, WalletOf(player))
    return None if answer.data is None else msgspec.json.decode(answer.data, type=Wallet)


async def taler_of(behind: Behind, *players: PlayerId) -> list[int]:
    """What is in these wallets."""
    wallets = [await wallet_of(behind, player) for player in players]
    return [wallet.taler for wallet in wallets if wallet is not None]


async def ratings_of(behind: Behind, *players: PlayerId) -> list[PlayerRatings]:
    answer = await behind.query(QUERY, RatingsOf(list(players)))
    assert answer.data is not None, answer
    return msgspec.json.decode(answer.data, type=list[PlayerRatings])


def new_game() -> GameId:
    return GameId(new_stream_id(16, random.randbytes(16)))


async def reserve(
    behind: Behind,
    game: GameId,
    stake: int = 0,
    players: tuple[PlayerId, PlayerId] = (ANN, BEN),
    family: Family = "mills",
) -> Answer:
    """The answer to what matchmaking asks before a game starts."""
    wish = ReserveStakes(game, family, players, stake)
    return await behind.command("ratings", stream_of(game), MATCHMAKING, wish)


def rated_terms(stake: int, time: TimeControl = UNTIMED, game: Family = "mills") -> GameTerms:
    """A rated game of that family; without a clock one may play several at once."""
    variant = {"mills": "battlemills-9", "hanse": "battlehanse"}[game]
    return GameTerms(game, variant, {}, time, "rated", stake)


async def start(
    behind: Behind,
    game: GameId,
    terms: GameTerms,
    players: tuple[PlayerId, PlayerId] = (ANN, BEN),
) -> None:
    """A rated game begins."""
    seats = (SeatInfo(players[0], ""), SeatInfo(players[1], ""))
    answer = await behind.command("games", game, MATCHMAKING, StartGame(terms, seats))
    assert answer.code is None, answer


async def play_rated(
    behind: Behind,
    stake: int = 0,
    players: tuple[PlayerId, PlayerId] = (ANN, BEN),
    turns: int = 10,
) -> GameId:
    """A game that has been reserved, started and played so far."""
    game = new_game()
    answer = await reserve(behind, game, stake, players)
    assert answer.code is None, answer
    await start(behind, game, rated_terms(stake), players)
    await behind.play(game, turns, (SeatInfo(players[0], ""), SeatInfo(players[1], "")))
    return game


async def agree_on_a_draw(behind: Behind, game: GameId) -> None:
    """The end of a game between Ann and Ben."""
    offer = await behind.command("games", game, ANN, OfferDraw())
    answer = await behind.command("games", game, BEN, AcceptDraw(offer.version))
    assert answer.code is None, answer


async def is_settled(behind: Behind, game: GameId) -> bool:
    """Whether nothing is held for it any more, and all that follows has been written."""
    sql = "SELECT 1 FROM stakes WHERE game = $1"
    return not await behind.rows("ratings", sql, game) and await are_standings_done(behind)


async def are_standings_done(behind: Behind) -> bool:
    """Whether Elo and points have followed the log to its end."""
    sql = """
    SELECT (SELECT coalesce(max(seq), 0) FROM events)
         = (SELECT coalesce(max(policy_seq), 0) FROM consumer_cursor
            WHERE consumer = 'ratings-standings')
    """
    return bool((await behind.rows("ratings", sql))[0][0])


async def check_sums(behind: Behind) -> None:
    """Every Taler that the bank has granted is in a wallet or in an escrow."""
    total, held, granted = (await behind.rows("ratings", SUMS))[0]
    assert (total, held) == (0, granted)


async def tables(behind: Behind) -> dict[str, list[dict[str, Any]]]:
    """All that a rebuild makes again."""
    return {
        name: [dict(row) for row in await behind.rows("ratings", sql)]
        for name, sql in TABLES.items()
    }


async def ledger(behind: Behind) -> list[tuple[Any, ...]]:
    """All postings."""
    return [tuple(row) for row in await behind.rows("ratings", "SELECT * FROM postings ORDER BY n")]


async def rebuilt(behind: Behind) -> None:
    """Elo, points and history are made again from the log."""
    asked = msgspec.msgpack.encode(Rebuild(random.randbytes(6).hex()))

    async def is_done() -> bool:
        answer = msgspec.msgpack.decode(
            await behind.bus.call("rebuild.ratings", asked, 10.0), type=Answer
        )
        progress = msgspec.msgpack.decode(answer.data or b"", type=RebuildProgress)
        assert progress.error is None
        return progress.is_done

    await until(is_done)
