"""Reading what the archive keeps: lists, figures, texts; and the desk that answers."""

from services.archive.queries.answers import ArchiveQueries
from services.archive.queries.lists import Lists, reads_of
from services.archive.queries.names import ask_names
from services.archive.queries.statistics import StatisticsTable

__all__ = ["ArchiveQueries", "Lists", "StatisticsTable", "ask_names", "reads_of"]
