"""Property of the ledger on a real database: whatever is commanded, it agrees with a model."""

import asyncio
import itertools

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.ratings import (
    SERVICE,
    SHARDS,
    CloseWallet,
    OpenWallet,
    RatingCommand,
    RefillWallet,
    ReleaseStakes,
    ReserveStakes,
    SettleGame,
    stream_of,
)
from libs.eventstore.deciding import Accepted, Answer, Incoming
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.records import StreamId
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from services.ratings.decider import Fact, RatingState
from services.ratings.handlers import RatingDecider, make_codec
from services.ratings.projections import effects
from services.upkeep.app import migrate

NOON = 1_774_782_000_000
DAY_MS = 86_400_000
PEOPLE, GAMES = 3, 4
HOUSE = "service:ratings"
PURSES = "SELECT purse, taler FROM purses WHERE purse LIKE '%{tag}%'"
GRANTED = """
SELECT sum(taler)::int FROM postings WHERE giver = 'bank' AND taker LIKE '%{tag}%'
"""
SUM = "SELECT sum(taler)::int FROM purses"

_examples = itertools.count(1)


class Reserve(msgspec.Struct, frozen=True):
    """For that game, by these two."""

    game: int
    pair: tuple[int, int]
    stake: int


class Release(msgspec.Struct, frozen=True):
    """What was reserved for that game."""

    game: int


class Settle(msgspec.Struct, frozen=True):
    """That game is over."""

    game: int
    winner: int | None
    counts: bool


class Refill(msgspec.Struct, frozen=True):
    """So many days after the one before."""

    who: int
    days: int


class Close(msgspec.Struct, frozen=True):
    """An account is deleted."""

    who: int


Step = Reserve | Release | Settle | Refill | Close

_people = st.integers(0, PEOPLE - 1)
_games = st.integers(0, GAMES - 1)
_pairs = st.sampled_from([(0, 1), (1, 2), (2, 0)])
_seats = st.sampled_from([0, 1, None])
_steps: st.SearchStrategy[Step] = st.one_of(
    st.builds(Reserve, _games, _pairs, st.sampled_from([0, 60])),
    st.builds(Reserve, _games, _pairs, st.sampled_from([80, 100])),
    st.builds(Settle, _games, _seats, st.sampled_from([True, True, False])),
    st.builds(Release, _games),
    st.builds(Refill, _people, st.integers(0, 1)),
)
_close: st.SearchStrategy[Step] = st.builds(Close, _people)
STORIES = st.builds(
    lambda before, closing, after: [*before, *closing, *after],
    st.lists(_steps, min_size=20, max_size=30),
    st.lists(_close, max_size=1),
    st.lists(_steps, max_size=10),
)
SPENT: tuple[Step, ...] = tuple(
    Reserve(GAMES + number, pair, 100) for number, pair in enumerate([(0, 1), (1, 2), (2, 0)] * 2)
)
"""Everybody begins with 100 Taler left, so that wallets run empty."""


class Model:
    """Wallets and stakes as plain numbers."""

    def __init__(self) -> None:
        self.taler = [500] * PEOPLE
        self.granted = 500 * PEOPLE
        self.closed: set[int] = set()
        self.day = 0
        self.filled = [-1] * PEOPLE
        self.held: dict[int, tuple[tuple[int, int], int]] = {}
        self.over: set[int] = set()

    def apply(self, step: Step) -> bool:
        """Whether the step is accepted."""
        match step:
            case Reserve(game, pair, stake):
                return self._reserve(game, pair, stake)
            case Release(game):
                self._pay(game, None)
            case Settle(game, winner, counts):
                if game in self.held:
                    self.over.add(game)
                self._pay(game, winner if counts else None)
            case Refill(who, days):
                self.day += days
                return self._refill(who)
            case Close(who):
                self.closed.add(who)
        return True

    def _reserve(self, game: int, pair: tuple[int, int], stake: int) -> bool:
        if game in self.over or self.held.get(game) == (pair, stake):
            return True
        taler = list(self.taler)
        former, held = self.held.get(game, ((0, 0), 0))
        for who in former:
            taler[who] += held
        if self.closed.intersection(pair) or any(taler[who] < stake for who in pair):
            return False
        for who in pair:
            taler[who] -= stake
        self.taler, self.held[game] = taler, (pair, stake)
        return True

    def _pay(self, game: int, winner: int | None) -> None:
        if game not in self.held:
            return
        pair, stake = self.held.pop(game)
        takers = pair if winner is None else (pair[winner], pair[winner])
        for who in takers:
            self.taler[who] += stake

    def _refill(self, who: int) -> bool:
        if who in self.closed or self.taler[who] >= 50 or self.day <= self.filled[who]:
            return False
        self.granted += 50 - self.taler[who]
        self.taler[who], self.filled[who] = 50, self.day
        return True


class Ledger:
    """The real one: store and keeper, without bus."""

    def __init__(self, database_url: str) -> None:
        self.store = PostgresStore(database_url, service=SERVICE, shards=SHARDS)
        self._now_ms = NOON
        options: KeeperOptions[RatingState, Fact] = KeeperOptions(
            effects=effects, now_ms=lambda: self._now_ms
        )
        self._keeper: StreamKeeper[RatingState, RatingCommand, Fact] = StreamKeeper(
            self.store, RatingDecider(), make_codec(), options
        )
        self.tag = f"example{next(_examples)}"

    def person(self, number: int) -> PlayerId:
        return PlayerId(f"00-{self.tag}-{number}")

    def game(self, number: int) -> GameId:
        return GameId(f"0a-{self.tag}-{number}")

    async def open(self) -> None:
        await self.store.start()
        await self.store.open_shard(0)
        for number in range(PEOPLE):
            person = self.person(number)
            assert isinstance(await self._do(person, OpenWallet(person)), Accepted)

    async def apply(self, step: Step) -> bool:
        """Whether the step is accepted."""
        return isinstance(await self._answer(step), Accepted)

    async def _answer(self, step: Step) -> Answer:
        match step:
            case Reserve(number, (one, two), stake):
                game, pair = self.game(number), (self.person(one), self.person(two))
                return await self._do(game, ReserveStakes(game, "mills", pair, stake))
            case Release(number):
                game = self.game(number)
                return await self._do(game, ReleaseStakes(game))
            case Settle(number, winner, counts):
                game = self.game(number)
                return await self._do(game, SettleGame(game, winner, counts))
            case Refill(who, days):
                self._now_ms += days * DAY_MS
                person = self.person(who)
                return await self._do(person, RefillWallet(person), person)
            case Close(who):
                person = self.person(who)
                return await self._do(person, CloseWallet(person))

    async def _do(
        self, owner: GameId | PlayerId, command: RatingCommand, actor: str = HOUSE
    ) -> Answer:
        return await self._keeper.handle(
            Incoming(
                stream=StreamId(stream_of(owner)),
                actor=actor,
                command=command,
                received_at_ms=self._now_ms,
                correlation="test",
            )
        )

    async def purses(self) -> dict[str, int]:
        rows = await self.store.reads.fetch(PURSES.format(tag=self.tag + "-"))
        return {row[0]: row[1] for row in rows}


@pytest.fixture
def tables(database_url: str) -> str:
    """A migrated database; each example has people and games of its own in it."""
    asyncio.run(migrate(database_url, lambda _line: None))
    return database_url


SLOW = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@SLOW
@given(steps=STORIES)
def test_the_ledger_agrees_with_a_model_after_each_step(tables: str, steps: list[Step]) -> None:
    async def story() -> None:
        ledger, model = Ledger(tables), Model()
        await ledger.open()
        for step in (*SPENT, *steps):
            assert await ledger.apply(step) == model.apply(step), step
            expected = {f"wallet:{ledger.person(n)}": t for n, t in enumerate(model.taler)}
            expected |= {
                f"escrow:{ledger.game(game)}": 2 * stake
                for game, (_, stake) in model.held.items()
                if stake
            }
            assert await ledger.purses() == expected, step
        assert sum((await ledger.purses()).values()) == model.granted
        assert await ledger.store.reads.fetchval(SUM) == 0
        await ledger.store.close()

    asyncio.run(story())


@SLOW
@given(steps=STORIES)
def test_commands_that_come_at_once_keep_every_taler(tables: str, steps: list[Step]) -> None:
    async def story() -> None:
        ledger = Ledger(tables)
        await ledger.open()
        await asyncio.gather(*map(ledger.apply, (*SPENT, *steps)))
        purses = await ledger.purses()
        granted = await ledger.store.reads.fetchval(GRANTED.format(tag=ledger.tag + "-"))
        assert sum(purses.values()) == granted
        assert min(purses.values()) >= 0
        await ledger.store.close()

    asyncio.run(story())
