"""Rooms: opened by HTTP, shown and changed over sockets."""

from typing import Any

import msgspec

from libs.bus import NatsBus, NatsOptions
from libs.contracts.ids import RoomId
from services.gateway.app import Gateway
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import House, terms


async def open_room(browser: Any, command: str = "c1") -> dict[str, Any]:
    status, room = await browser.post("/api/rooms", {"id": command, "terms": terms()})
    assert status == 200, room
    return dict(room)


async def test_the_same_request_again_opens_no_second_room(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    (one, _), (two, _) = house.guest(), house.guest()
    browser = make_browser(gateway, one)
    room = await open_room(browser)
    assert await open_room(browser) == room
    assert (await open_room(browser, "c2"))["room"] != room["room"]
    assert (await open_room(make_browser(gateway, two)))["room"] != room["room"]
    assert len(house.rooms) == 3
    games = {
        msgspec.msgpack.decode(envelope.command)["game_id"] for envelope in house.room_commands
    }
    assert len(games) == 3
    assert await make_browser(gateway).get(f"/api/rooms/{room['room']}") == (200, room)


async def test_a_room_s_changes_reach_both_and_old_views_nobody(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    (one, _), (two, guest) = house.guest("Ada"), house.guest("Bo")
    room = (await open_room(make_browser(gateway, one)))["room"]
    host = await make_browser(gateway, one).socket()
    other = await make_browser(gateway, two).socket()
    for socket in (host, other):
        await socket.send({"t": "watch_room", "room": room})
        assert (await socket.next("room"))["view"]["version"] == 1
    assert (await other.ask({"t": "join_room", "id": "j", "room": room}))["version"] == 2
    for socket in (host, other):
        view = (await socket.next("room"))["view"]
        assert view["guest"] == {"player": guest.id, "name": "Bo"}

    old = msgspec.structs.replace(house.rooms[room], version=1)
    house.show_room(old)
    house.rooms[room] = msgspec.structs.replace(old, version=2)
    wanted = terms(variant="yucata")
    answer = await host.ask({"t": "change_terms", "id": "t", "room": room, "terms": wanted})
    assert answer["version"] == 3
    for socket in (host, other):
        assert (await socket.next("room"))["view"]["version"] == 3
    shown = [message["view"]["version"] for message in other.got if message["t"] == "room"]
    assert shown == [1, 2, 3]


async def test_a_room_left_is_not_shown_any_more(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    room = RoomId((await open_room(make_browser(gateway, token)))["room"])
    socket, stays = [await make_browser(gateway).socket() for _ in range(2)]
    for each in (socket, stays):
        await each.send({"t": "watch_room", "room": room})
        await each.next("room")
    await socket.send({"t": "unwatch_room", "room": room})
    await socket.has_caught_up()
    house.show_room(msgspec.structs.replace(house.rooms[room], version=9))
    assert (await stays.next("room"))["view"]["version"] == 9
    await socket.has_caught_up()
    assert [message["view"]["version"] for message in socket.got if message["t"] == "room"] == [1]


async def test_a_change_that_got_lost_is_asked_for_when_the_rooms_have_a_new_owner(
    house: House, gateway: Gateway, make_browser: MakeBrowser, nats_url: str
) -> None:
    token, _ = house.guest()
    room = (await open_room(make_browser(gateway, token)))["room"]
    socket = await make_browser(gateway, token).socket()
    await socket.send({"t": "watch_room", "room": room})
    await socket.next("room")
    bus = await NatsBus.connect(NatsOptions(nats_url))
    # Each time all is asked for, and by itself only five seconds after that.
    for version in (2, 3):
        house.rooms[room] = msgspec.structs.replace(house.rooms[room], version=version)
        bus.publish("owner.matchmaking", b"")
        assert (await socket.next("room", within_s=4.0))["view"]["version"] == version
    await bus.close()


async def test_five_rooms_and_no_more(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    browser = make_browser(gateway, token)
    socket = await browser.socket()
    for number in range(6):
        room = (await open_room(browser, f"c{number}"))["room"]
        await socket.send({"t": "watch_room", "room": room})
    assert (await socket.next("room_gone"))["code"] == "too_many_watched"
