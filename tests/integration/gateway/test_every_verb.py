"""Every verb of the contract by everybody: who may, who may not; a refusal changes nothing.

The table has a row for each verb that the contract knows; a new verb without a row fails.
"""

from typing import Any, Final, NamedTuple, get_args

import pytest

from libs.contracts import client_in
from services.gateway.app import Gateway
from tests.integration.behind import until
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import terms
from tests.integration.gateway.test_real_house import Seated, come_in

VERBS: Final = get_args(client_in.GameVerb | client_in.RoomVerb)
ROLES: Final = ("seat 0", "seat 1", "spectator", "stranger", "guest")
UNTIMED: Final = {"base_ms": None, "increment_ms": 0}
TERMS: Final = {**terms(time=UNTIMED), "first": "host"}
OTHER_TERMS: Final = {**terms(time={"base_ms": 300_000, "increment_ms": 3_000}), "first": "host"}

WAITING, TOGETHER, PLAYING, OVER = "waiting", "together", "playing", "over"
"""How far the two are: the host alone, both in the room, their game begun, their game ended."""
INVITED: Final = "invited"
"""Seat 0 has invited the spectator by mail: guests get none."""

Step = tuple[int, str, dict[str, Any]]
"""A seat, its verb, the verb's fields."""

OPENING: Final[list[Step]] = [
    (0, "play", {"position": 1, "turn": "d7"}),
    (1, "play", {"position": 2, "turn": "a1"}),
]


class Row(NamedTuple):
    """What was before, the verb's fields, and the answer to each role: a code, None for yes."""

    stage: str
    before: list[Step]
    fields: dict[str, Any]
    answers: tuple[str | None, str | None, str | None, str | None, str | None]


def players(stage: str, before: list[Step], first: str | None, second: str | None, **fields: Any
            ) -> Row:  # fmt: skip
    """A verb of the two players: whoever isn't one is told so."""
    return Row(stage, before, fields, (first, second, *["not_a_player"] * 3))  # type: ignore[arg-type]  # five


def members(stage: str, **fields: Any) -> Row:
    """A verb of the two in the room: whoever isn't in it is told so."""
    return Row(stage, [], fields, (None, None, *["not_in_room"] * 3))  # type: ignore[arg-type]  # five


def invited(host: str | None, **fields: Any) -> Row:
    """A verb of those whom a challenge concerns: whoever isn't invited is told so."""
    others = ("not_invited", None, "not_invited", "not_invited")
    return Row(INVITED, [], fields, (host, *others))


OFFERED: Final[list[Step]] = [(1, "offer_draw", {})]
ASKED: Final[list[Step]] = [*OPENING, (1, "ask_undo", {"position": 3})]

TABLE: Final[dict[type[client_in.ClientMessage], Row]] = {
    client_in.Play: players(PLAYING, [], None, "not_your_turn", position=1, turn="d7"),
    client_in.OfferDraw: players(PLAYING, [], None, None),
    client_in.AcceptDraw: players(PLAYING, OFFERED, None, "own_offer", offer=2),
    client_in.DeclineDraw: players(PLAYING, OFFERED, None, "own_offer", offer=2),
    client_in.Resign: players(PLAYING, [], None, None),
    client_in.LeaveGame: players(PLAYING, [], None, None),
    client_in.TakeBack: players(PLAYING, OPENING, "practice_only", "practice_only", position=3),
    client_in.AskUndo: players(PLAYING, OPENING, None, None, position=3),
    client_in.AnswerUndo: players(PLAYING, ASKED, None, "own_ask", ask=4, accept=True),
    client_in.ClaimWin: players(PLAYING, [], "opponent_present", "opponent_present"),
    client_in.Unveil: players(PLAYING, [], "no_curtain", "no_curtain", position=1),
    client_in.GoOn: players(PLAYING, [], "no_such_pause", "no_such_pause", pause=1),
    client_in.JoinRoom: Row(WAITING, [], {}, ("already_in_room", None, None, None, None)),
    client_in.ChangeTerms: members(TOGETHER, terms=OTHER_TERMS),
    client_in.AgreeTerms: members(TOGETHER, terms=TERMS),
    client_in.LeaveRoom: members(TOGETHER),
    client_in.Rematch: members(OVER),
    client_in.DeclineRoom: invited("not_invited", reason="later"),
    client_in.MarkRead: invited(None),
}


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


class Scene:
    """One room of the two players, brought as far as a verb needs it."""

    def __init__(self, people: dict[str, Seated], name: str) -> None:
        self._people = people
        self._name = name
        self._host, self._guest = people["seat 0"], people["seat 1"]
        self.room = self.game = ""

    async def _view(self) -> dict[str, Any]:
        status, view = await self._host.browser.get(f"/api/rooms/{self.room}")
        assert status == 200, view
        return dict(view)

    async def open(self, row: Row) -> None:
        """As the row says."""
        await self._open_room(row)
        if row.stage not in (WAITING, INVITED):
            await self._done(self._guest, "join_room", room=self.room)
        if row.stage in (PLAYING, OVER):
            await self._begin()
        if row.stage == OVER:
            await self._done(self._guest, "resign", game=self.game)
        for seat, verb, fields in row.before:
            await self._done((self._host, self._guest)[seat], verb, game=self.game, **fields)

    async def _open_room(self, row: Row) -> None:
        wish: dict[str, Any] = {"id": self._name, "terms": TERMS}
        path = "/api/rooms"
        if row.stage == INVITED:
            path, wish["player"] = "/api/challenges", self._people["spectator"].player
        status, view = await self._host.browser.post(path, wish)
        assert status == 200, view
        self.room = view["room"]

    async def close(self) -> None:
        """Nobody is invited any more: the next scene invites the same two."""
        await self._host.do("leave_room", room=self.room)

    async def _begin(self) -> None:
        await self._done(self._guest, "agree_terms", room=self.room, terms=TERMS)

        async def has_begun() -> bool:
            return bool((await self._view())["state"] == "started")

        await until(has_begun)
        self.game = (await self._view())["game_id"]
        spectator = self._people["spectator"].socket
        await spectator.send({"t": "watch", "game": self.game})
        await spectator.next("game_snapshot", game=self.game)
        await spectator.send({"t": "unwatch", "game": self.game})

    async def _done(self, who: Seated, verb: str, **fields: Any) -> None:
        answer = await who.do(verb, **fields)
        assert "code" not in answer, (self._name, verb, answer)

    def message(self, verb: type[client_in.ClientMessage], row: Row) -> dict[str, Any]:
        """The verb's fields for this scene."""
        ours = {"room": self.room, "game": self.game}
        names = set(verb.__struct_fields__) - {"id"}
        return {**{name: ours[name] for name in names & set(ours)}, **row.fields}

    async def versions(self) -> tuple[int, int]:
        """How much has happened in the room and in the game."""
        game = 0
        if self.game:
            status, seen = await self._host.browser.get(f"/api/games/{self.game}")
            assert status == 200, seen
            game = seen["version"]
        return (await self._view())["version"], game


async def everybody(gateway: Gateway, make_browser: MakeBrowser) -> dict[str, Seated]:
    """An account and a guest at the table; beside it two accounts and a guest."""
    people = {role: await come_in(gateway, make_browser) for role in ("seat 1", "guest")}
    for role in ("seat 0", "spectator", "stranger"):
        browser = make_browser(gateway)
        form = {"name": role.replace(" ", ""), "password": "Goldfisch im Hafen"}
        status, signed = await browser.post("/api/sign-up", form)
        assert status == 200, signed
        people[role] = Seated(browser, await browser.socket(), signed["me"]["player"]["id"])
    return people


def test_every_verb_has_a_row() -> None:
    assert set(TABLE) == set(VERBS)
    for verb, row in TABLE.items():
        assert set(row.fields) | {"id", "game", "room"} >= set(verb.__struct_fields__), verb


async def test_every_verb_by_everybody(gateway: Gateway, make_browser: MakeBrowser) -> None:
    people = await everybody(gateway, make_browser)
    nobody = await make_browser(gateway).socket()
    for verb, row in TABLE.items():
        kind = str(verb.__struct_config__.tag)
        expected = dict(zip(ROLES, row.answers, strict=True))
        scene = Scene(people, kind)
        await scene.open(row)
        before, fields = await scene.versions(), scene.message(verb, row)
        unknown = await nobody.ask({"t": kind, "id": kind, **fields})
        assert unknown["code"] == "no_session", kind
        for role in [role for role in ROLES if expected[role]]:
            answer = await people[role].do(kind, **fields)
            assert answer.get("code") == expected[role], (kind, role, answer)
            assert answer["text"].keys() == {"de", "en"}
        assert await scene.versions() == before, f"{kind}: a refusal changed something"
        await scene.close()
        for role in [role for role in ROLES if not expected[role]]:
            scene = Scene(people, f"{kind} {role}".replace(" ", "-"))
            await scene.open(row)
            answer = await people[role].do(kind, **scene.message(verb, row))
            assert "code" not in answer, (kind, role, answer)
            await scene.close()
