"""Passwords by argon2id: in threads, few at once, never on the event loop."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

T = TypeVar("T")


class TooBusyError(Exception):
    """So many passwords wait to be hashed that one more would wait too long."""


class Hashing:
    """Makes and checks argon2id hashes. `close` it."""

    def __init__(self, memory_kib: int, passes: int, *, at_once: int, waiting: int) -> None:
        self._argon2 = PasswordHasher(
            time_cost=passes, memory_cost=memory_kib, parallelism=1, type=Type.ID
        )
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="argon2")
        self._most = at_once + waiting
        self._under_way = 0
        self._nobodys = ""

    async def start(self) -> None:
        """Makes what the passwords of unknown people are compared with."""
        self._nobodys = await self.hash(secrets.token_urlsafe())

    async def hash(self, password: str) -> str:
        """The hash in its own notation, figures and salt included. Raises TooBusyError."""
        return await self._run(lambda: self._argon2.hash(password))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether it is the password; None for nobody's. Raises TooBusyError.

        Nobody's takes the same way, and so the same time: else the answer's delay would tell
        which names exist.
        """
        is_right = await self._run(lambda: self._is_right(stored or self._nobodys, password))
        return is_right and stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Whether it was made with other figures than today's."""
        return self._argon2.check_needs_rehash(stored)

    def _is_right(self, stored: str, password: str) -> bool:
        try:
            return self._argon2.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._under_way >= self._most:
            raise TooBusyError
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._under_way -= 1

    def close(self) -> None:
        """Ends the threads once they are done."""
        self._threads.shutdown(wait=False, cancel_futures=True)
