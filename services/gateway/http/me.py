"""The caller and the caller's running games, as several routes answer."""

from typing import Final

from libs.contracts.accounts import Player
from services.gateway.decider.refusals import RefusedError, encode
from services.gateway.http.parts import Parts

RUNNING_WITHIN_S: Final = 1.0
NOBODY: Final = b'{"player":null,"running":[]}'


async def me_of(parts: Parts, player: Player | None) -> bytes:
    """A `Me`; the running games are left out when the archive is silent."""
    if player is None:
        return NOBODY
    try:
        running = await parts.questions.archive.running(player.id, RUNNING_WITHIN_S)
    except RefusedError:
        running = b"[]"
    return b'{"player":%b,"running":%b}' % (encode(player), running)
