"""Which games run on time, and whom they take up: kept in the transactions of start and end.

Practice games and untimed ones at one device are left out: nothing falls due in them that a moment
would matter to, so no outage has to be credited, and they may stay open for long without costing
whoever takes their shard over anything.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

from libs.contracts.games import GameEnded, GameStarted
from libs.eventstore.errors import EffectRefusedError
from libs.eventstore.records import StreamId, shard_of
from libs.eventstore.removals import Removal, Removals
from services.games.decider import Fact, GameState

STARTED: Final = str(GameStarted.__struct_config__.tag)
ENDED: Final = str(GameEnded.__struct_config__.tag)
ALREADY_PLAYING: Final = "already_playing"

_TERMS: Final = "convert_from(public, 'UTF8')::json -> 'terms'"
_ON_TIME: Final = (
    f"({_TERMS} ->> 'kind' NOT IN ('practice', 'hotseat')"
    f" OR {_TERMS} -> 'time' ->> 'base_ms' IS NOT NULL)"
)
_GATHER: Final = f"""
CREATE TEMPORARY TABLE gathered ON COMMIT DROP AS
SELECT stream FROM events WHERE shard = {{shard:d}} AND seq <= {{head:d}} AND type = '{STARTED}'
AND {_ON_TIME}
EXCEPT
SELECT stream FROM events WHERE shard = {{shard:d}} AND seq <= {{head:d}} AND type = '{ENDED}'
"""  # noqa: S608  two numbers and names of ours; such a statement takes no arguments
_BEGUN: Final = f"""
INSERT INTO running (stream, shard) SELECT stream, $1 FROM gathered
UNION SELECT stream, shard FROM events WHERE shard = $1 AND seq > $2 AND type = '{STARTED}'
AND {_ON_TIME}
"""  # noqa: S608  a name of ours
_OVER: Final = f"""
DELETE FROM running WHERE stream IN
    (SELECT stream FROM events WHERE shard = $1 AND seq > $2 AND type = '{ENDED}')
"""  # noqa: S608  a name of ours
_TAKEN_UP: Final = """
INSERT INTO busy (player, game, shard)
SELECT seats.seat ->> 'player', begun.stream, begun.shard
FROM running
JOIN events begun ON begun.stream = running.stream AND begun.version = 1
CROSS JOIN LATERAL (SELECT convert_from(begun.public, 'UTF8')::json AS public) started
CROSS JOIN LATERAL json_array_elements(started.public -> 'seats') AS seats (seat)
WHERE running.shard = $1
AND started.public -> 'terms' ->> 'kind' IN ('friendly', 'rated')
AND started.public -> 'terms' -> 'time' ->> 'base_ms' IS NOT NULL
ORDER BY begun.at_ms
ON CONFLICT DO NOTHING
"""
_RUNS: Final = "INSERT INTO running (stream, shard) VALUES ($1, $2) ON CONFLICT DO NOTHING"
_TAKE_UP: Final = """
INSERT INTO busy (player, game, shard) SELECT unnest($1::text[]), $2, $3 ON CONFLICT DO NOTHING
"""
_WHO_IS_BUSY: Final = "SELECT player, game FROM busy WHERE player = ANY($1) AND game <> $2 LIMIT 1"


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""

    async def fetchrow(self, sql: str, *args: object) -> Any:
        """The first row of a query."""


Effect = Callable[[Transaction], Awaitable[None]]


def effects(stream: StreamId, facts: Sequence[Fact], before: GameState) -> Effect | None:
    """The statements that go with a game's start or end, None for everything between."""
    first = facts[0].event
    is_begun = isinstance(first, GameStarted)
    is_over = isinstance(facts[-1].event, GameEnded)
    if is_begun == is_over:
        return None
    started = first if isinstance(first, GameStarted) else _started(before)
    if started is None or not _is_on_time(started):
        return None
    return _begin(stream, started) if is_begun else _finish(stream, started)


def _started(before: GameState) -> GameStarted | None:
    return None if before is None else before.started


def _is_on_time(started: GameStarted) -> bool:
    return not started.terms.is_unseen() or started.terms.time.is_timed()


def _begin(stream: StreamId, started: GameStarted) -> Effect:
    players, shard = _taken_up(started), shard_of(stream)

    async def begin(tx: Transaction) -> None:
        await tx.execute(_RUNS, stream, shard)
        if players and await tx.execute(_TAKE_UP, players, stream, shard) != _inserted(players):
            busy = await tx.fetchrow(_WHO_IS_BUSY, players, stream)
            raise EffectRefusedError(ALREADY_PLAYING, None if busy is None else dict(busy))

    return begin


def _finish(stream: StreamId, started: GameStarted) -> Effect:
    over = Removal("running", ("stream",), ((stream,),))
    let_go = tuple([(player, str(stream)) for player in _taken_up(started)])
    return Removals((over, Removal("busy", ("player", "game"), let_go)) if let_go else (over,))


def _taken_up(started: GameStarted) -> list[str]:
    """Whom the game takes up, always in the same order: no two starts wait for each other."""
    is_exclusive = started.terms.is_clocked_online()
    return sorted({seat.player for seat in started.seats}) if is_exclusive else []


def _inserted(players: Sequence[str]) -> str:
    """What the database says when each of them got a row."""
    return f"INSERT 0 {len(players)}"


async def rebuild_running(tx: Transaction, shard: int, head: int) -> None:
    """Makes a shard's rows again from its log, in one transaction; `head` is a recent sequence.

    What was up to `head` is read beforehand, so that starts and ends wait only for what came since.
    Both tables are written in the order in which starts and ends write them.
    """
    await tx.execute(_GATHER.format(shard=shard, head=head))
    await tx.execute("LOCK TABLE running IN SHARE ROW EXCLUSIVE MODE")
    await tx.execute("DELETE FROM running WHERE shard = $1", shard)
    await tx.execute(_BEGUN, shard, head)
    await tx.execute(_OVER, shard, head)
    await tx.execute("DELETE FROM busy WHERE shard = $1", shard)
    await tx.execute(_TAKEN_UP, shard)
