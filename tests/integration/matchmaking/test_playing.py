"""Who plays already, or begins to: told before they offer a second game, and left in peace."""

from functools import partial

from libs.contracts.matchmaking import AgreeTerms, FindOpponent, JoinRoom
from libs.runtime import now_ms
from tests.integration.behind import Behind, until
from tests.integration.matchmaking.hall import Hall
from tests.integration.matchmaking.offered import BLITZ, SLOW, Waiting, is_started, somebody

JOIN = JoinRoom("")


async def test_who_plays_with_a_clock_is_told_so_before_a_second_game_is_offered(
    behind: Behind, hall: Hall, waiting: Waiting
) -> None:
    await behind.start("games")
    ann, ben, cleo = (somebody() for _ in range(3))
    room, _ = await waiting.seek(ann)
    for command in (JOIN, AgreeTerms(BLITZ)):
        assert (await waiting.says(ben, room, command)).code is None
    await until(partial(is_started, waiting, room))
    game = (await waiting.view(room)).game_id
    hall.free = [cleo]
    for player in (ann, ben):
        wish = FindOpponent(player, is_guest=False, terms=BLITZ)
        refusals = [
            (await waiting.seek(player))[1],
            (await waiting.challenge(player, cleo))[1],
            await behind.query("query.matchmaking", wish),
        ]
        for refused in refusals:
            told = (refused.code, refused.detail)
            assert told == ("already_playing", {"player": player, "game": game})
    assert await waiting.open_seeks() == []
    assert (await waiting.finds(ann, SLOW)).player == cleo
    assert (await waiting.challenge(ann, cleo, SLOW))[1].code is None
    assert (await waiting.seek(ben, SLOW))[1].code is None


async def test_the_house_sends_nobody_to_who_has_just_begun_a_game(
    behind: Behind, hall: Hall
) -> None:
    """The waiting room still calls both of them free, for a moment; here that moment is long."""
    present_ms = now_ms()
    await behind.start("matchmaking", rooms_due_every_s=0.05, now=lambda: present_ms)
    await behind.start("games")
    waiting = Waiting(behind)
    ann, ben, cleo, dora = (somebody() for _ in range(4))
    hall.free = [ann, ben, cleo]
    room, _ = await waiting.seek(ann)
    for command in (JOIN, AgreeTerms(BLITZ)):
        assert (await waiting.says(ben, room, command)).code is None
    await until(partial(is_started, waiting, room))
    assert (await waiting.finds(dora)).player == cleo
    _, late = await waiting.challenge(dora, ann, is_quick=True)
    assert late.code == "not_reachable"
    present_ms += 6_000
    assert (await waiting.finds(dora)).player == ann, "by now the waiting room knows"


async def test_nobody_takes_the_offer_of_who_has_just_begun_a_game(
    hall: Hall, waiting: Waiting
) -> None:
    """Ben's own offer still stands: his game, with Ann, is being started."""
    ann, ben, dora = (somebody() for _ in range(3))
    assert hall.free == []
    room, _ = await waiting.seek(ann)
    own, _ = await waiting.seek(ben)
    assert (await waiting.says(ben, room, JOIN)).code is None
    assert (await waiting.finds(dora)).seek == own
    assert (await waiting.says(ben, room, AgreeTerms(BLITZ))).code is None
    assert (await waiting.finds(dora)).seek is None
