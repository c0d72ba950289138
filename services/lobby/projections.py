"""The table of reports, written in the transaction of its events.

How many somebody has filed is counted as the next one is written: the only shard has one writer.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

import msgspec

from libs.contracts.lobby import ReportClosed, ReportFiled
from libs.eventstore.errors import EffectRefusedError
from libs.eventstore.records import StreamId
from services.lobby.decider import DAY_MS, Fact, Record, Words

MOST_REPORTS_A_DAY: Final = 20

_FILE: Final = f"""
INSERT INTO reports (report, at_ms, by, about, kind, reason, quoted)
SELECT $1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::bytea
WHERE (SELECT count(*) FROM reports WHERE by = $3 AND at_ms >= $2 - {DAY_MS})
    < {MOST_REPORTS_A_DAY}
"""  # noqa: S608  two numbers of ours
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
        await _file(tx, event, fact.words, fact.at_ms)
    elif isinstance(event, ReportClosed):
        await tx.execute(_CLOSE, event.report, event.by, fact.at_ms)


async def _file(tx: Transaction, event: ReportFiled, words: Words, at_ms: int) -> None:
    quoted = None if words.quoted is None else _json(words.quoted)
    done = await tx.execute(
        _FILE, event.report, at_ms, event.by, event.about, event.kind, words.reason, quoted
    )
    if done != "INSERT 0 1":
        raise EffectRefusedError("too_many_reports")
