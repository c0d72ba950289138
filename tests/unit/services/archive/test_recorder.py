"""Records are asked for until they are there, and one that can't be had stops no other."""

import asyncio
from typing import Any

import msgspec

from libs.bus import MemoryBus, MemoryHub, Request
from libs.contracts.archive import GameRecord
from libs.contracts.envelope import Answer
from libs.contracts.games import GameLog, GameQuery, LoggedEvent, WholeLog
from libs.contracts.ids import GameId
from libs.testkit.builders import SEATS, ended, public_events, started, terms, turn
from libs.testkit.virtual_time import run_virtual
from services.archive.tasks import AT_ONCE, Recorder

SECRET = msgspec.Raw(b'{"seats": [{"hand": ["grain"]}, null]}')
EVENTS = [started(), turn(0, "a1"), turn(1, "d7"), ended(0)]


class Table:
    """Finished games without records, by game; and the records that were stored."""

    def __init__(self, *games: str) -> None:
        self.missing = {GameId(game): None for game in games}
        self.records: dict[str, bytes] = {}

    async def fetch(self, sql: str, *args: Any) -> list[Any]:
        games = [*self.missing]
        if "OFFSET" in sql:
            limit, offset = args
            games = games[offset : offset + limit]
        else:
            games = [game for game in args if game in games]
        rest = (json(terms()), json(SEATS), 1_000, 9_000, 0, "resigned", 2)
        return [(game, *rest) for game in games]

    async def execute(self, _sql: str, *args: Any) -> None:
        for game, record in zip(*args, strict=True):
            self.records[game] = record
            del self.missing[game]


def json(content: Any) -> bytes:
    return msgspec.json.encode(content)


class Owner:
    """Answers `WholeLog` on one shard."""

    def __init__(self, bus: MemoryBus, shard: int) -> None:
        self.asked: list[GameId] = []
        bus.serve(f"query.games.{shard}", self._on_query)

    def _on_query(self, request: Request) -> None:
        query = msgspec.msgpack.decode(request.payload, type=GameQuery)
        assert isinstance(query, WholeLog)
        self.asked.append(query.game)
        events = [
            LoggedEvent(e.version, e.type, 1, e.at_ms, msgspec.Raw(e.public), SECRET)
            for e in public_events(query.game, EVENTS)
        ]
        answer = Answer(version=4, data=json(GameLog(query.game, events)))
        request.respond(msgspec.msgpack.encode(answer))


def test_a_record_holds_the_summary_and_all_events() -> None:
    async def story() -> Table:
        hub, table = MemoryHub(), Table("0a-game")
        Owner(MemoryBus(hub), 10)
        recorder = Recorder(MemoryBus(hub), table)
        await recorder.fetch(GameId("0a-game"))
        return table

    stored = run_virtual(story).records["0a-game"]
    record = msgspec.json.decode(stored, type=GameRecord)
    assert record.summary.plies == 2
    assert (record.summary.seats, record.summary.winner) == (SEATS, 0)
    assert [event.data for event in record.events] == [
        msgspec.json.decode(json(event)) for event in EVENTS
    ]


def test_a_shard_without_owner_does_not_keep_the_others_waiting() -> None:
    async def story() -> tuple[Table, list[GameId]]:
        hub = MemoryHub()
        silent = [f"0b-silent{number}" for number in range(AT_ONCE + 3)]
        table = Table(*silent, "0a-late")
        Owner(MemoryBus(hub), 10)
        recorder = Recorder(MemoryBus(hub), table)
        task = asyncio.create_task(recorder.run())
        recorder.wake()
        await asyncio.sleep(1)
        assert list(table.records) == ["0a-late"]
        owner = Owner(MemoryBus(hub), 11)
        await asyncio.sleep(60)
        task.cancel()
        return table, owner.asked

    table, asked = run_virtual(story)
    assert table.missing == {}
    assert len(asked) == len(set(asked)) == AT_ONCE + 3


def test_it_sleeps_until_it_is_woken() -> None:
    async def story() -> list[GameId]:
        hub, table = MemoryHub(), Table("0a-one")
        owner = Owner(MemoryBus(hub), 10)
        recorder = Recorder(MemoryBus(hub), table)
        task = asyncio.create_task(recorder.run())
        await asyncio.sleep(60)
        assert owner.asked == []
        recorder.wake()
        await asyncio.sleep(1)
        task.cancel()
        return owner.asked

    assert run_virtual(story) == ["0a-one"]
