"""What is asked of the hall's owner, and what it knows; see `libs/contracts/lobby_messages.py`."""

from services.lobby.queries.answers import Answers
from services.lobby.queries.directory import People, Tables
from services.lobby.queries.keeping import HallKeeper, Times
from services.lobby.queries.meeting import Meeting
from services.lobby.queries.reading import Desk, Forgetting
from services.lobby.queries.tables import BlockTable, LineTable, ReportTable
from services.lobby.queries.talking import Talking
from services.lobby.queries.telling import Telling

__all__ = [
    "Answers",
    "BlockTable",
    "Desk",
    "Forgetting",
    "HallKeeper",
    "LineTable",
    "Meeting",
    "People",
    "ReportTable",
    "Tables",
    "Talking",
    "Telling",
    "Times",
]
