"""When a deadline has passed, its game's owner is told; the answer says what to do next."""

from collections.abc import Callable
from typing import Final

import msgspec

from libs.bus import Bus, BusError
from libs.contracts.envelope import Answer, CommandEnvelope
from libs.contracts.games import SERVICE as GAMES
from libs.contracts.ids import CommandId
from libs.eventstore.records import shard_of
from libs.runtime.figures import Family, Tally
from libs.runtime.logs import new_correlation
from services.clocks.decider import Deadline

ACTOR: Final = "service:clocks"
TRY_AGAIN_MS: Final = 500
CONFIRM_MS: Final = 10_000
"""The owner has accepted a claim: its event is on the way. If it isn't, claim again."""

WITHIN_S: Final = 1.0

_pack = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


class Claims:
    """Sends claims. The owner judges by its own stamps: an early or late claim does no harm."""

    def __init__(self, bus: Bus, now_ms: Callable[[], int], answers: Family[Tally]) -> None:
        self._bus = bus
        self._now_ms = now_ms
        self._answers = answers

    async def claim(self, deadline: Deadline) -> int:
        """Claims one deadline; returns after how many milliseconds to claim it again.

        A claim that the owner's answer has made pointless is then replaced by the game's events.
        """
        command = deadline.claim()
        now_ms = self._now_ms()
        envelope = CommandEnvelope(
            deadline.game,
            ACTOR,
            CommandId(f"{command.__struct_config__.tag}-{deadline.version}-{now_ms}"),
            now_ms,
            0,
            new_correlation(),
            msgspec.Raw(_pack(command)),
        )
        subject = f"cmd.{GAMES}.{shard_of(deadline.game)}"
        try:
            answer = _answer(await self._bus.request(subject, _pack(envelope), WITHIN_S))
        except BusError:
            self._count(command, "unavailable")
            return TRY_AGAIN_MS
        self._count(command, answer.code or "accepted")
        remaining_ms = (answer.detail or {}).get("remaining_ms")
        return max(1, remaining_ms) if isinstance(remaining_ms, int) else CONFIRM_MS

    def _count(self, command: msgspec.Struct, answer: str) -> None:
        self._answers.child(str(command.__struct_config__.tag), answer).add()
