"""The hall whole, in parts that each fit into a message; states asked for lately are kept."""

from collections import OrderedDict
from typing import Final

import msgspec

from libs.contracts.lobby_messages import Hall as WholeHall
from services.lobby.decider import Hall

PEOPLE_A_PART: Final = 2_000
KEPT: Final = 8
"""A gateway that is slower than so many others that ask meanwhile begins anew."""

_pack = msgspec.msgpack.Encoder().encode


class Wholes:
    """Gateways that ask at the same time get the same bytes."""

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[str, int], list[bytes]] = OrderedDict()

    def first(self, hall: Hall) -> bytes:
        """The first part of how it is now."""
        state = (hall.epoch, hall.version)
        if state not in self._states:
            self._states[state] = [_pack(part) for part in in_parts(hall.whole())]
            if len(self._states) > KEPT:
                self._states.popitem(last=False)
        return self._states[state][0]

    def part(self, epoch: str, version: int, part: int) -> bytes | None:
        """A further part of how it was; None if that is not known any more."""
        parts = self._states.get((epoch, version), ())
        return parts[part] if 0 < part < len(parts) else None


def in_parts(hall: WholeHall) -> list[WholeHall]:
    """The people a part each, lines and offers with the first."""
    people = hall.people
    begins = range(0, max(len(people), 1), PEOPLE_A_PART)
    of = WholeHall(hall.epoch, hall.version, [], [], [], parts=len(begins))
    first, *others = [
        msgspec.structs.replace(of, people=people[begin : begin + PEOPLE_A_PART])
        for begin in begins
    ]
    return [msgspec.structs.replace(hall, people=first.people, parts=first.parts), *others]
