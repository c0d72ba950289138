"""What is said in the waiting room and at tables, who hears it, and what is refused."""

import asyncio

from libs.contracts.games import Resign
from libs.contracts.ids import BOT_PREFIX, PlayerId
from libs.contracts.lobby import LONGEST_LINE
from libs.contracts.lobby_messages import SayLine
from libs.runtime import now_ms
from libs.testkit.eventually import eventually
from tests.integration.accounts.conftest import Town
from tests.integration.behind import until
from tests.integration.lobby.conftest import QUICK, Hall, Visitor
from tests.integration.lobby.table import game_of, heard, watch


async def test_a_line_is_heard_by_everybody_there_on_every_gateway(hall: Hall) -> None:
    first, second = await hall.town.gateway(), await hall.town.gateway()
    ann, ben = await hall.guest(first), await hall.account("Ben", second)
    await ann.enter()
    assert await ann.say("  Hallo \u202e zusammen\n") is None
    await ben.enter()
    await ben.reads("Hallo zusammen")
    assert await ben.say("Moin") is None
    for who in (ann, ben):
        await who.reads("Hallo zusammen", "Moin")
    lines = [each["line"] for each in ann.socket.got if each["t"] == "chat_line"]
    assert [line["name"] for line in lines] == [ann.player["name"], ""]
    assert lines[0]["n"] < lines[1]["n"]
    nobody = await (await hall.town.browser()).socket()
    await nobody.send({"t": "enter_lobby"})
    assert len((await nobody.next("lobby"))["lines"]) == 2


async def test_the_same_command_is_one_line_also_after_the_owner_has_died(hall: Hall) -> None:
    ann = await (await hall.guest()).enter()
    say = {"t": "say", "id": "once", "place": "lobby", "text": "Einmal"}
    first = await ann.socket.ask(say)
    assert await ann.socket.ask(say) == first
    other = await ann.socket.ask({**say, "text": "Zweimal"})
    assert other["code"] == "command_id_reused"
    await hall.behind.stop(hall.behind.running("lobby"))
    await hall.behind.start("lobby", **QUICK)
    for _ in range(7):
        assert (await ann.socket.ask({**say, "text": "Zweimal"}))["code"] == "command_id_reused"
    assert await ann.socket.ask(say) == first
    await ann.reads("Einmal")
    assert len(await hall.behind.rows("lobby", "SELECT n FROM lines")) == 1


async def test_a_line_is_stored_before_it_is_shown(hall: Hall) -> None:
    ann = await (await hall.guest()).enter()
    link = await hall.behind.rows("lobby", "SELECT 1")
    assert link
    await hall.behind.rows("lobby", "ALTER TABLE lines RENAME TO hidden_lines")
    saying = asyncio.create_task(ann.do("say", place="lobby", text="Noch nicht"))
    _, pending = await asyncio.wait([saying], timeout=0.5)
    assert pending or saying.result().get("code")
    assert ann.texts == []
    await hall.behind.rows("lobby", "ALTER TABLE hidden_lines RENAME TO lines")
    answer = await saying
    assert (answer.get("code") is None) == (ann.texts == ["Noch nicht"])


async def test_what_is_too_much_too_long_or_nothing_is_refused(empty_town: Town) -> None:
    stopped_ms: int | None = None
    await empty_town.behind.start("lobby", now=lambda: stopped_ms or now_ms(), **QUICK)
    ann = await (await Hall(empty_town).guest()).enter()
    stopped_ms = now_ms()  # so that nobody may say more for having waited
    assert await ann.say(" \u200b\n ") == "empty_line"
    assert await ann.say("ü" * (LONGEST_LINE + 1)) == "line_too_long"
    assert await ann.say("u\u0308" * LONGEST_LINE) is None
    assert await ann.say("u\u0308" * LONGEST_LINE) == "said_already"
    answers = [await ann.do("say", place="lobby", text=f"Zeile {n}") for n in range(5)]
    assert [answer.get("code") for answer in answers] == [None] * 4 + ["too_chatty"]
    assert answers[-1]["detail"]["wait_s"] == 2
    await ann.reads("ü" * LONGEST_LINE, *(f"Zeile {n}" for n in range(4)))


async def test_many_guests_of_one_household_fill_no_chat(hall: Hall) -> None:
    gateway = await hall.town.gateway(lines_a_minute=1, lines_burst=4, reports_burst=1)
    ann, ben = await (await hall.guest(gateway)).enter(), await (await hall.guest(gateway)).enter()
    far = await hall.guest(gateway)
    socket = await far.browser.open(**{"X-Forwarded-For": "203.0.113.9"})
    elsewhere = Visitor(far.browser, socket, far.player)
    await elsewhere.enter()
    answers = [
        await who.do("say", place="lobby", text=f"Zeile {n}")
        for n in range(3)
        for who in (ann, ben)
    ]
    codes = [answer.get("code") for answer in answers]
    assert codes == [None] * 4 + ["too_chatty"] * 2
    assert {answer["detail"]["wait_s"] for answer in answers if "detail" in answer} == {1}
    assert await elsewhere.say("Von anderswo") is None
    assert (await ann.do("report", player=ben.id, kind="spam")).get("code") is None
    assert (await ben.do("report", player=ann.id, kind="spam"))["code"] == "too_many_reports"


async def test_kilobytes_are_refused_before_anybody_reads_them(hall: Hall) -> None:
    ann, ben = await (await hall.guest()).enter(), await hall.guest()
    await hall.behind.stop(hall.behind.running("lobby"))
    for text in ("x" * 10_000, "e" + "\u0301" * 4_000):
        assert await ann.say(text) == "line_too_long"
        answer = await ann.do("report", player=ben.id, kind="spam", reason=text)
        assert answer["code"] == "line_too_long"


async def test_only_who_is_there_speaks_there(hall: Hall) -> None:
    ann = await hall.guest()
    assert await ann.say("Hört mich jemand?") == "not_here"
    await ann.enter()
    assert await ann.say("Hier", "game") == "not_here"
    assert await ann.say("Hier", "lobby", game="00-unknown") == "not_here"
    await ann.socket.send({"t": "leave_lobby"})
    assert await ann.say("Bin weg") == "not_here"


async def test_150_lines_are_shown_and_none_is_kept_for_more_than_thirty_days(hall: Hall) -> None:
    for first, at_ms in ((1, now_ms() - 30 * 86_400_000 - 1), (1_001, now_ms())):
        await hall.behind.rows(
            "lobby",
            "INSERT INTO lines SELECT n, $2, 'lobby', NULL, '00-ann', '', 'line ' || n, n"
            " FROM generate_series($1::int, $1 + 199) n",
            first,
            at_ms,
        )
    await hall.behind.stop(hall.behind.running("lobby"))
    await hall.behind.start("lobby", **QUICK)
    ann = await (await hall.guest()).enter()
    assert await ann.say("Nummer 201") is None

    async def kept() -> bool:
        return len(await hall.behind.rows("lobby", "SELECT n FROM lines")) == 201

    await until(kept)
    await hall.behind.stop(hall.behind.running("lobby"))
    await hall.behind.start("lobby", **QUICK)
    ben = await (await hall.guest()).enter()
    assert ben.texts == [*(f"line {n}" for n in range(1_052, 1_201)), "Nummer 201"]


# ---- tables ----------------------------------------------------------------------------------


async def test_players_and_watchers_have_rooms_of_their_own(hall: Hall) -> None:
    await hall.behind.start("games")
    ann, ben, cleo, dan = [await hall.guest() for _ in range(4)]
    game = await game_of(hall, ann.id, ben.id)
    for who in (ann, ben, cleo, dan):
        assert await watch(who, game) == []
    assert await ann.say("Viel Glück", "game", game=game) is None
    assert await cleo.say("Weiß gewinnt", "watchers", game=game) is None
    await eventually(lambda: heard(ben, game) == [("game", "Viel Glück")])
    await eventually(lambda: heard(dan, game) == [("watchers", "Weiß gewinnt")])
    assert heard(ann, game) == heard(ben, game)
    assert heard(cleo, game) == heard(dan, game)
    assert await ann.say("Ruhe da", "watchers", game=game) == "not_here"
    assert await cleo.say("Zieh a1", "game", game=game) == "not_here"
    tab = await ann.again()
    assert [line["text"] for line in await watch(tab, game)] == ["Viel Glück"]
    assert heard(tab, game) == []
    later = await hall.guest()
    assert [line["text"] for line in await watch(later, game)] == ["Weiß gewinnt"]
    await hall.behind.command("games", game, ann.id, Resign())
    assert await ben.say("Gut gespielt", "game", game=game) is None


async def test_the_owner_believes_no_gateway_who_sits_where(hall: Hall) -> None:
    await hall.behind.start("games")
    ann, ben, cleo = [await hall.guest() for _ in range(3)]
    game = await game_of(hall, ann.id, ben.id)
    for player, place, code in (
        (cleo.id, "game", "not_here"),
        (ann.id, "watchers", "not_here"),
        (cleo.id, "watchers", None),
        (ben.id, "game", None),
    ):
        query = SayLine(f"c-{place}-{code}", PlayerId(player), "", place, game, "Hallo")  # type: ignore[arg-type]  # a literal
        answer = await hall.behind.query("query.lobby.0", query)
        assert answer.code == code, (player, place)


async def test_a_practice_game_has_no_chat_and_who_looks_away_hears_nothing(hall: Hall) -> None:
    await hall.behind.start("games")
    ann, ben, cleo = [await hall.guest() for _ in range(3)]
    practice = await game_of(hall, ann.id, f"{BOT_PREFIX}easy", "practice")
    await ann.socket.send({"t": "watch", "game": practice})
    await ann.socket.next("game_snapshot", game=practice)
    await ann.socket.send({"t": "watch_chat", "game": practice})
    assert (await ann.socket.next("refused"))["code"] == "not_here"
    assert await ann.say("Na, Kiste?", "game", game=practice) == "not_here"

    game = await game_of(hall, ann.id, ben.id)
    await cleo.socket.send({"t": "watch_chat", "game": game})
    assert (await cleo.socket.next("refused"))["code"] == "not_here"
    for who in (ann, ben):
        await watch(who, game)
    await ben.socket.send({"t": "unwatch", "game": game})
    assert await ben.say("Bin noch da", "game", game=game) == "not_here"
    assert await ann.say("Hallo?", "game", game=game) is None
    await eventually(lambda: heard(ann, game) == [("game", "Hallo?")])
    assert heard(ben, game) == []


# ---- hiding from each other ------------------------------------------------------------------
