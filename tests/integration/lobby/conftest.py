"""The waiting room behind real gateways, and people in it who remember what they see."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from libs.contracts.accounts import NameRole
from libs.testkit.eventually import eventually
from services.gateway.app import Gateway
from tests.integration.accounts.conftest import LIGHT, Town, me
from tests.integration.behind import Behind
from tests.integration.behind import behind as behind
from tests.integration.behind import own_nats as own_nats
from tests.integration.gateway.browser import Browser, Socket

QUICK: dict[str, Any] = {"settle_ms": 100, "grace_ms": 800, "silence_ms": 3_500}
"""Nobody waits ten seconds for somebody who has gone."""


class Visitor:
    """Somebody with one socket, and the waiting room as it looks from there."""

    def __init__(self, browser: Browser, socket: Socket, player: dict[str, Any]) -> None:
        self.browser = browser
        self.socket = socket
        self.player = player
        self.id = str(player["id"])
        self._count = 0

    @property
    def people(self) -> dict[str, dict[str, Any]]:
        """Who is there."""
        people: dict[str, dict[str, Any]] = {}
        for message in self.socket.got:
            if message["t"] == "lobby":
                people = {}
            if message["t"] in ("lobby", "lobby_changes"):
                people.update((each["player"], each) for each in message.get("people", []))
                for player in message.get("gone", []):
                    people.pop(player, None)
        return people

    @property
    def texts(self) -> list[str]:
        """What stands in the chat of the room."""
        lines: dict[int, str] = {}
        for message in self.socket.got:
            if message["t"] == "lobby":
                lines = {line["n"]: line["text"] for line in message["lines"]}
            elif message["t"] == "chat_line" and message["place"] == "lobby":
                lines[message["line"]["n"]] = message["line"]["text"]
            elif message["t"] == "chat_erased":
                for n in message["lines"]:
                    lines.pop(n, None)
        return [lines[n] for n in sorted(lines)]

    @property
    def standing(self) -> dict[str, Any]:
        """How they stand, as last told."""
        told = [each["standing"] for each in self.socket.got if each["t"] == "standing"]
        return dict(told[-1]) if told else {}

    async def enter(self) -> "Visitor":
        """Into the waiting room."""
        await self.socket.send({"t": "enter_lobby"})
        await self.socket.next("lobby")
        return self

    async def do(self, verb: str, /, **fields: Any) -> dict[str, Any]:
        """A verb's answer."""
        self._count += 1
        return await self.socket.ask({"t": verb, "id": f"v{self._count}", **fields})

    async def say(self, text: str, place: str = "lobby", **where: Any) -> str | None:
        """Why a line was refused; None if it was said."""
        answer = await self.do("say", place=place, text=text, **where)
        return answer.get("code")

    async def sees(self, *others: "Visitor") -> None:
        """Returns when exactly these are in the room, as it looks from here."""
        wanted = {other.id for other in others}
        await eventually(lambda: self.people.keys() == wanted)

    async def reads(self, *texts: str) -> None:
        """Returns when exactly this stands in the chat."""
        await eventually(lambda: self.texts == [*texts])

    async def again(self) -> "Visitor":
        """The same person on one more socket."""
        return Visitor(self.browser, await self.browser.socket(), self.player)


class Hall:
    """A town with a waiting room."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.behind = town.behind

    async def _visitor(self, browser: Browser) -> Visitor:
        return Visitor(browser, await browser.socket(), await me(browser))

    async def guest(self, gateway: Gateway | None = None) -> Visitor:
        """A guest, not in the room yet."""
        return await self._visitor(await self.town.guest(gateway))

    async def account(self, name: str, gateway: Gateway | None = None) -> Visitor:
        """Somebody with an account."""
        return await self._visitor(await self.town.account(name, gateway))

    async def moderator(self, name: str = "Wachsam") -> Visitor:
        """Somebody who may do what others may not."""
        browser = await self.town.account(name)
        answer = await self.behind.query("query.accounts", NameRole(name, "moderator"))
        assert answer.code is None, answer

        async def role() -> str:
            return str((await me(browser))["role"])

        while await role() != "moderator":
            pass
        return await self._visitor(browser)

    async def moderator_no_more(self, name: str) -> None:
        """An operator takes the role back."""
        answer = await self.behind.query("query.accounts", NameRole(name, "player"))
        assert answer.code is None, answer


@pytest.fixture
async def empty_town(behind: Behind, tmp_path: Path) -> AsyncIterator[Town]:
    """Accounts and the archive, no waiting room yet."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Spielcenter</title>")
    await behind.start("accounts", **LIGHT)
    await behind.start("archive")
    async with AsyncExitStack() as stack:
        yield Town(behind, tmp_path, stack)


@pytest.fixture
async def hall(empty_town: Town) -> Hall:
    """A waiting room that is open."""
    await empty_town.behind.start("lobby", **QUICK)
    return Hall(empty_town)
