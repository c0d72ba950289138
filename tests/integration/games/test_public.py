"""The running games that anybody may find: told once a second, and by whoever owns them now."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec
import pytest

from libs.contracts.client_out import LiveGame
from libs.contracts.games import (
    AnswerUndo,
    AskUndo,
    GameTerms,
    LeaveGame,
    PlayTurn,
    PublicGames,
    SeatInfo,
    StartGame,
    WatchGame,
)
from libs.contracts.ids import GameId, PlayerId, bot_player
from libs.contracts.live import GatewayBeat, PublicChanges, PublicShard
from libs.eventstore.records import shard_of
from libs.runtime import now_ms
from libs.timing import TimeControl
from tests.integration.games.conftest import START, Client, StartService, new_game

PUBLIC = msgspec.structs.replace(START, is_public=True)
UNTIMED = TimeControl(None)
WITHIN_S = 10.0


class Listener:
    """Hears what owners tell of public games, and keeps the list as a gateway does."""

    def __init__(self) -> None:
        self.games: dict[GameId, LiveGame] = {}
        self.heard: list[PublicChanges] = []
        self._news = asyncio.Condition()
        self._wakers: set[asyncio.Task[None]] = set()

    def on_changes(self, _subject: str, data: bytes) -> None:
        changes = msgspec.msgpack.decode(data, type=PublicChanges)
        self.heard.append(changes)
        self.games |= {game.game: game for game in changes.games}
        for game, plies in changes.plies:
            self.games[game] = msgspec.structs.replace(self.games[game], plies=plies)
        for game in changes.gone:
            self.games.pop(game, None)
        waker = asyncio.get_running_loop().create_task(self._wake())
        self._wakers.add(waker)
        waker.add_done_callback(self._wakers.discard)

    async def _wake(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def one_more(self) -> PublicChanges:
        """The next message but one: all that had happened before the call is in by then."""
        count = len(self.heard) + 2
        async with asyncio.timeout(WITHIN_S), self._news:
            await self._news.wait_for(lambda: len(self.heard) >= count)
        return self.heard[count - 1]


@pytest.fixture
async def listener(client: Client) -> AsyncIterator[Listener]:
    listener = Listener()
    subscription = client.bus.subscribe("live.games", listener.on_changes)
    await client.bus.flush()
    yield listener
    subscription.unsubscribe()


@contextlib.asynccontextmanager
async def beating(client: Client, *gateways: str) -> AsyncIterator[None]:
    """Meanwhile these gateways live: whoever is silent for a few seconds is taken for dead."""

    async def beat() -> None:
        while True:
            for gateway in gateways:
                beat = msgspec.msgpack.encode(GatewayBeat(gateway, now_ms()))
                client.bus.publish("gateway.beat", beat)
            await asyncio.sleep(0.4)

    task = asyncio.create_task(beat())
    try:
        yield
    finally:
        task.cancel()


async def asked(client: Client, game: GameId) -> dict[GameId, LiveGame]:
    """What the owner of that game's shard answers now."""
    answer = await client.query(game, PublicGames())
    assert answer.data is not None
    shard = msgspec.msgpack.decode(answer.data, type=PublicShard)
    return {each.game: each for each in shard.games}


async def test_only_games_from_the_waiting_room_between_people_are_told_of(
    start_service: StartService, client: Client, listener: Listener
) -> None:
    await start_service()
    public, white, _ = await client.start_own(PUBLIC)
    private, _, _ = await client.start_own()
    practice = GameTerms("mills", "battlemills-9", {}, UNTIMED, "practice")
    seats = (SeatInfo(PlayerId("00-x"), "X"), SeatInfo(bot_player("easy"), "Computer"))
    hidden = [await client.start_game(StartGame(practice, seats, is_public=True))]
    at_one_device = GameTerms("mills", "battlemills-9", {}, UNTIMED, "hotseat")
    seats = (seats[0], SeatInfo(seats[0].player, "Y"))
    game = new_game()
    start = StartGame(at_one_device, seats, is_public=True)
    if (await client.command(game, "service:matchmaking", start)).code is None:
        hidden.append(game)
    await listener.one_more()
    assert set(listener.games) == {public}
    assert listener.games[public].seats[0].player == white
    assert listener.games[public].terms.time == START.terms.time
    for each in (private, *hidden):
        assert each not in await asked(client, each)
    assert set(await asked(client, public)) == {public}


async def test_plies_viewers_and_the_end_are_told(
    start_service: StartService, client: Client, listener: Listener
) -> None:
    await start_service()
    game, white, black = await client.start_own(PUBLIC)
    version = (await client.command(game, white, PlayTurn(1, "d7"))).version
    await client.command(game, black, PlayTurn(version, "d6"))
    await listener.one_more()
    assert listener.games[game].plies == 2
    async with beating(client, "here", "there"):
        await client.query(game, WatchGame(game, "here", None))
        await client.query(game, WatchGame(game, "there", None))
        await client.query(game, WatchGame(game, "there", white))
        await listener.one_more()
        assert listener.games[game].viewers == 2, "over all gateways, without the players"
        assert (await asked(client, game))[game].viewers == 2
    await client.command(game, white, LeaveGame())
    await listener.one_more()
    assert game not in listener.games
    assert await asked(client, game) == {}


async def test_turns_that_are_taken_back_count_no_more_also_after_a_takeover(
    start_service: StartService, client: Client, listener: Listener
) -> None:
    first = await start_service()
    game, white, black = await client.start_own(PUBLIC)
    version = 1
    for player, turn in ((white, "d7"), (black, "d6"), (white, "a1")):
        version = (await client.command(game, player, PlayTurn(version, turn))).version
    asked_at = (await client.command(game, white, AskUndo(version))).version
    assert (await client.command(game, black, AnswerUndo(asked_at, accept=True))).code is None
    await listener.one_more()
    assert listener.games[game].plies == 2
    await first.stop()
    listener.games.clear()
    await start_service()
    assert (await asked(client, game))[game].plies == 2
    await listener.one_more()
    assert listener.games[game].plies == 2
    assert listener.games[game].seats[0].player == white


async def test_a_message_comes_every_second_and_each_has_the_next_number(
    start_service: StartService, client: Client, listener: Listener
) -> None:
    first = await start_service()
    await listener.one_more()
    second = await start_service()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(WITHIN_S):
            while not (first.shards and second.shards):  # noqa: ASYNC110  no event tells it
                await asyncio.sleep(0.02)
    await listener.one_more()
    await listener.one_more()
    by_instance: dict[str, list[PublicChanges]] = {}
    for changes in listener.heard:
        by_instance.setdefault(changes.instance, []).append(changes)
    assert len(by_instance) == 2
    for heard in by_instance.values():
        numbers = [changes.version for changes in heard]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    last = [set(heard[-1].shards) for heard in by_instance.values()]
    assert last[0] | last[1] == set(range(16))


async def test_whoever_takes_over_tells_of_the_games_and_the_one_before_does_not(
    start_service: StartService, client: Client, listener: Listener
) -> None:
    first = await start_service()
    games = [(await client.start_own(PUBLIC))[0] for _ in range(6)]
    over, white, _ = await client.start_own(PUBLIC)
    await client.command(over, white, LeaveGame())
    await listener.one_more()
    assert set(listener.games) == set(games)
    await start_service()
    await first.stop()
    for game in games:
        assert set(await asked(client, game)) == {
            each for each in games if shard_of(each) == shard_of(game)
        }
    listener.heard.clear()
    await listener.one_more()
    assert len({changes.instance for changes in listener.heard}) == 1
