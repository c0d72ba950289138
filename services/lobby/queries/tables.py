"""The tables of lines, blocks and reports."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec

from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import (
    SHOWN_LINES,
    AuditLine,
    ChatLine,
    ModerationEvent,
    OwnReport,
    Place,
    ReportView,
    SaidLine,
)

REPORTS_PAGE: Final = 200
CLOSED_REPORTS: Final = 50
AUDIT_PAGE: Final = 100

_SAY: Final = """
INSERT INTO lines (n, at_ms, place, game, player, name, text, command_id)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
                     $7::text[], $8::text[])
ON CONFLICT DO NOTHING RETURNING n
"""
_SAID: Final = """
SELECT n, place, game, text FROM lines WHERE player = $1 AND command_id = $2
"""
_LAST: Final = "SELECT coalesce(max(n), 0) FROM lines"
_IN_ROOM: Final = """
SELECT n, at_ms, player, name, text FROM lines WHERE game IS NULL ORDER BY n DESC LIMIT $1
"""
_AT_TABLE: Final = """
SELECT n, at_ms, player, name, text FROM lines WHERE game = $1 AND place = $2
ORDER BY n DESC LIMIT $3
"""
_LINE: Final = """
SELECT place, game, n, at_ms, player, name, text FROM lines WHERE n = $1 AND player = $2
"""
_OWN: Final = "SELECT at_ms, place, game, text FROM lines WHERE player = $1 ORDER BY n"
_ERASE: Final = "DELETE FROM lines WHERE player = $1 AND at_ms >= $2 RETURNING place, game, n"
_EXPIRE: Final = "DELETE FROM lines WHERE at_ms < $1"

_BLOCKS: Final = "SELECT blocker, blocked FROM blocks"
_BLOCK: Final = "INSERT INTO blocks VALUES ($1, $2) ON CONFLICT DO NOTHING"
_UNBLOCK: Final = "DELETE FROM blocks WHERE blocker = $1 AND blocked = $2"
_FORGET_BLOCKS: Final = "DELETE FROM blocks WHERE blocker = $1 OR blocked = $1"

_NUMBER: Final = "SELECT nextval('report_numbers')"
_ABOUT: Final = "SELECT about FROM reports WHERE report = $1"
_REPORT: Final = "SELECT report, at_ms, by, about, kind, reason, quoted, closed_by FROM reports"
_OPEN: Final = f"{_REPORT} WHERE closed_by IS NULL AND report > $1 ORDER BY report LIMIT $2"
_COUNT_OPEN: Final = "SELECT count(*) FROM reports WHERE closed_by IS NULL"
_CLOSED: Final = f"{_REPORT} WHERE closed_by IS NOT NULL ORDER BY report DESC LIMIT $1"
_OWN_REPORTS: Final = """
SELECT at_ms, about, kind, reason FROM reports WHERE by = $1 ORDER BY at_ms
"""
_FORGET_REASONS: Final = "UPDATE reports SET reason = '' WHERE by = $1"
_FORGET_QUOTES: Final = "UPDATE reports SET quoted = NULL WHERE about = $1"
_EXPIRE_WORDS: Final = """
UPDATE reports SET reason = '', quoted = NULL
WHERE closed_at_ms < $1 AND (reason <> '' OR quoted IS NOT NULL)
"""

_STANDINGS: Final = """
SELECT public FROM events WHERE type = ANY($1::text[]) ORDER BY seq
"""
_AUDIT: Final = """
SELECT seq, at_ms, public FROM events WHERE shard = 0 AND seq < $1 ORDER BY seq DESC LIMIT $2
"""

_event = msgspec.json.Decoder(ModerationEvent).decode
_line = msgspec.json.Decoder(ChatLine).decode


Where = tuple[Place, GameId | None]


class Reads(Protocol):
    """What the tables are read and written through; raises `StoreUnavailableError`."""

    async def fetch(self, sql: str, *args: object) -> list[Any]:
        """The rows of a statement; it may be run twice."""


class NewLine(msgspec.Struct, frozen=True):
    """A line on its way into the table."""

    place: Place
    game: GameId | None
    command_id: str
    line: ChatLine


class StoredLine(msgspec.Struct, frozen=True):
    """What a command has led to already."""

    n: int
    place: Place
    game: GameId | None
    text: str


class LineTable:
    """What was said."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def add(self, lines: Sequence[NewLine]) -> set[int]:
        """The numbers of those that were not there yet; the others are left as they are."""
        columns = [
            (new.line.n, new.line.at_ms, new.place, new.game, new.line.player, new.line.name,
             new.line.text, new.command_id)
            for new in lines
        ]  # fmt: skip
        rows = await self._reads.fetch(_SAY, *map(list, zip(*columns, strict=True)))
        return {row[0] for row in rows}

    async def said(self, player: PlayerId, command_id: str) -> StoredLine | None:
        """What somebody's command has led to."""
        rows = await self._reads.fetch(_SAID, player, command_id)
        return StoredLine(*rows[0]) if rows else None

    async def last_number(self) -> int:
        """The highest number there is."""
        ((n,),) = await self._reads.fetch(_LAST)
        return int(n)

    async def in_room(self) -> list[ChatLine]:
        """The last lines of the waiting room, oldest first."""
        rows = await self._reads.fetch(_IN_ROOM, SHOWN_LINES)
        return [ChatLine(*row) for row in reversed(rows)]

    async def at_table(self, game: GameId, place: Place) -> list[ChatLine]:
        """The last lines of a room at a table, oldest first."""
        rows = await self._reads.fetch(_AT_TABLE, game, place, SHOWN_LINES)
        return [ChatLine(*row) for row in reversed(rows)]

    async def line(self, n: int, by: PlayerId) -> tuple[Place, GameId | None, ChatLine] | None:
        """Somebody's line, and where it was said."""
        for place, game, *line in await self._reads.fetch(_LINE, n, by):
            return place, game, ChatLine(*line)
        return None

    async def own(self, player: PlayerId) -> list[SaidLine]:
        """All that somebody has said, oldest first."""
        return [SaidLine(*row) for row in await self._reads.fetch(_OWN, player)]

    async def erase(self, player: PlayerId, since_ms: int) -> dict[Where, list[int]]:
        """What somebody has said since then goes; the lines' numbers, by where they were said."""
        numbers: dict[Where, list[int]] = {}
        for place, game, n in await self._reads.fetch(_ERASE, player, since_ms):
            numbers.setdefault((place, game), []).append(n)
        return numbers

    async def expire(self, before_ms: int) -> None:
        """What was said before goes."""
        await self._reads.fetch(_EXPIRE, before_ms)


class BlockTable:
    """Who blocks whom."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def all(self) -> list[tuple[PlayerId, PlayerId]]:
        """Every pair: who blocks, who is blocked."""
        return [(row[0], row[1]) for row in await self._reads.fetch(_BLOCKS)]

    async def add(self, player: PlayerId, other: PlayerId) -> None:
        """One more, once."""
        await self._reads.fetch(_BLOCK, player, other)

    async def take_back(self, player: PlayerId, other: PlayerId) -> None:
        """One less."""
        await self._reads.fetch(_UNBLOCK, player, other)

    async def forget(self, player: PlayerId) -> None:
        """Somebody blocks nobody and is blocked by nobody."""
        await self._reads.fetch(_FORGET_BLOCKS, player)


class ReportTable:
    """What was reported; and the log of moderation, to be read."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def number(self) -> int:
        """The next report's."""
        ((number,),) = await self._reads.fetch(_NUMBER)
        return int(number)

    async def about_of(self, report: int) -> PlayerId | None:
        """Whom a report is about."""
        rows = await self._reads.fetch(_ABOUT, report)
        return PlayerId(rows[0][0]) if rows else None

    async def page(self, after: int) -> tuple[list[ReportView], int | None]:
        """Open ones, the oldest first, so none is pushed out; then the last closed ones.

        Those are on the first page alone. Also where the next page begins.
        """
        rows = await self._reads.fetch(_OPEN, after, REPORTS_PAGE + 1)
        following = None
        if len(rows) > REPORTS_PAGE:
            rows = rows[:REPORTS_PAGE]
            following = int(rows[-1][0])
        if not after:
            rows += await self._reads.fetch(_CLOSED, CLOSED_REPORTS)
        return [_report(row) for row in rows], following

    async def open(self) -> int:
        """How many are to be looked at."""
        ((count,),) = await self._reads.fetch(_COUNT_OPEN)
        return int(count)

    async def own(self, player: PlayerId) -> list[OwnReport]:
        """All that somebody has filed, oldest first."""
        return [OwnReport(*row) for row in await self._reads.fetch(_OWN_REPORTS, player)]

    async def forget(self, player: PlayerId) -> None:
        """Nothing that somebody wrote is kept."""
        await self._reads.fetch(_FORGET_REASONS, player)
        await self._reads.fetch(_FORGET_QUOTES, player)

    async def expire(self, before_ms: int) -> None:
        """The words of reports that were closed before go."""
        await self._reads.fetch(_EXPIRE_WORDS, before_ms)

    async def standings(self, kinds: Sequence[str]) -> list[ModerationEvent]:
        """The log's events of these types, in their order."""
        rows = await self._reads.fetch(_STANDINGS, list(kinds))
        return [_event(row[0]) for row in rows]

    async def audit(self, before: int) -> tuple[list[AuditLine], int | None]:
        """A page of the log before a sequence, newest first, and where the next one begins."""
        rows = await self._reads.fetch(_AUDIT, before, AUDIT_PAGE + 1)
        page = rows[:AUDIT_PAGE]
        lines = [AuditLine(at_ms, _event(public)) for _, at_ms, public in page]
        return lines, int(page[-1][0]) if len(rows) > AUDIT_PAGE else None


def _report(row: Any) -> ReportView:
    report, at_ms, by, about, kind, reason, quoted, closed_by = row
    line = None if quoted is None else _line(quoted)
    return ReportView(report, at_ms, by, about, kind, reason, line, closed_by)
