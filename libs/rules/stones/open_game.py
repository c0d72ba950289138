"""The part of the protocol that games on an open table, without chance, answer alike."""

from collections.abc import Mapping, Sequence
from typing import Generic, NoReturn, TypeVar

from libs.rules.game import Json, Viewer

S = TypeVar("S")


class OpenGame(Generic[S]):
    """Nothing is hidden, nothing is dealt, nobody pauses."""

    key: str

    def deal(self, state: S, dealt: Mapping[str, Sequence[str | int]]) -> NoReturn:
        """Raises ValueError: `pending` never asks for a deal."""
        raise ValueError(f"nothing is dealt in {self.key}")

    def reshuffle(self, state: S) -> None:
        """None: nothing lies hidden."""

    def reshuffled(self, state: S, dealt: Mapping[str, Sequence[str | int]]) -> NoReturn:
        """Raises ValueError: `reshuffle` never asks for it."""
        raise ValueError(f"nothing is dealt in {self.key}")

    def resume(self, state: S) -> NoReturn:
        """Raises ValueError: `pending` never asks for a pause."""
        raise ValueError(f"nobody pauses in {self.key}")

    def shown(self, state: S, turn: str, viewer: Viewer) -> Json:
        """None: a turn's text says all."""
        return None

    def shown_deal(
        self, state: S, dealt: Mapping[str, Sequence[str | int]], viewer: Viewer
    ) -> NoReturn:
        """Raises ValueError, as `deal` does."""
        raise ValueError(f"nothing is dealt in {self.key}")

    def follow_deal(self, view: Json, viewer: Viewer, shown: Json) -> NoReturn:
        """Raises ValueError, as `deal` does."""
        raise ValueError(f"nothing is dealt in {self.key}")

    def has_secrets(self) -> bool:
        """False: every viewer sees the same."""
        return False
