"""The keeper of game streams: adds what only the owner knows before a command is decided."""

from typing import Any

import msgspec

from libs.contracts.envelope import CommandEnvelope
from libs.contracts.games import ClaimFlag, ClaimWin, CreditClock, GameCommand
from libs.contracts.ids import GameId, PlayerId
from libs.eventstore.deciding import Answer, Incoming
from libs.eventstore.records import StreamId
from libs.eventstore.store import EventStore
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from services.games import decider
from services.games.decider import Fact, GameState, Request, Running
from services.games.handlers.codec import GameCodec
from services.games.handlers.outages import Outages
from services.games.handlers.watchers import HOLD_MS, Cut, Watchers

ACTOR = "service:games"

Measured = ClaimWin | ClaimFlag
"""Commands that are judged by who is there, which only the owner knows."""

_command = msgspec.msgpack.Decoder(GameCommand).decode


def read_command(envelope: CommandEnvelope) -> Request:
    """The request in an envelope. Raises msgspec.ValidationError for anything else."""
    return Request(_command(envelope.command), envelope.lag_ms)


def kind_of(request: Request) -> str:
    """The command's name, for metrics."""
    return str(request.command.__struct_config__.tag)


class GameDecider:
    """The pure functions behind the keeper's port."""

    initial_state = staticmethod(decider.initial_state)
    decide = staticmethod(decider.decide)
    evolve = staticmethod(decider.evolve)


class GameKeeper(StreamKeeper[GameState, Request, Fact]):
    """Measures absence and cut-offs, and credits what a player lost through us first."""

    def __init__(
        self,
        store: EventStore[Any],
        watchers: Watchers,
        outages: Outages,
        options: KeeperOptions[GameState, Fact],
    ) -> None:
        super().__init__(store, GameDecider(), GameCodec(), options)
        self._watchers = watchers
        self._outages = outages
        self._now_ms = options.now_ms

    async def handle(self, incoming: Incoming[Request]) -> Answer:
        """As the base says; see the class for what is added."""
        watchers, command = self._watchers, incoming.command.command
        self._outages.pulse()
        if self._outages:
            await self._settle(incoming.stream)
        if watchers.has_cuts or isinstance(command, Measured):
            await self.back(GameId(incoming.stream), incoming.actor)
            state = (await self.state(incoming.stream)).state
            if state is not None:
                measured = self._measured(incoming, state)
                incoming = msgspec.structs.replace(incoming, command=measured)
        return await super().handle(incoming)

    def is_plain(self, incoming: Incoming[Request]) -> bool:
        """Nothing has to be credited or measured first: so it is for nearly every command."""
        self._outages.pulse()
        return not (
            self._outages
            or self._watchers.has_cuts
            or isinstance(incoming.command.command, Measured)
        )

    def players(self, game: GameId) -> tuple[str, str] | None:
        """Whose frames differ in a game in memory, by seat; None if it isn't there.

        None, too, where there is a curtain: each event is told while it is down, or is about to be.
        """
        state = self.peek(StreamId(game))
        if state is None or state.has_curtain():
            return None
        first, second = state.started.seats
        return first.player, second.player

    async def back(self, game: GameId, player: str) -> None:
        """A player of a game is heard of again: what was lost through us is credited first."""
        cut = self._watchers.take_cut(game, PlayerId(player))
        if cut is not None:
            await self._returned(cut)

    async def credit(self, stream: StreamId, from_ms: int, to_ms: int, cause: str) -> None:
        """Takes an outage off the clock of whoever was thinking. Raises like `handle`."""
        incoming = Incoming(
            stream=stream,
            actor=ACTOR,
            command=Request(CreditClock(from_ms, to_ms, cause)),
            received_at_ms=self._now_ms(),
            correlation=f"credit-{cause}",
        )
        await super().handle(incoming)

    async def _settle(self, stream: StreamId) -> None:
        """An outage that has not been credited to this game yet is, before anything is judged."""
        for from_ms, to_ms, cause in self._outages.to_credit():
            await self.credit(stream, from_ms, to_ms, cause)

    async def _returned(self, cut: Cut) -> None:
        await self._settle(StreamId(cut.game))
        state = (await self.state(StreamId(cut.game))).state
        if state is None or state.ended is not None:
            return
        if state.acts_for(cut.player) == state.clock.running:
            until_ms = min(self._now_ms(), cut.since_ms + HOLD_MS)
            await self.credit(StreamId(cut.game), cut.since_ms, until_ms, "gateway")

    def _measured(self, incoming: Incoming[Request], state: Running) -> Request:
        """The request with what the decider can't know by itself."""
        now_ms, game = self._now_ms(), GameId(incoming.stream)
        seats = state.started.seats
        hold_ms = absent_ms = 0
        if state.clock.running is not None:
            thinking = seats[state.clock.running].player
            hold_ms = self._watchers.hold_ms(game, thinking, now_ms)
        seat = state.seat_of(incoming.actor)
        if seat is not None:
            opponent = seats[1 - seat].player
            since_ms = self._watchers.away_since_ms(game, opponent, now_ms)
            absent_ms = 0 if since_ms is None else now_ms - since_ms
        return msgspec.structs.replace(incoming.command, absent_ms=absent_ms, hold_ms=hold_ms)
