"""Practice games through the gateway and the real services behind it."""

import pytest

from services.gateway.app import Gateway
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import terms
from tests.integration.gateway.test_real_house import ODD_TERMS, OURS_TO_BLAME, Seated, come_in


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


PRACTICE = {
    **terms(time={"base_ms": None, "increment_ms": 0}, kind="practice"),
    "first": "host",
}


async def begun(person: Seated) -> str:
    """A game against a computer, watched; the computer itself is silent here."""
    wish = {"id": "open", "terms": PRACTICE, "strength": "easy"}
    status, room = await person.browser.post("/api/practice", wish)
    assert (status, room["guest"]) == (200, {"player": "bot:easy", "name": "Computer"})
    assert (await person.browser.post("/api/practice", wish))[1]["room"] == room["room"]
    await person.socket.send({"t": "watch_room", "room": room["room"]})
    while room["state"] != "started":
        room = (await person.socket.next("room"))["view"]
    await person.socket.send({"t": "watch", "game": room["game_id"]})
    assert (await person.socket.next("game_snapshot"))["seat"] == 0
    return str(room["game_id"])


async def test_a_practice_game_is_played_and_taken_back(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person = await come_in(gateway, make_browser)
    game = await begun(person)
    assert (await person.socket.next("presence"))["connected"] == [True, True]
    answer = await person.do("take_back", game=game, position=1)
    assert answer["code"] == "nothing_to_take_back"
    answer = await person.do("play", game=game, position=1, turn="d7")
    assert answer["version"] == 2
    assert (await person.do("take_back", game=game, position=1))["code"] == "stale_position"
    assert (await person.do("take_back", game=game, position=2))["version"] == 3
    await person.socket.next("game_event")
    event = (await person.socket.next("game_event"))["event"]
    assert event["type"] == "games.turns_taken_back"
    assert (event["data"]["to"], event["data"]["plies"]) == (1, 1)
    assert (await person.do("claim_win", game=game))["code"] == "opponent_present"
    now = (await person.browser.get(f"/api/games/{game}"))[1]
    assert (now["position"], now["view"]["ply"]) == (3, 0)


async def test_others_see_nothing_of_a_practice_game(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person, other = [await come_in(gateway, make_browser) for _ in range(2)]
    game = await begun(person)
    nobody = make_browser(gateway)
    for browser in (other.browser, nobody):
        status, refusal = await browser.get(f"/api/games/{game}")
        assert (status, refusal["code"]) == (404, "game_not_found")
    for socket in (other.socket, await nobody.socket()):
        await socket.send({"t": "watch", "game": game})
        assert (await socket.next("game_gone"))["code"] == "game_not_found"
    assert (await other.do("play", game=game, position=1, turn="d7"))["code"] == "not_a_player"
    await eventually_lists(person, game)
    assert "code" not in await person.do("resign", game=game)
    assert (await other.browser.get(f"/api/games/{game}"))[0] == 404


async def eventually_lists(person: Seated, game: str) -> None:
    """Until the person's running games are just this one."""
    while True:
        running = (await person.socket.next("running"))["running"]
        if [line["game"] for line in running] == [game]:
            assert running[0]["terms"]["kind"] == "practice"
            return


async def test_odd_terms_open_no_practice(gateway: Gateway, make_browser: MakeBrowser) -> None:
    person = await come_in(gateway, make_browser)
    for odd in (*ODD_TERMS, {"kind": "friendly"}, {"time": {"base_ms": 60_000}}):
        wanted = {**PRACTICE, "game": {**PRACTICE["game"], **odd}}
        wish = {"id": "odd", "terms": wanted, "strength": "easy"}
        status, refusal = await person.browser.post("/api/practice", wish)
        assert status in (400, 422), (odd, refusal)
        assert refusal["code"] not in OURS_TO_BLAME, odd
    status, refusal = await person.browser.post("/api/rooms", {"id": "odd", "terms": PRACTICE})
    assert (status, refusal["code"]) == (422, "practice_only")
