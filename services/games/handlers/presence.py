"""Who is connected: gateways that fell silent, cuts that ran out, presence told to watchers."""

from collections.abc import Callable, Collection
from typing import Final

import msgspec

from libs.contracts.client_out import Presence
from libs.contracts.ids import GameId, is_bot
from libs.contracts.live import GatewayBeat
from libs.eventstore.errors import ShardLostError
from libs.eventstore.records import StreamId
from services.games.decider import Running
from services.games.handlers.keeper import GameKeeper
from services.games.handlers.live import LiveDelivery
from services.games.handlers.watchers import Watchers

EVERY_S: Final = 1.0

_beat = msgspec.msgpack.Decoder(GatewayBeat).decode
_encode = msgspec.json.Encoder().encode


class PresenceKeeper:
    """Once a second: what has changed in who is here, and what follows from it."""

    def __init__(
        self,
        watchers: Watchers,
        live: LiveDelivery,
        keeper: GameKeeper,
        now_ms: Callable[[], int],
    ) -> None:
        self._watchers = watchers
        self._live = live
        self._keeper = keeper
        self._now_ms = now_ms
        self.on_changed: Callable[[Collection[GameId]], object] = lambda _games: None
        """Called with games that somebody has begun or ceased to watch."""

    def on_beat(self, _subject: str, data: bytes) -> None:
        """A gateway lives, or says goodbye: its players then come back through another."""
        beat = _beat(data)
        if beat.is_leaving:
            self._watchers.drop(beat.gateway, self._now_ms())
        else:
            self._watchers.beat(beat.gateway, self._now_ms())

    async def tick(self) -> None:
        """One round."""
        now_ms = self._now_ms()
        self._watchers.forget_old_absences(now_ms)
        for gateway in self._watchers.lost(now_ms):
            self._watchers.drop(gateway, now_ms)
        for cut in self._watchers.ended_cuts(now_ms):
            await self._keeper.back(cut.game, cut.player)
        changed, self._watchers.changed = self._watchers.changed, set()
        self.on_changed(changed)
        for game in changed:
            await self._tell(game)

    async def _tell(self, game: GameId) -> None:
        if not self._watchers.gateways(game):
            return
        try:
            state = (await self._keeper.state(StreamId(game))).state
        except ShardLostError:
            self._watchers.forget_game(game)
            return
        if state is not None:
            self._live.presence(game, _encode(self.presence(game, state)))

    def presence(self, game: GameId, state: Running) -> Presence:
        """Who of the two is here, since when not, how many others watch; a computer is."""
        now_ms = self._now_ms()
        away = [
            None if is_bot(seat.player) else self._watchers.away_since_ms(game, seat.player, now_ms)
            for seat in state.started.seats
        ]
        connected = (away[0] is None, away[1] is None)
        return Presence(game, connected, (away[0], away[1]), self._watchers.spectators(game))
