"""What answers are made with; put together once by the composition root."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from libs.contracts.accounts import Player
from libs.contracts.ids import PlayerId
from services.accounts.queries.commanding import Owners
from services.accounts.queries.guarding import Guard
from services.accounts.queries.hashing import Hashing
from services.accounts.queries.people import PeopleTable
from services.accounts.queries.sessions import SessionTable


class Announcing(Protocol):
    """Tells gateways what no longer holds."""

    def closed(self, token_hashes: Iterable[str]) -> None:
        """These tokens work no more."""

    def changed(self, player: PlayerId, now: Player | None) -> None:
        """Another name or role; None: gone."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The service's parts."""

    owners: Owners
    sessions: SessionTable
    people: PeopleTable
    guard: Guard
    hashing: Hashing
    announcing: Announcing
    now_ms: Callable[[], int]
