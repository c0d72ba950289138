"""Hidden cards at one device through the gateway: one curtain for all tabs, none for strangers."""

from typing import Any

import pytest

from services.gateway.app import Gateway
from tests.integration.gateway.browser import Socket
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import terms
from tests.integration.gateway.test_real_hotseat import started
from tests.integration.gateway.test_real_house import Seated, come_in

CARDS = terms(kind="hotseat", game="hanse", variant="battlehanse")


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


async def begun(person: Seated) -> str:
    """A match of two at this person's device."""
    wish = {"id": "open", "terms": CARDS}
    status, room = await person.browser.post("/api/hotseat", wish)
    assert (status, room["guest"]) == (200, room["host"])
    await person.socket.send({"t": "watch_room", "room": room["room"]})
    return str((await started(person, None))["game_id"])


async def looked_at(socket: Socket, game: str) -> dict[str, Any]:
    """The game as a whole, as this tab is shown it now."""
    await socket.send({"t": "watch", "game": game})
    return await socket.next("game_snapshot")


def is_veiled(seen: dict[str, Any]) -> bool:
    """Whether it shows neither hand; else it shows that of its seat, and not the other."""
    hands = seen["view"]["table"]["hands"]
    shown = [event for event in seen["events"] if "shown" in event]
    if hands == [None, None]:
        assert shown == []
        return True
    assert hands[seen["seat"]] is not None
    assert hands[1 - seen["seat"]] is None
    assert shown
    return False


async def is_lifted(tab: Socket, game: str, seat: int) -> None:
    """The tab is told that the curtain is up for that seat, and may then see what it holds."""
    event = (await tab.next("game_event"))["event"]
    assert (event["type"], event["data"]["seat"]) == ("games.unveiled", seat)
    assert event["data"]["clock"]["running"] == seat
    seen = await looked_at(tab, game)
    assert (seen["seat"], is_veiled(seen)) == (seat, False)


def some_turn(seen: dict[str, Any]) -> str:
    """A first turn that is legal whatever the hand is: one card, or all horses, of the market."""
    goods = set(seen["view"]["table"]["market"]) - {"horse"}
    return f"take {min(goods)}" if goods else "horses"


async def test_all_tabs_are_before_the_same_curtain(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person = await come_in(gateway, make_browser)
    game = await begun(person)
    tabs = [person.socket, await person.browser.socket()]
    for seat in (0, 1, 0):
        views = [await looked_at(tab, game) for tab in tabs]
        assert all(map(is_veiled, views))
        assert [seen["seat"] for seen in views] == [0, 0]
        position, turn = views[0]["position"], some_turn(views[0])
        early = await person.do("play", game=game, position=position, turn=turn)
        assert early["code"] == "veiled"
        assert "code" not in await person.do("unveil", game=game, position=position)
        again = await person.do("unveil", game=game, position=position)
        assert (again["code"], again["text"].keys()) == ("already_unveiled", {"de", "en"})
        for tab in tabs:
            await is_lifted(tab, game, seat)
        page = (await person.browser.get(f"/api/games/{game}"))[1]
        assert (page["seat"], is_veiled(page)) == (seat, False)
        played = await person.do("play", game=game, position=position, turn=turn)
        assert "code" not in played
        for tab in tabs:
            told = (await tab.next("game_event"))["event"]
            assert (told["version"], told["data"]["clock"]["running"]) == (played["version"], None)
        stale = await person.do("unveil", game=game, position=position)
        assert stale["code"] == "stale_position"
        await tabs[1].send({"t": "watch", "game": game, "since": position})
        missed = [(await tabs[1].next("game_event"))["event"]["type"] for _ in range(2)]
        assert missed == ["games.unveiled", "games.turn_played"]
    frames = [m for tab in tabs for m in tab.got if m["t"] == "game_event"]
    assert len(frames) == 2 * 3 * 2 + 3 * 2
    assert not any("shown" in message["event"] for message in frames)


async def test_nobody_else_lifts_it_sees_behind_it_or_goes_on(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person, other = [await come_in(gateway, make_browser) for _ in range(2)]
    game = await begun(person)
    position = (await looked_at(person.socket, game))["position"]
    nobody = await make_browser(gateway).socket()
    for _ in range(2):
        for kind, fields in (("unveil", {"position": position}), ("go_on", {"pause": position})):
            assert (await other.do(kind, game=game, **fields))["code"] == "not_a_player"
            message = {"t": kind, "id": kind, "game": game, **fields}
            assert (await nobody.ask(message))["code"] == "no_session"
        for socket in (other.socket, nobody):
            await socket.send({"t": "watch", "game": game, "since": 1})
            assert (await socket.next("game_gone"))["code"] == "game_not_found"
        assert (await other.browser.get(f"/api/games/{game}"))[0] == 404
        await person.do("unveil", game=game, position=position)
    assert (await person.do("go_on", game=game, pause=position))["code"] == "no_such_pause"
