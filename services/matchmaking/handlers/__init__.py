"""The keeper of rooms with what it has to ask beforehand, and live views."""

from services.matchmaking.handlers.begun import AGREED as AGREED
from services.matchmaking.handlers.begun import JustBegun as JustBegun
from services.matchmaking.handlers.keeper import RoomDecider as RoomDecider
from services.matchmaking.handlers.keeper import RoomKeeper as RoomKeeper
from services.matchmaking.handlers.keeper import kind_of as kind_of
from services.matchmaking.handlers.keeper import make_codec as make_codec
from services.matchmaking.handlers.keeper import read_command as read_command
from services.matchmaking.handlers.live import LiveRooms as LiveRooms
from services.matchmaking.handlers.neighbours import Neighbours as Neighbours
from services.matchmaking.handlers.neighbours import SilenceError as SilenceError
