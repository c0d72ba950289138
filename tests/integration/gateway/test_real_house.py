"""The gateway before the real services: a whole game, strangers, and odd things in odd places."""

import asyncio
from typing import Any, get_args

import pytest

from libs.contracts import client_in
from libs.contracts.refusals import TEXTS
from libs.testkit.eventually import eventually
from services.gateway.app import Gateway
from tests.integration.gateway.browser import Browser, Socket
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import terms
from tests.integration.gateway.test_bad_messages import sample

OURS_TO_BLAME = ("internal_error", "unavailable", "bad_json")


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


class Seated:
    """Somebody at a table."""

    def __init__(self, browser: Browser, socket: Socket, player: str) -> None:
        self.browser = browser
        self.socket = socket
        self.player = player
        self._count = 0

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """A verb and its answer."""
        self._count += 1
        return await self.socket.ask({"t": kind, "id": f"c{self._count}", **fields})


async def come_in(gateway: Gateway, make_browser: MakeBrowser) -> Seated:
    browser = make_browser(gateway)
    status, me = await browser.post("/api/guest", {"language": "de"})
    assert status == 200, me
    return Seated(browser, await browser.socket(), me["player"]["id"])


async def room_of(host: Seated, wish_id: str = "open", **changes: Any) -> str:
    wish = {"id": wish_id, "terms": {**terms(**changes), "first": "host"}}
    status, room = await host.browser.post("/api/rooms", wish)
    assert status == 200, room
    return str(room["room"])


async def begun(host: Seated, guest: Seated, wish_id: str = "open") -> str:
    """A game between the two, watched by both; the host has the first seat."""
    room = await room_of(host, wish_id)
    for who in (host, guest):
        await who.socket.send({"t": "watch_room", "room": room})
        await who.socket.next("room")
    assert "code" not in await guest.do("join_room", room=room)
    wanted = {**terms(), "first": "host"}
    assert "code" not in await guest.do("agree_terms", room=room, terms=wanted)
    while True:
        view = (await guest.socket.next("room"))["view"]
        if view["state"] == "started":
            break
    for who, seat in ((host, 0), (guest, 1)):
        await who.socket.send({"t": "watch", "game": view["game_id"]})
        assert (await who.socket.next("game_snapshot"))["seat"] == seat
    return str(view["game_id"])


async def test_a_whole_game_from_the_room_to_the_archive(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    host, guest = [await come_in(gateway, make_browser) for _ in range(2)]
    game = await begun(host, guest)
    spectator = await make_browser(gateway).socket()
    await spectator.send({"t": "watch", "game": game})
    snapshot = await spectator.next("game_snapshot")
    position = snapshot["position"]
    for who, turn in ((host, "d7"), (guest, "d1"), (host, "a1")):
        answer = await who.do("play", game=game, position=position, turn=turn)
        assert "code" not in answer, answer
        position = answer["version"]
    for socket in (host.socket, guest.socket, spectator):
        await eventually(lambda socket=socket: position in socket.versions(game))  # type: ignore[misc]  # bound now
    assert (await spectator.next("presence"))["connected"] == [True, True]
    again = await make_browser(gateway).get(f"/api/games/{game}")
    assert (again[0], again[1]["version"], again[1]["seat"]) == (200, position, None)

    assert (await host.socket.next("running"))["running"][0]["game"] == game
    assert "code" not in await guest.do("resign", game=game)
    assert (await host.socket.next("running", running=[]))["running"] == []
    status, page = await host.browser.get("/api/my-games")
    assert status == 200
    assert page["games"][0]["reason"] == "resigned"
    assert page["next"] is None


async def test_only_players_move_things(gateway: Gateway, make_browser: MakeBrowser) -> None:
    people = [await come_in(gateway, make_browser) for _ in range(3)]
    game = await begun(people[0], people[1])
    stranger, nobody = people[2].socket, await make_browser(gateway).socket()
    for socket in (stranger, nobody):
        await socket.send({"t": "watch", "game": game})
        await socket.next("game_snapshot")
    for kind in get_args(client_in.GameVerb):
        message = {**sample(kind), "game": game}
        assert (await stranger.ask(message))["code"] == "not_a_player", kind
        assert (await nobody.ask(message))["code"] == "no_session", kind
    status, now = await people[0].browser.get(f"/api/games/{game}")
    assert (status, len(now["events"])) == (200, now["version"])
    assert now["events"][-1]["type"] == "games.game_started"


ODD_TURNS = [
    "", " ", "d7 ", "D7", "d7xd7", "d9", "a7-a7", "🎲", "\u202ed7", "\u0001", "d7\n", "take gold",
    '{"turn":"d7"}', "'; DROP TABLE games; --", "x" * 200, "%s%n", "\ud7ff", "ｄ７",
]  # fmt: skip


async def test_odd_turns_are_refused_by_the_rules(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    host, guest = [await come_in(gateway, make_browser) for _ in range(2)]
    game = await begun(host, guest)
    position = 1
    for turn in ODD_TURNS:
        answer = await host.do("play", game=game, position=position, turn=turn)
        assert answer.get("code") not in (None, *OURS_TO_BLAME), (turn, answer)
        assert answer["text"] != TEXTS["internal_error"], (turn, answer)
    for offset in (-1, 1, 2**31 - 2):
        answer = await host.do("play", game=game, position=position + offset, turn="d7")
        assert answer["code"] == "stale_position"
    assert "code" not in await host.do("play", game=game, position=position, turn="d7")


ODD_TERMS: list[dict[str, Any]] = [
    {"game": ""}, {"game": "nothing"}, {"game": "mills\n"}, {"game": "x" * 10_000},
    {"variant": ""}, {"variant": "nobody's"}, {"variant": "🎲"},
    {"options": {"flying": 3}}, {"options": {"flying": None}}, {"options": {"": True}},
    {"options": {"no_mill_limit": -1}}, {"options": {"no_mill_limit": 2**63}},
    {"options": {"no_mill_limit": 2**64 - 1}}, {"options": {"no_mill_limit": 1.5}},
    {"options": {"no_mill_limit": True}}, {"options": {"flying": [[[[]]]] * 50}},
    {"options": {"x" * 5_000: True}}, {"options": {"board": "\ud7ff"}},
    {"time": {"base_ms": -1, "increment_ms": 0}}, {"time": {"base_ms": 0, "increment_ms": 0}},
    {"time": {"base_ms": 2**62, "increment_ms": 0}},
    {"time": {"base_ms": 60_000, "increment_ms": -1}},
    {"time": {"base_ms": 60_000, "increment_ms": 2**62}}, {"kind": "rated", "stake_taler": 15},
]  # fmt: skip


async def test_odd_terms_are_refused_before_a_room_opens_and_in_it(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    host = await come_in(gateway, make_browser)
    room = await room_of(host)
    for odd in ODD_TERMS:
        wanted = terms(**odd)
        status, refusal = await host.browser.post("/api/rooms", {"id": "odd", "terms": wanted})
        assert status in (400, 403, 409, 422), (odd, refusal)
        assert refusal["code"] not in OURS_TO_BLAME, odd
        for kind in ("change_terms", "agree_terms"):
            answer = await host.do(kind, room=room, terms=wanted)
            assert answer.get("code") not in (None, *OURS_TO_BLAME), (odd, answer)
            assert answer["text"] != TEXTS["internal_error"], (odd, answer)


async def test_rooms_of_others_and_rooms_that_are_none(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    host, guest, third = [await come_in(gateway, make_browser) for _ in range(3)]
    room = await room_of(host)
    assert (await third.do("agree_terms", room=room, terms=terms()))["code"] == "not_in_room"
    assert (await third.do("change_terms", room=room, terms=terms()))["code"] == "not_in_room"
    assert (await third.do("leave_room", room=room))["code"] == "not_in_room"
    assert "code" not in await guest.do("join_room", room=room)
    assert (await third.do("join_room", room=room))["code"] == "room_full"
    game = await begun(third, await come_in(gateway, make_browser))
    assert (await third.do("join_room", room=f"03-{game[3:]}"))["code"] == "room_not_found"
    assert (await third.do("join_room", room="00-unknown"))["code"] == "room_not_found"


async def test_twenty_join_one_free_place(gateway: Gateway, make_browser: MakeBrowser) -> None:
    host = await come_in(gateway, make_browser)
    room = await room_of(host)
    crowd = [await come_in(gateway, make_browser) for _ in range(20)]
    answers = await asyncio.gather(*(who.do("join_room", room=room) for who in crowd))
    assert [answer.get("code") for answer in answers].count(None) == 1


async def test_signing_out_ends_the_session_for_good(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    who = await come_in(gateway, make_browser)
    cookies = who.browser.session.cookie_jar.filter_cookies(who.browser.url)
    token = cookies["sc_session"].value
    assert (await who.browser.post("/api/sign-out"))[0] == 200
    assert await who.socket.ended() == 1008
    thief = make_browser(gateway, token)
    assert (await thief.get("/api/me"))[1]["player"] is None
