"""When something has happened, here or elsewhere, commands follow."""

from services.matchmaking.policies.sending import OwnCommands as OwnCommands
from services.matchmaking.policies.starting import Starting as Starting
from services.matchmaking.policies.withdrawing import Withdrawing as Withdrawing
