"""Answers to queries: watch, renew, see a game, take a finished game's whole log."""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.games import (
    NO_SECRET,
    GameAsSeen,
    GameLog,
    GameQuery,
    IsOver,
    LoggedEvent,
    PublicGames,
    RenewWatches,
    TakenUpBy,
    WatchGame,
    Watching,
    WholeLog,
)
from libs.contracts.ids import GameId, PlayerId
from libs.contracts.live import LiveBatch, LiveItem
from libs.eventstore.recent import RecentStreams
from libs.eventstore.records import Recorded, StreamId
from services.games.decider import Running
from services.games.handlers.frames import frame, snapshot
from services.games.handlers.keeper import GameKeeper
from services.games.handlers.public import PublicList
from services.games.handlers.watchers import Watchers

AboutGames = WatchGame | RenewWatches | GameAsSeen | IsOver | WholeLog

LIVE_WITHIN_MS: Final = 500
NOT_FOUND: Final = Answer("game_not_found")

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode
_query = msgspec.msgpack.Decoder(GameQuery).decode


class GameQueries:
    """What the owner of a shard tells about its games."""

    def __init__(
        self,
        keeper: GameKeeper,
        streams: RecentStreams,
        watchers: Watchers,
        public: PublicList,
        taken_up_by: Callable[[PlayerId], Awaitable[GameId | None]],
        now_ms: Callable[[], int],
    ) -> None:
        self._keeper = keeper
        self._streams = streams
        self._watchers = watchers
        self._public = public
        self._taken_up_by = taken_up_by
        self._now_ms = now_ms

    async def answer(self, shard: int, payload: bytes) -> Answer:
        """The answer to one query; refused `bad_message` when it isn't one."""
        try:
            query = _query(payload)
        except msgspec.MsgspecError:
            return Answer("bad_message")
        if isinstance(query, PublicGames):
            return Answer(data=self._public.shard(shard))
        if isinstance(query, TakenUpBy):
            return Answer(data=_pack(await self._taken_up_by(query.player)))
        return await self._answer(shard, query)

    async def _answer(self, shard: int, query: AboutGames) -> Answer:
        match query:
            case WatchGame():
                return await self._watch(query)
            case RenewWatches():
                return await self._renew(shard, query)
            case GameAsSeen():
                return await self._as_seen(query)
            case IsOver(game):
                return await self._is_over(game)
            case WholeLog(game):
                return await self._whole_log(game)

    async def _state(self, game: GameId) -> Running | None:
        return (await self._keeper.state(StreamId(game))).state

    async def _events(self, game: GameId, after_version: int = 0) -> list[Recorded]:
        return await self._streams.read_stream(StreamId(game), after_version)

    async def _watch(self, query: WatchGame) -> Answer:
        """Interest is noted before the log is read: nothing falls between the two."""
        state = await self._state(query.game)
        if state is None:
            return NOT_FOUND
        seat = None if query.player is None else state.seat_of(query.player)
        if not state.may_see(seat):
            return NOT_FOUND
        if seat is None or query.player is None:
            self._watchers.look_on(query.gateway, query.game, query.player, self._now_ms())
        else:
            self._watchers.watch(query.gateway, query.game, query.player, self._now_ms())
            if self._watchers.has_cuts:
                await self._keeper.back(query.game, query.player)
        if query.since is not None and 0 < query.since <= state.version:
            events = await self._events(query.game, query.since)
            shown_to = None if state.has_curtain() else seat
            frames = [frame(recorded, shown_to) for recorded in events]
            version = query.since + len(frames)
        else:
            state, events = await self._together(query.game, state)
            frames = [snapshot(query.game, state, events, seat)]
            version = state.version
        return Answer(version=version, data=_pack(Watching(seat, version, frames)))

    async def _together(self, game: GameId, state: Running) -> tuple[Running, list[Recorded]]:
        """A state and exactly its events, whatever is committed meanwhile."""
        while True:
            events = await self._events(game)
            state = await self._state(game) or state
            if len(events) >= state.version:
                return state, events[: state.version]

    async def _renew(self, shard: int, query: RenewWatches) -> Answer:
        self._watchers.renew(query.gateway, f"{shard:02x}", query.games, self._now_ms())
        items: list[LiveItem] = []
        for entry in query.games:
            state = await self._state(entry.game)
            if state is None or state.version <= entry.version or self._is_on_its_way(state):
                continue
            players = [seat.player for seat in state.started.seats]
            if state.started.terms.is_unseen() and not {*players} & {*entry.players}:
                continue
            is_curtained = state.has_curtain()
            for recorded in await self._events(entry.game, entry.version):
                own = [
                    frame(recorded, seat)
                    if recorded.secret is not None
                    and players[seat] in entry.players
                    and not is_curtained
                    else None
                    for seat in (0, 1)
                ]
                public = frame(recorded, None)
                items.append(LiveItem(entry.game, recorded.version, public, own[0], own[1]))
        return Answer(data=_pack(LiveBatch(items)))

    def _is_on_its_way(self, state: Running) -> bool:
        """What was committed a moment ago travels live; if it gets lost, the next renewal tells."""
        return 0 <= self._now_ms() - state.clock.since_ms < LIVE_WITHIN_MS

    async def _as_seen(self, query: GameAsSeen) -> Answer:
        state = await self._state(query.game)
        if state is None:
            return NOT_FOUND
        seat = None if query.player is None else state.seat_of(query.player)
        if not state.may_see(seat):
            return NOT_FOUND
        state, events = await self._together(query.game, state)
        return Answer(version=state.version, data=snapshot(query.game, state, events, seat))

    async def _is_over(self, game: GameId) -> Answer:
        state = await self._state(game)
        if state is None:
            return NOT_FOUND
        return Answer("game_running" if state.ended is None else None, version=state.version)

    async def _whole_log(self, game: GameId) -> Answer:
        state = await self._state(game)
        if state is None:
            return NOT_FOUND
        if state.ended is None:
            return Answer("game_running")
        events = [
            LoggedEvent(
                recorded.version,
                recorded.type,
                recorded.schema,
                recorded.at_ms,
                msgspec.Raw(recorded.public),
                NO_SECRET if recorded.secret is None else msgspec.Raw(recorded.secret),
            )
            for recorded in await self._events(game)
        ]
        return Answer(version=state.version, data=_json(GameLog(game, events)))
