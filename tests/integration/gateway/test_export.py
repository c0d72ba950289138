"""An export that breaks off can't be taken for the whole; one at a time is enough."""

import asyncio

import aiohttp
import pytest

from libs.contracts.archive import ExportPage
from libs.contracts.ids import GameId
from services.gateway.app import Gateway
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.house import House

PATH = "/api/my-games/export"
FIRST = ExportPage([b'{"n":1}', b'{"n":2}'], (5, GameId("00-b")))


async def test_an_export_goes_through_all_pages(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    browser = make_browser(gateway, token)
    house.exports = [FIRST, ExportPage([b'{"n":3}'], (4, GameId("00-a"))), ExportPage([])]
    async with browser.session.get(PATH) as response:
        assert await response.read() == b'{"n":1}\n{"n":2}\n{"n":3}\n'


async def test_one_that_breaks_off_is_not_complete(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    browser = make_browser(gateway, token)
    house.exports = [FIRST]
    async with browser.session.get(PATH) as response:
        assert response.status == 200
        with pytest.raises(aiohttp.ClientError):
            await response.read()
    house.exports = [ExportPage([])]
    async with browser.session.get(PATH) as response:
        assert (response.status, await response.read()) == (200, b"")


async def test_one_that_can_not_begin_is_refused_in_good_order(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    status, refusal = await make_browser(gateway, token).get(PATH)
    assert (status, refusal["code"]) == (503, "unavailable")


async def test_one_at_a_time_a_person(
    house: House, gateway: Gateway, make_browser: MakeBrowser
) -> None:
    token, _ = house.guest()
    browser = make_browser(gateway, token)
    house.close("archive")  # so that whoever comes first waits

    async def status() -> int:
        async with browser.session.get(PATH) as response:
            return response.status

    both = [asyncio.create_task(status()) for _ in range(2)]
    done, waiting = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    assert [task.result() for task in done] == [429]
    house.exports = [ExportPage([])]
    house.open_archive()
    assert [await task for task in waiting] == [200]
