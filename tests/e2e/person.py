"""One person at one page, who does and sees what people do and see."""

import re
from typing import Final

from playwright.async_api import BrowserContext, ConsoleMessage, Error, Locator, Page, expect

POINT: Final = re.compile(r"[a-g][1-7]")
WHITE: Final = "weißer Stein"
BLACK: Final = "schwarzer Stein"


class Person:
    """Selects by role and name, as somebody does who can't see the code."""

    def __init__(self, name: str, context: BrowserContext, page: Page) -> None:
        self.name = name
        self.context = context
        self.page = page
        self.problems: list[str] = []
        page.on("pageerror", self._failed)
        page.on("console", self._said)

    def _failed(self, error: Error) -> None:
        self.problems.append(f"page error: {error}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text}")

    async def open(self, path: str = "/") -> None:
        """Goes to an address and waits until the server hears this page."""
        await self.page.goto(path)
        await self.is_online()

    async def is_online(self) -> None:
        """Waits until the page says that it is connected."""
        await expect(self.status).to_have_text("Verbunden", timeout=30_000)

    async def press(self, name: str) -> None:
        """Presses a button of that name."""
        await self.button(name).click()

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        """A link by its whole name."""
        return self.page.get_by_role("link", name=name, exact=True)

    async def flick(self, name: str) -> None:
        """Turns a switch, on its words as with a finger, and sees it turned."""
        switch = self.page.get_by_role("switch", name=name)
        was_on = await switch.is_checked()
        await self.page.get_by_text(name).click()
        await expect(switch).to_be_checked(checked=not was_on)

    @property
    def status(self) -> Locator:
        """Whether there is a connection."""
        return self.page.get_by_test_id("connection")

    @property
    def says(self) -> Locator:
        """The sentence at the board."""
        return self.page.get_by_test_id("say")

    @property
    def result(self) -> Locator:
        """The result over the board."""
        return self.page.get_by_role("dialog", name="Ergebnis")

    @property
    def slider(self) -> Locator:
        """The slider through the positions."""
        return self.page.get_by_role("slider", name="Stellung")

    def point(self, name: str) -> Locator:
        """A point of the board, which is read out as `a7, frei`."""
        return self.page.get_by_role("button", name=re.compile(f"^{name}, "))

    def clock(self, seat: int) -> Locator:
        """A side's clock: white has seat 0."""
        return self.page.get_by_test_id(f"bar-{seat}").get_by_role("timer")

    async def play(self, turn: str) -> None:
        """Clicks the points of a turn, one after the other."""
        for point in POINT.findall(turn):
            await self.point(point).click()

    async def sees(self, point: str, *what: str) -> None:
        """Waits until a point is read out with all of these words."""
        words = "".join(f"(?=.*{word})" for word in what)
        await expect(self.point(point)).to_have_accessible_name(re.compile(words))

    async def sees_turn(self, number: int, turn: str, *, within_ms: int = 10_000) -> None:
        """Waits until the list of turns has that turn at that ply, and none after it."""
        entries = self.page.get_by_test_id("turns").get_by_role("button")
        await expect(entries).to_have_count(number, timeout=within_ms)
        await expect(entries.nth(number - 1)).to_have_text(turn)

    async def stones(self) -> dict[str, str]:
        """What stands on the board now: point → colour."""
        names = await self.page.locator("[data-point]").evaluate_all(
            "points => points.map(point => point.getAttribute('aria-label'))"
        )
        told = (name.split(", ") for name in names)
        return {point: what for point, what, *_ in told if what in (WHITE, BLACK)}
