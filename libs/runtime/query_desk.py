"""The desk where a service answers questions: `query.<service>`, any instance, each on its own."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from libs.bus import Bus, Request, Subscription
from libs.contracts.envelope import Answer
from libs.eventstore.errors import StoreUnavailableError
from libs.runtime.logs import get_logger

INTERNAL_ERROR: Final = Answer("internal_error")

_encode = msgspec.msgpack.Encoder().encode


class QueryDesk:
    """Answers queries side by side: a slow one holds up no other, a bad one ends none.

    Without a database a query is rejected, so that its sender asks again, perhaps another instance.
    """

    def __init__(
        self, bus: Bus, service: str, answer: Callable[[bytes], Awaitable[Answer]]
    ) -> None:
        """`answer` gets a query's payload."""
        self._bus = bus
        self._service = service
        self._answer = answer
        self._log = get_logger(service=service)
        self._answering: set[asyncio.Task[None]] = set()
        self._subscription: Subscription | None = None

    def open(self) -> None:
        """Begin to listen."""
        subject, queue = f"query.{self._service}", self._service
        self._subscription = self._bus.serve(subject, self._on_request, queue=queue)

    async def close(self) -> None:
        """Answer what has arrived, then listen no more."""
        if self._subscription is not None:
            await self._subscription.drain()
        await asyncio.gather(*self._answering, return_exceptions=True)

    def _on_request(self, request: Request) -> None:
        task = asyncio.get_running_loop().create_task(self._respond(request))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _respond(self, request: Request) -> None:
        try:
            answer = await self._answer(request.payload)
        except StoreUnavailableError:
            request.reject()
        except Exception:  # noqa: BLE001  one bad request must not stop the others
            self._log.exception("query failed")
            request.respond(_encode(INTERNAL_ERROR))
        else:
            request.respond(_encode(answer))
