"""Guests come in, are recognised, go; what is stored of them."""

import asyncio
import hashlib

import msgspec

from libs.contracts.accounts import (
    CloseSession,
    FindSession,
    GuestRegistered,
    OpenedSession,
    OpenGuestSession,
    Player,
    RegisterGuest,
    SessionClosed,
)
from libs.contracts.envelope import Answer
from libs.eventstore.connection import DedicatedConnection, PostgresTransaction
from libs.eventstore.records import StreamId
from libs.runtime import now_ms
from libs.testkit.eventually import eventually
from services.accounts.decider import Fact, NewGuest
from services.accounts.projections import effects
from tests.integration.behind import Behind, until

DAY_MS = 86_400_000


async def opened(behind: Behind, language: str = "de") -> OpenedSession:
    answer = await behind.query("query.accounts", OpenGuestSession(language))
    assert answer.data is not None, answer
    return msgspec.msgpack.decode(answer.data, type=OpenedSession)


async def found(behind: Behind, token: str) -> Answer:
    return await behind.query("query.accounts", FindSession(token))


async def test_a_guest_is_recognised_by_the_token(behind: Behind) -> None:
    await behind.start("accounts")
    session = await opened(behind)
    assert len(session.token) >= 43  # 256 bits
    answer = await found(behind, session.token)
    assert answer.data is not None
    assert msgspec.msgpack.decode(answer.data, type=Player) == session.player
    assert (await found(behind, session.token[::-1])).code == "no_session"


async def test_the_token_is_stored_nowhere_and_the_name_in_no_event(behind: Behind) -> None:
    await behind.start("accounts")
    session = await opened(behind, "en")
    (row,) = await behind.rows("accounts", "SELECT * FROM sessions")
    assert row["token_hash"] == hashlib.sha256(session.token.encode()).hexdigest()
    (event,) = await behind.rows("accounts", "SELECT * FROM events")
    assert event["stream"] == session.player.id
    stored = repr(dict(event)) + repr(dict(row))
    assert session.token not in stored
    assert session.player.name not in stored


async def test_a_name_that_was_given_before_gets_a_number(behind: Behind) -> None:
    names = []
    link = DedicatedConnection(behind.database_url, "accounts", "test")
    connection = await link.get()
    for number in range(3):
        player = StreamId(f"00-{number}")
        fact = Fact(GuestRegistered(), NewGuest("Flinker Dachs", f"hash{number}"), 5)
        async with connection.transaction():
            await effects(player, [fact], None)(PostgresTransaction(connection))
        names.append(await connection.fetchval("SELECT name FROM players WHERE id = $1", player))
    await link.close()
    assert names == ["Flinker Dachs", "Flinker Dachs 2", "Flinker Dachs 3"]


async def test_many_guests_at_once_have_names_of_their_own(behind: Behind) -> None:
    await behind.start("accounts")
    sessions = await asyncio.gather(*(opened(behind) for _ in range(60)))
    assert len({session.player.name for session in sessions}) == 60
    assert len({session.token for session in sessions}) == 60


async def test_a_closed_session_ends_at_once_and_everywhere(behind: Behind) -> None:
    await behind.start("accounts")
    session = await opened(behind)
    closed: list[str] = []

    def on_closed(_subject: str, data: bytes) -> None:
        closed.append(msgspec.msgpack.decode(data, type=SessionClosed).token_hash)

    behind.bus.subscribe("accounts.session_closed", on_closed)
    await behind.bus.flush()
    assert (await behind.query("query.accounts", CloseSession(session.token))).code is None
    assert (await found(behind, session.token)).code == "no_session"
    await eventually(lambda: closed)
    assert closed == [hashlib.sha256(session.token.encode()).hexdigest()]
    assert (await behind.query("query.accounts", CloseSession(session.token))).code is None


async def test_an_unused_session_runs_out_and_a_used_one_does_not(behind: Behind) -> None:
    at = {"ms": now_ms()}
    await behind.start("accounts", now=lambda: at["ms"], session_days=90)
    used, unused = await opened(behind), await opened(behind)
    for _ in range(3):
        at["ms"] += 45 * DAY_MS
        assert (await found(behind, used.token)).code is None
    assert (await found(behind, unused.token)).code == "no_session"
    at["ms"] += 91 * DAY_MS
    assert (await found(behind, used.token)).code == "no_session"
    again = await behind.start("accounts", now=lambda: at["ms"])

    async def are_gone() -> bool:
        return not await behind.rows("accounts", "SELECT 1 FROM sessions")

    await until(are_gone)
    await behind.stop(again)


async def test_a_killed_instance_is_replaced_by_the_other(behind: Behind) -> None:
    doomed = await behind.start_process("accounts")
    await behind.start("accounts")
    before = [await opened(behind) for _ in range(5)]
    doomed.kill()
    after = await asyncio.gather(*(patient_opened(behind) for _ in range(12)))
    for session in [*before, *after]:
        assert (await found(behind, session.token)).code is None


async def patient_opened(behind: Behind) -> OpenedSession:
    """Like a person who presses the button again."""
    async with asyncio.timeout(20):
        while True:
            answer = await behind.query("query.accounts", OpenGuestSession())
            if answer.data is not None:
                return msgspec.msgpack.decode(answer.data, type=OpenedSession)
            assert answer.code == "unavailable"


async def test_a_stranger_registers_nobody(behind: Behind) -> None:
    await behind.start("accounts")
    answer = await behind.command("accounts", "00-abc", "00-somebody", RegisterGuest("de", "x"))
    assert answer.code == "service_only"
    answer = await behind.query("query.accounts", {"type": "open_everything"})
    assert answer.code == "bad_message"
