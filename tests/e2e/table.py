"""Two people at a table, brought there the short way."""

import asyncio
import itertools
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import expect

from libs.testkit.visitor import Visitor
from tests.e2e.people import People
from tests.e2e.person import Person
from tests.integration.system import table as visitors

CALM: Final = {"base_ms": 900_000, "increment_ms": 10_000}

_numbers = itertools.count(1)


@dataclass
class Table:
    """White has seat 0 and opened the room."""

    white: Person
    black: Person
    path: str

    async def play(self, *turns: str, first: int = 1) -> None:
        """Both play turns in alternation; each is seen by the other before the next."""
        for ply, turn in enumerate(turns, start=first):
            mover, other = (self.white, self.black) if ply % 2 else (self.black, self.white)
            await mover.play(turn)
            await other.sees_turn(ply, turn)


def terms(variant: str = "battlemills-9", game: str = "mills", **changes: Any) -> dict[str, Any]:
    """A friendly game in which the host has white."""
    terms = {"game": game, "variant": variant, "options": {}, "time": CALM, "kind": "friendly"}
    return {"game": {**terms, **changes}, "first": "host"}


async def open_room(host: Person, address: str, wanted: dict[str, Any]) -> str:
    """The path of a new room; the host need not have a page open."""
    origin = {"Origin": address}
    requests = host.context.request
    guest = await requests.post("/api/guest", data={"language": "de"}, headers=origin)
    assert guest.ok, await guest.text()
    body = {"id": f"e2e-{next(_numbers)}", "terms": wanted}
    answer = await requests.post("/api/rooms", data=body, headers=origin)
    assert answer.ok, await answer.text()
    return f"/room/{(await answer.json())['room']}"


async def begin(people: People, wanted: dict[str, Any] | None = None, **wishes: Any) -> Table:
    """Anna opens a room and has white; Ben joins and agrees; both are at the table."""
    anna, ben = await asyncio.gather(people.come("anna", **wishes), people.come("ben", **wishes))
    room = await open_room(anna, people.address, wanted or terms())
    await asyncio.gather(anna.open(room), ben.open(room))
    await ben.press("Mitspielen")
    await ben.press("Einverstanden")
    await asyncio.gather(*(person.page.wait_for_url("**/game/*") for person in (anna, ben)))
    await asyncio.gather(*(expect(person.says).not_to_be_empty() for person in (anna, ben)))
    return Table(anna, ben, anna.page.url.removeprefix(people.address))


async def played(address: str, turns: tuple[str, ...]) -> str:
    """The path of a game that two have played without a screen."""
    async with Visitor(address) as white, Visitor(address) as black:
        table = await visitors.Table.begun(white, black, visitors.terms())
        for number, turn in enumerate(turns):
            visitor = (white, black)[number % 2]
            answer = await table.turn(visitor, turn)
            assert answer.code is None, answer
            await asyncio.gather(
                *(one.reaches(table.game, answer.version) for one in (white, black))
            )
    return f"/game/{table.game}"
