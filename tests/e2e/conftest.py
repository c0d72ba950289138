"""Browsers against the whole Spielcenter, as `make run` starts it."""

import os
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from deploy.local import chromium
from deploy.local.whole import Spielcenter
from tests.e2e.people import People

OPEN_GATES = {
    "GUESTS_BURST": "10000",
    "GUESTS_A_MINUTE": "10000",
    "REQUESTS_A_SECOND": "10000",
    "REQUESTS_BURST": "10000",
    "SIGN_UPS_BURST": "1000",
    "SIGN_UPS_A_MINUTE": "1000",
    "SOCKETS_AN_ADDRESS": "10000",
}
"""All browsers of the tests come from one address."""

_report = pytest.StashKey[pytest.TestReport]()

# A page may be slow where much else is done; what it is waited for is the same.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def spielcenter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spielcenter]:
    """Running, for all tests in a browser; its supervisor heals what a test kills."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in OPEN_GATES.items():
            patch.setenv(name, value)
        whole = Spielcenter(tmp_path_factory.mktemp("e2e"))
        whole.start()
    yield whole
    whole.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chrome() -> AsyncIterator[Browser]:
    """One Chromium; everybody has a context of their own in it."""
    found = chromium.find()
    with pytest.MonkeyPatch.context() as patch:
        # The driver, too, runs on the Node that the house brings along.
        for name, value in found.environment.items():
            if name.startswith("PLAYWRIGHT_"):
                patch.setenv(name, value)
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=found.executable,
                args=found.arguments,
                chromium_sandbox=False,
                env={**os.environ, **found.environment},
            )
            yield browser
            await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def people(
    request: pytest.FixtureRequest, chrome: Browser, spielcenter: Spielcenter
) -> AsyncIterator[People]:
    """Lets people come in; afterwards no page of theirs may have complained."""
    people = People(chrome, spielcenter.address)
    yield people
    report = request.node.stash.get(_report, None)
    problems = people.problems()
    if problems or report is None or report.failed:
        await people.keep_traces(request.node.name)
    await people.leave()
    assert problems == []


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Notes how the test itself went, for those who clean up after it."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]  # pluggy's result is untyped here
    if report.when == "call":
        item.stash[_report] = report
