"""Invitations to people who are away, and what becomes of those whose account is deleted."""

import asyncio
import itertools
import random
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from libs.contracts.accounts import CloseAccount, OpenAccount, OpenedAccount, Visit
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId, PlayerId, RoomId
from libs.contracts.matchmaking import (
    MAIL_MS,
    AgreeTerms,
    JoinRoom,
    LeaveRoom,
    OpenRoom,
)
from libs.eventstore.records import new_stream_id
from libs.runtime import now_ms
from tests.integration.behind import Behind, until
from tests.integration.matchmaking.hall import Hall
from tests.integration.matchmaking.offered import SLOW, Waiting, somebody

PASSWORD = "Goldfisch im Hafen"
VISIT = Visit("192.0.2.7")
JOIN = JoinRoom("")
_numbers = itertools.count(1)


async def ask_accounts(behind: Behind, query: Any) -> Answer:
    """Asked once, with time for a password."""
    payload = await behind.bus.request("query.accounts", msgspec.msgpack.encode(query), 10.0)
    return msgspec.msgpack.decode(payload, type=Answer)


async def account(behind: Behind) -> PlayerId:
    """Somebody who has just signed up."""
    wish = OpenAccount(f"Person{next(_numbers)}", PASSWORD, None, VISIT)
    answer = await ask_accounts(behind, wish)
    assert answer.data is not None, answer
    return msgspec.msgpack.decode(answer.data, type=OpenedAccount).player.id


async def is_closed(waiting: Waiting, room: RoomId, reason: str) -> bool:
    """Whether the room has closed for that reason."""
    view = await waiting.view(room)
    return (view.state, view.closed) == ("closed", reason)


async def test_an_invitation_waits_for_days_and_nobody_plays_unawares(
    behind: Behind, hall: Hall
) -> None:
    ahead_ms = 0
    await behind.start("accounts")
    await behind.start("matchmaking", rooms_due_every_s=0.05, now=lambda: now_ms() + ahead_ms)
    waiting = Waiting(behind)
    ann, ben, cleo = [await account(behind) for _ in range(3)]
    assert hall.free == []
    room, answer = await waiting.challenge(ann, ben, SLOW)
    assert answer.code is None
    other, _ = await waiting.challenge(ann, cleo, SLOW)
    view = await waiting.view(room)
    (mail,) = await waiting.mailbox(ben)
    assert (mail.is_mail, mail.is_read, mail.expires_at_ms - mail.at_ms) == (True, False, MAIL_MS)
    ahead_ms = MAIL_MS - 60_000
    assert (await waiting.says(ben, room, JOIN)).code is None
    assert (await waiting.says(ben, room, AgreeTerms(view.terms))).code is None
    now = await waiting.view(room)
    assert (now.state, now.agreed, now.expires_at_ms) == ("open", [ben], None)
    ahead_ms = MAIL_MS + 60_000
    await until(partial(is_closed, waiting, other, "expired"))
    states = {each.room: (each.state, each.is_read) for each in await waiting.mailbox(ann)}
    assert states == {room: ("accepted", False), other: ("expired", False)}
    ahead_ms = 31 * 24 * 3_600_000
    assert await waiting.mailbox(ann) == []


async def test_who_is_blocked_can_t_tell_it_from_somebody_away(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    """Ben blocks Ann and is here, Cleo is away: Ann sees the same; nothing reaches Ben."""
    await behind.start("accounts")
    ann, ben, cleo = [await account(behind) for _ in range(3)]
    hall.free, hall.blocks = [ben], {frozenset((ann, ben))}
    await waiting.listen(ann, ben)
    rooms = {each: (await waiting.challenge(ann, each, SLOW))[0] for each in (ben, cleo)}
    hidden, away = [await waiting.view(room) for room in rooms.values()]
    assert hidden.expires_at_ms is not None
    assert away.expires_at_ms is not None
    same = {"room": "", "version": 0, "invited": None, "expires_at_ms": 0}
    assert replace(hidden, **same) == replace(away, **same)
    sent = await waiting.mailbox(ann)
    same = {"room": "", "to": "", "at_ms": 0, "expires_at_ms": 0}
    assert replace(sent[0], **same) == replace(sent[1], **same)
    assert await waiting.mailbox(ben) == []
    assert (await waiting.says(ben, rooms[ben], JOIN)).code == "not_reachable"
    dora = somebody()
    hall.blocks.add(frozenset((dora, ben)))
    for each in rooms:
        _, answer = await waiting.challenge(dora, each, SLOW, name="Gast 1")
        assert answer.code == "account_needed_for_mail"
    for room in rooms.values():
        assert (await waiting.says(ann, room, LeaveRoom())).code is None
    await until(lambda: is_told(waiting, ann, 4))
    assert waiting.told[ben] == []


async def is_told(waiting: Waiting, player: PlayerId, times: int) -> bool:
    """Whether somebody was told of so much."""
    return len(waiting.told[player]) == times


async def test_mail_is_between_accounts(behind: Behind, hall: Hall, waiting: Waiting) -> None:
    await behind.start("accounts")
    ann, guest = await account(behind), somebody()
    assert hall.free == []
    assert (await waiting.challenge(ann, guest))[1].code == "not_reachable"
    _, answer = await waiting.challenge(guest, ann, name="Gast 7")
    assert answer.code == "account_needed_for_mail"
    _, answer = await waiting.challenge(guest, ann, is_quick=True, name="Gast 7")
    assert answer.code == "not_reachable"


async def test_rooms_of_a_deleted_account_close(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    await behind.start("accounts")
    ann, ben = await account(behind), await account(behind)
    hall.free = []
    private = RoomId(new_stream_id(4, random.randbytes(16)))
    game = GameId(new_stream_id(16, random.randbytes(16)))
    assert (await waiting.says(ann, private, OpenRoom("", SLOW, game))).code is None
    sent, _ = await waiting.challenge(ann, ben)
    seek, _ = await waiting.seek(ann)
    taken, _ = await waiting.seek(ben)
    assert (await waiting.says(ann, taken, JOIN)).code is None
    closing = CloseAccount(ann, PASSWORD, VISIT)
    assert (await ask_accounts(behind, closing)).code is None
    await asyncio.gather(
        *(until(partial(is_closed, waiting, room, "deleted")) for room in (private, sent, seek))
    )
    assert (await waiting.says(ben, private, JOIN)).code == "room_closed"
    assert [each.state for each in await waiting.mailbox(ben)] == ["withdrawn"]

    async def is_free() -> bool:
        return (await waiting.view(taken)).guest is None

    await until(is_free)
    assert [each.room for each in await waiting.open_seeks()] == [taken]
