"""Sessions: their table, and what is asked about them."""

from services.accounts.queries.answers import Sessions, hash_of
from services.accounts.queries.table import TOUCH_AFTER_MS, SessionTable

__all__ = ["TOUCH_AFTER_MS", "SessionTable", "Sessions", "hash_of"]
