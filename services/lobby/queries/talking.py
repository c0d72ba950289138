"""What somebody says: looked at, stored together with others' lines, then shown."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from libs.contracts.envelope import Answer
from libs.contracts.ids import CommandId, PlayerId
from libs.contracts.lobby import LONGEST_LINE, ChatLine, Place, SaidLine
from libs.contracts.lobby_messages import ErasedLine, LinesAt, SayLine, TableLines
from libs.eventstore.errors import StoreUnavailableError
from services.lobby.decider import Hall, clean
from services.lobby.queries.directory import Tables
from services.lobby.queries.keeping import HallKeeper
from services.lobby.queries.tables import LineTable, NewLine, StoredLine
from services.lobby.queries.telling import Telling

REMEMBERED: Final = 5_000
NOT_HERE: Final = Answer("not_here")
NO_SESSION: Final = Answer("no_session")
REUSED: Final = Answer("command_id_reused")

_pack = msgspec.msgpack.Encoder().encode


class _Waiting(msgspec.Struct):
    """A line that is to be stored, and who waits for it."""

    new: NewLine
    stored: "asyncio.Future[int]"


class Talking:
    """One statement at a time takes all lines that have gathered."""

    def __init__(
        self,
        keeper: HallKeeper,
        lines: LineTable,
        tables: Tables,
        telling: Telling,
        now_ms: Callable[[], int],
    ) -> None:
        self._keeper = keeper
        self._lines = lines
        self._tables = tables
        self._telling = telling
        self._now_ms = now_ms
        self._said: OrderedDict[tuple[PlayerId, CommandId], tuple[SayLine, Any]] = OrderedDict()
        self._gathered: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    # ---- saying -----------------------------------------------------------------------------

    async def say(self, query: SayLine) -> Answer:
        """After the line is stored. Raises StoreUnavailableError, ShardLostError."""
        hall, text = self._keeper.need(), clean(query.text)
        if (query.player, query.id) not in self._said:
            refusal = (
                self._refusal(hall, query, text)
                or await self._out_of_place(query)
                or self._refusal(hall, query, text)  # much may have happened while games was asked
            )
            if refusal is not None:
                return refusal
        known = self._said.get((query.player, query.id))
        if known is not None:
            first, stored = known
            return _answer(await asyncio.shield(stored)) if first == query else REUSED
        return await self._store(hall, query, text)

    def _refusal(self, hall: Hall, query: SayLine, text: str) -> Answer | None:
        now_ms = self._now_ms()
        if hall.standings.is_forgotten(query.player):
            return NO_SESSION
        if hall.standings.is_banned(query.player, now_ms):
            return Answer("banned")
        if hall.standings.is_muted(query.player, now_ms):
            return Answer("muted")
        if not text:
            return Answer("empty_line")
        return Answer("line_too_long") if len(text) > LONGEST_LINE else None

    async def _out_of_place(self, query: SayLine) -> Answer | None:
        """At a table everybody speaks in the room that is theirs."""
        if query.place == "lobby":
            return None if query.game is None else NOT_HERE
        if query.game is None:
            return NOT_HERE
        place = await self._tables.room_of(query.game, query.player)
        return None if place == query.place else NOT_HERE

    async def _store(self, hall: Hall, query: SayLine, text: str) -> Answer:
        """From here to the first `await` nothing else happens: the same id can't come between."""
        key, now_ms = (query.player, query.id), self._now_ms()
        where = (query.place, query.game or "", text)
        refusal = hall.chattiness.refusal(query.player, where, now_ms)
        if refusal is not None:
            return await self._or_said_before(query, text, Answer(refusal.code, 0, refusal.detail))
        n = self._keeper.next_number(now_ms)
        line = ChatLine(n, now_ms, query.player, query.name, text)
        stored = asyncio.get_running_loop().create_future()
        self._remember(key, query, stored)
        self._gathered.append(_Waiting(NewLine(query.place, query.game, query.id, line), stored))
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write_all())
        try:
            number = await asyncio.shield(stored)
        except StoreUnavailableError:
            self._said.pop(key, None)
            hall.chattiness.take_back(query.player)
            raise
        if not number:
            self._said.pop(key, None)
            hall.chattiness.take_back(query.player)
        return _answer(number)

    async def _or_said_before(self, query: SayLine, text: str, refusal: Answer) -> Answer:
        """An owner that has just begun knows no ids by heart: it may be the same line again."""
        said = await self._lines.said(query.player, query.id)
        if said is None:
            return refusal
        return Answer(version=said.n) if _is_same(said, query, text) else REUSED

    def _remember(self, key: tuple[PlayerId, CommandId], query: SayLine, stored: Any) -> None:
        self._said[key] = (query, stored)
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)

    async def _write_all(self) -> None:
        try:
            while self._gathered:
                batch, self._gathered = self._gathered, []
                await self._write(batch)
        finally:
            self._writing = None

    async def _write(self, batch: Sequence[_Waiting]) -> None:
        """Stores a batch and shows it; a line that was there already is not shown again."""
        try:
            fresh = await self._lines.add([waiting.new for waiting in batch])
            stored = [await self._settled(waiting.new, fresh) for waiting in batch]
            self._keeper.need()  # stored, but nobody here can show it: its owner is asked again
        except Exception as error:  # noqa: BLE001  goes to those who wait, and they ask again
            for waiting in batch:
                if not waiting.stored.done():
                    waiting.stored.set_exception(StoreUnavailableError(str(error)))
                    waiting.stored.exception()
            return
        for waiting, number in zip(batch, stored, strict=True):
            if number == waiting.new.line.n or self._was_never_shown(number, waiting.new.place):
                line = msgspec.structs.replace(waiting.new.line, n=number)
                self._show(msgspec.structs.replace(waiting.new, line=line))
            waiting.stored.set_result(number)

    def _was_never_shown(self, number: int, place: Place) -> bool:
        """A former owner stored it after this one had read what there was, and showed nothing."""
        hall = self._keeper.hall
        if hall is None or place != "lobby" or not number:
            return False
        last = hall.lines[-1].n if hall.lines else 0
        return number > last

    async def _settled(self, new: NewLine, fresh: set[int]) -> int:
        """The number under which it is stored; 0 if that id was another line's."""
        if new.line.n in fresh:
            return new.line.n
        said = await self._lines.said(new.line.player, new.command_id)
        if said is None:
            msg = "another owner has used this number"
            raise StoreUnavailableError(msg)
        is_same = (said.place, said.game, said.text) == (new.place, new.game, new.line.text)
        return said.n if is_same else 0

    def _show(self, new: NewLine) -> None:
        hall = self._keeper.hall
        if hall is None:
            return
        if new.place == "lobby":
            hall.lines.append(new.line)
        self._telling.said(hall, new.place, new.game, [new.line])

    # ---- reading and erasing ----------------------------------------------------------------

    async def at_table(self, query: LinesAt) -> Answer:
        """What was said at a table, in the room that is the asker's."""
        place = await self._tables.room_of(query.game, query.player)
        if place is None:
            return NOT_HERE
        lines = await self._lines.at_table(query.game, place)
        return Answer(data=_pack(TableLines(place, lines)))

    async def own(self, player: PlayerId) -> list[SaidLine]:
        """All that somebody has said."""
        return await self._lines.own(player)

    async def quote(self, n: int, by: PlayerId, reader: PlayerId) -> ChatLine | None:
        """Somebody's line, if the reader may have read it."""
        found = await self._lines.line(n, by)
        if found is None:
            return None
        place, game, line = found
        if game is not None and await self._tables.room_of(game, reader) != place:
            return None
        return line

    async def erase(self, player: PlayerId, since_ms: int) -> None:
        """What somebody has said since then goes, from every screen."""
        await self._stored_of(player)
        erased = await self._lines.erase(player, since_ms)
        hall = self._keeper.hall
        if hall is None:
            return
        for (place, game), numbers in erased.items():
            hall.erase(numbers)
            self._telling.erased(hall, place, game, [ErasedLine(n, player) for n in numbers])

    async def _stored_of(self, player: PlayerId) -> None:
        """What somebody was allowed to say a moment ago is stored: no line slips through."""
        said = [stored for (who, _), (_, stored) in self._said.items() if who == player]
        under_way = [stored for stored in said if not stored.done()]
        if under_way:
            await asyncio.wait(under_way)

    async def expire(self, before_ms: int) -> None:
        """What was said before goes."""
        await self._lines.expire(before_ms)
        hall = self._keeper.hall
        if hall is not None:
            old = [ErasedLine(line.n, line.player) for line in hall.lines if line.at_ms < before_ms]
            hall.erase(line.n for line in old)
            self._telling.erased(hall, "lobby", None, old)

    async def finish(self) -> None:
        """Store what has been said."""
        if self._writing is not None:
            await self._writing


def _answer(number: int) -> Answer:
    """To a line under this number; 0 if its id was another line's."""
    return Answer(version=number) if number else REUSED


def _is_same(said: StoredLine, query: SayLine, text: str) -> bool:
    return (said.place, said.game, said.text) == (query.place, query.game, text)
