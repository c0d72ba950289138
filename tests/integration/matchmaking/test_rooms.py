"""From a room to a game: agreed by two, started once, whatever is killed in between."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.games import GameAsSeen, GameTerms
from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.matchmaking import (
    QUIET_MS,
    AgreeTerms,
    ChangeTerms,
    JoinRoom,
    LeaveRoom,
    OpenRoom,
    RoomAsSeen,
    RoomTerms,
    RoomView,
)
from libs.eventstore.records import new_stream_id, shard_of
from libs.testkit.eventually import eventually
from libs.timing import TimeControl
from services import matchmaking
from tests.integration.behind import ANN, BEN, Behind, until

TERMS = RoomTerms(GameTerms("mills", "battlemills-9", {}, TimeControl(180_000, 2_000)), "host")
OTHER = RoomTerms(GameTerms("mills", "yucata", {}, TimeControl(None)), "host")
MIGRATION = Path(matchmaking.__file__).parent / "migrations" / "0002_quiet_rooms.sql"
STORED_ROOM = [
    "matchmaking.room_opened",
    "matchmaking.room_joined",
    "matchmaking.terms_agreed",
    "matchmaking.game_agreed",
    "matchmaking.game_opened",
]


class Room:
    """A room, and everything that was shown of it."""

    def __init__(self, behind: Behind) -> None:
        self._behind = behind
        self.id = RoomId(new_stream_id(4, random.randbytes(16)))
        self.game = GameId(new_stream_id(16, random.randbytes(16)))
        self.shown: list[RoomView] = []
        behind.bus.subscribe(f"live.room.{self.id}", self._on_view)

    def _on_view(self, _subject: str, data: bytes) -> None:
        self.shown.append(msgspec.json.decode(data, type=RoomView))

    async def says(self, player: PlayerId, command: Any, command_id: str | None = None) -> Answer:
        """The answer to somebody's command."""
        return await self._behind.command(
            "matchmaking", self.id, player, command, command_id=command_id
        )

    async def with_two(self, terms: RoomTerms = TERMS) -> "Room":
        """Opened by Ann, entered by Ben."""
        await self._behind.bus.flush()
        for player, command in ((ANN, OpenRoom("Ann", terms, self.game)), (BEN, JoinRoom("Ben"))):
            assert (await self.says(player, command)).code is None
        return self

    async def seen(self) -> RoomView:
        """The room as its owner answers."""
        subject = f"query.matchmaking.{shard_of(self.id)}"
        answer = await self._behind.query(subject, RoomAsSeen(self.id))
        assert answer.data is not None, answer
        return msgspec.json.decode(answer.data, type=RoomView)

    async def is_started(self) -> bool:
        """Whether the game can be watched."""
        return (await self.seen()).state == "started"

    async def stored(self) -> list[str]:
        """The types of its events."""
        return await self._behind.kinds("matchmaking", self.id)


async def test_two_agree_and_their_game_starts(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("matchmaking")
    room = await Room(behind).with_two()
    assert (await room.says(BEN, AgreeTerms(TERMS))).code is None
    await eventually(lambda: room.shown and room.shown[-1].state == "started")
    game = room.shown[-1].game_id
    assert game == room.game
    assert [view.version for view in room.shown] == [1, 2, 4, 5]
    assert [view.game_id for view in room.shown[:-1]] == [None] * 3
    subject = f"query.games.{shard_of(game)}"
    answer = await behind.query(subject, GameAsSeen(game, ANN))
    assert answer.data is not None
    assert msgspec.json.decode(answer.data)["seat"] == 0
    assert await room.seen() == room.shown[-1]
    assert await room.stored() == STORED_ROOM


async def test_without_a_games_service_the_start_waits_and_nothing_can_be_changed(
    behind: Behind,
) -> None:
    await behind.start("matchmaking")
    room = await Room(behind).with_two()
    await room.says(BEN, AgreeTerms(TERMS))
    seen = await room.seen()
    assert (seen.state, seen.agreed, seen.game_id) == ("open", [ANN, BEN], None)
    assert (await room.says(ANN, ChangeTerms(OTHER))).code == "room_started"
    assert (await room.says(BEN, LeaveRoom())).code == "room_started"
    assert (await room.says(ANN, AgreeTerms(TERMS))).code is None
    await behind.start("games")
    await until(room.is_started)
    assert await room.stored() == STORED_ROOM


async def test_killed_between_the_agreement_and_the_start_it_starts_after_all(
    behind: Behind,
) -> None:
    doomed = await behind.start_process("matchmaking")
    rooms = [await Room(behind).with_two(OTHER) for _ in range(4)]
    for room in rooms:
        await room.says(BEN, AgreeTerms(OTHER))
    doomed.kill()
    await behind.start("games")
    await behind.start("matchmaking")
    for room in rooms:
        await until(room.is_started)
        assert (await behind.kinds("games", room.game)).count("games.game_started") == 1
        assert await room.stored() == STORED_ROOM


async def test_a_policy_that_has_forgotten_where_it_was_starts_nothing_twice(
    behind: Behind,
) -> None:
    await behind.start("games")
    first = await behind.start("matchmaking")
    room = await Room(behind).with_two()
    await room.says(BEN, AgreeTerms(TERMS))
    await until(room.is_started)
    await behind.stop(first)
    cursors = "SELECT sum(policy_seq) FROM consumer_cursor"
    await behind.rows("matchmaking", "UPDATE consumer_cursor SET seq = 0, policy_seq = 0")
    await behind.start("matchmaking")

    async def is_at_the_end() -> bool:
        heads = "SELECT count(*) FROM events"
        (now,) = await behind.rows("matchmaking", cursors)
        (head,) = await behind.rows("matchmaking", heads)
        return bool(now[0] == head[0])

    await until(is_at_the_end)
    assert await room.stored() == STORED_ROOM
    assert await behind.kinds("games", room.game) == ["games.game_started"]


async def test_a_repeated_word_has_the_first_answer(behind: Behind) -> None:
    await behind.start("games")
    await behind.start("matchmaking")
    room = await Room(behind).with_two()
    first = await room.says(BEN, AgreeTerms(TERMS), "once")
    await until(room.is_started)
    assert await room.says(BEN, AgreeTerms(TERMS), "once") == first
    assert (await room.says(BEN, LeaveRoom(), "once")).code == "command_id_reused"


async def test_fifty_at_the_door_and_one_gets_in(behind: Behind) -> None:
    await behind.start("matchmaking")
    room = Room(behind)
    await room.says(ANN, OpenRoom("Ann", TERMS, room.game))
    guests = [PlayerId(f"02-guest{number}") for number in range(50)]
    answers = await asyncio.gather(*(room.says(guest, JoinRoom("Guest")) for guest in guests))
    codes = [answer.code for answer in answers]
    assert codes.count(None) == 1
    assert codes.count("room_full") == 49


async def test_two_instances_share_the_rooms_and_start_each_game_once(behind: Behind) -> None:
    await behind.start("games")
    one = await behind.start("matchmaking")
    two = await behind.start("matchmaking")
    await eventually(lambda: len(one.shards) == len(two.shards) == 2)
    rooms = [await Room(behind).with_two(OTHER) for _ in range(8)]
    await asyncio.gather(*(room.says(BEN, AgreeTerms(OTHER)) for room in rooms))
    await behind.stop(one)
    for room in rooms:
        await until(room.is_started)
        assert await room.stored() == STORED_ROOM
        assert await behind.kinds("games", room.game) == ["games.game_started"]


async def test_a_room_that_does_not_exist(behind: Behind) -> None:
    await behind.start("matchmaking")
    for room in ("02-nobodyknowsthisroom", "no room at all"):
        answer = await behind.query("query.matchmaking.2", RoomAsSeen(RoomId(room)))
        assert answer.code == "room_not_found"
    assert (await behind.query("query.matchmaking.2", [1])).code == "bad_message"


async def test_an_empty_private_room_falls_due_also_one_of_former_days(behind: Behind) -> None:
    await behind.start("matchmaking")
    room = Room(behind)
    assert (await room.says(ANN, OpenRoom("Ann", TERMS, room.game))).code is None
    due = "SELECT due_at_ms - at_ms FROM open_rooms"
    assert [row[0] for row in await behind.rows("matchmaking", due)] == [QUIET_MS]
    await behind.rows("matchmaking", "UPDATE open_rooms SET due_at_ms = NULL")
    await behind.rows("matchmaking", MIGRATION.read_text(encoding="utf-8"))
    assert [row[0] for row in await behind.rows("matchmaking", due)] == [QUIET_MS]
    assert (await room.says(BEN, JoinRoom("Ben"))).code is None
    assert [row[0] for row in await behind.rows("matchmaking", due)] == [None]
