"""Names that accounts has said a moment ago; bounded, and gone when one changes."""

from collections import OrderedDict
from typing import Final

from libs.contracts.ids import PlayerId

KEPT_S: Final = 60.0
MOST: Final = 50_000


class Names:
    """The cache. Time comes from the caller (seconds, monotonic)."""

    def __init__(self, kept_s: float = KEPT_S, most: int = MOST) -> None:
        self._kept_s = kept_s
        self._most = most
        self._names: OrderedDict[PlayerId, tuple[str | None, float]] = OrderedDict()
        self._changes = 0

    @property
    def changes(self) -> int:
        """How often something was forgotten: an answer that was under way meanwhile is stale."""
        return self._changes

    def known(self, players: list[PlayerId], now_s: float) -> dict[PlayerId, str | None]:
        """Those among them whose names are fresh; None: there is no such person any more."""
        found: dict[PlayerId, str | None] = {}
        for player in players:
            entry = self._names.get(player)
            if entry is not None and now_s < entry[1]:
                found[player] = entry[0]
        return found

    def remember(self, names: dict[PlayerId, str | None], now_s: float, changes: int) -> None:
        """Accounts has just said so, to a question asked after so many changes."""
        if changes != self._changes:
            return
        for player, name in names.items():
            self._names[player] = (name, now_s + self._kept_s)
            self._names.move_to_end(player)
        while len(self._names) > self._most:
            self._names.popitem(last=False)

    def forget(self, player: PlayerId) -> None:
        """Somebody has another name, or has gone."""
        self._changes += 1
        self._names.pop(player, None)

    def forget_all(self) -> None:
        """The bus was away: a change may have been missed."""
        self._changes += 1
        self._names.clear()
