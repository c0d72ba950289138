"""Who is in the waiting room: one entry a person, over sockets, gateways, reloads and games."""

import msgspec

from libs.contracts.games import GameTerms, Resign, SeatInfo, StartGame
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.lobby import Between, FreePeople, PersonHere, StandingBetween
from libs.contracts.lobby_messages import Sighting, WhoIsHere
from libs.eventstore.records import new_stream_id
from libs.testkit.eventually import eventually
from libs.timing import TimeControl
from tests.integration.accounts.conftest import Town
from tests.integration.lobby.conftest import QUICK, Hall, Visitor

HERE = Between(is_banned=False, is_blocked=False, is_here=True)


async def between(hall: Hall, one: Visitor, other: Visitor | None) -> Between:
    """What matchmaking is told before a challenge."""
    other_id = None if other is None else PlayerId(other.id)
    query = StandingBetween(PlayerId(one.id), other_id)
    answer = await hall.behind.query("query.lobby.0", query)
    assert answer.data is not None, answer
    return msgspec.msgpack.decode(answer.data, type=Between)


async def free(hall: Hall, one: Visitor, **wishes: bool) -> list[str]:
    """Whom a quick game may be played with."""
    query = FreePeople(PlayerId(one.id), "mills", wishes.get("accounts_only", False))
    answer = await hall.behind.query("query.lobby.0", query)
    assert answer.data is not None, answer
    found = msgspec.msgpack.decode(answer.data, type=list[PersonHere])
    return [person.player for person in found]


async def test_one_entry_a_person_over_tabs_and_gateways(hall: Hall) -> None:
    first, second = await hall.town.gateway(), await hall.town.gateway()
    ann, ben = await hall.guest(first), await hall.account("Ben", second)
    await ann.enter()
    await ben.enter()
    await ann.sees(ann, ben)
    await ben.sees(ann, ben)
    assert ann.people[ann.id] == {"player": ann.id, "name": ann.player["name"], "is_guest": True}
    assert ben.people[ben.id] == {"player": ben.id, "name": ""}

    tab = await (await ann.again()).enter()
    other = Visitor(ann.browser, tab.socket, ann.player)
    await ann.socket.close()
    await other.sees(ann, ben)
    count = len(ben.socket.got)
    await tab.socket.send({"t": "leave_lobby"})
    await ben.sees(ben)
    assert not any(each["t"] == "lobby" for each in ben.socket.got[count:])


async def test_a_reload_is_not_noticed_and_closing_the_last_tab_is(hall: Hall) -> None:
    ann, ben = await (await hall.guest()).enter(), await (await hall.guest()).enter()
    await ben.sees(ann, ben)
    before = len(ben.socket.got)
    await ann.socket.close()
    ann = await (await ann.again()).enter()
    await ann.sees(ann, ben)
    await ann.socket.close()
    await ben.sees(ben)
    changes = [each for each in ben.socket.got[before:] if each["t"] == "lobby_changes"]
    assert [each.get("gone") for each in changes] == [[ann.id]]


async def test_whoever_has_gone_for_good_is_said_to_be(hall: Hall) -> None:
    gone: list[bytes] = []
    hall.behind.bus.subscribe("lobby.gone", lambda _subject, data: gone.append(data))
    ann, looks_on = await (await hall.guest()).enter(), await hall.town.browser()
    socket = await looks_on.socket()
    await socket.send({"t": "enter_lobby"})
    room = await socket.next("lobby")
    people = room["people"]
    assert [person["player"] for person in people] in ([ann.id], [])
    while not people:  # who comes and goes between two reports is never seen
        people = (await socket.next("lobby_changes")).get("people", [])
    await ann.socket.send({"t": "leave_lobby"})
    await socket.next("lobby_changes", gone=[ann.id])
    await (await ann.again()).socket.close()
    assert gone == [], "who is still connected is not gone for good"
    await ann.socket.close()
    await eventually(lambda: gone == [msgspec.json.encode({"player": ann.id})])


async def test_who_plays_is_shown_as_playing_and_is_not_free(hall: Hall) -> None:
    await hall.behind.start("games")
    ann, ben, cleo = [await (await hall.guest()).enter() for _ in range(3)]
    await ann.sees(ann, ben, cleo)
    assert {*await free(hall, cleo)} == {ann.id, ben.id}
    assert await between(hall, cleo, ann) == HERE

    game = GameId(new_stream_id(16, bytes(range(16))))
    seats = SeatInfo(PlayerId(ann.id), "Ann"), SeatInfo(PlayerId(ben.id), "Ben")
    start = StartGame(GameTerms("mills", "battlemills-9", {}, TimeControl(180_000, 2_000)), seats)
    answer = await hall.behind.command("games", game, "service:matchmaking", start)
    assert answer.code is None, answer
    await ben.socket.send({"t": "leave_lobby"})
    await eventually(
        lambda: (
            {player: each.get("state") for player, each in cleo.people.items()}
            == {ann.id: "playing", ben.id: "playing", cleo.id: None}
        )
    )
    assert await free(hall, cleo) == []
    assert not (await between(hall, cleo, ann)).is_here

    answer = await hall.behind.command("games", game, ann.id, Resign())
    assert answer.code is None, answer
    await cleo.sees(ann, cleo)
    await eventually(lambda: "state" not in cleo.people[ann.id])


async def test_guests_are_left_out_where_an_account_is_needed(hall: Hall) -> None:
    ann, ben = await (await hall.guest()).enter(), await (await hall.account("Ben")).enter()
    cleo = await (await hall.account("Cleo")).enter()
    await cleo.sees(ann, ben, cleo)
    assert await free(hall, cleo, accounts_only=True) == [ben.id]
    assert {*await free(hall, cleo)} == {ann.id, ben.id}


async def test_a_guest_who_signs_up_stays_who_they_are(hall: Hall) -> None:
    ann, ben = await (await hall.guest()).enter(), await (await hall.guest()).enter()
    await ben.sees(ann, ben)
    form = {"name": "Annette", "password": "ein gutes Passwort"}
    assert (await ann.browser.post("/api/sign-up", form))[0] == 200
    ann = await (await ann.again()).enter()
    await eventually(lambda: ben.people[ann.id] == {"player": ann.id, "name": ""})


async def test_elo_stands_beside_the_name_and_changes_with_a_rated_game(hall: Hall) -> None:
    for service in ("games", "ratings"):
        await hall.behind.start(service)
    ann, ben = await (await hall.account("Ann")).enter(), await (await hall.account("Ben")).enter()
    cleo = await (await hall.guest()).enter()
    await cleo.sees(ann, ben, cleo)
    assert "elo" not in cleo.people[ann.id]
    for player in (ann.id, ben.id):
        await hall.behind.rows(
            "ratings", "INSERT INTO elo VALUES ($1, 'mills', 1337, 3, true)", player
        )
    rated = msgspec.json.encode(
        {"t": "rated", "game": "00-a", "family": "mills", "before": 1200, "after": 1220,
         "points_before": 0, "points_after": 10, "taler": 0}
    )  # fmt: skip
    hall.behind.bus.publish(f"player.{ann.id}.rated", rated)
    await eventually(lambda: cleo.people[ann.id].get("elo") == {"mills": 1220})
    assert "elo" not in cleo.people[ben.id]
    await ben.socket.close()
    await cleo.sees(ann, cleo)
    ben = await (await ben.again()).enter()
    await eventually(lambda: cleo.people.get(ben.id, {}).get("elo") == {"mills": 1337})


async def test_more_people_than_fit_into_a_message_are_learnt_by_a_gateway_that_comes_later(
    empty_town: Town,
) -> None:
    hall = Hall(empty_town)
    await hall.behind.start("lobby", **{**QUICK, "silence_ms": 60_000})
    crowd = [PlayerId(new_stream_id(4, number.to_bytes(16))) for number in range(4_500)]
    for part, begin in enumerate(range(0, len(crowd), 1_500)):
        here = [
            Sighting(each, "Gast", is_guest=True, is_in=True, has_come=True, is_playing=False)
            for each in crowd[begin : begin + 1_500]
        ]
        report = WhoIsHere("crowd", part + 1, is_whole=True, here=here, part=part,
                           is_more=begin + 1_500 < len(crowd))  # fmt: skip
        assert (await hall.behind.query("query.lobby.0", report)).code is None
    ann = await (await hall.guest()).enter()
    ben = await (await hall.guest(await hall.town.gateway())).enter()
    everybody = {*crowd, ann.id, ben.id}
    for who in (ann, ben):
        await eventually(lambda who=who: who.people.keys() == everybody)  # type: ignore[misc]  # bound now
