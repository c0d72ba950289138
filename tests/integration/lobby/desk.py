"""What moderators find on their desk, and the number of a line to report."""

from typing import Any

from libs.testkit.eventually import eventually
from tests.integration.lobby.conftest import Visitor


async def reports(who: Visitor, after: int | None = None) -> list[dict[str, Any]]:
    """What a moderator finds on the desk; on the page that begins after a report."""
    query = "" if after is None else f"?after={after}"
    status, page = await who.browser.get(f"/api/moderation/reports{query}")
    assert status == 200, page
    found = list(page["reports"])
    last_open = [one["report"] for one in found if one["closed_by"] is None][-1:]
    assert page["next"] in (None, *last_open)
    return found


def told(who: Visitor) -> list[int]:
    """How many open reports somebody was told of, each time."""
    return [each["open_reports"] for each in who.socket.got if each["t"] == "desk"]


async def is_told(who: Visitor, number: int, *, after: int = 0) -> None:
    """Returns when that was the last number somebody was told, of more than so many."""
    await eventually(lambda: told(who)[after:][-1:] == [number])


async def audit(who: Visitor) -> list[str]:
    """What was done, newest first."""
    status, page = await who.browser.get("/api/moderation/audit")
    assert status == 200, page
    return [line["event"]["type"].removeprefix("lobby.") for line in page["lines"]]


async def line_of(who: Visitor, text: str) -> int:
    """The number of a line."""
    while True:
        line = (await who.socket.next("chat_line"))["line"]
        if line["text"] == text:
            return int(line["n"])
