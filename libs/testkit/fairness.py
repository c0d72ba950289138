"""What anybody can check of a finished game: every promise of chance was kept, turn by turn.

Nothing is used but the public parts of its events, the end's secrets and the rules.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from libs.contracts.games import (
    Dealt,
    GameEnded,
    GameEvent,
    GameStarted,
    PauseOver,
    Reshuffled,
    TurnPlayed,
    TurnsTakenBack,
)
from libs.rules import registry
from libs.rules.game import SPECTATOR, Deal, Rules

_sorted_json = msgspec.json.Encoder(order="sorted").encode


class UnfairError(Exception):
    """Something was not as it had been promised."""


class Replay:
    """A finished game played again. `tables[n]` is the table after the event of version n."""

    def __init__(self, events: Sequence[GameEvent]) -> None:
        """Raises UnfairError."""
        started, ended = events[0], events[-1]
        if not isinstance(started, GameStarted) or not isinstance(ended, GameEnded):
            raise UnfairError("no whole game")
        self.rules: Rules[Any] = registry.rules(started.terms.game, started.rules_version)
        self.tables: list[Any] = [None, self.rules.setup(started.terms.options)]
        secrets = iter(ended.deal_secrets)
        for event in events[1:]:
            self.tables.append(self._after(event, secrets))
        if any(True for _ in secrets):
            raise UnfairError("a secret without its promise")

    def _after(self, event: GameEvent, secrets: Iterator[Any]) -> Any:
        rules, table = self.rules, self.tables[-1]
        match event:
            case Dealt(shown, commitment):
                dealt = _kept(commitment, secrets)
                _demand_same(rules.pending(table), dealt)
                _demand(rules.shown_deal(table, dealt, SPECTATOR) == shown, "other cards lay open")
                return rules.deal(table, dealt)
            case Reshuffled(commitment):
                order = _kept(commitment, secrets)
                _demand_same(rules.reshuffle(table), order)
                return rules.reshuffled(table, order)
            case TurnPlayed(turn=turn, shown=shown):
                rules.check(table, turn)
                _demand(rules.shown(table, turn, SPECTATOR) == shown, f"{turn} showed other cards")
                return rules.play(table, turn)
            case TurnsTakenBack(to=to):
                return self.tables[to]
            case PauseOver():
                return rules.resume(table)
            case _:
                return table


def _kept(commitment: str, secrets: Iterator[Any]) -> Mapping[str, Sequence[str | int]]:
    """The order behind a promise."""
    secret: Any = next(secrets, None)
    _demand(hashlib.sha256(_sorted_json(secret)).hexdigest() == commitment, "a broken promise")
    order: Mapping[str, Sequence[str | int]] = secret["dealt"]
    return order


def _demand_same(asked: object, order: Mapping[str, Iterable[str | int]]) -> None:
    """The same cards, in whatever order."""
    is_same = isinstance(asked, Deal) and _counted(asked.items) == _counted(order)
    _demand(is_same, "other cards were shuffled")


def _counted(items: Mapping[str, Iterable[str | int]]) -> dict[str, Counter[str | int]]:
    return {name: Counter(pile) for name, pile in items.items()}


def _demand(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise UnfairError(otherwise)
