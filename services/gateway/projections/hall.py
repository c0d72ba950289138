"""The sockets that show the waiting room. They wait until room and own standing are known."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

import msgspec

from libs.contracts.client_out import LobbyChanges
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import ChatLine, Standing
from libs.contracts.lobby_messages import Acquaintance, ChatChanged, Hall, HallChanged
from services.gateway.decider import hall_frames as frames
from services.gateway.decider.connection import Connection
from services.gateway.decider.hall_frames import NOBODY
from services.gateway.decider.hall_mirror import UNKNOWN, HallMirror
from services.gateway.decider.limits import TokenBucket
from services.gateway.decider.refusals import refused
from services.gateway.projections.present import Present
from services.gateway.projections.table_chats import TableChats

USUAL: Final = Standing()
LOOKS_A_SECOND: Final = 0.5
LOOKS_AT_ONCE: Final = 8
"""A room of a thousand people is a frame of a hundred kilobytes."""

_hall_changed = msgspec.msgpack.Decoder(HallChanged).decode
_chat_changed = msgspec.msgpack.Decoder(ChatChanged).decode


class ShownHall:
    """Fans out what the hall's owner tells, to each socket what it may see."""

    def __init__(self, present: Present, chats: TableChats) -> None:
        self.mirror = HallMirror()
        self._present = present
        self._chats = chats
        self._shown: dict[Connection, None] = {}
        self._waiting: dict[Connection, None] = {}
        self._looks: dict[Connection, TokenBucket] = {}
        self._met: set[PlayerId] = set()
        self._standings: dict[PlayerId, Standing] = {}
        self._hidden: dict[PlayerId, set[PlayerId]] = {}
        self.stale: set[Connection] = set()
        """Sockets that could not keep up: they get the room whole once they can."""
        self.on_missing: Callable[[], object] = lambda: None
        """Called when only the whole room helps."""

    # ---- sockets ----------------------------------------------------------------------------

    def greet(self, connection: Connection) -> None:
        """A socket is welcome: how its owner stands, if that is known by now and not as usual."""
        player = connection.player
        if player is not None and self.standing(player.id) != USUAL:
            connection.outbox.send(frames.standing(self.standing(player.id)))

    def may_look(self, connection: Connection, now_s: float) -> bool:
        """Whether a socket may ask for something whole once more, the room or a table's lines."""
        bucket = self._looks.get(connection)
        if bucket is None:
            bucket = self._looks[connection] = TokenBucket(LOOKS_A_SECOND, LOOKS_AT_ONCE, now_s)
        return bucket.take(now_s)

    def enter(self, connection: Connection) -> None:
        """A socket wants to show the room."""
        self._present.enter_hall(connection)
        self._shown.pop(connection, None)
        self._waiting[connection] = None
        self._serve(connection)

    def leave(self, connection: Connection) -> None:
        """It does not any more, and says so."""
        self._present.leave_hall(connection)
        self._drop(connection)

    def depart(self, connection: Connection) -> None:
        """The socket has gone."""
        self._drop(connection)
        self._looks.pop(connection, None)
        self._present.depart(connection)
        player = connection.player
        if player is not None and player.id not in self._present:
            self._met.discard(player.id)
            self._standings.pop(player.id, None)
            self._hidden.pop(player.id, None)

    def _drop(self, connection: Connection) -> None:
        self._shown.pop(connection, None)
        self._waiting.pop(connection, None)
        self.stale.discard(connection)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._shown or connection in self._waiting

    def __len__(self) -> int:
        return len(self._shown)

    def _serve(self, connection: Connection) -> None:
        """Everything, as soon as there is everything."""
        player = connection.player
        if self.mirror.epoch == UNKNOWN or (player is not None and player.id not in self._met):
            return
        self._waiting.pop(connection, None)
        if player is not None:
            connection.outbox.send(frames.standing(self.standing(player.id)))
            if self.standing(player.id).banned_until_ms is not None:
                self._put_out(connection)
                return
        self._shown[connection] = None
        self._send_whole(connection)

    def _send_whole(self, connection: Connection) -> None:
        self.stale.discard(connection)
        connection.outbox.send(self.mirror.whole(self.hidden(connection)))

    def _put_out(self, connection: Connection) -> None:
        self.leave(connection)
        connection.outbox.send(refused("banned"))

    def catch_up(self) -> None:
        """Sockets that can take the room again get it."""
        for connection in [*self.stale]:
            if not connection.outbox.is_full:
                self._send_whole(connection)

    # ---- who sees whom ----------------------------------------------------------------------

    def standing(self, player: PlayerId) -> Standing:
        """How somebody with a socket here stands."""
        return self._standings.get(player, USUAL)

    def hidden(self, connection: Connection) -> Collection[PlayerId]:
        """Whom this socket neither sees nor hears."""
        player = connection.player
        return NOBODY if player is None else self._hidden.get(player.id, NOBODY)

    def met(self, players: Sequence[PlayerId], known: Acquaintance) -> None:
        """The hall has taken a report: what it says of these people is all there is."""
        for player in players:
            if player not in self._present:
                continue
            was_met, before = player in self._met, self._hidden.get(player, NOBODY)
            self._met.add(player)
            self._stand(player, known.standings.get(player, USUAL))
            hidden = set(known.hidden.get(player, ()))
            self._hide(player, hidden)
            if was_met and hidden != before:
                self._show_anew(player)
        for connection in [*self._waiting]:
            self._serve(connection)

    def _stand(self, player: PlayerId, now: Standing) -> None:
        """Somebody stands like that now, and sees it where it matters."""
        if now == self.standing(player):
            return
        if now == USUAL:
            self._standings.pop(player, None)
        else:
            self._standings[player] = now
        frame = frames.standing(now)
        for connection in self._present.connections(player):
            if connection.is_welcome:
                connection.outbox.send(frame)
            if connection in self._shown and now.banned_until_ms is not None:
                self._put_out(connection)

    def _hide(self, player: PlayerId, hidden: set[PlayerId]) -> None:
        if hidden:
            self._hidden[player] = hidden
        else:
            self._hidden.pop(player, None)

    def _show_anew(self, player: PlayerId) -> None:
        for connection in self._present.connections(player):
            if connection in self._shown:
                self._send_whole(connection)
            self._chats.stale(connection)

    # ---- what the owner tells ---------------------------------------------------------------

    def on_hall(self, _subject: str, data: bytes) -> None:
        """`live.lobby`."""
        changed = _hall_changed(data)
        if not self._is_next(changed):
            return
        self._show_changes(self.mirror.apply(changed))
        for player, standing in changed.standings.items():
            if player in self._present:
                self._stand(player, standing)
        for blocker, other in changed.hidden:
            self._part(blocker, other)
        for player, other in changed.shown:
            self._bring_together(player, other)

    def on_chat(self, _subject: str, data: bytes) -> None:
        """`live.chat`."""
        changed = _chat_changed(data)
        if changed.game is not None:  # shown anew anyway, should something before it be missing
            self._chats.said(changed.game, changed.place, changed.lines, self.hidden)
        if not self._is_next(changed):
            return
        if changed.game is None:
            self._show_lines(changed.lines)
        if changed.erased:
            self._show_erased(self.mirror.erase(changed.erased))
            self._chats.erased(changed.erased)

    def _is_next(self, changed: HallChanged | ChatChanged) -> bool:
        is_next = self.mirror.takes(changed)
        if is_next is False:
            self.on_missing()
        return bool(is_next)

    def load(self, hall: Hall) -> None:
        """The whole room has come; sockets are told what is new in it."""
        difference = self.mirror.load(hall)
        self._show_changes(difference.changes)
        self._show_erased(difference.erased)
        for line in difference.lines:
            self._send_line(line)
        self._chats.all_stale()
        for connection in [*self._waiting]:
            self._serve(connection)

    def _show_changes(self, changed: LobbyChanges) -> None:
        frame = frames.changes(changed)
        if frame is None:
            return
        for connection in self._shown:
            hidden = self.hidden(connection)
            own = frames.changes(changed, hidden) if hidden else frame
            if own is not None:
                self._offer(connection, own)

    def _show_lines(self, lines: Sequence[ChatLine]) -> None:
        for line in lines:
            self.mirror.say(line)
            self._send_line(line)

    def _send_line(self, line: ChatLine) -> None:
        frame = frames.said("lobby", None, line)
        for connection in self._shown:
            if line.player not in self.hidden(connection):
                self._offer(connection, frame)

    def _show_erased(self, numbers: list[int]) -> None:
        frame = frames.erased(numbers)
        for connection in self._shown if numbers else ():
            self._offer(connection, frame)

    def _offer(self, connection: Connection, frame: bytes) -> None:
        if not connection.outbox.offer(frame):
            self.stale.add(connection)

    def _part(self, blocker: PlayerId, other: PlayerId) -> None:
        """The two see each other no more. Only the blocker sees past lines vanish at once."""
        for player, unseen in ((blocker, other), (other, blocker)):
            if player not in self._present:
                continue
            self._hidden.setdefault(player, set()).add(unseen)
            is_here = self.mirror.person(unseen) is not None
            gone = LobbyChanges(
                gone=[unseen] if is_here else [], seeks_gone=self.mirror.seeks_of(unseen)
            )
            self._to_player(player, frames.changes(gone))
        numbers = self.mirror.lines_of(other)
        self._to_player(blocker, frames.erased(numbers) if numbers else None)
        for connection in self._present.connections(blocker):
            self._chats.stale(connection)

    def _to_player(self, player: PlayerId, frame: bytes | None) -> None:
        for connection in self._present.connections(player) if frame is not None else ():
            if connection in self._shown and frame is not None:
                self._offer(connection, frame)

    def _bring_together(self, player: PlayerId, other: PlayerId) -> None:
        for one, seen in ((player, other), (other, player)):
            if one in self._present:
                self._hide(one, self._hidden.get(one, set()) - {seen})
                self._show_anew(one)
