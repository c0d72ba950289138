"""Games against a computer, and help: opened once, bounded, asked of those who know."""

from typing import Any

import msgspec
import pytest

from libs.contracts import bots, matchmaking
from libs.contracts.envelope import Answer
from libs.contracts.ids import GameId
from services.gateway.app import Gateway
from tests.integration.gateway.browser import Browser
from tests.integration.gateway.conftest import MakeBrowser, MakeGateway
from tests.integration.gateway.house import House, terms
from tests.integration.gateway.test_bad_http import STRANGE_IDS, refused

GAME = GameId("03-mygame")
UNTIMED = {"base_ms": None, "increment_ms": 0}
PRACTICE = terms(time=UNTIMED, kind="practice")
HELP = ("hint", "evaluation", "review")


def wish(command_id: str = "one", **changes: Any) -> dict[str, Any]:
    return {"id": command_id, "terms": PRACTICE, "strength": "medium", **changes}


def line(number: int, kind: str = "practice") -> dict[str, Any]:
    """A running game in the archive's list."""
    game = terms(time=UNTIMED, kind=kind)["game"]
    seats = [{"player": "00-me", "name": "Ich"}, {"player": "bot:easy", "name": "Computer"}]
    return {"game": f"00-{number}", "terms": game, "seats": seats, "started_at_ms": number}


@pytest.fixture
async def person(house: House, gateway: Gateway, make_browser: MakeBrowser) -> Browser:
    """Somebody who has come in."""
    token, _ = house.guest()
    return make_browser(gateway, token)


async def test_the_same_wish_opens_one_room(house: House, person: Browser) -> None:
    status, room = await person.post("/api/practice", wish())
    assert (status, room["state"]) == (200, "open")
    assert (await person.post("/api/practice", wish()))[1]["room"] == room["room"]
    assert (await person.post("/api/practice", wish("two")))[1]["room"] != room["room"]
    commands = [
        msgspec.msgpack.decode(envelope.command, type=matchmaking.RoomCommand)
        for envelope in house.room_commands
    ]
    assert all(isinstance(command, matchmaking.OpenPractice) for command in commands)
    assert commands[0] == commands[1] != commands[2]
    assert isinstance(commands[0], matchmaking.OpenPractice)
    assert (commands[0].strength, commands[0].name) == ("medium", "Gast")


@pytest.mark.parametrize(
    "changes",
    [{"strength": "god"}, {"strength": None}, {"id": ""}, {"terms": {}}, {"more": 1}],
)
async def test_odd_wishes(house: House, person: Browser, changes: dict[str, Any]) -> None:
    await refused(person, "POST", "/api/practice", 400, msgspec.json.encode(wish(**changes)))
    assert house.room_commands == []


async def test_nobody_has_more_than_so_many_at_a_time(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    person = make_browser(await make_gateway(practice_games=3), token)
    friendly = [line(number, "friendly") for number in range(9)]
    house.running[player.id] = [*friendly, line(10), line(11)]
    assert (await person.post("/api/practice", wish()))[0] == 200
    house.running[player.id].append(line(12))
    assert (await person.post("/api/practice", wish()))[0] == 200, "that one is open already"
    body = msgspec.json.encode(wish("another"))
    refusal = await refused(person, "POST", "/api/practice", 409, body)
    assert refusal.code == "too_many_practice_games"
    house.close("archive")
    assert (await person.post("/api/practice", wish("third")))[0] == 200


async def test_who_opens_too_fast_has_to_wait(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    person = make_browser(await make_gateway(practices_a_minute=1, practices_burst=2), token)
    statuses = [(await person.post("/api/practice", wish(str(n))))[0] for n in range(3)]
    assert statuses == [200, 200, 429]


async def test_help_is_asked_of_the_computer_players_in_the_caller_s_name(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, player = house.guest()
    person = make_browser(gateway, token)
    house.help = Answer(data=b'{"position":1,"turn":"d7","score":0.5}')
    for kind, body in (("hint", b""), ("evaluation", {"ply": 7}), ("evaluation", {})):
        status, answer = await person.post(f"/api/games/{GAME}/{kind}", body)
        assert (status, answer["turn"]) == (200, "d7")
    assert (await person.post(f"/api/games/{GAME}/review"))[0] == 200
    assert house.asked_of_bots == [
        bots.AskHint(GAME, player.id),
        bots.AskEvaluation(GAME, player.id, 7),
        bots.AskEvaluation(GAME, player.id, None),
        bots.AskReview(GAME, player.id),
    ]


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("help_refused", 403),
        ("not_a_player", 403),
        ("game_not_found", 404),
        ("no_such_ply", 404),
        ("not_your_turn", 409),
        ("game_over", 409),
        ("unavailable", 503),
    ],
)
async def test_refusals_of_help_have_fitting_statuses(
    house: House, person: Browser, code: str, status: int
) -> None:
    house.help = Answer(code)
    refusal = await refused(person, "POST", f"/api/games/{GAME}/hint", status)
    assert refusal.code == code


@pytest.mark.parametrize("kind", HELP)
async def test_nobody_helps_those_who_are_nobody(
    house: House, gateway: Gateway, make_browser: MakeBrowser, kind: str
) -> None:
    body = b"{}"
    await refused(make_browser(gateway), "POST", f"/api/games/{GAME}/{kind}", 401, body)
    assert house.asked_of_bots == []


@pytest.mark.parametrize("kind", HELP)
@pytest.mark.parametrize("strange", [game for game in STRANGE_IDS if game != "00-unknown"])
async def test_no_help_for_what_is_no_game(
    house: House, person: Browser, strange: str, kind: str
) -> None:
    await refused(person, "POST", f"/api/games/{strange}/{kind}", 404, b"{}")
    assert house.asked_of_bots == []


@pytest.mark.parametrize("ply", [-1, 2**31, 1.5, "1", [], 10**300])
async def test_odd_plies(house: House, person: Browser, ply: object) -> None:
    body = msgspec.json.encode({"ply": ply}) if ply != 10**300 else b'{"ply":1e300}'
    await refused(person, "POST", f"/api/games/{GAME}/evaluation", 400, body)
    assert house.asked_of_bots == []


async def test_without_computer_players_there_is_no_help_now(house: House, person: Browser) -> None:
    house.close("bots")
    assert (await person.post(f"/api/games/{GAME}/hint"))[0] == 503


async def test_who_asks_for_too_much_help_has_to_wait(
    house: House, make_gateway: MakeGateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    person = make_browser(await make_gateway(helps_a_minute=1, helps_burst=3), token)
    house.help = Answer(data=b"{}")
    statuses = [(await person.post(f"/api/games/{GAME}/{kind}", b"{}"))[0] for kind in HELP]
    assert [*statuses, (await person.post(f"/api/games/{GAME}/hint"))[0]] == [200, 200, 200, 429]
