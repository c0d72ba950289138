"""The pool in plain numbers, for whoever shows them."""

import msgspec

from libs.engines.port import Reply


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Totals since the pool's start, and what is so now (`waiting` by priority, `busy`, `workers`).

    `set_aside`: searches that made room for a more urgent one; `shrunk`: given less time than
    asked for; `prepare_seconds`: the last time that each game took to get ready.
    """

    searches: int
    nodes: int
    search_seconds: float
    deaths: int
    cancelled: int
    set_aside: int
    shrunk: int
    waiting: tuple[int, int, int]
    busy: int
    workers: int
    prepare_seconds: dict[str, float]


class Totals:
    """What has happened in a pool since its start."""

    def __init__(self) -> None:
        self.searches = 0
        self.nodes = 0
        self.search_seconds = 0.0
        self.deaths = 0
        self.cancelled = 0
        self.set_aside = 0
        self.shrunk = 0
        self.prepare_seconds: dict[str, float] = {}

    def count_search(self, reply: Reply) -> None:
        """A search has ended, wanted or not."""
        self.searches += 1
        self.nodes += reply.nodes
        self.search_seconds += reply.seconds

    def figures(self, waiting: tuple[int, int, int], busy: int, workers: int) -> Figures:
        """These totals, and what is so now."""
        return Figures(
            searches=self.searches,
            nodes=self.nodes,
            search_seconds=self.search_seconds,
            deaths=self.deaths,
            cancelled=self.cancelled,
            set_aside=self.set_aside,
            shrunk=self.shrunk,
            waiting=waiting,
            busy=busy,
            workers=workers,
            prepare_seconds=dict(self.prepare_seconds),
        )
