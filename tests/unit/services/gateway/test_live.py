"""The list of running games: true in the end whatever gets lost, and the same bytes for all."""

import random
from collections.abc import Callable, Collection
from typing import Any

import msgspec
import pytest

from libs.contracts.client_out import LiveGame, LiveGames
from libs.contracts.games import ClockReading, GameEnded, GameStarted, GameTerms, SeatInfo
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.live import OwnerAnnounced, PublicChanges
from libs.eventstore.records import Recorded, StreamId
from libs.timing import TimeControl
from services.games.handlers.public import PublicList
from services.gateway.decider.acquaintances import NOBODY
from services.gateway.projections.live import PublicGames
from services.gateway.projections.live_list import MOST, LiveList
from tests.unit.services.gateway.test_watching import Box

SHARDS = (0, 1)
TERMS = GameTerms("mills", "battlemills-9", {}, TimeControl(180_000, 2_000))
SEATS = (SeatInfo(PlayerId("00-a"), "A"), SeatInfo(PlayerId("01-b"), "B"))
READING = ClockReading((0, 0), None)
TURN = b'{"seat":0,"turn":"d7","clock":{"remaining_ms":[0,0],"running":1}}'


class Truth:
    """What is so: the log, who owns what, who watches; two owners tell of it, one gateway hears."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.games: dict[GameId, LiveGame] = {}
        self.viewers: dict[GameId, int] = {}
        self.sent: dict[str, list[bytes]] = {"a": [], "b": []}
        self.gateway = PublicGames()
        self.owners = [self.make_owner("a"), self.make_owner("b")]
        self.owner_of = dict.fromkeys(SHARDS, self.owners[0])
        self.lossy = True
        self._number = 0

    def make_owner(self, name: str) -> PublicList:
        return PublicList(name, self.read, lambda game: self.viewers.get(game, 0), self)

    def publish(self, _subject: str, data: bytes) -> bool:
        """The bus of both owners; some messages get lost."""
        if not self.lossy or self.chance.random() > 0.2:
            self.sent[msgspec.msgpack.decode(data, type=PublicChanges).instance].append(data)
        return True

    async def read(self, shard: int) -> list[LiveGame]:
        return [each for each in self.games.values() if int(each.game[:2], 16) == shard]

    def start(self) -> None:
        self._number += 1
        shard = self.chance.choice(SHARDS)
        game = GameId(f"{shard:02x}-game{self._number}")
        event = started(is_public=self.chance.random() > 0.3)
        if event.is_public:
            self.games[game] = LiveGame(game, TERMS, SEATS, self._number, 0, 0)
        self.commit(game, 1, "games.game_started", msgspec.json.encode(event))

    def play(self, game: GameId) -> None:
        listed = self.games[game]
        self.games[game] = msgspec.structs.replace(listed, plies=listed.plies + 1)
        self.commit(game, listed.plies + 2, "games.turn_played", TURN)

    def end(self, game: GameId) -> None:
        listed = self.games.pop(game)
        data = msgspec.json.encode(GameEnded(0, "resigned", READING, listed.plies))
        self.commit(game, listed.plies + 2, "games.game_ended", data)

    def watch(self, game: GameId) -> None:
        self.viewers[game] = self.chance.randrange(3)
        self.owner_of[int(game[:2], 16)].recount([game])

    def commit(self, game: GameId, version: int, kind: str, public: bytes) -> None:
        event = recorded(game, version, self._number, kind, public)
        self.owner_of[event.shard].committed([event])

    async def move(self) -> None:
        """A shard changes hands; the announcement may get lost."""
        shard = self.chance.choice(SHARDS)
        before = self.owner_of[shard]
        after = self.owners[before is self.owners[0]]
        before.hand_over(shard)
        await after.take_over(shard)
        self.owner_of[shard] = after
        if self.chance.random() > 0.3:
            name = "ab"[after is self.owners[1]]
            self.gateway.on_owner(
                "", msgspec.msgpack.encode(OwnerAnnounced("games", name, [shard]))
            )

    async def ask(self) -> None:
        """The gateway's round; answers may be overtaken by what is told after them."""
        for shard in sorted(self.gateway.stale):
            answer = self.owner_of[shard].shard(shard)
            if self.lossy and self.chance.random() < 0.3:
                await happen(self, self.chance)
                await self.tell()
            self.gateway.answered(shard, answer)

    async def tell(self) -> None:
        """Both owners speak; each is heard in order, but perhaps late."""
        for owner in self.owners:
            await owner.tell()
        for name, waiting in self.sent.items():
            count = self.chance.randrange(len(waiting) + 1) if self.lossy else len(waiting)
            self.sent[name] = waiting[count:]
            for data in waiting[:count]:
                self.gateway.on_changes("", data)

    async def second(self) -> None:
        await self.tell()
        await self.ask()

    def shown(self) -> dict[GameId, LiveGame]:
        return {game.game: game for game in self.gateway}

    def so(self) -> dict[GameId, LiveGame]:
        return {
            game: msgspec.structs.replace(each, viewers=self.viewers.get(game, 0))
            for game, each in self.games.items()
        }


def started(*, is_public: bool) -> GameStarted:
    return GameStarted(TERMS, 1, SEATS, READING, None, is_public)


def recorded(game: GameId, version: int, at_ms: int, kind: str, public: bytes) -> Recorded:
    shard, stream = int(game[:2], 16), StreamId(game)
    return Recorded(shard, 1, stream, version, kind, 1, at_ms, "x", None, None, "x", public, None)


@pytest.mark.parametrize("seed", range(60))
async def test_whatever_gets_lost_the_list_is_true_in_the_end(seed: int) -> None:
    chance = random.Random(seed)
    truth = Truth(chance)
    for shard in SHARDS:
        await truth.owners[0].take_over(shard)
    for _ in range(60):
        for _ in range(chance.randrange(4)):
            await happen(truth, chance)
        if chance.random() < 0.7:
            await truth.second()
        if chance.random() < 0.05:
            truth.gateway.bus_is_back()
    truth.lossy = False
    for _ in range(4):
        await truth.second()
    assert truth.shown() == truth.so()


async def happen(truth: Truth, chance: random.Random) -> None:
    games = sorted(truth.games)
    if not games or chance.random() < 0.4:
        truth.start()
    elif chance.random() < 0.25:
        await truth.move()
    else:
        chance.choice([truth.play, truth.end, truth.watch])(chance.choice(games))


class Looker:
    """A socket that shows the list."""

    def __init__(self) -> None:
        self.box = Box()

    @property
    def outbox(self) -> Box:
        return self.box

    def got(self) -> list[LiveGames]:
        shown, self.box.shown = self.box.shown, []
        return [msgspec.json.decode(frame, type=LiveGames) for frame in shown]


def shown(
    games: dict[int, LiveGame],
    hidden: Callable[[Looker], Collection[PlayerId] | None] = lambda _looker: NOBODY,
) -> LiveList[Looker]:
    return LiveList(_Values(games), hidden)


def listed(number: int, viewers: int = 0) -> LiveGame:
    return LiveGame(GameId(f"00-{number}"), TERMS, SEATS, number, 0, viewers)


def test_all_get_the_same_bytes_and_only_what_has_changed() -> None:
    games = {number: listed(number) for number in range(3)}
    live, ada, bob = shown(games), Looker(), Looker()
    live.enter(ada, 0.0)
    live.enter(bob, 0.0)
    (whole,) = ada.got()
    assert whole.is_whole
    assert [game.game for game in whole.games] == ["00-2", "00-1", "00-0"], "the newest first"
    assert bob.got() == [whole]
    live.tick(1.0)
    assert ada.got() == []
    del games[0]
    games[1] = listed(1, viewers=4)
    live.tick(2.0)
    assert ada.box.shown[0] is bob.box.shown[0]
    assert ada.got() == [LiveGames([games[1]], [GameId("00-0")])]


def test_the_most_watched_games_are_shown_then_the_newest() -> None:
    games = {number: listed(number) for number in range(MOST + 50)}
    live, ada = shown(games), Looker()
    live.enter(ada, 0.0)
    (whole,) = ada.got()
    assert {game.game for game in whole.games} == {f"00-{n}" for n in range(50, MOST + 50)}
    games[3] = listed(3, viewers=1)
    live.tick(1.0)
    assert ada.got() == [LiveGames([games[3]], [GameId("00-50")])]


def test_who_cannot_keep_up_gets_the_whole_later_and_nobody_gets_it_all_the_time() -> None:
    games = {1: listed(1)}
    live, ada = shown(games), Looker()
    live.enter(ada, 0.0)
    live.enter(ada, 0.5)
    assert len(ada.got()) == 1, "asked twice within a second, served once"
    live.tick(1.0)
    assert [message.is_whole for message in ada.got()] == [True]
    ada.box.is_full = True
    games[2] = listed(2)
    live.tick(2.0)
    ada.box.is_full = False
    live.tick(3.0)
    (late,) = ada.got()
    assert (late.is_whole, len(late.games)) == (True, 2)
    live.forget(ada)
    games[3] = listed(3)
    live.tick(4.0)
    assert ada.got() == []


ANN, BEN, CLEO, DORA = (PlayerId(f"00-{name}") for name in ("ann", "ben", "cleo", "dora"))


def between(number: int, *players: PlayerId) -> LiveGame:
    seats = (SeatInfo(players[0], ""), SeatInfo(players[1], ""))
    return msgspec.structs.replace(listed(number), seats=seats)


def test_who_hides_from_somebody_sees_no_game_of_theirs_and_the_other_way_round() -> None:
    games = {1: between(1, ANN, BEN), 2: between(2, CLEO, DORA)}
    ada, bob = Looker(), Looker()
    hidden: dict[Looker, set[PlayerId]] = {ada: {CLEO}, bob: set()}
    live = shown(games, lambda looker: hidden[looker])
    for looker in (ada, bob):
        live.enter(looker, 0.0)
    assert [game.game for game in ada.got()[0].games] == ["00-1"]
    assert len(bob.got()[0].games) == 2
    games[2] = msgspec.structs.replace(games[2], plies=1)
    games[3] = between(3, DORA, CLEO)
    live.tick(1.0)
    assert ada.got() == [], "nothing of a hidden game, and not that there is one"
    hidden[ada], hidden[bob] = set(), {BEN}
    live.tick(2.0)
    assert ada.got() == [LiveGames([games[3], games[2]])]
    assert bob.got()[1:] == [LiveGames([], [GameId("00-1")])]
    del games[1], games[2]
    live.tick(3.0)
    assert ada.got() == [LiveGames([], [GameId("00-2"), GameId("00-1")])]
    assert bob.got() == [LiveGames([], [GameId("00-2")])]
    live.enter(bob, 4.0)
    assert bob.got() == [LiveGames([games[3]], is_whole=True)]


def test_a_socket_waits_for_the_word_about_whom_it_sees_but_not_for_long() -> None:
    games, said = {1: between(1, ANN, BEN)}, dict[Looker, set[PlayerId]]()
    live, ada, bob = shown(games, said.get), Looker(), Looker()
    live.enter(ada, 0.0)
    live.enter(bob, 0.0)
    said[ada] = {ANN}
    live.tick(1.0)
    assert [message.games for message in ada.got()] == [[]]
    assert bob.got() == []
    live.tick(2.0)
    assert [message.games for message in bob.got()] == [[games[1]]]
    said[bob] = {BEN}
    live.tick(3.0)
    assert bob.got() == [LiveGames([], [GameId("00-1")])]


class _Values:
    """A list that changes while it is shown."""

    def __init__(self, games: dict[int, LiveGame]) -> None:
        self._games = games

    def __iter__(self) -> Any:
        return iter(list(self._games.values()))
