"""Games at one device are opened once, bounded, by anybody who has come in."""

from typing import Any

import msgspec
import pytest

from libs.contracts import matchmaking
from services.gateway.app import Gateway
from tests.integration.gateway.browser import Browser
from tests.integration.gateway.conftest import MakeBrowser, MakeGateway
from tests.integration.gateway.house import House, terms
from tests.integration.gateway.test_bad_http import refused

HOTSEAT = terms(kind="hotseat")


def wish(command_id: str = "one", **changes: Any) -> dict[str, Any]:
    return {"id": command_id, "terms": HOTSEAT, **changes}


def line(number: int, kind: str = "hotseat") -> dict[str, Any]:
    """A running game in the archive's list."""
    seat = {"player": "00-me", "name": "Ich"}
    game = terms(kind=kind)["game"]
    return {"game": f"00-{number}", "terms": game, "seats": [seat] * 2, "started_at_ms": number}


@pytest.fixture
async def person(house: House, gateway: Gateway, make_browser: MakeBrowser) -> Browser:
    """Somebody who has come in."""
    token, _ = house.guest()
    return make_browser(gateway, token)


async def test_the_same_wish_opens_one_room(house: House, person: Browser) -> None:
    status, room = await person.post("/api/hotseat", wish())
    assert (status, room["state"]) == (200, "open")
    assert (await person.post("/api/hotseat", wish()))[1]["room"] == room["room"]
    assert (await person.post("/api/hotseat", wish("two")))[1]["room"] != room["room"]
    commands = [
        msgspec.msgpack.decode(envelope.command, type=matchmaking.RoomCommand)
        for envelope in house.room_commands
    ]
    assert all(isinstance(command, matchmaking.OpenHotseat) for command in commands)
    assert commands[0] == commands[1] != commands[2]


@pytest.mark.parametrize("changes", [{"id": ""}, {"terms": {}}, {"strength": "easy"}, {"more": 1}])
async def test_odd_wishes(house: House, person: Browser, changes: dict[str, Any]) -> None:
    await refused(person, "POST", "/api/hotseat", 400, msgspec.json.encode(wish(**changes)))
    assert house.room_commands == []


async def test_who_is_nobody_has_to_come_in_first(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    body = msgspec.json.encode(wish())
    refusal = await refused(make_browser(gateway), "POST", "/api/hotseat", 401, body)
    assert refusal.code == "no_session"
    assert house.room_commands == []


async def test_nobody_has_more_than_so_many_at_a_time(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    person = make_browser(await make_gateway(hotseat_games=3), token)
    practice = [line(number, "practice") for number in range(9)]
    house.running[player.id] = [*practice, line(10), line(11)]
    assert (await person.post("/api/hotseat", wish()))[0] == 200
    house.running[player.id].append(line(12))
    assert (await person.post("/api/hotseat", wish()))[0] == 200, "that one is open already"
    body = msgspec.json.encode(wish("another"))
    refusal = await refused(person, "POST", "/api/hotseat", 409, body)
    assert refusal.code == "too_many_hotseat_games"
    house.close("archive")
    assert (await person.post("/api/hotseat", wish("third")))[0] == 200


async def test_who_opens_too_fast_has_to_wait(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    person = make_browser(await make_gateway(hotseats_a_minute=1, hotseats_burst=2), token)
    statuses = [(await person.post("/api/hotseat", wish(str(n))))[0] for n in range(3)]
    assert statuses == [200, 200, 429]
