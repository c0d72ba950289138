"""Challenges through the service: one outcome each, told to both, and the log shows why."""

import asyncio

import pytest

from libs.contracts.ids import PlayerId
from libs.contracts.matchmaking import (
    AgreeTerms,
    ChangeTerms,
    DeclineRoom,
    JoinRoom,
    LeaveRoom,
    MarkRead,
)
from libs.runtime import now_ms
from libs.testkit.eventually import eventually
from tests.integration.behind import Behind, until
from tests.integration.matchmaking.hall import Hall
from tests.integration.matchmaking.offered import BLITZ, SLOW, Waiting, somebody

JOIN = JoinRoom("")


async def test_a_challenge_is_accepted_agreed_to_and_played_in_public(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    await behind.start("games")
    ann, ben = somebody(), somebody()
    hall.free = [ben]
    await waiting.listen(ann, ben)
    room, answer = await waiting.challenge(ann, ben)
    assert answer.code is None
    view = await waiting.view(room)
    assert (view.kind, view.invited, view.agreed) == ("challenge", ben, [ann])
    assert view.expires_at_ms is not None
    for command in (JOIN, AgreeTerms(view.terms)):
        assert (await waiting.says(ben, room, command)).code is None

    async def is_started() -> bool:
        return (await waiting.view(room)).state == "started"

    await until(is_started)
    states = [(each.state, each.is_read) for each in waiting.told[ben]]
    assert states == [("open", False), ("accepted", True)]
    assert [(each.state, each.is_read) for each in waiting.told[ann]] == [
        ("open", True),
        ("accepted", False),
    ]
    assert await waiting.stored(room) == [
        "room_opened", "room_joined", "terms_agreed", "game_agreed", "game_opened",
    ]  # fmt: skip
    sql = "SELECT convert_from(public, 'UTF8')::json ->> 'is_public' FROM events"
    assert [row[0] for row in await behind.rows("games", sql)] == ["true"]


async def test_declined_with_a_reason(hall: Hall, waiting: Waiting) -> None:
    ann, ben = somebody(), somebody()
    hall.free = [ben]
    await waiting.listen(ann, ben)
    room, _ = await waiting.challenge(ann, ben)
    assert (await waiting.says(ann, room, DeclineRoom("no"))).code == "not_invited"
    assert (await waiting.says(ben, room, DeclineRoom("busy"))).code is None
    view = await waiting.view(room)
    assert (view.state, view.declined, view.closed) == ("closed", "busy", None)
    for player in (ann, ben):
        (mine,) = await waiting.mailbox(player)
        assert (mine.state, mine.reason, mine.is_read) == ("declined", "busy", player == ben)
    await eventually(lambda: all(waiting.told[each][-1].state == "declined" for each in (ann, ben)))
    assert (await waiting.says(ann, room, MarkRead())).code is None
    assert (await waiting.mailbox(ann))[0].is_read
    assert (await waiting.says(ben, room, JOIN)).code == "room_closed"


async def test_withdrawn_and_nobody_but_the_invited_gets_in(hall: Hall, waiting: Waiting) -> None:
    ann, ben, cleo = somebody(), somebody(), somebody()
    hall.free = [ben]
    room, _ = await waiting.challenge(ann, ben)
    assert (await waiting.says(cleo, room, JOIN)).code == "not_invited"
    assert (await waiting.says(ann, room, LeaveRoom())).code is None
    assert [each.state for each in await waiting.mailbox(ben)] == ["withdrawn"]
    assert await waiting.mailbox(cleo) == []


@pytest.mark.parametrize("crossed", [False, True])
async def test_crossed_or_doubled_there_is_one_challenge_between_two(
    hall: Hall, waiting: Waiting, *, crossed: bool
) -> None:
    ann, ben = somebody(), somebody()
    hall.free = [ann, ben]
    second = waiting.challenge(ben, ann) if crossed else waiting.challenge(ann, ben, SLOW)
    (one, first), (two, other) = await asyncio.gather(waiting.challenge(ann, ben), second)
    codes = {one: first.code, two: other.code}
    assert sorted(codes.values(), key=str) == [None, "challenged_already"]
    stands = next(room for room, code in codes.items() if code is None)
    refused = first if first.code else other
    assert refused.detail == {"room": stands}
    assert [each.room for each in await waiting.mailbox(ann)] == [stands]
    host = (await waiting.view(stands)).host.player
    await waiting.says(host, stands, LeaveRoom())
    assert (await waiting.challenge(ben, ann))[1].code is None


async def test_who_is_banned_or_unknown_challenges_nobody(hall: Hall, waiting: Waiting) -> None:
    ann, ben = somebody(), somebody()
    hall.free = [ben]
    hall.banned = {ann}
    assert (await waiting.challenge(ann, ben))[1].code == "banned"
    hall.banned = set()
    assert (await waiting.challenge(ben, ben))[1].code == "not_yourself"
    assert (await waiting.challenge(ann, PlayerId("bot:easy")))[1].code == "no_such_person"
    assert await waiting.mailbox(ben) == []


async def test_blocked_in_the_meantime(hall: Hall, waiting: Waiting) -> None:
    ann, ben = somebody(), somebody()
    hall.free = [ben]
    room, _ = await waiting.challenge(ann, ben)
    hall.blocks = {frozenset((ann, ben))}
    assert (await waiting.says(ben, room, JOIN)).code == "not_reachable"
    assert await waiting.stored(room) == ["room_opened"]


async def test_shut_out_in_the_meantime(hall: Hall, waiting: Waiting) -> None:
    ann, ben = somebody(), somebody()
    hall.free = [ben]
    room, _ = await waiting.challenge(ann, ben)
    hall.banned = {ann}
    assert (await waiting.says(ben, room, JOIN)).code == "room_closed"
    view = await waiting.view(room)
    assert (view.state, view.closed, view.guest) == ("closed", "gone", None)
    assert [each.state for each in await waiting.mailbox(ben)] == ["withdrawn"]


async def test_a_silent_waiting_room_stops_challenges_alone(hall: Hall, waiting: Waiting) -> None:
    ann, ben = somebody(), somebody()
    await hall.close()
    _, answer = await waiting.challenge(ann, ben)
    assert answer.code == "unavailable"
    _, answer = await waiting.seek(ann)
    assert answer.code == "unavailable"


async def test_cancel_meets_accept_and_two_devices_accept(hall: Hall, waiting: Waiting) -> None:
    hall.free = people = [somebody() for _ in range(12)]
    for ann, ben in zip(people[::2], people[1::2], strict=True):
        room, _ = await waiting.challenge(ann, ben)
        leaves, one, two = await asyncio.gather(
            waiting.says(ann, room, LeaveRoom()),
            waiting.says(ben, room, JOIN),
            waiting.says(ben, room, JOIN),
        )
        assert leaves.code is None
        codes = {one.code, two.code}
        assert codes in ({"room_closed"}, {None, "already_in_room"}, {None, "room_closed"})
        (mine,) = await waiting.mailbox(ann)
        assert mine.state == ("withdrawn" if codes == {"room_closed"} else "accepted")
        assert (await waiting.stored(room))[-1] == "room_closed"


async def test_terms_changed_under_an_acceptance(hall: Hall, waiting: Waiting) -> None:
    ann, ben = somebody(), somebody()
    hall.free = [ben]
    await waiting.listen(ben)
    room, _ = await waiting.challenge(ann, ben)
    await waiting.says(ann, room, ChangeTerms(SLOW))
    await waiting.says(ben, room, JOIN)
    assert (await waiting.says(ben, room, AgreeTerms(BLITZ))).code == "terms_changed"
    assert (await waiting.view(room)).agreed == [ann]
    await eventually(lambda: len(waiting.told[ben]) == 3)
    assert [each.terms.game.time.base_ms for each in waiting.told[ben]] == [180_000, None, None]


async def test_nobody_answers_in_time_also_over_a_restart(behind: Behind, hall: Hall) -> None:
    ann, ben = somebody(), somebody()
    hall.free = [ben]
    early = await behind.start("matchmaking")
    waiting = Waiting(behind)
    await waiting.listen(ann, ben)
    room, _ = await waiting.challenge(ann, ben)
    await behind.stop(early)
    await behind.start("matchmaking", rooms_due_every_s=0.05, now=lambda: now_ms() + 61_000)
    await eventually(lambda: waiting.told[ann][-1:] and waiting.told[ann][-1].state == "expired")
    view = await waiting.view(room)
    assert (view.state, view.closed) == ("closed", "expired")
    assert await waiting.stored(room) == ["room_opened", "room_closed"]
    assert (await waiting.says(ben, room, JOIN)).code == "room_closed"


async def test_ten_of_one_person_and_no_more(hall: Hall, waiting: Waiting) -> None:
    ann = somebody()
    hall.free = people = [somebody() for _ in range(12)]
    answers = await asyncio.gather(*(waiting.challenge(ann, each) for each in people))
    codes = [answer.code for _, answer in answers]
    assert (codes.count(None), codes.count("too_many_invitations")) == (10, 2)


async def test_who_has_accepted_and_leaves_closes_the_room(hall: Hall, waiting: Waiting) -> None:
    ann, ben = somebody(), somebody()
    hall.free = [ben]
    room, _ = await waiting.challenge(ann, ben)
    await waiting.says(ben, room, JOIN)
    assert (await waiting.says(ben, room, DeclineRoom("terms"))).code is None
    view = await waiting.view(room)
    assert (view.state, view.declined) == ("closed", "terms")
    assert [each.state for each in await waiting.mailbox(ann)] == ["declined"]
