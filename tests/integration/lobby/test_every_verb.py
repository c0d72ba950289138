"""Every verb of the waiting room, and every way to look, by everybody: who may, who may not.

Both tables have rows for all that the contract knows; a new one without a row fails.
"""

import asyncio
from typing import Any, Final, NamedTuple, get_args

from libs.contracts import client_in
from libs.contracts.ids import GameId
from tests.integration.lobby.conftest import Hall, Visitor
from tests.integration.lobby.table import game_of

ROLES: Final = ("moderator", "player", "spectator", "stranger", "guest")
"""A moderator in the room; an account at a table; an account that watches it; one that is nowhere;
a guest in the room."""

Codes = tuple[str | None, str | None, str | None, str | None, str | None]

ANYBODY: Final[Codes] = (None,) * 5
MODERATORS: Final[Codes] = (None, *["moderators_only"] * 4)  # type: ignore[assignment]  # five
NOT_EACH_OTHER: Final[Codes] = ("person_is_moderator", *MODERATORS[1:])


class Row(NamedTuple):
    """A verb with its fields, and the answer to each role: a code, None for yes."""

    verb: type[client_in.ClientMessage]
    fields: dict[str, Any]
    answers: Codes


HERE: Final[Codes] = (None, "not_here", "not_here", "not_here", None)
AT_TABLE: Final[Codes] = ("not_here", None, "not_here", "not_here", "not_here")
WATCHING: Final[Codes] = ("not_here", "not_here", None, "not_here", "not_here")

TABLE: Final = (
    Row(client_in.Say, {"place": "lobby", "text": "Hallo", "game": None}, HERE),
    Row(client_in.Say, {"place": "game", "text": "Hallo", "game": "TABLE"}, AT_TABLE),
    Row(client_in.Say, {"place": "watchers", "text": "Hallo", "game": "TABLE"}, WATCHING),
    Row(
        client_in.Report,
        {"player": "TARGET", "kind": "spam", "reason": "", "line": None},
        ANYBODY,
    ),
    Row(client_in.Block, {"player": "TARGET"}, ANYBODY),
    Row(client_in.Unblock, {"player": "TARGET"}, ANYBODY),
    Row(
        client_in.Mute,
        {"player": "TARGET", "minutes": 1, "kind": "spam", "erase": False},
        MODERATORS,
    ),
    Row(client_in.Unmute, {"player": "TARGET"}, MODERATORS),
    Row(client_in.Ban, {"player": "TARGET", "days": 1, "kind": "spam", "erase": False}, MODERATORS),
    Row(client_in.Unban, {"player": "TARGET"}, MODERATORS),
    Row(
        client_in.Mute,
        {"player": "COLLEAGUE", "minutes": 1, "kind": "spam", "erase": True},
        NOT_EACH_OTHER,
    ),
    Row(client_in.Unmute, {"player": "COLLEAGUE"}, MODERATORS),
    Row(
        client_in.Ban,
        {"player": "COLLEAGUE", "days": 1, "kind": "spam", "erase": True},
        NOT_EACH_OTHER,
    ),
    Row(client_in.Unban, {"player": "COLLEAGUE"}, MODERATORS),
    Row(client_in.CloseReport, {"report": "REPORT"}, MODERATORS),
)

Seen = tuple[str, dict[str, Any]] | None
"""A kind of frame and fields of it; None: no answer is due."""

WHO_WATCHES: Final = ("player", "spectator")
GONE: Final = ("room_gone", {"code": "room_not_found"})

LOOKING: Final[dict[type[client_in.ClientMessage], tuple[Seen, Seen, Seen, Seen, Seen]]] = {
    client_in.Watch: (
        ("game_snapshot", {"seat": None}),
        ("game_snapshot", {"seat": 0}),
        ("game_snapshot", {"seat": None}),
        ("game_snapshot", {"seat": None}),
        ("game_snapshot", {"seat": None}),
    ),
    client_in.WatchChat: (
        ("chat_lines", {"place": "watchers"}),
        ("chat_lines", {"place": "game"}),
        ("chat_lines", {"place": "watchers"}),
        ("chat_lines", {"place": "watchers"}),
        ("chat_lines", {"place": "watchers"}),
    ),
    client_in.UnwatchChat: (None,) * 5,
    client_in.Unwatch: (None,) * 5,
    client_in.WatchRoom: (GONE,) * 5,
    client_in.UnwatchRoom: (None,) * 5,
    client_in.EnterLobby: (("lobby", {}),) * 5,
    client_in.LeaveLobby: (None,) * 5,
    client_in.WatchLive: (("live_games", {"is_whole": True}),) * 5,
    client_in.UnwatchLive: (None,) * 5,
}


def test_every_verb_and_every_way_to_look_has_a_row() -> None:
    assert {row.verb for row in TABLE} == set(get_args(client_in.LobbyVerb))
    for row in TABLE:
        assert set(row.fields) | {"id"} == set(row.verb.__struct_fields__), row.verb
    assert set(LOOKING) == set(get_args(client_in.Looking))


async def everybody(hall: Hall) -> tuple[dict[str, Visitor], GameId]:
    """One of each role, and the table that two of them look at."""
    people = {
        "moderator": await (await hall.moderator()).enter(),
        "player": await hall.account("Spielerin"),
        "spectator": await hall.account("Kiebitz"),
        "stranger": await hall.account("Fremd"),
        "guest": await (await hall.guest()).enter(),
    }
    game = await game_of(hall, people["player"].id, "03-somebodysomebodys")
    for role in WHO_WATCHES:
        await people[role].socket.send({"t": "watch", "game": game})
        await people[role].socket.next("game_snapshot", game=game)
    return people, game


async def stored(hall: Hall) -> list[int]:
    """How much stands in the tables and in the log."""
    (row,) = await hall.behind.rows(
        "lobby",
        "SELECT (SELECT count(*) FROM lines), (SELECT count(*) FROM blocks),"
        " (SELECT count(*) FROM reports), (SELECT count(*) FROM events)",
    )
    return [*row]


async def test_every_verb_by_everybody(hall: Hall) -> None:
    await hall.behind.start("games")
    people, game = await everybody(hall)
    target, colleague = await hall.guest(), await hall.moderator("Aufsicht")
    assert (await target.do("report", player=people["stranger"].id, kind="spam")).get(
        "code"
    ) is None
    ((report,),) = await hall.behind.rows("lobby", "SELECT report FROM reports")
    names = {"TARGET": target.id, "COLLEAGUE": colleague.id, "TABLE": game, "REPORT": report}
    nobody = await (await hall.town.browser()).socket()
    for number, row in enumerate(TABLE):
        verb = str(row.verb.__struct_config__.tag)
        fields = {name: names.get(str(value), value) for name, value in row.fields.items()}
        expected = dict(zip(ROLES, row.answers, strict=True))
        before = await stored(hall)
        unknown = await nobody.ask({"t": verb, "id": f"nobody-{number}", **fields})
        assert unknown["code"] == "no_session", verb
        for role in [role for role in ROLES if expected[role]]:
            answer = await people[role].do(verb, **fields)
            assert answer.get("code") == expected[role], (verb, role, answer)
            assert answer["text"].keys() == {"de", "en"}
        assert await stored(hall) == before, f"{verb}: a refusal changed something"
        for role in [role for role in ROLES if not expected[role]]:
            answer = await people[role].do(verb, **fields)
            assert "code" not in answer, (verb, role, answer)


async def test_everybody_looks_in_every_way(hall: Hall) -> None:
    await hall.behind.start("games")
    await hall.behind.start("matchmaking")
    people, game = await everybody(hall)
    ids = {"game": game, "room": "00-unknown", "since": None}
    for kind, seen in LOOKING.items():
        message: dict[str, Any] = {"t": str(kind.__struct_config__.tag)}
        message |= {name: ids[name] for name in kind.__struct_fields__}
        for role, frame in zip(ROLES, seen, strict=True):
            socket = people[role].socket
            refusals = sum(each["t"] == "refused" for each in socket.got)
            await socket.send(message)
            if frame is not None:
                kind_of_frame, fields = frame
                await socket.next(kind_of_frame, **fields)
            assert sum(each["t"] == "refused" for each in socket.got) == refusals, (kind, role)
    nobody = await (await hall.town.browser()).socket()
    await nobody.send({"t": "watch", "game": game})
    await nobody.next("game_snapshot", seat=None)
    await nobody.send({"t": "watch_chat", "game": game})
    await nobody.next("chat_lines", place="watchers")
    await nobody.send({"t": "enter_lobby"})
    await asyncio.wait_for(nobody.next("lobby"), 5.0)
