"""The waiting room through the whole house: people, chat, blocks, tables, moderation."""

from typing import Any

import pytest

from services.gateway.app import Gateway
from tests.integration.gateway.conftest import MakeBrowser
from tests.integration.gateway.test_real_house import Seated, come_in


@pytest.fixture
def gateway(real_gateway: Gateway) -> Gateway:
    """The gateway of this module."""
    return real_gateway


async def enter(who: Seated) -> dict[str, Any]:
    """Somebody enters the waiting room; what they see there."""
    await who.socket.send({"t": "enter_lobby"})
    return await who.socket.next("lobby")


async def test_people_see_each_other_and_talk(gateway: Gateway, make_browser: MakeBrowser) -> None:
    ann, ben = [await come_in(gateway, make_browser) for _ in range(2)]
    await enter(ann)
    await enter(ben)
    await ann.socket.next("lobby_changes")
    answer = await ann.do("say", place="lobby", text="Hallo  \u202e zusammen\n!")
    assert "code" not in answer, answer
    line = await ben.socket.next("chat_line")
    assert line["line"]["text"] == "Hallo zusammen !"
