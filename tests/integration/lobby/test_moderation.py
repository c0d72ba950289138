"""Reports, mutes, bans: by moderators alone, at once, everywhere; and what is forgotten."""

import asyncio

import asyncpg

from libs.contracts.ids import CommandId, PlayerId
from libs.contracts.lobby_messages import (
    AuditFor,
    BlockPerson,
    FileReport,
    MutePerson,
    ReportsFor,
    SayLine,
    stream_of,
)
from libs.testkit.eventually import eventually
from tests.integration.behind import until
from tests.integration.lobby.conftest import QUICK, Hall, Visitor
from tests.integration.lobby.desk import audit, line_of, reports


async def test_a_report_reaches_moderators_alone_with_the_line_it_quotes(hall: Hall) -> None:
    ann, ben = await (await hall.guest()).enter(), await (await hall.account("Ben")).enter()
    mod = await hall.moderator()
    await ben.say("Du Pflaume")
    n = await line_of(ann, "Du Pflaume")
    report = {"player": ben.id, "kind": "insult", "reason": "Das\u202e ist\nunfein", "line": n}
    assert (await ann.do("report", **report)).get("code") is None
    assert (await ann.do("report", player=mod.id, kind="other")).get("code") is None

    oldest, newest = await reports(mod)
    assert newest["quoted"] is None
    assert (oldest["by"], oldest["about"], oldest["kind"]) == (ann.id, ben.id, "insult")
    assert (oldest["reason"], oldest["quoted"]["text"]) == ("Das ist unfein", "Du Pflaume")
    rows = await hall.behind.rows("lobby", "SELECT public FROM events")
    assert not any(b"Pflaume" in row[0] or b"unfein" in row[0] for row in rows)

    assert (await mod.do("close_report", report=oldest["report"])).get("code") is None
    open_one, closed_one = await reports(mod)
    assert (open_one["report"], open_one["closed_by"]) == (newest["report"], None)
    assert closed_one["closed_by"] == mod.id
    assert await audit(mod) == ["report_closed", "report_filed", "report_filed"]
    for nosy in (ann, ben):
        for path in ("reports", "audit"):
            status, refusal = await nosy.browser.get(f"/api/moderation/{path}")
            assert (status, refusal["code"]) == (403, "moderators_only")
    status, refusal = await (await hall.town.browser()).get("/api/moderation/reports")
    assert (status, refusal["code"]) == (401, "no_session")


async def test_a_report_says_what_is_wrong_with_it(hall: Hall) -> None:
    ann, ben = await (await hall.guest()).enter(), await (await hall.guest()).enter()
    await ann.say("Hallo")
    n = await line_of(ann, "Hallo")
    for fields, code in (
        ({"player": ann.id}, "not_yourself"),
        ({"player": "00-nobody"}, "no_such_person"),
        ({"player": ben.id, "line": n}, "no_such_line"),
        ({"player": ben.id, "line": 1}, "no_such_line"),
        ({"player": ben.id, "reason": "x" * 401}, "line_too_long"),
    ):
        answer = await ann.do("report", kind="spam", **fields)
        assert answer["code"] == code, fields
    assert await hall.behind.rows("lobby", "SELECT 1 FROM reports") == []
    answers = await asyncio.gather(
        *(ann.do("report", kind="spam", player=ben.id) for _ in range(12))
    )
    answers += [await ann.do("report", kind="spam", player=ben.id) for _ in range(9)]
    codes = [answer.get("code") for answer in answers]
    assert codes == [None] * 20 + ["too_many_reports"]


async def test_who_is_silenced_says_nothing_anywhere_until_a_moderator_lets_them(
    hall: Hall,
) -> None:
    other = await hall.town.gateway()
    mod, ben = await hall.moderator(), await (await hall.guest(other)).enter()
    ann = await (await hall.guest()).enter()
    await ben.say("Erste")
    await ann.say("Meine")
    await ben.say("Zweite")
    await ann.reads("Erste", "Meine", "Zweite")
    answer = await mod.do("mute", player=ben.id, minutes=10, kind="spam", erase=True)
    assert answer.get("code") is None
    assert await ben.say("Dritte") == "muted"
    assert ben.standing["muted_until_ms"] is not None
    for who in (ann, ben):
        await who.reads("Meine")
    rows = await hall.behind.rows("lobby", "SELECT player FROM lines")
    assert [row[0] for row in rows] == [ann.id]
    await ann.sees(ann, ben)

    await hall.behind.stop(hall.behind.running("lobby"))
    await hall.behind.start("lobby", **QUICK)
    assert await ben.say("Vierte") == "muted"
    assert (await mod.do("unmute", player=ben.id)).get("code") is None
    assert await ben.say("Fünfte") is None
    await eventually(lambda: ben.standing["muted_until_ms"] is None)
    assert await audit(mod) == ["person_unmuted", "person_muted"]


async def test_who_is_shut_out_leaves_at_once_and_comes_in_again_when_let(hall: Hall) -> None:
    other = await hall.town.gateway()
    mod, ben = await (await hall.moderator()).enter(), await (await hall.guest(other)).enter()
    await mod.sees(mod, ben)
    assert (await mod.do("ban", player=ben.id, days=2, kind="insult")).get("code") is None
    assert (await ben.socket.next("refused"))["code"] == "banned"
    await mod.sees(mod)
    assert ben.standing["banned_until_ms"] is not None
    assert await ben.say("Lasst mich rein") == "not_here"
    await ben.socket.send({"t": "enter_lobby"})
    assert (await ben.socket.next("refused"))["code"] == "banned"
    again = await ben.again()
    await again.socket.send({"t": "enter_lobby"})
    assert (await again.socket.next("refused"))["code"] == "banned"
    assert again.standing["banned_until_ms"] is not None
    assert not any(message["t"] == "lobby" for message in again.socket.got)

    assert (await mod.do("unban", player=ben.id)).get("code") is None
    await eventually(lambda: ben.standing["banned_until_ms"] is None)
    await ben.enter()
    await mod.sees(mod, ben)
    assert await audit(mod) == ["person_unbanned", "person_banned"]


async def test_the_owner_believes_no_gateway_who_is_a_moderator(hall: Hall) -> None:
    ann, ben = await hall.guest(), await hall.guest()
    mute = MutePerson(ben.id, 10, "spam")  # type: ignore[arg-type]  # an id is a text
    answer = await hall.behind.command("lobby", stream_of(ben.id), ann.id, mute)  # type: ignore[arg-type]  # as above
    assert answer.code == "moderators_only"
    for query in (ReportsFor(ann.id), AuditFor(ann.id)):  # type: ignore[arg-type]  # as above
        assert (await hall.behind.query("query.lobby.0", query)).code == "moderators_only"
    assert await hall.behind.rows("lobby", "SELECT 1 FROM events") == []


async def test_nobody_who_is_no_moderator_any_more_decrees_anything(hall: Hall) -> None:
    mod, ben = await hall.moderator(), await hall.guest()
    assert (await mod.do("mute", player="00-nobody", minutes=1, kind="spam"))["code"] == (
        "no_such_person"
    )
    assert (await mod.do("mute", player=mod.id, minutes=1, kind="spam"))["code"] == "not_yourself"
    assert (await mod.do("mute", player=ben.id, minutes=0, kind="spam"))["code"] == "bad_message"
    assert (await mod.do("close_report", report=77))["code"] == "no_such_report"
    await hall.moderator_no_more("Wachsam")

    async def is_refused() -> bool:
        answer = await mod.do("unmute", player=ben.id)
        return answer.get("code") == "moderators_only"

    await until(is_refused)
    assert await hall.behind.rows("lobby", "SELECT 1 FROM events") == []


async def test_a_moderators_api_token_moderates_nothing(hall: Hall) -> None:
    mod, ben = await hall.moderator(), await (await hall.guest()).enter()
    form = {"name": "Skript", "password": "ein gutes Passwort"}
    status, made = await mod.browser.post("/api/account/tokens", form)
    assert status == 200, made
    bearer = {"Authorization": f"Bearer {made['token']}"}
    nobody = await hall.town.browser()
    script = Visitor(nobody, await nobody.open(**bearer), mod.player)
    assert (await script.socket.next("welcome"))["player"]["role"] == "moderator"
    for verb, fields in (
        ("mute", {"minutes": 10, "kind": "spam"}),
        ("unmute", {}),
        ("ban", {"days": 1, "kind": "spam"}),
        ("unban", {}),
    ):
        answer = await script.do(verb, player=ben.id, **fields)
        assert answer["code"] == "token_not_allowed", verb
    assert (await script.do("close_report", report=1))["code"] == "token_not_allowed"
    for path in ("reports", "audit"):
        status, refusal = await nobody.get(f"/api/moderation/{path}", **bearer)
        assert (status, refusal["code"]) == (403, "token_not_allowed")
    assert (await script.do("block", player=ben.id)).get("code") is None, "as anybody may"
    assert await hall.behind.rows("lobby", "SELECT 1 FROM events") == []


async def test_with_an_account_everything_goes_that_its_owner_wrote(hall: Hall) -> None:
    ann, ben = await (await hall.account("Ann")).enter(), await (await hall.account("Ben")).enter()
    mod = await (await hall.moderator()).enter()
    await ann.say("Ein Wort")
    await ben.say("Noch eins")
    await mod.reads("Ein Wort", "Noch eins")
    n = await line_of(ben, "Ein Wort")
    await ben.do("report", player=ann.id, kind="insult", line=n, reason="Sie war es")
    await ann.do("report", player=ben.id, kind="insult", reason="Er war es")
    await ann.do("block", player=mod.id)
    await mod.do("block", player=ann.id)
    status, export = await ann.browser.get("/api/account/export")
    traces = export["lobby"]
    assert (status, [line["text"] for line in traces["lines"]]) == (200, ["Ein Wort"])
    assert [(one["about"], one["reason"]) for one in traces["reports"]] == [(ben.id, "Er war es")]
    assert traces["standing"]["blocked"] == [mod.id]
    assert "Sie war es" not in str(export), "who reports whom is for moderators alone"

    form = {"password": "ein gutes Passwort"}
    assert (await ann.browser.post("/api/account/delete", form))[0] == 200
    for who in (ben, mod):
        await who.reads("Noch eins")
        await who.sees(ben, mod)
    rows = await hall.behind.rows("lobby", "SELECT 1 FROM lines WHERE player = $1", ann.id)
    assert rows == []
    assert await hall.behind.rows("lobby", "SELECT 1 FROM blocks") == []
    await eventually(lambda: mod.standing["blocked"] == [])
    words = {one["about"]: (one["reason"], one["quoted"]) for one in await reports(mod)}
    assert words == {ann.id: ("Sie war es", None), ben.id: ("", None)}
    await refuses_what_comes_late(hall, PlayerId(ann.id), PlayerId(ben.id))


async def refuses_what_comes_late(hall: Hall, gone: PlayerId, other: PlayerId) -> None:
    """What was under way when an account was deleted leaves nothing behind either."""
    for late in (
        SayLine(CommandId("late"), gone, "", "lobby", None, "Noch unterwegs"),
        BlockPerson(gone, other),
    ):
        assert (await hall.behind.query("query.lobby.0", late)).code == "no_session"
    report = FileReport(other, "insult", "Noch unterwegs")
    answer = await hall.behind.command("lobby", stream_of(other), gone, report)
    assert answer.code == "no_session"


async def test_a_line_that_is_being_stored_goes_with_the_others(hall: Hall) -> None:
    mod, ben = await hall.moderator(), await (await hall.guest()).enter()
    await ben.say("Vorher")
    connection = await asyncpg.connect(hall.behind.database_url)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE lobby.lines IN SHARE MODE")
            saying = asyncio.create_task(ben.say("Gerade eben"))
            waiting = (
                "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database"
                " WHERE NOT granted AND datname = current_database()"
            )
            while await connection.fetchval(waiting) < 1:
                pass
            muting = asyncio.create_task(
                mod.do("mute", player=ben.id, minutes=10, kind="spam", erase=True)
            )
            await eventually(lambda: ben.standing.get("muted_until_ms") is not None)
        assert (await muting).get("code") is None
    finally:
        await connection.close()
    assert await saying in (None, "muted")
    assert await hall.behind.rows("lobby", "SELECT text FROM lines") == []
    await ben.reads()
