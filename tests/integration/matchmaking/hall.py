"""A tiny waiting room that answers what rooms ask of it: who is here, banned, blocked."""

from typing import Final

import msgspec

from libs.bus import Bus, Request, Subscription
from libs.contracts.envelope import Answer
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import (
    Between,
    FreePeople,
    PeopleParted,
    PersonGone,
    PersonHere,
    StandingBetween,
)

pack: Final = msgspec.msgpack.encode

_query = msgspec.msgpack.Decoder(StandingBetween | FreePeople).decode


class Hall:
    """Who is in it stands in its sets; open it to have it answer."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._serving: Subscription | None = None
        self.free: list[PlayerId] = []
        self.banned: set[PlayerId] = set()
        self.blocks: set[frozenset[PlayerId]] = set()

    async def open(self) -> "Hall":
        """Answer from now on."""
        self._serving = self._bus.serve("query.lobby.0", self._on_query)
        await self._bus.flush()
        return self

    async def close(self) -> None:
        """Be silent."""
        if self._serving is not None:
            self._serving.unsubscribe()
            await self._bus.flush()

    def leaves(self, player: PlayerId) -> None:
        """Somebody goes for good."""
        self._bus.publish("lobby.gone", msgspec.json.encode(PersonGone(player)))

    def parts(self, blocker: PlayerId, other: PlayerId) -> None:
        """Somebody blocks somebody."""
        self.blocks.add(frozenset((blocker, other)))
        self._bus.publish("lobby.parted", msgspec.json.encode(PeopleParted(blocker, other)))

    def _on_query(self, request: Request) -> None:
        match _query(request.payload):
            case StandingBetween(player, other):
                is_blocked = frozenset((player, other)) in self.blocks
                between = Between(player in self.banned, is_blocked, other in self.free)
                request.respond(pack(Answer(data=pack(between))))
            case FreePeople(player, apart_from=apart):
                people = [
                    PersonHere(each, "")
                    for each in self.free
                    if each not in (player, *apart) and frozenset((player, each)) not in self.blocks
                ]
                request.respond(pack(Answer(data=pack(people))))
