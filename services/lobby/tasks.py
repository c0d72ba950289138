"""What runs for as long as the hall is here: news, Elo, open offers, forgetting old lines."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.client_out import Rated
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import KEPT_DAYS
from libs.contracts.matchmaking import SERVICE as MATCHMAKING
from libs.contracts.matchmaking import OpenSeeks, SeeksChanged, SeekView
from libs.contracts.ratings import SERVICE as RATINGS
from libs.contracts.ratings import PlayerRatings, RatingsOf
from services.lobby.decider import DAY_MS, Hall

LOOK_EVERY_S: Final = 0.25
GATHER_S: Final = 0.03
"""Elo of who has just come is asked for and mostly known by then."""
TELL_EVERY_S: Final = 0.2
ASK_WITHIN_S: Final = 2.0
AGAIN_AFTER_S: Final = 1.0
RATINGS_AT_ONCE: Final = 500
EXPIRE_EVERY_S: Final = 3_600.0

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_ratings = msgspec.json.Decoder(list[PlayerRatings]).decode
_rated = msgspec.json.Decoder(Rated).decode
_seeks = msgspec.json.Decoder(list[SeekView]).decode
_seeks_changed = msgspec.json.Decoder(SeeksChanged).decode


class Keeper(Protocol):
    """Has the hall, while it is here."""

    hall: Hall | None

    def settle(self, hall: Hall, now_ms: int) -> None:
        """It may have heard for long enough by now."""


class Telling(Protocol):
    """Tells gateways."""

    def people(self, hall: Hall, people: Sequence[Any], gone: list[PlayerId]) -> None:
        """Who came and went."""

    def seeks(self, hall: Hall, changed: SeeksChanged) -> None:
        """Offers that came and went."""

    def gone_for_good(self, players: Iterable[PlayerId]) -> None:
        """Nobody waits for these."""


class News:
    """Lets time pass, and tells at most five times a second what has changed."""

    def __init__(self, keeper: Keeper, telling: Telling, now_ms: Callable[[], int]) -> None:
        self._keeper = keeper
        self._telling = telling
        self._now_ms = now_ms
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Something has happened."""
        self._wake.set()

    async def run(self) -> None:
        """For ever."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self._wake.wait()
                    await asyncio.sleep(GATHER_S)
            self._wake.clear()
            if self.tell():
                await asyncio.sleep(TELL_EVERY_S - GATHER_S)

    def tell(self) -> bool:
        """What there is; whether there was anything."""
        hall, now_ms = self._keeper.hall, self._now_ms()
        if hall is None:
            return False
        hall.presence.pass_time(now_ms)
        self._keeper.settle(hall, now_ms)
        if not hall.is_settled or not hall.presence.has_news:
            return False
        news = hall.presence.take_news()
        if news.people or news.gone:
            self._telling.people(hall, news.people, news.gone)
        self._telling.gone_for_good(news.gone_for_good)
        return True


class Rating:
    """Everybody's Elo: asked for when somebody comes, heard of when a game was rated."""

    def __init__(self, bus: Bus, keeper: Keeper, wake: Callable[[], None]) -> None:
        self._bus = bus
        self._keeper = keeper
        self._wake_news = wake
        self._asked: set[PlayerId] = set()
        self._wake = asyncio.Event()

    def reported(self, players: list[PlayerId]) -> None:
        """These are here, perhaps for the first time."""
        hall = self._keeper.hall
        if hall is not None:
            self._ask_soon(hall.presence.unrated(players))

    def bus_is_back(self) -> None:
        """A word about a game may have been lost."""
        hall = self._keeper.hall
        if hall is not None:
            self._ask_soon(hall.presence.accounts())

    def _ask_soon(self, players: Sequence[PlayerId]) -> None:
        if players:
            self._asked.update(players)
            self._wake.set()

    def on_rated(self, subject: str, frame: bytes) -> None:
        """`player.<player>.rated`: a game counts."""
        hall, rated = self._keeper.hall, _rated(frame)
        if hall is not None:
            player = PlayerId(subject.split(".")[1])
            hall.presence.rerate(player, rated.family, rated.after)
            self._wake_news()

    async def run(self) -> None:
        """For ever; what it raises ends the loop, its keeper begins it again."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            asked, self._asked = sorted(self._asked), set()
            for begin in range(0, len(asked), RATINGS_AT_ONCE):
                await self._ask(asked[begin : begin + RATINGS_AT_ONCE])

    async def _ask(self, players: list[PlayerId]) -> None:
        try:
            data = await _ask(self._bus, f"query.{RATINGS}", RatingsOf(players))
        except BusError:
            self._ask_soon(players)
            await asyncio.sleep(AGAIN_AFTER_S)
            return
        hall = self._keeper.hall
        if hall is None:
            return
        for each in _ratings(data):
            elo = {family: elo for family, elo in each.elo.items() if each.games[family]}
            hall.presence.rate(each.player, elo)
        self._wake_news()


class Offers:
    """Open offers: all of them now and then, and each change as it is heard.

    An offer stands as long as its host is connected. Whoever isn't known has the usual time to
    come: the hall may have another owner, and the host may have gone in between.
    """

    def __init__(
        self,
        bus: Bus,
        keeper: Keeper,
        telling: Telling,
        now_ms: Callable[[], int],
        every_s: float,
    ) -> None:
        self._bus = bus
        self._now_ms = now_ms
        self._keeper = keeper
        self._telling = telling
        self._every_s = every_s
        self._heard = 0
        self._wake = asyncio.Event()

    def ask_soon(self, *_: object) -> None:
        """Something may have been missed."""
        self._wake.set()

    def on_changed(self, _subject: str, data: bytes) -> None:
        """`matchmaking.seeks`: offers came and went."""
        hall = self._keeper.hall
        self._heard += 1
        if hall is not None:
            self._telling.seeks(hall, hall.change_seeks(_seeks_changed(data)))

    async def run(self) -> None:
        """For ever; what it raises ends the loop, its keeper begins it again."""
        while True:
            is_known = await self._ask()
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._every_s if is_known else AGAIN_AFTER_S):
                    await self._wake.wait()

    async def _ask(self) -> bool:
        """Whether the list is known now; a change heard meanwhile is newer than the answer."""
        hall = self._keeper.hall
        if hall is None:
            return False
        while True:
            heard = self._heard
            try:
                data = await _ask(self._bus, f"query.{MATCHMAKING}", OpenSeeks())
            except BusError:
                return False
            if heard == self._heard:
                seeks = _seeks(data)
                hall.presence.expect([seek.host.player for seek in seeks], self._now_ms())
                self._telling.seeks(hall, hall.seeks_now(seeks))
                return hall is self._keeper.hall


class RefusedError(BusError):
    """An answer without what was asked for."""


async def _ask(bus: Bus, subject: str, query: Any) -> bytes:
    """The answer's data. Raises BusError."""
    answer = _answer(await bus.request(subject, _pack(query), ASK_WITHIN_S))
    if answer.data is None:
        raise RefusedError(answer.code)
    return answer.data


Expire = Callable[[int], Awaitable[None]]


async def expire(keeper: Keeper, tables: Sequence[Expire], now_ms: Callable[[], int]) -> None:
    """Once an hour, where the hall is, removes what has been kept for long enough."""
    while True:
        if keeper.hall is None:
            await asyncio.sleep(AGAIN_AFTER_S)
            continue
        for table in tables:
            await table(now_ms() - KEPT_DAYS * DAY_MS)
        await asyncio.sleep(EXPIRE_EVERY_S)
