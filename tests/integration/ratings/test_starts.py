"""From an agreement to a rated game, whoever is killed or away between the steps."""

import random
from typing import Any

import msgspec

from libs.contracts.games import GameTerms
from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.matchmaking import (
    AgreeTerms,
    JoinRoom,
    LeaveRoom,
    OpenRoom,
    RoomAsSeen,
    RoomTerms,
    RoomView,
)
from libs.eventstore.records import new_stream_id, shard_of
from tests.integration.behind import ANN, BEN, CALM, Behind, until
from tests.integration.ratings.people import (
    CLEO,
    check_sums,
    is_settled,
    new_game,
    open_house,
    reserve,
    sign_up,
    taler_of,
)

TERMS = RoomTerms(GameTerms("mills", "battlemills-9", {}, CALM, "rated", 60), "host")


class Room:
    """A room in which two agree on a rated game."""

    def __init__(self, behind: Behind) -> None:
        self._behind = behind
        self.id = RoomId(new_stream_id(4, random.randbytes(16)))
        self.game = GameId(new_stream_id(16, random.randbytes(16)))

    async def says(self, player: PlayerId, command: Any) -> None:
        answer = await self._behind.command("matchmaking", self.id, player, command)
        assert answer.code is None, answer

    async def agreed(self) -> "Room":
        """Opened by Ann, entered and agreed to by Ben."""
        await self.says(ANN, OpenRoom("", TERMS, self.game))
        await self.says(BEN, JoinRoom(""))
        await self.says(BEN, AgreeTerms(TERMS))
        return self

    async def seen(self) -> RoomView:
        subject = f"query.matchmaking.{shard_of(self.id)}"
        answer = await self._behind.query(subject, RoomAsSeen(self.id))
        return msgspec.json.decode(answer.data or b"", type=RoomView)

    async def is_started(self) -> bool:
        return (await self.seen()).state == "started"

    async def is_refused(self) -> bool:
        """Whether both have to agree anew."""
        return "matchmaking.start_refused" in await self._behind.kinds("matchmaking", self.id)


async def has_staked(behind: Behind) -> bool:
    return await taler_of(behind, ANN, BEN) == [440, 440]


async def end(behind: Behind, game: GameId) -> None:
    """Ann resigns after ten turns."""
    await behind.play(game, 10)
    await behind.resign(game)
    await until(lambda: is_settled(behind, game))


async def test_matchmaking_is_killed_between_reserving_and_starting(behind: Behind) -> None:
    await open_house(behind)
    await sign_up(behind, ANN, BEN)
    await behind.stop(behind.running("games"))
    process = await behind.start_process("matchmaking")
    room = await Room(behind).agreed()
    await until(lambda: has_staked(behind))  # and now nobody is there to start the game
    process.kill()
    await process.wait()
    await behind.start("games")
    await behind.start("matchmaking")
    await until(room.is_started)
    assert await has_staked(behind), "reserved once"
    await end(behind, room.game)
    assert await taler_of(behind, ANN, BEN) == [440, 560]
    await check_sums(behind)


async def test_ratings_is_away_when_two_agree(behind: Behind) -> None:
    await open_house(behind)
    await behind.start("matchmaking")
    await sign_up(behind, ANN, BEN)
    await behind.stop(behind.running("ratings"))
    room = await Room(behind).agreed()
    assert not await room.is_started()
    await behind.start("ratings")
    await until(room.is_started)
    await end(behind, room.game)
    assert await taler_of(behind, ANN, BEN) == [440, 560]


async def test_swept_while_games_was_away_and_started_after_all(behind: Behind) -> None:
    await open_house(behind, unstarted_s=1, sweep_every_s=1)
    await sign_up(behind, ANN, BEN)
    await behind.stop(behind.running("games"))
    matchmaking = await behind.start("matchmaking")
    room = await Room(behind).agreed()
    await until(lambda: has_staked(behind))
    await behind.stop(matchmaking)
    await behind.start("games")  # knows no such game

    async def is_back() -> bool:
        return await taler_of(behind, ANN, BEN) == [500, 500]

    await until(is_back)
    await behind.start("matchmaking")
    await until(room.is_started)
    await until(lambda: has_staked(behind))
    await end(behind, room.game)
    assert await taler_of(behind, ANN, BEN) == [440, 560]
    await check_sums(behind)


async def test_who_can_t_pay_starts_nothing_and_may_agree_later(behind: Behind) -> None:
    await open_house(behind)
    await behind.start("matchmaking")
    await sign_up(behind, ANN, BEN, CLEO)
    stakes = [new_game() for _ in range(5)]
    for game in stakes:
        await reserve(behind, game, 90, (BEN, CLEO))
    room = await Room(behind).agreed()
    await until(room.is_refused)
    assert (await room.seen()).agreed == []
    assert await taler_of(behind, ANN, BEN) == [500, 50]
    await room.says(BEN, LeaveRoom())
    await check_sums(behind)
