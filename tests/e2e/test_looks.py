"""Every page: no fault for axe, no sideways scrolling, big enough for a finger."""

from typing import Final

import pytest
from playwright.async_api import Page

from deploy.local.node import WEB
from tests.e2e.pages import every_page
from tests.e2e.people import People

pytestmark = pytest.mark.asyncio(loop_scope="session")

AXE: Final = WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE: Final = """
async () => {
  const { violations } = await axe.run();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
"""
WIDTHS: Final = (320, 390, 768, 1440)
WIDER_THAN_SEEN: Final = """
() => document.documentElement.scrollWidth <= innerWidth ? [] : [
  'scrolls sideways: ' + [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
    .slice(-3).map((one) => one.outerHTML.slice(0, 150)).join(' '),
]
"""
LEAST_PX: Final = 44
TOO_SMALL: Final = """
(least) => [...document.querySelectorAll('a, button, summary, input, [role=button]')]
  .filter((one) => one.checkVisibility() && !one.closest('p, li, .skip'))
  .map((one) => one.closest('label') ?? one)
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < least)
  .map(([one, { width, height }]) => `${width}x${height} ${one.outerHTML.slice(0, 150)}`)
"""
NO_WORDS: Final = r"""
() => document.body.innerText.match(/\b(undefined|null|NaN)\b|\[object|\{\w+\}/g) ?? []
"""
STEADY: Final = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)
LOOKS: Final = 5
"""A page that is just being drawn in another scheme or width is looked at again, so often."""


async def _wrong(page: Page, script: str, least: int | None = None) -> list[str]:
    """What is wrong and stays so."""
    found: list[str] = []
    for _ in range(LOOKS):
        await page.evaluate(STEADY)
        found = await page.evaluate(script, least)
        if not found:
            break
    return found


async def faults(page: Page) -> list[str]:
    """What is wrong with a page as it stands, in both schemes and at all widths."""
    found: list[str] = await page.evaluate(NO_WORDS)
    for scheme in ("dark", "light"):
        await page.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {fault}" for fault in await _wrong(page, RUN_AXE)]
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 844})
        seen = [*await _wrong(page, WIDER_THAN_SEEN), *await _wrong(page, TOO_SMALL, LEAST_PX)]
        found += [f"{width} px: {fault}" for fault in seen]
    await page.set_viewport_size({"width": 1024, "height": 800})
    return found


async def test_no_page_has_a_fault_in_any_scheme_or_width(people: People) -> None:
    found: dict[str, list[str]] = {}
    axe = AXE.read_text(encoding="utf-8")
    async for name, person in every_page(people, has_touch=True):
        await person.page.evaluate(axe)
        if wrong := await faults(person.page):
            found[name] = wrong
    assert found == {}
