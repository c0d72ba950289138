"""What the gateway asks other services; refusals are raised, silence is `unavailable`."""

from services.gateway.queries.accounts import Accounts as Accounts
from services.gateway.queries.archive import Archive as Archive
from services.gateway.queries.bots import Bots as Bots
from services.gateway.queries.games import Games as Games
from services.gateway.queries.lobby import Lobby as Lobby
from services.gateway.queries.ratings import Ratings as Ratings
from services.gateway.queries.rooms import Rooms as Rooms
