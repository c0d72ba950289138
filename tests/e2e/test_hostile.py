"""Names and terms full of markup and odd signs are text, wherever they are shown."""

import json
import re
from typing import Final

import pytest
from playwright.async_api import Route, WebSocketRoute, expect

from tests.e2e.people import People
from tests.e2e.table import begin

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES: Final = (
    "<img src=x onerror=alert(1)><script>alert(2)</script>",
    "\u202egnol yrev a dna \u0645\u0648\u0644\u0646\u0627 " + "W" * 200,
)
"""Markup; a text that turns its direction and does not fit into any line."""
SHOWN: Final = re.compile("onerror=alert|WWWW")
NAME: Final = re.compile(r'"name":"[^"]*"')


def spoilt(frame: str) -> str:
    """A frame of the server in which people have other names."""
    names = iter(NAMES * 20)
    return NAME.sub(lambda _: f'"name":{json.dumps(next(names))}', frame)


def spoil(route: WebSocketRoute) -> None:
    """Lets everything through, but for the names."""
    server = route.connect_to_server()
    server.on_message(lambda message: route.send(spoilt(str(message))))


async def spoil_asked(route: Route) -> None:
    """Gives everybody another name of whom a page asks by id."""
    answer = await route.fetch()
    names = (await answer.json())["names"]
    spoilt_names = dict(zip(names, NAMES * len(names), strict=False))
    await route.fulfill(response=answer, json={"names": spoilt_names})


async def test_hostile_names_are_shown_as_they_are_and_break_no_page(people: People) -> None:
    table = await begin(people)
    session = await table.white.context.storage_state()
    cem = await people.come("cem", width=320, storage_state=session)
    await cem.page.route_web_socket("**/ws", spoil)
    await cem.page.route("**/api/names*", spoil_asked)
    alerts: list[str] = []
    cem.page.on("dialog", lambda dialog: alerts.append(dialog.message))
    for path in ("/", table.path):
        await cem.open(path)
        await expect(cem.page.get_by_text(SHOWN).filter(visible=True).first).to_be_visible()
        assert await cem.page.evaluate("document.documentElement.scrollWidth") <= 320
        await expect(cem.page.locator("img[src=x]")).to_have_count(0)
    await cem.play("a7")
    await table.black.sees_turn(1, "a7")
    assert alerts == []
