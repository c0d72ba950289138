"""The gateway's sign of life for the owners of games."""

import asyncio
from typing import Final

import msgspec

from libs.bus import Bus
from libs.contracts.live import GatewayBeat
from libs.runtime import NowMs

EVERY_S: Final = 0.4
SUBJECT: Final = "gateway.beat"

_encode = msgspec.msgpack.Encoder().encode


class Beat:
    """Every 400 ms, and once to say goodbye."""

    def __init__(self, bus: Bus, gateway: str, now_ms: NowMs) -> None:
        self._bus = bus
        self._gateway = gateway
        self._now_ms = now_ms

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._send(is_leaving=False)
            await asyncio.sleep(EVERY_S)

    def say_goodbye(self) -> None:
        """This gateway leaves: its players come back through another."""
        self._send(is_leaving=True)

    def _send(self, *, is_leaving: bool) -> None:
        self._bus.publish(SUBJECT, _encode(GatewayBeat(self._gateway, self._now_ms(), is_leaving)))
