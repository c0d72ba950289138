"""Asks the accounts service to give somebody a role."""

from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.accounts import NameRole, Player, Role
from libs.contracts.envelope import Answer
from libs.contracts.refusals import text_of

SUBJECT: Final = "query.accounts"

_encode = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_player = msgspec.msgpack.Decoder(Player).decode


class RoleError(Exception):
    """The role was not given; the text is for people."""


async def name_role(bus: Bus, name: str, role: Role) -> Player:
    """Who has the role now. Raises RoleError and BusError."""
    answer = _answer(await bus.call(SUBJECT, _encode(NameRole(name, role))))
    if answer.code is not None or answer.data is None:
        raise RoleError(text_of(answer.code or "internal_error")["en"])
    return _player(answer.data)
