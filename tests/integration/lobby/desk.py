"""What moderators find on their desk, and the number of a line to report."""

from typing import Any

from tests.integration.lobby.conftest import Visitor


async def reports(who: Visitor) -> list[dict[str, Any]]:
    """What a moderator finds on the desk."""
    status, page = await who.browser.get("/api/moderation/reports")
    assert status == 200, page
    return list(page["reports"])


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
