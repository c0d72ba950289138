"""What is asked about people: who they are, coming in, changes, what is their own."""

from services.accounts.queries.answers import Announcements, Answers
from services.accounts.queries.attempts import AttemptsTable
from services.accounts.queries.commanding import Owners
from services.accounts.queries.guarding import Guard
from services.accounts.queries.hashing import Hashing
from services.accounts.queries.parts import Parts
from services.accounts.queries.people import PeopleTable
from services.accounts.queries.sessions import SessionTable

__all__ = [
    "Announcements",
    "Answers",
    "AttemptsTable",
    "Guard",
    "Hashing",
    "Owners",
    "Parts",
    "PeopleTable",
    "SessionTable",
]
