"""The composition root: which parts the gateway has, and how it starts and stops."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from libs.bus import Bus, Subscription
from libs.contracts.lobby_messages import LIVE_CHAT, LIVE_HALL
from libs.runtime import Check, HealthSite, Runtime, StartError, connect_bus
from services.gateway.config import GatewaySettings
from services.gateway.decider.outbox import Mail
from services.gateway.handlers.commands import Commands
from services.gateway.handlers.talk import Talk
from services.gateway.http.callers import Callers
from services.gateway.http.incoming import Incoming
from services.gateway.http.parts import Parts, Questions, Shown
from services.gateway.http.server import Listener
from services.gateway.http.site import make_site
from services.gateway.http.sockets import Sockets
from services.gateway.http.watching import Watching
from services.gateway.projections import (
    LiveList,
    Names,
    OpenSockets,
    PersonalFrames,
    Present,
    PublicGames,
    RunningLists,
    Sessions,
    ShownGames,
    ShownHall,
    ShownRooms,
    TableChats,
)
from services.gateway.queries import Accounts, Archive, Bots, Games, Lobby, Ratings, Rooms
from services.gateway.tasks import (
    Beat,
    CatchingUp,
    Errands,
    LiveTask,
    Pings,
    Renewal,
    Reporting,
    Resync,
)

NAME: Final = "gateway"
ERRANDS_WITHIN_S: Final = 2.0


class Works:
    """The parts put together, around a bus that is connected."""

    def __init__(self, gateway: str, bus: Bus, runtime: Runtime, settings: GatewaySettings) -> None:
        self.parts = parts = make_parts(gateway, bus, runtime, settings)
        games = parts.shown.games
        self.beat = Beat(bus, gateway, runtime.now_ms)
        self.renewal = Renewal(games, parts.questions.games.renew, parts.errands)
        self.watching = Watching(parts, self.renewal)
        self.pings = Pings(parts.shown.sockets, games.versions, parts.limits, runtime.now_ms)
        self.sockets = Sockets(
            parts, Callers(parts), self.watching, Incoming(parts, self.watching), self.pings
        )
        self.resync = Resync(
            parts.shown.rooms,
            parts.shown.running,
            self.watching.refresh_room,
            self.watching.learn_running,
        )
        self.catching_up = CatchingUp(
            parts.mail, games.stale, self.watching.refresh, runtime.metrics.slow_sockets.child()
        )
        shown, ask_public = parts.shown, parts.questions.games.public
        self.live = LiveTask(shown.public, shown.live, ask_public, parts.now_s)
        self.reporting = self._make_reporting(gateway)
        games.on_missing = self.watching.missing
        games.on_changed = self.renewal.soon

    def _make_reporting(self, gateway: str) -> Reporting:
        shown, lobby = self.parts.shown, self.parts.questions.lobby
        reporting = Reporting(gateway, shown.present, shown.hall, lobby.report, lobby.whole)
        shown.present.on_changed = reporting.soon
        shown.hall.on_missing = reporting.missing
        shown.running.on_shown = shown.present.running
        return reporting

    def subscribe(self, bus: Bus, gateway: str) -> list[Subscription]:
        """Everything that is listened to all the time."""
        bus.on_reconnected(self.renewal.all_soon)
        bus.on_reconnected(self.resync.bus_is_back)
        bus.on_reconnected(self.parts.shown.sessions.forget_all)
        bus.on_reconnected(self.parts.shown.names.forget_all)
        bus.on_reconnected(self.parts.shown.public.bus_is_back)
        bus.on_reconnected(self.reporting.bus_is_back)
        return [
            bus.subscribe(f"live.{gateway}", self.parts.shown.games.on_live),
            bus.subscribe("live.games", self.parts.shown.public.on_changes),
            bus.subscribe("owner.games", self.renewal.on_owner),
            bus.subscribe("owner.games", self.parts.shown.public.on_owner),
            bus.subscribe(LIVE_HALL, self.parts.shown.hall.on_hall),
            bus.subscribe(LIVE_CHAT, self.parts.shown.hall.on_chat),
            bus.subscribe("owner.lobby", self.reporting.whole_soon),
            bus.subscribe("owner.matchmaking", self.resync.on_owner),
            bus.subscribe("accounts.session_closed", self._on_session_closed),
            bus.subscribe("accounts.player_changed", self._on_player_changed),
        ]

    def _on_session_closed(self, _subject: str, data: bytes) -> None:
        sessions = self.parts.shown.sessions
        token_hash = sessions.closed_by(data)
        sessions.close(token_hash, self.parts.now_s())
        self.sockets.end_session(token_hash)

    def _on_player_changed(self, _subject: str, data: bytes) -> None:
        sessions = self.parts.shown.sessions
        changed = sessions.changed_by(data)
        sessions.change(changed.id, changed.player, self.parts.now_s())
        self.parts.shown.names.forget(changed.id)
        self.sockets.change_player(changed.id, changed.player)


def make_parts(gateway: str, bus: Bus, runtime: Runtime, settings: GatewaySettings) -> Parts:
    """The parts that routes and sockets work with."""
    loop, metrics, limits = asyncio.get_running_loop(), runtime.metrics, settings.limits()
    public, present, chats = PublicGames(), Present(), TableChats()
    hall = ShownHall(present, chats)
    return Parts(
        limits=limits,
        trusted=settings.trusted(),
        commands=Commands(bus, gateway),
        talk=Talk(bus, gateway),
        questions=Questions(
            Accounts(bus),
            Archive(bus),
            Bots(bus),
            Games(bus, gateway),
            Lobby(bus),
            Ratings(bus),
            Rooms(bus),
        ),
        shown=Shown(
            ShownGames(metrics.commit_to_socket.child(), runtime.now_ms),
            ShownRooms(bus),
            RunningLists(bus),
            PersonalFrames(bus),
            OpenSockets(limits, metrics.sockets.child()),
            Sessions(),
            Names(),
            public,
            LiveList(public, hall.hidden_if_known),
            present,
            chats,
            hall,
        ),
        errands=Errands(),
        mail=Mail(loop.call_soon),
        refused_frames=metrics.refused_frames,
        now_ms=runtime.now_ms,
        now_s=loop.time,
    )


class Gateway:
    """The service."""

    name = NAME

    def __init__(self, runtime: Runtime, settings: GatewaySettings, bus: Bus | None = None) -> None:
        """Without a bus it connects one of its own, and closes it."""
        self._runtime = runtime
        self._settings = settings
        self._bus = bus
        self._owns_bus = bus is None
        self._keeper = runtime.keeper(NAME)
        self._inside = HealthSite(runtime.health, runtime.metrics)
        self._works: Works | None = None
        self._subscriptions: Sequence[Subscription] = ()
        self._listener: Listener | None = None
        self.id = secrets.token_hex(6)
        """Random for each process: owners address live messages to it."""
        self.port = 0
        """Where the public site listens, once started."""
        self.metrics_port = 0
        self.metrics = runtime.metrics
        self.health = runtime.health

    def checks(self) -> Mapping[str, Check]:
        """Ready with a bus and living tasks."""
        return {"bus": self._check_bus, "tasks": self._keeper.check}

    def _check_bus(self) -> str | None:
        return None if self._bus is not None and self._bus.is_connected else "not connected"

    async def start(self) -> None:
        """Connect, subscribe, listen. Raises StartError."""
        bus = self._bus = self._bus or await connect_bus(self._runtime, NAME)
        works = self._works = Works(self.id, bus, self._runtime, self._settings)
        self._subscriptions = works.subscribe(bus, self.id)
        await bus.flush()
        self._keeper.keep("beat", works.beat.run)
        self._keeper.keep("renewal", works.renewal.run)
        self._keeper.keep("pings", works.pings.run)
        self._keeper.keep("reporting", works.reporting.run)
        self._keeper.keep("learning the waiting room", works.reporting.run_learning)
        self._keeper.keep("resync", works.resync.run)
        self._keeper.keep("live", works.live.run)
        self._keeper.keep("catching up", works.catching_up.run)
        try:
            await self._listen(works)
        except OSError as error:
            raise StartError(f"The gateway can't listen: {error}.") from error

    async def _listen(self, works: Works) -> None:
        settings = self._settings
        self.metrics_port = await self._inside.start(settings.metrics_host, settings.metrics_port)
        pages = Path(settings.web_folder)
        self._listener = Listener(make_site(works.parts, works.sockets, pages, self._runtime))
        self.port = await self._listener.start(settings.host, settings.port)

    async def stop(self) -> None:
        """Take nobody new, send everybody back to another gateway, finish what is under way."""
        if self._listener is not None:
            self._listener.stop_accepting()
        await self._keeper.stop()  # neither beat nor renewal may come after the goodbye
        works = self._works
        if works is not None:
            works.beat.say_goodbye()
            await works.sockets.stop()
            await works.reporting.say_goodbye()
            await works.parts.errands.finish(ERRANDS_WITHIN_S)
        for subscription in self._subscriptions:
            subscription.unsubscribe()
        if self._listener is not None:
            await self._listener.stop()
        await self._inside.stop()
        if self._owns_bus and self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime, settings: GatewaySettings) -> Gateway:
    """The service as a process runs it."""
    return Gateway(runtime, settings)
