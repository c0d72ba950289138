"""Who blocks whom: the two see and hear nothing of each other, and only one knows why."""

import asyncio

from libs.contracts.ids import PlayerId
from libs.contracts.lobby import MOST_BLOCKS
from libs.contracts.lobby_messages import BlockPerson
from libs.testkit.eventually import eventually
from tests.integration.lobby.conftest import QUICK, Hall
from tests.integration.lobby.table import game_of, heard, listed, watch


async def test_a_block_hides_both_from_each_other_and_says_so_to_one(hall: Hall) -> None:
    first, second = await hall.town.gateway(), await hall.town.gateway()
    ann, ben = await hall.guest(first), await hall.guest(second)
    cleo = await hall.guest(second)
    for who in (ann, ben, cleo):
        await who.enter()
    await ann.say("Ann vorher")
    await ben.say("Ben vorher")
    await cleo.reads("Ann vorher", "Ben vorher")
    assert (await ann.do("block", player=ben.id)).get("code") is None
    await ann.sees(ann, cleo)
    await ben.sees(ben, cleo)
    await ann.reads("Ann vorher")
    assert ann.standing["blocked"] == [ben.id]
    await ben.say("Ben nachher")
    await ann.say("Ann nachher")
    await cleo.reads("Ann vorher", "Ben vorher", "Ben nachher", "Ann nachher")
    await ann.reads("Ann vorher", "Ann nachher")
    await ben.reads("Ann vorher", "Ben vorher", "Ben nachher")
    assert ben.standing == {"muted_until_ms": None, "banned_until_ms": None, "blocked": []}

    again = await (await ben.again()).enter()
    await again.reads("Ben vorher", "Ben nachher")
    await again.sees(ben, cleo)
    assert (await ann.do("unblock", player=ben.id)).get("code") is None
    for who in (ann, ben, cleo, again):
        await who.sees(ann, ben, cleo)
    for who in (ann, cleo, await (await ben.again()).enter()):
        await who.reads("Ann vorher", "Ben vorher", "Ben nachher", "Ann nachher")
    await again.reads("Ben vorher", "Ben nachher")
    assert sum(each["t"] == "lobby" for each in again.socket.got) == 1


async def test_a_block_outlives_the_owner_and_holds_at_tables(hall: Hall) -> None:
    await hall.behind.start("games")
    ann, ben, cleo = [await hall.guest() for _ in range(3)]
    assert (await ann.do("block", player=cleo.id)).get("code") is None
    await hall.behind.stop(hall.behind.running("lobby"))
    await hall.behind.start("lobby", **QUICK)
    await ann.enter()
    await cleo.enter()
    await ann.sees(ann)
    game = await game_of(hall, ben.id, "03-nobodynobodynobody")
    for who in (ann, cleo, ben):
        await watch(who, game)
    assert await cleo.say("Hört ihr mich?", "watchers", game=game) is None
    assert await ann.say("Niemand da", "watchers", game=game) is None
    await eventually(lambda: heard(ann, game) == [("watchers", "Niemand da")])
    assert [line["text"] for line in await watch(await ann.again(), game)] == ["Niemand da"]


async def test_running_games_of_hidden_people_are_not_listed_but_can_be_watched(
    hall: Hall,
) -> None:
    await hall.behind.start("games")
    ann, ben, cleo = [await hall.guest() for _ in range(3)]
    game = await game_of(hall, ben.id, "03-nobodynobodynobody", is_public=True)
    for who in (ann, ben, cleo):
        await who.socket.send({"t": "watch_live"})
        await eventually(lambda who=who: listed(who) == {game})  # type: ignore[misc]  # bound now
    assert (await ann.do("block", player=ben.id)).get("code") is None
    await eventually(lambda: listed(ann) == set())
    again = await ann.again()
    await again.socket.send({"t": "watch_live"})
    assert (await again.socket.next("live_games"))["games"] == []
    await watch(ann, game)
    assert listed(ben) == listed(cleo) == {game}
    assert (await ann.do("unblock", player=ben.id)).get("code") is None
    await eventually(lambda: listed(ann) == {game})


async def test_a_table_that_is_asked_for_at_once_shows_nothing_hidden(hall: Hall) -> None:
    await hall.behind.start("games")
    ann, ben, cleo = [await hall.guest() for _ in range(3)]
    assert (await ann.do("block", player=cleo.id)).get("code") is None
    game = await game_of(hall, ben.id, "03-nobodynobodynobody")
    await watch(cleo, game)
    assert await cleo.say("Hört ihr mich?", "watchers", game=game) is None
    await ann.socket.close()
    await ben.enter()
    await ben.sees(ben)
    for who in (ann, cleo):
        tab = await who.again()
        await tab.socket.send({"t": "watch", "game": game})
        await tab.socket.send({"t": "watch_chat", "game": game})
        said = await tab.socket.next("chat_lines", game=game)
        assert len(said["lines"]) == (who is cleo)
        await (await tab.enter()).socket.close()
        assert all(each.get("lines") == said["lines"] for each in tab.socket.got
                   if each["t"] == "chat_lines")  # fmt: skip


async def test_nobody_blocks_nobody_or_themselves(hall: Hall) -> None:
    ann = await hall.guest()
    assert (await ann.do("block", player=ann.id))["code"] == "not_yourself"
    assert (await ann.do("block", player="00-nobody"))["code"] == "no_such_person"
    assert (await ann.do("block", player="bot:easy"))["code"] == "no_such_person"
    assert (await ann.do("unblock", player="00-nobody")).get("code") is None


async def test_many_blocks_at_once_are_no_more_than_may_be(hall: Hall) -> None:
    ann, *others = [PlayerId((await hall.guest()).id) for _ in range(6)]
    await hall.behind.stop(hall.behind.running("lobby"))
    await hall.behind.rows(
        "lobby",
        "INSERT INTO blocks SELECT $1, '03-nobody' || n FROM generate_series(1, $2::int) AS n",
        ann,
        MOST_BLOCKS - 2,
    )
    await hall.behind.start("lobby", **QUICK)
    answers = await asyncio.gather(
        *(hall.behind.query("query.lobby.0", BlockPerson(ann, each)) for each in others)
    )
    codes = [answer.code for answer in answers]
    assert (codes.count(None), codes.count("too_many_blocked")) == (2, 3)
    rows = await hall.behind.rows("lobby", "SELECT 1 FROM blocks WHERE blocker = $1", ann)
    assert len(rows) == MOST_BLOCKS
