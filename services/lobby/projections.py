"""The table of reports, written in the transaction of its events."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

import msgspec

from libs.contracts.lobby import ReportClosed, ReportFiled
from libs.eventstore.records import StreamId
from services.lobby.decider import Fact, Record

_FILE: Final = """
INSERT INTO reports (report, at_ms, by, about, kind, reason, quoted)
VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_CLOSE: Final = """
UPDATE reports SET closed_by = $2, closed_at_ms = $3 WHERE report = $1 AND closed_by IS NULL
"""

_json = msgspec.json.Encoder().encode


class Transaction(Protocol):
    """What an effect writes through."""

    async def execute(self, sql: str, *args: object) -> str:
        """Runs one statement."""


Effect = Callable[[Transaction], Awaitable[None]]


def effects(_stream: StreamId, facts: Sequence[Fact], _before: Record) -> Effect | None:
    """The rows that belong to a decision's events; None if there are none."""
    written = [fact for fact in facts if isinstance(fact.event, ReportFiled | ReportClosed)]
    if not written:
        return None

    async def write(tx: Transaction) -> None:
        for fact in written:
            await _write(tx, fact)

    return write


async def _write(tx: Transaction, fact: Fact) -> None:
    event = fact.event
    if isinstance(event, ReportFiled) and fact.words is not None:
        words = fact.words
        quoted = None if words.quoted is None else _json(words.quoted)
        await tx.execute(
            _FILE,
            event.report,
            fact.at_ms,
            event.by,
            event.about,
            event.kind,
            words.reason,
            quoted,
        )
    elif isinstance(event, ReportClosed):
        await tx.execute(_CLOSE, event.report, event.by, fact.at_ms)
