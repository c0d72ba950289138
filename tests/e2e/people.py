"""People in a browser: each has a context of their own, and none may meet a fault in a page."""

import asyncio
import re
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext

from tests.e2e.person import Person
from tests.house.tracked import ROOT

TRACES: Final = ROOT / "test-results"
WATCH_POLICY: Final = """
document.addEventListener('securitypolicyviolation', (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""
OUTAGE: Final = re.compile(r"WebSocket connection to|net::ERR_|status of 50[234]")
"""What a browser itself says while the server is away."""


class People:
    """Everybody in one test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self._browser = browser
        self._all: list[Person] = []
        self._is_outage_allowed = False

    async def come(self, name: str = "anna", *, width: int = 1024, **wishes: Any) -> Person:
        """Somebody new, whom the server does not know yet; `wishes` are the context's options."""
        height = wishes.pop("height", 800)
        context = await self._browser.new_context(
            base_url=self.address,
            locale=wishes.pop("locale", "de-DE"),
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            **wishes,
        )
        return await self.sit_down(name, context)

    async def sit_down(self, name: str, context: BrowserContext) -> Person:
        """A page in that context."""
        context.set_default_timeout(20_000)
        await context.add_init_script(WATCH_POLICY)
        person = Person(name, context, await context.new_page())
        self._all.append(person)
        return person

    def expect_outages(self) -> None:
        """From now on a browser may say that the server does not answer."""
        self._is_outage_allowed = True

    def problems(self) -> list[str]:
        """Everything that pages have complained about."""
        return [
            f"{person.name}: {problem}"
            for person in self._all
            for problem in person.problems
            if not (self._is_outage_allowed and OUTAGE.search(problem))
        ]

    async def keep_traces(self, test: str) -> None:
        """A picture of every page and what it holds, for whoever looks into a failure."""
        folder = TRACES / re.sub(r"[^\w.-]+", "_", test)
        folder.mkdir(parents=True, exist_ok=True)
        await asyncio.gather(*(_keep(person, folder) for person in self._all))

    async def leave(self) -> None:
        """Everybody closes their browser."""
        contexts = {id(person.context): person.context for person in self._all}
        await asyncio.gather(*(context.close() for context in contexts.values()))


async def _keep(person: Person, folder: Path) -> None:
    await person.page.screenshot(path=folder / f"{person.name}.png", timeout=5_000)
    said = [
        person.page.url,
        *person.problems,
        "",
        await person.page.locator("body").aria_snapshot(),
    ]
    (folder / f"{person.name}.txt").write_text("\n".join(said), encoding="utf-8")
