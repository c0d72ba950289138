"""Open offers in the waiting room, as matchmaking tells of them."""

from typing import Any

from libs.testkit.eventually import eventually
from tests.integration.gateway.house import terms
from tests.integration.lobby.conftest import QUICK, Hall, Visitor


def offers(who: Visitor) -> list[str]:
    """Whose open offers somebody sees."""
    hosts: dict[str, str] = {}
    for message in who.socket.got:
        if message["t"] == "lobby":
            hosts = {}
        if message["t"] in ("lobby", "lobby_changes"):
            hosts.update(
                {seek["room"]: seek["host"]["player"] for seek in message.get("seeks", [])}
            )
            for room in message.get("seeks_gone", []):
                hosts.pop(room, None)
    return [*hosts.values()]


async def offer(who: Visitor, wish_id: str = "seek") -> dict[str, Any]:
    """An open offer."""
    status, room = await who.browser.post("/api/seeks", {"id": wish_id, "terms": terms()})
    assert status == 200, room
    return dict(room)


async def test_offers_are_seen_by_everybody_who_is_not_hidden(hall: Hall) -> None:
    for service in ("games", "matchmaking"):
        await hall.behind.start(service)
    ann, ben, cleo = [await (await hall.guest()).enter() for _ in range(3)]
    assert (await cleo.do("block", player=ann.id)).get("code") is None
    room = await offer(ann)
    await eventually(lambda: offers(ben) == [ann.id])
    later = await (await hall.guest()).enter()
    await eventually(lambda: offers(later) == [ann.id])
    assert offers(cleo) == []
    assert offers(await (await cleo.again()).enter()) == []

    await hall.behind.stop(hall.behind.running("lobby"))
    await hall.behind.start("lobby", **QUICK)
    assert (await cleo.do("unblock", player=ann.id)).get("code") is None
    await eventually(lambda: offers(cleo) == [ann.id])
    assert (await ann.do("leave_room", room=room["room"])).get("code") is None
    for who in (ann, ben, cleo, later):
        await eventually(lambda who=who: offers(who) == [])  # type: ignore[misc]  # bound now


async def test_an_offer_goes_with_its_host(hall: Hall) -> None:
    for service in ("games", "matchmaking"):
        await hall.behind.start(service)
    ann, ben = [await (await hall.guest()).enter() for _ in range(2)]
    await offer(ann)
    await eventually(lambda: offers(ben) == [ann.id])
    await hall.behind.stop(hall.behind.running("lobby"))
    await ann.socket.close()
    await hall.behind.start("lobby", **QUICK)
    await eventually(lambda: offers(ben) == [])
    await ben.sees(ben)
