"""Names of people: accounts has them, events don't."""

from typing import Final

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.accounts import SERVICE, NamesOf
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.runtime.logs import get_logger
from services.archive.queries.texts import Names

SUBJECT: Final = f"query.{SERVICE}"
WITHIN_S: Final = 0.8
"""Less than who asks for a text waits for before asking once more."""

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode
_names = msgspec.msgpack.Decoder(dict[PlayerId, str | None]).decode


async def ask_names(bus: Bus, players: list[PlayerId]) -> Names | None:
    """Names by id, None for whoever has gone; None alone if nobody answers."""
    try:
        answer = _answer(await bus.call(SUBJECT, _pack(NamesOf(players)), WITHIN_S))
    except BusError as error:
        get_logger(service="archive").info("no names for a game's text", error=str(error))
        return None
    return None if answer.data is None else _names(answer.data)
