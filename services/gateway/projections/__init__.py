"""What the sockets of this gateway show: only memory, all of it can be asked for again."""

from services.gateway.projections.games import ShownGames as ShownGames
from services.gateway.projections.hall import ShownHall as ShownHall
from services.gateway.projections.live import PublicGames as PublicGames
from services.gateway.projections.live_list import LiveList as LiveList
from services.gateway.projections.names import Names as Names
from services.gateway.projections.personal import PersonalFrames as PersonalFrames
from services.gateway.projections.present import Present as Present
from services.gateway.projections.rooms import ShownRooms as ShownRooms
from services.gateway.projections.running import RunningLists as RunningLists
from services.gateway.projections.sessions import Sessions as Sessions
from services.gateway.projections.sockets import OpenSockets as OpenSockets
from services.gateway.projections.table_chats import TableChats as TableChats
