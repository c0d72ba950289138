"""The ledger of Taler: postings in the transaction of the events that cause them."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Final, Protocol, assert_never

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.ratings import (
    GameRated,
    PostingKind,
    StakesReleased,
    StakesReserved,
    WalletClosed,
    WalletOpened,
    WalletRefilled,
)
from libs.eventstore.errors import EffectRefusedError
from libs.eventstore.records import StreamId
from services.ratings.decider import Fact, RatingState, Stakes, evolve

BANK: Final = "bank"

_OPEN: Final = "INSERT INTO purses (purse) VALUES ($1)"
_CLOSE: Final = "UPDATE purses SET is_closed = true WHERE purse = $1"
_REFILLED: Final = "UPDATE purses SET refilled_on = $2 WHERE purse = $1"
_DROP: Final = "DELETE FROM purses WHERE purse = $1 AND taler = 0"
_LOCK: Final = """
SELECT purse, taler FROM purses WHERE purse = ANY($1::text[]) AND NOT is_closed
ORDER BY purse FOR UPDATE
"""
_POST: Final = """
INSERT INTO postings (cause, kind, giver, taker, taler, game, at_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_STAKED: Final = """
INSERT INTO stakes (game, player0, player1, taler, reserved_at_ms) VALUES ($1, $2, $3, $4, $5)
"""
_UNSTAKED: Final = "DELETE FROM stakes WHERE game = $1"


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a statement."""


Effect = Callable[[Transaction], Awaitable[None]]


def wallet(player: PlayerId) -> str:
    """A player's purse."""
    return f"wallet:{player}"


def escrow(game: GameId) -> str:
    """The purse that holds a game's stakes until it is over."""
    return f"escrow:{game}"


def effects(_stream: StreamId, facts: Sequence[Fact], before: RatingState) -> Effect:
    """The postings that belong to a decision's events."""

    async def write(tx: Transaction) -> None:
        state = before
        for fact in facts:
            state = evolve(state, fact)
            await _Writing(tx, fact.at_ms).write(fact, state)

    return write


class _Writing:
    """What one event does to the ledger."""

    def __init__(self, tx: Transaction, at_ms: int) -> None:
        self._tx = tx
        self._at_ms = at_ms

    async def write(self, fact: Fact, state: RatingState) -> None:
        """`state` is the stream's after the event."""
        match fact.event:
            case StakesReserved() as event:
                await self._reserve(event, _times(state))
            case StakesReleased(game, players, stake):
                await self._pay_back(game, players, stake, f"release {game} {_times(state)}")
            case GameRated() as event:
                await self._settle(event)
            case WalletOpened(player, taler):
                await self._tx.execute(_OPEN, wallet(player))
                await self._post(f"welcome {player}", "welcome", BANK, wallet(player), taler)
            case WalletClosed(player):
                await self._tx.execute(_CLOSE, wallet(player))
            case WalletRefilled() as event:
                await self._refill(event)
            case _ as never:
                assert_never(never)

    async def _reserve(self, event: StakesReserved, times: int) -> None:
        game, stake = event.game, event.stake_taler
        found = await self._locked(event.players)
        _check(event.players, found.keys(), "account_needed")
        rich = [player for player, taler in found.items() if taler >= stake]
        _check(event.players, rich, "wallet_too_small")
        await self._tx.execute(_STAKED, game, *event.players, stake, self._at_ms)
        if not stake:
            return
        await self._tx.execute(_OPEN, escrow(game))
        for player in event.players:
            cause = f"reserve {game} {times}"
            await self._post(cause, "stake", wallet(player), escrow(game), stake, game)

    async def _pay_back(
        self, game: GameId, players: Collection[PlayerId], stake: int, cause: str
    ) -> None:
        if stake:
            for player in players:
                await self._post(cause, "returned", escrow(game), wallet(player), stake, game)
        await self._end(game)

    async def _settle(self, event: GameRated) -> None:
        game, stake, cause = event.game, event.stake_taler, f"settle {event.game}"
        if event.winner is None:
            await self._pay_back(game, event.players, stake, cause)
            return
        if stake:
            winner = wallet(event.players[event.winner])
            await self._post(cause, "won", escrow(game), winner, 2 * stake, game)
        await self._end(game)

    async def _refill(self, event: WalletRefilled) -> None:
        player = event.player
        found = await self._locked((player,))
        _check((player,), found.keys(), "account_needed")
        missing = event.up_to_taler - found[player]
        if missing <= 0:
            raise EffectRefusedError("wallet_not_low")
        await self._tx.execute(_REFILLED, wallet(player), event.day)
        cause = f"refill {player} {event.day}"
        await self._post(cause, "refill", BANK, wallet(player), missing)

    async def _locked(self, players: Collection[PlayerId]) -> dict[PlayerId, int]:
        """What is in the open wallets among these, locked in order until the commit."""
        rows = await self._tx.fetch(_LOCK, [wallet(player) for player in players])
        found = {purse: taler for purse, taler in rows}  # noqa: C416  rows are no pairs to mypy
        return {player: found[wallet(player)] for player in players if wallet(player) in found}

    async def _end(self, game: GameId) -> None:
        await self._tx.execute(_DROP, escrow(game))
        await self._tx.execute(_UNSTAKED, game)

    async def _post(
        self,
        cause: str,
        kind: PostingKind,
        giver: str,
        taker: str,
        taler: int,
        game: GameId | None = None,
    ) -> None:
        """The database moves the Taler with the posting, and takes no cause twice."""
        await self._tx.execute(_POST, cause, kind, giver, taker, taler, game, self._at_ms)


def _times(state: RatingState) -> int:
    if not isinstance(state, Stakes):
        msg = "stakes in a wallet's stream"
        raise TypeError(msg)
    return state.times


def _check(players: Collection[PlayerId], good: Collection[PlayerId], code: str) -> None:
    """Raises EffectRefusedError, naming who is the reason."""
    others = [player for player in players if player not in good]
    if others:
        raise EffectRefusedError(code, {"players": others})
