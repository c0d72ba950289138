"""The waiting room while its owner, a gateway or the bus dies: nobody seems gone who is there."""

from deploy.local.servers import NatsServer
from libs.contracts.ids import PlayerId
from libs.contracts.lobby_messages import SUBJECT, Sighting, WhoIsHere
from libs.testkit.eventually import eventually
from tests.integration.accounts.conftest import Town
from tests.integration.lobby.conftest import QUICK, Hall, Visitor


def gone(who: Visitor) -> list[str]:
    """Whom somebody was told to have gone."""
    return [
        player
        for message in who.socket.got
        if message["t"] == "lobby_changes"
        for player in message.get("gone", [])
    ]


async def test_another_takes_over_from_a_killed_owner_and_nobody_notices(
    empty_town: Town,
) -> None:
    behind = empty_town.behind
    owner = await behind.start_process("lobby")
    await behind.start("lobby", is_ready=False, settle_ms=1_200)
    hall = Hall(empty_town)
    ann, ben = await (await hall.guest()).enter(), await (await hall.guest()).enter()
    await ann.sees(ann, ben)
    assert await ann.say("Vorher") is None
    assert (await ann.do("block", player="00-nobody"))["code"] == "no_such_person"
    owner.kill()
    assert await ben.say("Nachher") is None
    cleo = await (await hall.guest()).enter()
    for who in (ann, ben, cleo):
        await who.sees(ann, ben, cleo)
        await who.reads("Vorher", "Nachher")
        assert gone(who) == []
    assert sum(message["t"] == "lobby" for message in ann.socket.got) == 1


async def test_two_instances_are_one_hall(hall: Hall) -> None:
    await hall.behind.start("lobby", is_ready=False, **QUICK)
    first, second = await hall.town.gateway(), await hall.town.gateway()
    ann, ben = await hall.guest(first), await hall.guest(second)
    await ann.enter()
    await ben.enter()
    for who in (ann, ben):
        await who.sees(ann, ben)
    assert await ann.say("Hallo") is None
    await ben.reads("Hallo")


async def test_the_people_of_a_dead_gateway_go(hall: Hall) -> None:
    ann = await (await hall.guest()).enter()
    here = Sighting(PlayerId("00-ghost"), "Geist", is_guest=True, is_in=True, has_come=True,
                    is_playing=False)  # fmt: skip
    report = WhoIsHere("dead", 1, is_whole=True, here=[here])
    assert (await hall.behind.query(SUBJECT, report)).code is None
    await eventually(lambda: "00-ghost" in ann.people)
    await ann.sees(ann)
    assert gone(ann) == ["00-ghost"]
    later = WhoIsHere("dead", 2, is_whole=False, here=[])
    assert (await hall.behind.query(SUBJECT, later)).code == "whole_needed"


async def test_when_the_bus_is_back_everything_is_whole_again(
    hall: Hall, own_nats: NatsServer
) -> None:
    ann, ben = await (await hall.guest()).enter(), await (await hall.guest()).enter()
    await ann.sees(ann, ben)
    own_nats.kill()
    await ben.socket.close()
    own_nats.restart()
    await ann.sees(ann)
    ben = await (await ben.again()).enter()
    await ann.sees(ann, ben)
    assert await ann.say("Wieder da") is None
    await ben.reads("Wieder da")
