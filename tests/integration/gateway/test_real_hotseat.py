"""Games at one device through the gateway and the real services behind it."""

from typing import Any

import pytest

from services.gateway.app import Gateway
from tests.integration.behind import until
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import terms
from tests.integration.gateway.test_real_house import ODD_TERMS, OURS_TO_BLAME, Seated, come_in

HOTSEAT = terms(kind="hotseat")


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


async def begun(person: Seated, wish_id: str = "open") -> tuple[str, str]:
    """The room and the game of two at this person's device, watched."""
    wish = {"id": wish_id, "terms": HOTSEAT}
    status, room = await person.browser.post("/api/hotseat", wish)
    assert (status, room["guest"]) == (200, room["host"])
    await person.socket.send({"t": "watch_room", "room": room["room"]})
    room = await started(person, None)
    await person.socket.send({"t": "watch", "game": room["game_id"]})
    assert (await person.socket.next("game_snapshot"))["seat"] == 0
    return room["room"], room["game_id"]


async def started(person: Seated, after: str | None) -> dict[str, Any]:
    """The room once a game has begun there that is not the one before."""
    while True:
        room: dict[str, Any] = (await person.socket.next("room"))["view"]
        if room["state"] == "started" and room["game_id"] != after:
            return room


async def test_both_sides_are_played_and_taken_back_from_every_tab(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person = await come_in(gateway, make_browser)
    _, game = await begun(person)
    other_tab = await person.browser.socket()
    await other_tab.send({"t": "watch", "game": game})
    assert (await other_tab.next("game_snapshot"))["seat"] == 0
    assert (await person.do("play", game=game, position=1, turn="d7"))["version"] == 2
    assert (await person.do("play", game=game, position=2, turn="a1"))["version"] == 3
    assert (await person.do("take_back", game=game, position=3))["version"] == 4
    assert (await person.do("take_back", game=game, position=4))["version"] == 5
    answer = await person.do("take_back", game=game, position=5)
    assert answer["code"] == "nothing_to_take_back"
    assert (await person.do("play", game=game, position=5, turn="g7"))["version"] == 6
    events = [(await other_tab.next("game_event"))["event"] for _ in range(5)]
    assert [event["data"]["seat"] for event in events] == [0, 1, 1, 0, 0]
    assert [event["data"]["clock"]["running"] for event in events] == [1, 0, 1, 0, 1]
    now = (await person.browser.get(f"/api/games/{game}"))[1]
    assert (now["seat"], now["view"]["ply"]) == (0, 1)


async def test_it_is_nobody_else_s(gateway: Gateway, make_browser: MakeBrowser) -> None:
    person, other = [await come_in(gateway, make_browser) for _ in range(2)]
    room, game = await begun(person)
    nobody = make_browser(gateway)
    for browser in (other.browser, nobody):
        status, refusal = await browser.get(f"/api/games/{game}")
        assert (status, refusal["code"]) == (404, "game_not_found")
    for socket in (other.socket, await nobody.socket()):
        await socket.send({"t": "watch", "game": game})
        assert (await socket.next("game_gone"))["code"] == "game_not_found"
    assert (await other.do("play", game=game, position=1, turn="d7"))["code"] == "not_a_player"
    assert (await other.do("join_room", room=room))["code"] == "room_started"
    assert (await other.do("rematch", room=room, game=game))["code"] == "not_in_room"


async def test_a_clock_at_one_device_keeps_nobody_from_playing_elsewhere(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person = await come_in(gateway, make_browser)
    for wish_id in ("one", "two"):
        await begun(person, wish_id)
    lines = (await person.browser.get("/api/me"))[1]["running"]
    while len(lines) < 2:
        lines = (await person.socket.next("running"))["running"]
    assert [line["terms"]["kind"] for line in lines] == ["hotseat"] * 2


async def test_another_game_follows_and_all_of_them_are_mine_without_a_result(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person = await come_in(gateway, make_browser)
    room, first = await begun(person)
    assert (await person.do("rematch", room=room, game=first))["code"] == "game_running"
    await person.do("play", game=first, position=1, turn="d7")
    assert "code" not in await person.do("offer_draw", game=first)
    assert "code" not in await person.do("rematch", room=room, game=first)
    second = (await started(person, first))["game_id"]
    assert "code" not in await person.do("leave_game", game=second)

    async def ends() -> list[tuple[str, int | None, str]]:
        games = (await person.browser.get("/api/my-games?kind=hotseat"))[1]["games"]
        return [(line["game"], line.get("winner"), line["reason"]) for line in games]

    async def are_listed() -> bool:
        return len(await ends()) == 2

    await until(are_listed)
    assert await ends() == [(second, None, "left"), (first, None, "agreement")]
    for result in ("won", "drawn", "lost"):
        assert (await person.browser.get(f"/api/my-games?result={result}"))[1]["games"] == []
    figures = (await person.browser.get("/api/my-statistics"))[1]
    assert figures["people"]["tally"] == {"won": 0, "drawn": 0, "lost": 0}


async def test_odd_terms_open_nothing(gateway: Gateway, make_browser: MakeBrowser) -> None:
    person = await come_in(gateway, make_browser)
    for odd in (*ODD_TERMS, {"kind": "friendly"}, {"kind": "practice"}):
        wanted = {**HOTSEAT, "game": {**HOTSEAT["game"], **odd}}
        status, refusal = await person.browser.post("/api/hotseat", {"id": "odd", "terms": wanted})
        assert status in (400, 422), (odd, refusal)
        assert refusal["code"] not in OURS_TO_BLAME, odd
    status, refusal = await person.browser.post("/api/rooms", {"id": "odd", "terms": HOTSEAT})
    assert (status, refusal["code"]) == (422, "not_hotseat")
