"""How people stand with the house and with each other, in memory: mutes, bans, blocks."""

from collections.abc import Collection, Iterable

from libs.contracts.ids import PlayerId
from libs.contracts.lobby import ModerationEvent, Standing
from services.lobby.decider.moderation import Fact, Record, about, evolve, standing

NOBODY: frozenset[PlayerId] = frozenset()
NOTHING = Record()
MOST_FORGOTTEN = 10_000


class Standings:
    """Of whom there is nothing to say, there is nothing here."""

    def __init__(self) -> None:
        self._records: dict[PlayerId, Record] = {}
        self._blocked: dict[PlayerId, set[PlayerId]] = {}
        self._blockers: dict[PlayerId, set[PlayerId]] = {}
        self._forgotten: dict[PlayerId, None] = {}

    def fold(self, events: Iterable[ModerationEvent], now_ms: int) -> None:
        """What the log says, in its order; what is over is left out."""
        for event in events:
            self.apply(event)
        for player in [*self._records]:
            if not self._holds(self._records[player], now_ms):
                del self._records[player]

    @staticmethod
    def _holds(record: Record, now_ms: int) -> bool:
        return max(record.muted_until_ms, record.banned_until_ms) > now_ms

    def apply(self, event: ModerationEvent) -> PlayerId | None:
        """One further event; says whose standing it has changed."""
        player = about(event)
        if player is not None:
            record = self._records.get(player, NOTHING)
            self._records[player] = evolve(record, Fact(event))
        return player

    def is_muted(self, player: PlayerId, now_ms: int) -> bool:
        """Whether somebody may say nothing."""
        return self._records.get(player, NOTHING).muted_until_ms > now_ms

    def is_banned(self, player: PlayerId, now_ms: int) -> bool:
        """Whether somebody may not be here."""
        return self._records.get(player, NOTHING).banned_until_ms > now_ms

    def bans(self) -> dict[PlayerId, int]:
        """Who may not, and until when."""
        bans = {player: record.banned_until_ms for player, record in self._records.items()}
        return {player: until_ms for player, until_ms in bans.items() if until_ms}

    # ---- blocks -----------------------------------------------------------------------------

    def block(self, player: PlayerId, other: PlayerId) -> None:
        """The two see and hear no more of each other."""
        self._blocked.setdefault(player, set()).add(other)
        self._blockers.setdefault(other, set()).add(player)

    def unblock(self, player: PlayerId, other: PlayerId) -> None:
        """This one of the two takes it back; the other may have blocked, too."""
        _take_out(self._blocked, player, other)
        _take_out(self._blockers, other, player)

    def forget(self, player: PlayerId) -> set[PlayerId]:
        """Somebody has gone, and all blocks with them; those it was hidden from."""
        hidden = self.hidden_from(player)
        for other in hidden:
            self.unblock(player, other)
            self.unblock(other, player)
        self._records.pop(player, None)
        return hidden

    def expel(self, player: PlayerId) -> None:
        """Somebody's account is gone: what they have said and is still under way is not heard."""
        self._forgotten[player] = None
        if len(self._forgotten) > MOST_FORGOTTEN:
            del self._forgotten[next(iter(self._forgotten))]

    def is_forgotten(self, player: PlayerId) -> bool:
        """Whether somebody's account has gone lately."""
        return player in self._forgotten

    def blocked_by(self, player: PlayerId) -> Collection[PlayerId]:
        """Whom somebody has blocked: known to nobody else."""
        return self._blocked.get(player, NOBODY)

    def hidden_from(self, player: PlayerId) -> set[PlayerId]:
        """Everybody whom somebody neither sees nor is seen by."""
        return {*self._blocked.get(player, NOBODY), *self._blockers.get(player, NOBODY)}

    def are_apart(self, player: PlayerId, other: PlayerId) -> bool:
        """Whether one of the two blocks the other."""
        return other in self._blocked.get(player, NOBODY) or player in self._blocked.get(
            other, NOBODY
        )

    def of(self, player: PlayerId, now_ms: int) -> Standing:
        """Somebody's own standing, as they may know it."""
        record = self._records.get(player, NOTHING)
        return standing(record, sorted(self.blocked_by(player)), now_ms)


def _take_out(of: dict[PlayerId, set[PlayerId]], key: PlayerId, value: PlayerId) -> None:
    values = of.get(key)
    if values is not None:
        values.discard(value)
        if not values:
            del of[key]
