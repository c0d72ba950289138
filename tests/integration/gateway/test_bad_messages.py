"""Every message type of the contract, twisted in every way: refused, and the socket lives on."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from aiohttp import WSMsgType

from libs.contracts import client_in
from services.gateway.app import Gateway
from tests.integration.gateway.browser import Socket
from tests.integration.gateway.conftest import MakeBrowser, MakeGateway
from tests.integration.gateway.house import House, terms

TYPES: tuple[type[client_in.ClientMessage], ...] = get_args(client_in.FromClient)
VERBS = get_args(client_in.GameVerb | client_in.RoomVerb | client_in.LobbyVerb)
SILENT = (
    client_in.Unwatch,
    client_in.UnwatchRoom,
    client_in.UnwatchLive,
    client_in.UnwatchChat,
    client_in.LeaveLobby,
    client_in.Pong,
)
"""They need no answer, whatever they name."""

HUGE = 10**300
SAMPLES: dict[str, Any] = {
    "id": "command-1",
    "game": "00-unknown",
    "room": "00-unknown",
    "since": 3,
    "n": 1,
    "position": 1,
    "offer": 1,
    "ask": 1,
    "pause": 1,
    "accept": True,
    "turn": "d7",
    "terms": terms(),
    "place": "lobby",
    "text": "hello",
    "player": "00-*",
    "kind": "spam",
    "reason": "busy",
    "line": 1,
    "minutes": 10,
    "days": 1,
    "report": 1,
    "erase": False,
}
"""A value for every field name of the contract; a new name makes `sample` fail."""

NOT_FOUND = (
    "game_not_found", "room_not_found", "no_such_person", "not_here", "moderators_only",
)  # fmt: skip
NO_STREAMS = ["", "x", "00-*", "00->", "00-a.b", "00-a b", "a" * 9000, "\u0000"]

TWISTS: dict[str, list[Any]] = {
    "id": ["", "a" * 65, "ü", "a\u0000", 1, None, [], {}],
    "game": [*NO_STREAMS, "ff-abc", 1, None, []],
    "room": [*NO_STREAMS, "0f-abc", 1, None, []],
    "since": [-1, HUGE, 2**31, 1.5, "1", []],
    "n": [HUGE, -HUGE, 1.5, "1", None, []],
    "position": [-1, HUGE, 2**31, 1.5, "1", None, []],
    "offer": [-1, HUGE, 2**31, 1.5, "1", None, []],
    "ask": [-1, HUGE, 2**31, 1.5, "1", None, []],
    "pause": [-1, HUGE, 2**31, 1.5, "1", None, []],
    "accept": [1, "true", None, []],
    "turn": ["a" * 201, "\u0000", 1, None, []],
    "terms": [{}, None, 1, "terms", terms(options={"a": HUGE}), terms(options={"a": "\u0000"}),
              terms(time={"base_ms": HUGE, "increment_ms": 0}), terms(kind="stolen")],
    "place": ["", "kitchen", "LOBBY", 1, None, []],
    "text": ["\u0000", 1, None, []],
    "player": [*NO_STREAMS, "bot:easy", "0f-abc", 1, None, []],
    "kind": ["", "boredom", 1, None, []],
    "reason": [1, None, [], {}],
    "line": [-1, HUGE, 1.5, "1", []],
    "minutes": [-1, HUGE, 1.5, "1", None, []],
    "days": [-1, HUGE, 1.5, "1", None, []],
    "report": [-1, HUGE, 1.5, "1", None, []],
    "erase": [1, "true", None, []],
}  # fmt: skip

NONSENSE = [
    "", " ", "{", "null", "1", '"watch"', "[]", "{}", '{"t":null}', '{"t":1}', '{"t":"nobody"}',
    '{"t":"welcome"}', '{"t":"watch"}', '{"t":"watch","game":"00-a"}\n{"t":"watch","game":"00-b"}',
    "[" * 10_000, '{"t":' * 3_000, '{"t":"pong","n":1e400}', '{"t":"pong","n":' + "9" * 9_000 + "}",
    '{"t":"play","id":"\\ud800","game":"00-a","position":1,"turn":"d7"}', "\ufeff{}",
    "{'t':'pong'}",
    '{"t":"change_terms","id":"a","room":"00-a","terms":{"game":{"game":"m","variant":"v","options":'
    '{"a":' + "[" * 5_000 + "]" * 5_000 + '},"time":{}}}}',
]  # fmt: skip


def sample(kind: type[client_in.ClientMessage]) -> dict[str, Any]:
    """A correct message of that type."""
    fields = {name: SAMPLES[name] for name in kind.__struct_fields__}
    return {"t": kind.__struct_config__.tag, **fields}


def twisted(kind: type[client_in.ClientMessage]) -> Iterator[dict[str, Any]]:
    """The same message with one thing wrong."""
    good = sample(kind)
    optional = len(kind.__struct_defaults__)
    needed = kind.__struct_fields__[: len(kind.__struct_fields__) - optional]
    for name in kind.__struct_fields__:
        for value in TWISTS[name]:
            yield {**good, name: value}
        if name in needed:
            yield {key: value for key, value in good.items() if key != name}
    yield {**good, "more": 1}


async def still_lives(socket: Socket) -> None:
    """A correct message is still answered."""
    await socket.send({"t": "watch", "game": "0f-still-alive"})
    assert (await socket.next("game_gone", game="0f-still-alive"))["code"] == "game_not_found"


@pytest.fixture
async def socket(house: House, make_gateway: MakeGateway, make_browser: MakeBrowser) -> Socket:
    """A player's socket that may send much."""
    gateway = await make_gateway(messages_burst=10_000)
    token, _ = house.guest()
    return await make_browser(gateway, token).socket()


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: str(kind.__struct_config__.tag))
async def test_twisted_messages_are_refused_and_reach_nobody(
    house: House, socket: Socket, kind: type[client_in.ClientMessage]
) -> None:
    silent = kind in SILENT
    for message in twisted(kind):
        before = len(socket.got)
        await socket.send(message)
        await still_lives(socket)
        answers = [
            answer for answer in socket.got[before:] if answer.get("game") != "0f-still-alive"
        ]
        answers = [answer for answer in answers if answer["t"] != "ping"]
        is_shapeless = any(answer["t"] == "refused" for answer in answers)
        assert silent or len(answers) == 1, (message, answers)
        assert is_shapeless or silent or answers[0]["code"], message
    subjects = [envelope.stream for envelope in house.owner.commands + house.room_commands]
    assert subjects == []


@pytest.mark.parametrize("text", NONSENSE)
async def test_nonsense_is_refused_and_the_socket_lives(socket: Socket, text: str) -> None:
    await socket.send(text)
    refusal = await socket.next("refused")
    assert refusal["code"] in ("bad_json", "bad_message")
    assert set(refusal["text"]) == {"de", "en"}
    await still_lives(socket)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: str(kind.__struct_config__.tag))
async def test_unknown_games_and_rooms_are_said_to_be_unknown(
    house: House, socket: Socket, kind: type[client_in.ClientMessage]
) -> None:
    await socket.send(sample(kind))
    if kind in VERBS:
        answer = await socket.next("answer", id="command-1")
        assert answer["code"] in NOT_FOUND
        assert set(answer["text"]) == {"de", "en"}
    elif kind is client_in.Watch:
        assert (await socket.next("game_gone"))["code"] == "game_not_found"
    elif kind is client_in.WatchRoom:
        assert (await socket.next("room_gone"))["code"] == "room_not_found"
    await still_lives(socket)


@pytest.mark.parametrize("kind", VERBS, ids=lambda kind: str(kind.__struct_config__.tag))
async def test_without_a_session_no_verb_gets_through(
    house: House, gateway: Gateway, make_browser: MakeBrowser, kind: type[client_in.ClientMessage]
) -> None:
    _, a = house.guest()
    _, b = house.guest()
    game = house.owner.start(0, (a.id, b.id))
    spectator = await make_browser(gateway).socket()
    await spectator.send({"t": "watch", "game": game.id})
    await spectator.next("game_snapshot")
    message = sample(kind)
    message.update({key: str(game.id) for key in ("game", "room") if key in message})
    answer = await spectator.ask(message)
    assert answer["code"] == "no_session"
    assert house.owner.commands == house.room_commands == []


@pytest.mark.parametrize(
    "kind", get_args(client_in.GameVerb), ids=lambda kind: str(kind.__struct_config__.tag)
)
async def test_a_stranger_s_verb_is_the_owner_s_to_refuse_and_bears_the_stranger_s_name(
    house: House, socket: Socket, kind: type[client_in.ClientMessage]
) -> None:
    _, a = house.guest()
    _, b = house.guest()
    game = house.owner.start(0, (a.id, b.id))
    answer = await socket.ask({**sample(kind), "game": game.id})
    assert answer["code"] == "not_a_player"
    (envelope,) = house.owner.commands
    assert not envelope.actor.startswith("service:")
    assert envelope.actor not in (a.id, b.id)
    assert game.version == 1


async def test_a_megabyte_closes_the_socket_with_a_reason(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    socket = await make_browser(gateway).socket()
    await socket.send('{"t":"pong","n":' + "1" * 1_000_000 + "}")
    assert await socket.ended() == 1009
    assert socket.reason == "too_large"


async def test_binary_messages_close_the_socket_with_a_reason(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    socket = await make_browser(gateway).socket()
    await socket.raw.send_bytes(b'{"t":"pong","n":1}')
    assert await socket.ended() == 1003
    assert socket.reason == "text_only"


async def test_text_that_is_no_text_ends_that_socket_only(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    browser = make_browser(gateway)
    bad, good = await browser.socket(), await browser.socket()
    await bad.raw.send_frame(b"\xff\xfe", WSMsgType.TEXT)
    assert (await bad.next("refused"))["code"] == "bad_json"
    await still_lives(good)
