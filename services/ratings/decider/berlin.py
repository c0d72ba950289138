"""Which day it is in Berlin, computed: no table of zones is read.

Central European Time, and summer time from the last Sunday of March to that of October, both at
01:00 UTC (directive 2000/84/EC, in force since 2002).
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final

MARCH: Final = 3
OCTOBER: Final = 10
_WINTER: Final = timedelta(hours=1)
_SUMMER: Final = timedelta(hours=2)
_MS: Final = timedelta(milliseconds=1)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def berlin_day(at_ms: int) -> str:
    """The day as YYYY-MM-DD; days compare as their texts do. Right from 2002 on."""
    at = _EPOCH + at_ms * _MS
    is_summer = _change(at.year, MARCH) <= at < _change(at.year, OCTOBER)
    return (at + (_SUMMER if is_summer else _WINTER)).date().isoformat()


def _change(year: int, month: int) -> datetime:
    """When the clocks change: both months have 31 days."""
    last = date(year, month, 31)
    sunday = last - timedelta(days=last.isoweekday() % 7)
    return datetime(sunday.year, sunday.month, sunday.day, 1, tzinfo=UTC)
