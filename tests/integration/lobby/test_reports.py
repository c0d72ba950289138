"""Many reports: none is lost sight of, and nobody files more than may be."""

import asyncio

from libs.contracts.ids import PlayerId
from libs.contracts.lobby_messages import FileReport, stream_of
from tests.integration.accounts.conftest import me
from tests.integration.lobby.conftest import QUICK, Hall
from tests.integration.lobby.desk import is_told, reports, told


async def test_of_many_reports_at_once_about_many_no_more_than_a_days_are_taken(
    hall: Hall,
) -> None:
    ann, *others = [PlayerId((await hall.guest()).id) for _ in range(6)]
    about = others * 6
    answers = await asyncio.gather(
        *(
            hall.behind.command("lobby", stream_of(each), ann, FileReport(each, "spam", ""))
            for each in about
        )
    )
    codes = [answer.code for answer in answers]
    assert (codes.count(None), codes.count("too_many_reports")) == (20, 10)
    (row,) = await hall.behind.rows(
        "lobby", "SELECT (SELECT count(*) FROM reports), (SELECT count(*) FROM events)"
    )
    assert [*row] == [20, 20]


async def test_many_reports_push_no_old_one_from_the_desk(hall: Hall) -> None:
    mod = await hall.moderator()
    await hall.behind.rows(
        "lobby",
        "INSERT INTO reports (report, at_ms, by, about, kind, reason)"
        " SELECT n, n, '00-by', '00-about', 'spam', '' FROM generate_series(1, 230) AS n",
    )
    assert [one["report"] for one in await reports(mod)] == [*range(1, 201)]
    assert [one["report"] for one in await reports(mod, after=200)] == [*range(201, 231)]
    status, refusal = await mod.browser.get("/api/moderation/reports?after=nothing")
    assert (status, refusal["code"]) == (400, "bad_page")
    assert (await mod.do("close_report", report=1)).get("code") is None
    await hall.behind.rows("lobby", "UPDATE reports SET closed_by = '00-mod' WHERE report <= 30")
    shown = [one["report"] for one in await reports(mod)]
    assert shown == [*range(31, 231), *range(30, 0, -1)], "what was closed, newest first"


async def test_moderators_are_told_at_once_of_what_is_reported_and_done_and_nobody_else(
    hall: Hall,
) -> None:
    second = await hall.town.gateway()
    mod, colleague = await hall.moderator(), await hall.moderator("Kollegin")
    ann, ben = await hall.guest(second), await hall.guest()
    await is_told(mod, 0)
    assert (await ann.do("report", player=ben.id, kind="spam", reason="")).get("code") is None
    for who in (mod, colleague):
        await is_told(who, 1)
    (filed,) = await reports(mod)
    assert (await colleague.do("close_report", report=filed["report"])).get("code") is None
    await is_told(mod, 0)
    so_far = len(told(mod))
    assert (await colleague.do("mute", player=ben.id, minutes=5, kind="spam")).get("code") is None
    await is_told(mod, 0, after=so_far)
    await hall.moderator_no_more("Kollegin")
    while (await me(colleague.browser))["role"] == "moderator":
        pass
    before = len(told(colleague))
    assert (await ann.do("report", player=ben.id, kind="spam", reason="")).get("code") is None
    await is_told(mod, 1)
    so_far = len(told(mod))
    await hall.behind.stop(hall.behind.running("lobby"))
    await hall.behind.start("lobby", **QUICK)
    await is_told(mod, 1, after=so_far)
    await is_told(await mod.again(), 1)
    assert (told(ann), told(ben), len(told(colleague))) == ([], [], before)
