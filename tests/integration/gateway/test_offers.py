"""Challenges, open offers, quick games and the mailbox through the whole house."""

import asyncio
from functools import partial
from typing import Any

import pytest

from services.gateway.app import Gateway
from tests.integration.behind import until
from tests.integration.gateway.browser import Socket
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import terms
from tests.integration.gateway.test_real_house import Seated, come_in

UNTIMED = {"base_ms": None, "increment_ms": 0}


@pytest.fixture
async def gateway(real_gateway: Gateway, make_browser: MakeBrowser) -> Gateway:
    """The gateway of this module, as soon as the waiting room knows who is in it."""
    early = await come_in(real_gateway, make_browser)

    async def is_open() -> bool:
        wish = {"id": "early", "terms": terms(variant="little-table")}
        status, view = await early.browser.post("/api/seeks", wish)
        return status == 200 and "code" not in await early.do("leave_room", room=view["room"])

    await until(is_open)
    return real_gateway


async def sign_up(gateway: Gateway, make_browser: MakeBrowser, name: str) -> Seated:
    """Somebody with an account."""
    browser = make_browser(gateway)
    form = {"name": name, "password": "Goldfisch im Hafen"}
    status, signed = await browser.post("/api/sign-up", form)
    assert status == 200, signed
    return Seated(browser, await browser.socket(), signed["me"]["player"]["id"])


async def is_started(who: Seated, room: str) -> bool:
    """Whether the room's game can be watched."""
    _, view = await who.browser.get(f"/api/rooms/{room}")
    return bool(view["state"] == "started")


async def quick(who: Seated, wish: str, **changes: Any) -> dict[str, Any]:
    """The room that a quick game leads to."""
    body = {"id": wish, "terms": terms(**changes)}
    status, view = await who.browser.post("/api/quick-game", body)
    assert status == 200, view
    return dict(view)


async def test_an_invitation_by_mail_is_read_accepted_and_agreed_to_by_both(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    ann, ben = [await sign_up(gateway, make_browser, name) for name in ("Annegret", "Benno")]
    wish = {"id": "mail", "player": ben.player, "terms": terms()}
    status, view = await ann.browser.post("/api/challenges", wish)
    assert (status, view["kind"], view["invited"]) == (200, "challenge", ben.player)
    assert await ann.browser.post("/api/challenges", wish) == (200, view)
    room = view["room"]
    for who in (ann, ben):
        (told,) = (await who.socket.next("invitations"))["invitations"]
        assert (told["room"], told["is_mail"], told["is_read"]) == (room, True, who is ann)
    status, again = await ben.browser.post(
        "/api/challenges", {"id": "back", "player": ann.player, "terms": terms()}
    )
    assert (status, again["code"], again["detail"]) == (409, "challenged_already", {"room": room})

    assert "code" not in await ben.do("mark_read", room=room)
    _, box = await ben.browser.get("/api/invitations")
    assert [(each["room"], each["is_read"]) for each in box["invitations"]] == [(room, True)]
    assert "code" not in await ben.do("join_room", room=room)
    told = (await ann.socket.next("invitations"))["invitations"][0]
    assert (told["state"], told["is_read"]) == ("accepted", False)
    agreed = view["terms"]
    assert "code" not in await ben.do("agree_terms", room=room, terms=agreed)
    _, view = await ben.browser.get(f"/api/rooms/{room}")
    assert (view["state"], view["agreed"]) == ("open", [ben.player]), "nobody plays unawares"
    assert "code" not in await ann.do("agree_terms", room=room, terms=agreed)
    await until(lambda: is_started(ben, room))


async def test_five_tabs_hear_the_same_and_accept_once(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    """A sixth is closed without a word; five accept at once, and each is told how it stands."""
    ann, ben = [await sign_up(gateway, make_browser, name) for name in ("Annegret", "Benno")]
    tabs = [ben.socket, *[await ben.browser.socket() for _ in range(5)]]
    tabs.pop().raw._conn.transport.abort()  # type: ignore[union-attr]  # as a dead cable does
    wish = {"id": "tabs", "player": ben.player, "terms": terms()}
    _, view = await ann.browser.post("/api/challenges", wish)
    room = view["room"]
    for tab in tabs:
        (told,) = (await tab.next("invitations"))["invitations"]
        assert (told["room"], told["state"]) == (room, "open")
        await tab.send({"t": "watch_room", "room": room})
        await tab.next("room")
    joins = [{"t": "join_room", "id": f"tab{n}", "room": room} for n in range(5)]
    answers = await asyncio.gather(*(map(Socket.ask, tabs, joins)))
    codes = sorted(str(answer.get("code")) for answer in answers)
    assert codes == ["None", *["already_in_room"] * 4]
    for tab in tabs:
        (told,) = (await tab.next("invitations"))["invitations"]
        assert told["state"] == "accepted"
        shown = (await tab.next("room"))["view"]
        assert (shown["guest"]["player"], shown["version"]) == (ben.player, view["version"] + 1)


async def test_guests_get_no_mail_and_nobody_learns_more(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    ann = await sign_up(gateway, make_browser, "Annegret")
    guest = await come_in(gateway, make_browser)
    for who, player, code in (
        (ann, guest.player, "not_reachable"),
        (ann, "00-nobodyofthisname", "not_reachable"),
        (ann, "no id", "no_such_person"),
        (ann, ann.player, "not_yourself"),
        (guest, ann.player, "account_needed_for_mail"),
    ):
        wish = {"id": f"c-{code}", "player": player, "terms": terms()}
        _, refused = await who.browser.post("/api/challenges", wish)
        assert refused["code"] == code
    status, refused = await make_browser(gateway).get("/api/invitations")
    assert (status, refused["code"]) == (401, "no_session")


async def test_terms_that_nobody_can_play_by_are_refused_at_every_door(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    ann, ben = [await sign_up(gateway, make_browser, name) for name in ("Annegret", "Benno")]
    odd: list[dict[str, Any]] = [
        {"time": {"base_ms": 10**30, "increment_ms": 0}},
        {"time": {"base_ms": -1, "increment_ms": 0}},
        {"kind": "rated", "stake_taler": 2**63},
        {"options": {"a": {"b": [1] * 500}}},
        {"variant": "\u202e\0"},
        {"kind": "practice"},
    ]
    for strange in odd:
        for door in ("challenges", "seeks", "quick-game", "rooms"):
            body = {"id": "odd", "terms": terms(**strange), "player": ben.player}
            status, refused = await ann.browser.post(f"/api/{door}", body)
            assert status in (400, 422), (door, strange, refused)


async def test_a_quick_game_takes_the_offer_that_fits_and_the_same_wish_changes_nothing(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    ann, ben = [await come_in(gateway, make_browser) for _ in range(2)]
    view = await quick(ann, "one", time=UNTIMED)
    assert (view["kind"], view["host"]["player"]) == ("seek", ann.player)
    assert await quick(ann, "one", time=UNTIMED) == view
    other = await quick(ben, "else", variant="yucata")
    assert other["host"]["player"] == ben.player
    taken = await quick(ben, "two", time=UNTIMED)
    assert (taken["room"], taken["guest"]["player"]) == (view["room"], ben.player)
    await until(lambda: is_started(ann, view["room"]))
    assert (await quick(ben, "two", time=UNTIMED))["room"] == view["room"]

    async def other_is_closed() -> bool:
        _, seen = await ben.browser.get(f"/api/rooms/{other['room']}")
        return (seen["state"], seen["closed"]) == ("closed", "playing")

    await until(other_is_closed)


async def enter(*people: Seated) -> None:
    """Into the waiting room, until everybody sees everybody there."""
    for who in people:
        await who.socket.send({"t": "enter_lobby"})
    wanted = {who.player for who in people}
    for who in people:
        seen = {each["player"] for each in (await who.socket.next("lobby"))["people"]}
        while not seen >= wanted:
            changes = await who.socket.next("lobby_changes")
            seen |= {each["player"] for each in changes.get("people", [])}


async def test_who_is_in_the_waiting_room_is_challenged_there(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    ann, ben, cleo = [await come_in(gateway, make_browser) for _ in range(3)]
    await enter(ann, ben, cleo)
    wish = {"id": "c", "player": ben.player, "terms": terms(time=UNTIMED)}
    status, view = await ann.browser.post("/api/challenges", wish)
    assert status == 200, view
    (told,) = (await ben.socket.next("invitations"))["invitations"]
    assert (told["room"], told["is_mail"]) == (view["room"], False)
    assert (await cleo.do("join_room", room=view["room"]))["code"] == "not_invited"
    assert "code" not in await ben.do("join_room", room=view["room"])
    assert "code" not in await ben.do("agree_terms", room=view["room"], terms=view["terms"])
    await until(partial(is_started, ann, view["room"]))

    assert "code" not in await cleo.do("block", player=ann.player)
    for who, other in ((ann, cleo), (cleo, ann)):
        wish = {"id": "b", "player": other.player, "terms": terms()}
        status, refused = await who.browser.post("/api/challenges", wish)
        assert (status, refused["code"]) == (409, "not_reachable"), "a block shows to nobody"
    status, seek = await cleo.browser.post("/api/seeks", {"id": "s", "terms": terms()})
    assert (status, seek["kind"]) == (200, "seek")
    assert (await ann.do("join_room", room=seek["room"]))["code"] == "not_reachable"
    listed = (await ben.socket.next("lobby_changes"))["seeks"]
    assert [each["room"] for each in listed] == [seek["room"]]


async def test_both_press_quick_game_at_once_and_there_is_one_game(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    for turn in range(4):
        ann, ben = [await come_in(gateway, make_browser) for _ in range(2)]
        if turn == 3:
            await enter(ann, ben)
        one, two = await asyncio.gather(*(quick(who, "quick") for who in (ann, ben)))
        assert one["room"] == two["room"]
        await until(partial(is_started, ann, one["room"]))
        assert "code" not in await ann.do("resign", game=await game_of(ann, one["room"]))


async def game_of(who: Seated, room: str) -> str:
    """The room's game."""
    _, view = await who.browser.get(f"/api/rooms/{room}")
    return str(view["game_id"])


async def test_sixteen_press_quick_game_at_once_while_four_challenge_them_by_name(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    """Whose offer was overtaken presses again, as the page does: all play, and nobody twice."""
    people = [await come_in(gateway, make_browser) for _ in range(20)]
    await enter(*people[:10])
    names = [
        who.browser.post("/api/challenges", {"id": "by-name", "player": to, "terms": terms()})
        for who, to in zip(people[:4], [each.player for each in people[4:8]], strict=True)
    ]
    rooms: dict[str, str] = {}
    views: dict[str, dict[str, Any]] = {}
    searching = people[4:]
    playing: list[str] = []
    still_open: set[str] = set()
    for turn in range(5):
        found = await asyncio.gather(*(quick(who, f"storm{turn}") for who in searching), *names)
        names = []
        rooms |= {who.player: each["room"] for who, each in zip(searching, found, strict=False)}
        await until(partial(have_settled, people[0], set(rooms.values()), views))
        still_open = {room for room, view in views.items() if view["state"] == "open"}
        playing = in_games(views)
        assert len(playing) == len(set(playing))
        searching = [
            who
            for who in searching
            if who.player not in playing and rooms[who.player] not in still_open
        ]
    waiting = [views[room]["host"]["player"] for room in still_open]
    assert len({*playing, *waiting}) == len(playing) + len(waiting)
    assert {who.player for who in people[4:]} <= {*playing, *waiting}
    assert len(playing) > len(waiting)


async def have_settled(who: Seated, rooms: set[str], views: dict[str, dict[str, Any]]) -> bool:
    """Reads all rooms; whether nothing is being started, and nobody offers who plays."""
    for room in rooms:
        _, views[room] = await who.browser.get(f"/api/rooms/{room}")
    playing = in_games(views)
    return all(
        len(view["agreed"]) < 2 and view["host"]["player"] not in playing
        for view in views.values()
        if view["state"] == "open"
    )


def in_games(views: dict[str, dict[str, Any]]) -> list[str]:
    """Who plays in one of these rooms, once for each."""
    started = [view for view in views.values() if view["state"] == "started"]
    return [view[side]["player"] for view in started for side in ("host", "guest")]
