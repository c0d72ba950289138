"""Who blocks somebody agrees on nothing with them, and to them it looks like anybody's no."""

from libs.contracts.matchmaking import AgreeTerms, JoinRoom, OpenRoom, Rematch
from tests.integration.behind import Behind, until
from tests.integration.matchmaking.hall import Hall
from tests.integration.matchmaking.offered import BLITZ, Waiting, is_closed, somebody
from tests.integration.matchmaking.test_rooms import Room

JOIN = JoinRoom("")


async def test_what_the_two_were_about_to_agree_on_ends_as_if_the_blocker_had_left(
    hall: Hall, waiting: Waiting
) -> None:
    ann, ben, cleo = [somebody() for _ in range(3)]
    hall.free = [ann, ben, cleo]
    got, _ = await waiting.challenge(ben, ann)
    taken, _ = await waiting.seek(ben)
    assert (await waiting.says(ann, taken, JOIN)).code is None
    own, _ = await waiting.seek(ann)
    assert (await waiting.says(ben, own, JOIN)).code is None
    private, others = Room(waiting.behind), Room(waiting.behind)
    for room, guest in ((private, ben), (others, cleo)):
        opened = await waiting.says(ann, room.id, OpenRoom("", BLITZ, room.game))
        assert opened.code is None
        assert (await waiting.says(guest, room.id, JOIN)).code is None
    hall.parts(ann, ben)

    async def is_over() -> bool:
        views = [await waiting.view(room) for room in (got, taken, own, private.id)]
        told = [(view.state, view.declined, view.closed, view.guest) for view in views]
        return (
            told[:2] == [("closed", "no", None, None), ("open", None, None, None)]
            and [each[:3] for each in told[2:]] == [("closed", None, "left")] * 2
        )

    await until(is_over)
    assert [seek.room for seek in await waiting.open_seeks()] == [taken]
    assert (await waiting.says(ann, taken, JOIN)).code == "not_reachable"
    assert (await waiting.view(others.id)).state == "open"


async def test_no_game_follows_between_the_two_and_it_looks_as_if_the_other_had_left(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    await behind.start("games")
    ann, ben = somebody(), somebody()
    hall.free = [ann, ben]
    room, _ = await waiting.challenge(ann, ben)
    terms = (await waiting.view(room)).terms
    for command in (JOIN, AgreeTerms(terms)):
        assert (await waiting.says(ben, room, command)).code is None

    async def is_started() -> bool:
        return (await waiting.view(room)).state == "started"

    await until(is_started)
    game = (await waiting.view(room)).game_id
    assert game is not None
    hall.parts(ann, ben)
    await behind.resign(game, ann)
    assert (await waiting.says(ben, room, Rematch(game))).code == "room_closed"
    assert await is_closed(waiting, room, "left")
    assert (await waiting.says(ann, room, Rematch(game))).code == "room_closed"
