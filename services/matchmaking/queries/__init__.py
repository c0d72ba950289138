"""What can be asked about rooms, offers and invitations."""

from services.matchmaking.queries.desk import DeskQueries as DeskQueries
from services.matchmaking.queries.quick import QuickGames as QuickGames
from services.matchmaking.queries.rooms import RoomQueries as RoomQueries
