"""Open offers and quick games through the service, and what closes rooms by itself."""

import asyncio
import random
from functools import partial

from libs.contracts.ids import GameId, RoomId
from libs.contracts.matchmaking import (
    AgreeTerms,
    ChangeTerms,
    JoinRoom,
    LeaveRoom,
    OpenRoom,
    SeeksChanged,
)
from libs.eventstore.records import new_stream_id
from libs.runtime import now_ms
from libs.testkit.eventually import eventually
from tests.integration.behind import Behind, until
from tests.integration.matchmaking.hall import Hall
from tests.integration.matchmaking.offered import (
    BLITZ,
    SLOW,
    Waiting,
    is_closed,
    is_started,
    somebody,
)

JOIN = JoinRoom("")


async def test_a_seek_is_listed_taken_by_one_of_fifty_and_listed_again_when_free(
    waiting: Waiting,
) -> None:
    ann = somebody()
    await waiting.listen()
    room, answer = await waiting.seek(ann)
    assert answer.code is None
    (shown,) = await waiting.open_seeks()
    assert (shown.room, shown.host.player, shown.terms.game.variant) == (
        room, ann, "battlemills-9",
    )  # fmt: skip
    _, second = await waiting.seek(ann, SLOW)
    assert (second.code, second.detail) == ("has_seek", {"room": room})
    people = [somebody() for _ in range(50)]
    answers = await asyncio.gather(*(waiting.says(each, room, JOIN) for each in people))
    codes = [answer.code for answer in answers]
    assert (codes.count(None), codes.count("room_full")) == (1, 49)
    assert await waiting.open_seeks() == []
    guest = people[codes.index(None)]
    assert (await waiting.says(guest, room, LeaveRoom())).code is None
    assert await waiting.open_seeks() == [shown]
    await eventually(lambda: len(waiting.seeks) == 3)
    assert waiting.seeks == [
        SeeksChanged([shown]), SeeksChanged(closed=[room]), SeeksChanged([shown]),
    ]  # fmt: skip


async def test_who_takes_a_seek_and_says_nothing_is_put_out_and_the_seek_expires_in_the_end(
    behind: Behind, hall: Hall
) -> None:
    ahead_ms = 0
    await behind.start("matchmaking", rooms_due_every_s=0.05, now=lambda: now_ms() + ahead_ms)
    waiting = Waiting(behind)
    assert hall.free == []
    ann, ben, cleo = somebody(), somebody(), somebody()
    room, _ = await waiting.seek(ann)
    await waiting.says(ben, room, JOIN)
    ahead_ms = 61_000

    async def is_free() -> bool:
        return (await waiting.view(room)).guest is None

    await until(is_free)
    assert await waiting.stored(room) == ["room_opened", "room_joined", "room_left"]
    assert (await waiting.says(cleo, room, JOIN)).code is None
    view = await waiting.view(room)
    assert (await waiting.says(cleo, room, AgreeTerms(BLITZ))).code is None
    assert (view.guest is not None, view.agreed) == (True, [ann])
    other, _ = await waiting.seek(ben, SLOW)
    ahead_ms = 700_000
    await until(lambda: is_closed(waiting, other, "expired"))
    assert (await waiting.view(room)).state == "open", "a game is being started there"


async def test_offers_end_when_one_of_the_two_goes_or_plays(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    await behind.start("games")
    ann, ben, cleo = somebody(), somebody(), somebody()
    hall.free = [ben, cleo]
    gone, _ = await waiting.seek(cleo)
    hall.leaves(cleo)
    await until(lambda: is_closed(waiting, gone, "gone"))
    seeks = {each: (await waiting.seek(each))[0] for each in (ann, ben)}
    challenge, _ = await waiting.challenge(ann, cleo)
    other, _ = await waiting.challenge(cleo, ben)
    await waiting.says(ben, seeks[ann], JOIN)
    assert (await waiting.says(ben, seeks[ann], AgreeTerms(BLITZ))).code is None
    for room in (seeks[ben], challenge, other):
        await until(partial(is_closed, waiting, room, "playing"))
    assert (await waiting.view(seeks[ann])).state == "started"


async def test_what_waits_for_somebody_gone_for_good_closes_at_once(
    hall: Hall, waiting: Waiting
) -> None:
    """Fresh challenges alone: mail waits for days, and who talks about terms is not gone."""
    ann, ben, cleo, dora = (somebody() for _ in range(4))
    hall.free = [ben]
    asked, _ = await waiting.challenge(ann, ben, is_quick=True)
    talking, _ = await waiting.challenge(dora, ben)
    assert (await waiting.says(ben, talking, JOIN)).code is None
    await waiting.listen(ann)
    hall.free = []
    hall.leaves(ben)
    await until(lambda: is_closed(waiting, asked, "gone"))
    await eventually(lambda: [each.state for each in waiting.told[ann]] == ["withdrawn"])
    assert (await waiting.view(talking)).state == "open"
    hall.free = [ben]
    own, _ = await waiting.challenge(ben, cleo, is_quick=True)
    assert own not in {each.room for each in await waiting.mailbox(cleo)}, "nobody by mail"
    hall.free = [cleo]
    own, _ = await waiting.challenge(ben, cleo)
    hall.leaves(ben)
    await until(lambda: is_closed(waiting, own, "gone"))


async def test_who_plays_elsewhere_takes_no_offer_away(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    """Ben plays with a clock already: he is out again, and Cleo takes what stands as before."""
    await behind.start("games")
    assert hall.free == []
    ann, ben, cleo, dora = (somebody() for _ in range(4))
    first, _ = await waiting.seek(dora)
    for command in (JOIN, AgreeTerms(BLITZ)):
        assert (await waiting.says(ben, first, command)).code is None
    room, _ = await waiting.seek(ann)
    (offered,) = [seek for seek in await waiting.open_seeks() if seek.room == room]
    await until(partial(is_started, waiting, first))
    for command in (JOIN, AgreeTerms(BLITZ)):
        assert (await waiting.says(ben, room, command)).code is None

    async def is_offered_again() -> bool:
        return await waiting.open_seeks() == [offered]

    await until(is_offered_again)
    view = await waiting.view(room)
    assert (view.refused, view.agreed) == ("already_playing", [ann])
    for command in (JOIN, AgreeTerms(BLITZ)):
        assert (await waiting.says(cleo, room, command)).code is None
    await until(partial(is_started, waiting, room))
    assert (await waiting.stored(room))[3:] == [
        "game_agreed", "start_refused", "room_left",
        "room_joined", "terms_agreed", "game_agreed", "game_opened",
    ]  # fmt: skip


async def test_who_offers_and_plays_elsewhere_closes_the_offer(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    """Nobody knew it as the offers were made: they were to be without a clock then."""
    await behind.start("games")
    ann, ben, cleo = (somebody() for _ in range(3))
    hall.free = [ann, ben, cleo]
    first, _ = await waiting.seek(ann)
    for command in (JOIN, AgreeTerms(BLITZ)):
        assert (await waiting.says(ben, first, command)).code is None
    await until(partial(is_started, waiting, first))
    offer, _ = await waiting.seek(ann, SLOW)
    challenge, _ = await waiting.challenge(ben, cleo, SLOW)
    for room, host in ((offer, ann), (challenge, ben)):
        assert (await waiting.says(cleo, room, JOIN)).code is None
        assert (await waiting.says(cleo, room, ChangeTerms(BLITZ))).code is None
        assert (await waiting.says(host, room, AgreeTerms(BLITZ))).code is None
        await until(partial(is_closed, waiting, room, "playing"))


async def test_a_quick_game_takes_what_fits_else_asks_the_closest_else_nobody(
    hall: Hall, waiting: Waiting
) -> None:
    ann, ben, cleo = somebody(), somebody(), somebody()
    assert await waiting.finds(ann) == await waiting.finds(ann, SLOW)
    hall.free = [ann, ben, cleo]
    assert (await waiting.finds(ann)).player == ben
    assert (await waiting.finds(ann, apart_from=[ben])).player == cleo
    await waiting.challenge(ben, ann, SLOW)
    assert (await waiting.finds(ann)).player == cleo, "one challenge a pair"
    room, _ = await waiting.seek(cleo)
    hall.blocks = {frozenset((ann, cleo))}
    assert (await waiting.finds(ann, apart_from=[ben])).seek is None
    hall.blocks = set()
    found = await waiting.finds(ann, wish="w")
    assert found.seek == room
    await waiting.says(cleo, room, LeaveRoom())
    assert (await waiting.finds(ann, wish="w")) == found, "the same wish finds the same"
    assert (await waiting.finds(ann, wish="v")).seek is None


async def test_of_two_in_a_hurry_the_second_is_led_to_the_first(
    hall: Hall, waiting: Waiting
) -> None:
    for turn in range(6):
        ann, ben = somebody(), somebody()
        hall.free = [ann, ben]
        second = (
            waiting.seek(ben, is_quick=True)
            if turn % 2
            else waiting.challenge(ben, ann, is_quick=True)
        )
        answers = await asyncio.gather(waiting.seek(ann, is_quick=True), second)
        opened = [room for room, answer in answers if answer.code is None]
        assert len(opened) == 1
        (refused,) = [answer for _, answer in answers if answer.code is not None]
        assert (refused.code, refused.detail) == ("opponent_there", {"room": opened[0]})
        host = (await waiting.view(opened[0])).host.player
        await waiting.says(host, opened[0], LeaveRoom())


async def test_the_house_sends_nobody_to_who_waits_for_somebody_else(
    hall: Hall, waiting: Waiting
) -> None:
    """Twenty in a hurry do not all challenge the same one: each one free gets one of them."""
    ann, ben, cleo, dora = (somebody() for _ in range(4))
    hall.free = [ann, ben, cleo, dora]
    room, _ = await waiting.challenge(ann, ben, is_quick=True)
    assert (await waiting.finds(dora)).player == cleo
    assert (await waiting.finds(ben)).seek == room
    _, late = await waiting.challenge(dora, ben, is_quick=True)
    assert late.code == "not_reachable"
    people = [somebody() for _ in range(20)]
    hall.free = [cleo]
    answers = await asyncio.gather(
        *(waiting.challenge(each, cleo, is_quick=True) for each in people)
    )
    codes = [answer.code for _, answer in answers]
    assert (codes.count(None), codes.count("not_reachable")) == (1, 19)
    _, meant = await waiting.challenge(dora, cleo)
    assert meant.code is None, "who is named by a person may be asked by many"


async def test_of_eleven_private_rooms_the_oldest_closes(waiting: Waiting) -> None:
    ann, rooms = somebody(), []
    for _ in range(11):
        room = RoomId(new_stream_id(4, random.randbytes(16)))
        game = GameId(new_stream_id(16, random.randbytes(16)))
        assert (await waiting.says(ann, room, OpenRoom("", SLOW, game))).code is None
        rooms.append(room)
    await until(lambda: is_closed(waiting, rooms[0], "too_many"))
    assert [(await waiting.view(room)).state for room in rooms[1:]] == ["open"] * 10
