"""My games through the gateway and the real services behind it."""

from typing import Any

import msgspec
import pytest

from libs.contracts.archive import ExportedGame
from libs.rules.gametext import parse_game
from services.gateway.app import Gateway
from tests.integration.behind import until
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.test_real_house import Seated, begun, come_in


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


async def played(host: Seated, guest: Seated, wish_id: str) -> str:
    """A game of two turns that the guest gave up, in both lists."""
    game = await begun(host, guest, wish_id)
    assert "code" not in await host.do("play", game=game, position=1, turn="d7")
    assert "code" not in await guest.do("play", game=game, position=2, turn="a1")
    assert "code" not in await guest.do("resign", game=game)

    async def is_listed() -> bool:
        return game in await games(host, "")

    await until(is_listed)
    return game


async def games(person: Seated, query: str) -> list[str]:
    status, page = await person.browser.get(f"/api/my-games{query}")
    assert status == 200, page
    return [line["game"] for line in page["games"]]


async def raw(person: Seated, path: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body as they come."""
    async with person.browser.session.get(path) as response:
        return response.status, dict(response.headers), await response.read()


async def test_lists_are_filtered_counted_and_taken_along(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    host, guest = [await come_in(gateway, make_browser) for _ in range(2)]
    game = await played(host, guest, "open")
    assert await games(host, f"?opponent={guest.player}&result=won&game=mills") == [game]
    assert await games(guest, "?result=lost&kind=friendly&since=2020-01-01") == [game]
    for query in ("?result=drawn", "?game=hanse", "?until=2020-01-01", "?opponent=bot:easy"):
        assert await games(host, query) == []
    _, figures = await host.browser.get("/api/my-statistics")
    assert figures["people"]["tally"] == {"won": 1, "drawn": 0, "lost": 0}
    assert figures["people"]["opponents"][0]["opponent"] == guest.player
    _, profile = await guest.browser.get(f"/api/players/{host.player}")
    assert profile["record"] == {"won": 1, "drawn": 0, "lost": 0}
    status, headers, body = await raw(host, f"/api/games/{game}/text")
    assert (status, headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert headers["Content-Disposition"].endswith(f'-mills-{game}.txt"')
    text = parse_game(body.decode())
    names = [(await each.browser.get("/api/me"))[1]["player"]["name"] for each in (host, guest)]
    assert (list(text.players), text.result) == (names, "1-0")
    status, headers, body = await raw(host, "/api/my-games/export")
    assert (status, headers["Content-Type"]) == (200, "application/x-ndjson")
    (line,) = [msgspec.json.decode(each, type=ExportedGame) for each in body.splitlines()]
    assert (line.summary.game, len(line.events or ())) == (game, 4)


REFUSED = [
    ("/api/my-games?result=win", 422, "bad_filter"),
    ("/api/my-games?opponent=Ben", 422, "bad_opponent"),
    ("/api/my-games?since=yesterday", 422, "bad_dates"),
    ("/api/my-games?before=1", 400, "bad_page"),
    ("/api/games/nonsense/text", 404, "game_not_found"),
    ("/api/games/00-nonsense/text", 404, "game_not_found"),
]


async def test_what_is_asked_wrongly_is_refused_with_a_sentence(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person = await come_in(gateway, make_browser)
    for path, status, code in REFUSED:
        answered, refusal = await person.browser.get(path)
        assert (answered, refusal["code"]) == (status, code), path
        assert refusal["text"]["de"]
        assert refusal["text"]["en"]


async def test_strangers_get_nothing(gateway: Gateway, make_browser: MakeBrowser) -> None:
    nobody = make_browser(gateway)
    for path in ("/api/my-games", "/api/my-games/export", "/api/my-statistics"):
        status, refusal = await nobody.get(path)
        assert (status, refusal["code"]) == (401, "no_session"), path


async def test_a_running_game_has_no_text_yet(gateway: Gateway, make_browser: MakeBrowser) -> None:
    host, guest = [await come_in(gateway, make_browser) for _ in range(2)]
    game = await begun(host, guest)
    answers: list[Any] = []

    async def is_refused() -> bool:
        answers.append((await host.browser.get(f"/api/games/{game}/text"))[1]["code"])
        return bool(answers[-1] == "game_running")

    await until(is_refused)
    assert set(answers) <= {"game_not_found", "game_running"}


async def test_one_may_export_a_few_times_and_not_all_the_time(
    gateway: Gateway, make_browser: MakeBrowser
) -> None:
    person = await come_in(gateway, make_browser)
    statuses = [(await raw(person, "/api/my-games/export"))[0] for _ in range(8)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
