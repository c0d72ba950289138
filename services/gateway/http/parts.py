"""What routes and sockets work with; made once by the composition root."""

from collections.abc import Callable
from dataclasses import dataclass

from libs.runtime import NowMs
from libs.runtime.figures import Family, Tally
from services.gateway.decider.connection import Connection
from services.gateway.decider.limits import Limits
from services.gateway.decider.origin import Network
from services.gateway.decider.outbox import Mail
from services.gateway.handlers.commands import Commands
from services.gateway.handlers.talk import Talk
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
from services.gateway.tasks import Errands


@dataclass(frozen=True, slots=True)
class Questions:
    """Whom to ask."""

    accounts: Accounts
    archive: Archive
    bots: Bots
    games: Games
    lobby: Lobby
    ratings: Ratings
    rooms: Rooms


@dataclass(frozen=True, slots=True)
class Shown:
    """What sockets show, and which there are."""

    games: ShownGames
    rooms: ShownRooms
    running: RunningLists
    personal: PersonalFrames
    sockets: OpenSockets
    sessions: Sessions
    names: Names
    public: PublicGames
    live: LiveList[Connection]
    present: Present
    chats: TableChats
    hall: ShownHall


@dataclass(frozen=True, slots=True)
class Parts:
    """The gateway's parts."""

    limits: Limits
    trusted: tuple[Network, ...]
    commands: Commands
    talk: Talk
    questions: Questions
    shown: Shown
    errands: Errands
    mail: Mail
    refused_frames: Family[Tally]
    now_ms: NowMs
    now_s: Callable[[], float]
