"""When an account is deleted, what its owner said is forgotten."""

from collections.abc import Sequence
from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.accounts import AccountDeleted
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.lobby_messages import SUBJECT, ForgetPerson
from libs.eventstore.connection import PostgresTransaction
from libs.eventstore.records import PublicEvent

DELETED: Final = str(AccountDeleted.__struct_config__.tag)
PATIENCE_S: Final = 2.0

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


class NotForgottenError(Exception):
    """The hall's owner has said no: the event comes again."""


async def no_effect(_tx: PostgresTransaction, _events: Sequence[PublicEvent]) -> None:
    """The policy alone acts upon events of accounts."""


class Leaving:
    """A policy: at least once for each account that is deleted."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def __call__(self, events: Sequence[PublicEvent]) -> None:
        """Has all of them forgotten. Raises if one has to come again."""
        for event in events:
            if event.type == DELETED:
                query = _pack(ForgetPerson(PlayerId(event.stream)))
                answer = _answer(await self._bus.call(SUBJECT, query, PATIENCE_S))
                if answer.code is not None:
                    raise NotForgottenError(answer.code)
