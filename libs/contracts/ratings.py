"""Ratings: Elo by family, points, and the ledger of Taler.

One shard, so that the order in which games are rated is written down once: in its log. A game has
a stream of its own there, and so has a player's wallet.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from libs.contracts.ids import GameId, PlayerId

SERVICE: Final = "ratings"
SHARDS: Final = 1

Family = Literal["mills", "hanse"]
FAMILIES: Final[tuple[Family, ...]] = ("mills", "hanse")
FAMILY_OF: Final[Mapping[str, Family]] = {"mills": "mills", "hanse": "hanse"}
"""Games that are rated, by their rules' key; the small ones are not."""

START_ELO: Final = 1200
WELCOME_TALER: Final = 500
REFILL_TALER: Final = 50
"""Once a Berlin day a wallet below this can be filled up to it."""

STAKE_STEP: Final = 10
HIGHEST_STAKE: Final = 100
COUNTED_PLIES: Final = 10
COUNTED_MS: Final = 180_000


def is_stake(taler: int) -> bool:
    """Whether two may play for so much: nothing, or 10 to 100 in steps of 10."""
    return 0 <= taler <= HIGHEST_STAKE and taler % STAKE_STEP == 0


def stream_of(owner: GameId | PlayerId) -> str:
    """The stream of a game or of a player's wallet in this service's one shard."""
    return f"00-{owner}"


# ---- commands (msgpack, tagged): cmd.ratings.0 -----------------------------------------------


class ReserveStakes(msgspec.Struct, frozen=True, tag="reserve_stakes"):
    """From matchmaking, before a rated game starts, also for no stake: of both, or of neither.

    Reserved already, settled already: accepted, nothing changes. Refused: `account_needed`,
    `wallet_too_small` (with `players`), `bad_stake`. Goes to the game's stream.
    """

    game: GameId
    family: Family
    players: tuple[PlayerId, PlayerId]
    stake_taler: int


class ReleaseStakes(msgspec.Struct, frozen=True, tag="release_stakes"):
    """The game has not started, and will not by this agreement: both get back what they gave."""

    game: GameId


class SettleGame(msgspec.Struct, frozen=True, tag="settle_game"):
    """From the service itself: the game is over. A reserved one is rated, or counts for nothing."""

    game: GameId
    winner: int | None
    counts: bool


class OpenWallet(msgspec.Struct, frozen=True, tag="open_wallet"):
    """From the service itself: somebody has signed up. Goes to the player's stream."""

    player: PlayerId


class CloseWallet(msgspec.Struct, frozen=True, tag="close_wallet"):
    """From the service itself: the account is gone; what is in the wallet stays there."""

    player: PlayerId


class RefillWallet(msgspec.Struct, frozen=True, tag="refill_wallet"):
    """The sender's wallet is filled up. Refused: `wallet_not_low`, `refilled_today`."""

    player: PlayerId


RatingCommand = ReserveStakes | ReleaseStakes | SettleGame | OpenWallet | CloseWallet | RefillWallet

# ---- events (JSON) ---------------------------------------------------------------------------


class StakesReserved(msgspec.Struct, frozen=True, tag="ratings.stakes_reserved"):
    """A rated game may start: each gave the stake (it may be 0) into the game's escrow."""

    game: GameId
    family: Family
    players: tuple[PlayerId, PlayerId]
    stake_taler: int


class StakesReleased(msgspec.Struct, frozen=True, tag="ratings.stakes_released"):
    """Both have their stakes back: the game never started, or was too short to count."""

    game: GameId
    players: tuple[PlayerId, PlayerId]
    stake_taler: int
    cause: Literal["not_started", "too_short"]


class GameRated(msgspec.Struct, frozen=True, tag="ratings.game_rated"):
    """A game counts. The winner has the pot, without one both have their stakes back.

    Elo and points follow from the order of these events.
    """

    game: GameId
    family: Family
    players: tuple[PlayerId, PlayerId]
    winner: int | None
    stake_taler: int


class WalletOpened(msgspec.Struct, frozen=True, tag="ratings.wallet_opened"):
    """A wallet with a grant in it."""

    player: PlayerId
    taler: int


class WalletClosed(msgspec.Struct, frozen=True, tag="ratings.wallet_closed"):
    """Its owner's account is gone."""

    player: PlayerId


class WalletRefilled(msgspec.Struct, frozen=True, tag="ratings.wallet_refilled"):
    """A wallet was filled up to that, on that day in Berlin (YYYY-MM-DD)."""

    player: PlayerId
    up_to_taler: int
    day: str


RatingEvent = (
    StakesReserved | StakesReleased | GameRated | WalletOpened | WalletClosed | WalletRefilled
)

# ---- queries (msgpack, tagged): query.ratings ------------------------------------------------


class RatingsOf(msgspec.Struct, frozen=True, tag="ratings_of"):
    """Answer: list of `PlayerRatings` (JSON), one for each asked, at most 500."""

    players: list[PlayerId]


class Ranking(msgspec.Struct, frozen=True, tag="ranking"):
    """One page, best first: whoever has rated games and still an account. Answer: `RankingPage`.

    `after`: the former page's `next`.
    """

    family: Family
    after: str | None = None
    limit: int = 50


class RatingHistory(msgspec.Struct, frozen=True, tag="rating_history"):
    """Answer: list of `RatingPoint` (JSON), oldest first, the last 500."""

    player: PlayerId
    family: Family


class WalletOf(msgspec.Struct, frozen=True, tag="wallet_of"):
    """Answer: `Wallet` (JSON). Refused: `account_needed`. Gateways ask for its owner alone."""

    player: PlayerId


RatingQuery = RatingsOf | Ranking | RatingHistory | WalletOf


class PlayerRatings(msgspec.Struct, frozen=True):
    """Somebody's standing; who never played a rated game has the values to start with."""

    player: PlayerId
    elo: dict[Family, int]
    games: dict[Family, int]
    points: int = 0


class RankingLine(msgspec.Struct, frozen=True):
    """One place; equal Elo is an equal rank."""

    rank: int
    player: PlayerId
    elo: int
    games: int
    points: int


class RankingPage(msgspec.Struct, frozen=True):
    """A page; `next` is the next one's `after`, None at the end."""

    family: Family
    lines: list[RankingLine]
    next: str | None = None


class RatingPoint(msgspec.Struct, frozen=True):
    """One rated game, as one of the two sees it. `score`: 1, 0.5 or 0.

    `game` is told to the two alone: others are led to a private room's game by its link only.
    """

    game: GameId | None
    at_ms: int
    opponent: PlayerId
    score: float
    before: int
    after: int


PostingKind = Literal["welcome", "refill", "stake", "won", "returned"]


class WalletPosting(msgspec.Struct, frozen=True):
    """What came into a wallet or went out of it."""

    at_ms: int
    kind: PostingKind
    taler: int
    game: GameId | None = None


class Wallet(msgspec.Struct, frozen=True):
    """One's own wallet and its last postings, newest first. `staked`: held for running games."""

    taler: int
    staked_taler: int
    can_refill: bool
    postings: list[WalletPosting]


# ---- HTTP (JSON) -----------------------------------------------------------------------------


class RatingsPage(msgspec.Struct, frozen=True):
    """Somebody's standing, and how it came about, oldest first."""

    ratings: PlayerRatings
    history: dict[Family, list[RatingPoint]]


class EloOf(msgspec.Struct, frozen=True):
    """Elo by family beside names, of those who have one: who never played rated has none."""

    elo: dict[PlayerId, dict[Family, int]]
