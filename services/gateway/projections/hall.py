"""The sockets that show the waiting room. They wait until room and own standing are known."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from libs.contracts.client_out import LobbyChanges
from libs.contracts.ids import PlayerId
from libs.contracts.lobby import ChatLine, Standing
from libs.contracts.lobby_messages import Acquaintance, ChatChanged, Hall, HallChanged
from services.gateway.decider import hall_frames as frames
from services.gateway.decider.acquaintances import NOBODY, USUAL, Acquaintances
from services.gateway.decider.connection import Connection
from services.gateway.decider.hall_mirror import UNKNOWN, Changes, HallMirror
from services.gateway.decider.limits import TokenBucket
from services.gateway.decider.refusals import refused
from services.gateway.projections.desk import ModeratorsDesk
from services.gateway.projections.present import Present
from services.gateway.projections.table_chats import TableChats

LOOKS_A_SECOND: Final = 0.5
LOOKS_AT_ONCE: Final = 8
"""A room of a thousand people is a frame of a hundred kilobytes."""

_hall_changed = msgspec.msgpack.Decoder(HallChanged).decode
_chat_changed = msgspec.msgpack.Decoder(ChatChanged).decode


class ShownHall:
    """Fans out what the hall's owner tells, to each socket what it may see."""

    def __init__(self, present: Present, chats: TableChats) -> None:
        self.mirror = HallMirror()
        self.desk = ModeratorsDesk(present)
        self._present = present
        self._chats = chats
        self._shown: dict[Connection, None] = {}
        self._waiting: dict[Connection, None] = {}
        self._looks: dict[Connection, TokenBucket] = {}
        self._known = Acquaintances()
        self._last_line = 0
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
        self.desk.greet(connection)

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
            self._known.forget(player.id)

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
        if self.mirror.epoch == UNKNOWN or not self.knows(connection):
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

    def knows(self, connection: Connection) -> bool:
        """Whether it is known by now what this socket may see."""
        return connection.player is None or self._known.has_met(connection.player.id)

    def standing(self, player: PlayerId) -> Standing:
        """How somebody with a socket here stands."""
        return self._known.standing(player)

    def hidden(self, connection: Connection) -> Mapping[PlayerId, int]:
        """Whom this socket neither sees nor hears, since which line."""
        player = connection.player
        return NOBODY if player is None else self._known.hidden(player.id)

    def hidden_if_known(self, connection: Connection) -> Mapping[PlayerId, int] | None:
        """The same; None as long as the owner has not said."""
        return self.hidden(connection) if self.knows(connection) else None

    def met(self, players: Sequence[PlayerId], said: Acquaintance) -> None:
        """The hall has taken a report: what it says of these people is all there is."""
        for player in players:
            if player not in self._present:
                continue
            was_met = self._known.has_met(player)
            has_moved, sees_others = self._known.meet(player, said, self.mirror.epoch)
            if has_moved:
                self._stand(player)
            if sees_others or not was_met:
                self._show_anew(player)
        for connection in [*self._waiting]:
            self._serve(connection)

    def _stand(self, player: PlayerId) -> None:
        """Somebody stands otherwise now, and sees it where it matters."""
        now = self.standing(player)
        frame = frames.standing(now)
        for connection in self._present.connections(player):
            if connection.is_welcome:
                connection.outbox.send(frame)
            if connection in self._shown and now.banned_until_ms is not None:
                self._put_out(connection)

    def _show_anew(self, player: PlayerId) -> None:
        for connection in self._present.connections(player):
            if connection in self._shown:
                self._send_whole(connection)
            self._chats.stale(connection)

    # ---- what the owner tells ---------------------------------------------------------------

    def on_hall(self, _subject: str, data: bytes) -> None:
        """`live.lobby`."""
        self._hear_hall(_hall_changed(data))

    def _hear_hall(self, changed: HallChanged) -> None:
        if not self._is_next(changed):
            return
        self._show_changes(self.mirror.apply(changed))
        if changed.open_reports is not None:
            self.desk.learn(changed.open_reports)
        for player, standing in changed.standings.items():
            if player in self._present and self._known.stand(player, standing, changed.version):
                self._stand(player)
        for blocker, other in changed.hidden:
            self._part(blocker, other, changed.version)
        for player, other in changed.shown:
            self._bring_together(player, other, changed.version)

    def on_chat(self, _subject: str, data: bytes) -> None:
        """`live.chat`."""
        changed = _chat_changed(data)
        if changed.game is not None:  # shown anew anyway, should something before it be missing
            self._chats.said(changed.game, changed.place, changed.lines, self.hidden)
            self._chats.erased(changed.game, changed.place, changed.erased, self.hidden)
        self._hear_chat(changed)

    def _hear_chat(self, changed: ChatChanged) -> None:
        if not self._is_next(changed):
            return
        for line in changed.lines:
            self._last_line = max(self._last_line, line.n)
        if changed.game is None:
            self._show_lines(changed.lines)
            self._show_erased(self.mirror.erase(line.n for line in changed.erased))

    def _is_next(self, changed: HallChanged | ChatChanged) -> bool:
        is_next = self.mirror.takes(changed)
        if is_next is False:
            self.on_missing()
        return bool(is_next)

    def load(self, hall: Hall) -> None:
        """The whole room has come; sockets are told what is new in it, and what came after it."""
        held = self.mirror.release()
        if not self.mirror.is_ahead_of(hall):
            self._load(hall)
        for changed in held:
            if isinstance(changed, HallChanged):
                self._hear_hall(changed)
            else:
                self._hear_chat(changed)
        for connection in [*self._waiting]:
            self._serve(connection)

    def _load(self, hall: Hall) -> None:
        is_first = self.mirror.epoch == UNKNOWN
        difference = self.mirror.load(hall)
        self.desk.learn(hall.open_reports)
        self._last_line = max(self._last_line, *(line.n for line in hall.lines), 0)
        self._show_changes(difference.changes)
        self._show_erased(difference.erased)
        for line in difference.lines:
            self._send_line(line)
        if not is_first:  # else nothing was missed: tables are shown since a moment ago
            self._chats.all_stale()

    def _show_changes(self, changed: Changes) -> None:
        frame = frames.changes(changed.all)
        if frame is None:
            return
        for connection in self._shown:
            hidden = self.hidden(connection)
            own = frames.changes(changed.seen(hidden)) if hidden else frame
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

    def _show_erased(self, lines: Sequence[ChatLine]) -> None:
        """Whoever never saw a line does not hear that it is gone."""
        for connection in self._shown if lines else ():
            frame = frames.erased(lines, self.hidden(connection))
            if frame is not None:
                self._offer(connection, frame)

    def _offer(self, connection: Connection, frame: bytes) -> None:
        if not connection.outbox.offer(frame):
            self.stale.add(connection)

    def _part(self, blocker: PlayerId, other: PlayerId, version: int) -> None:
        """The two see each other no more. Only the blocker sees past lines vanish at once."""
        for player, unseen in ((blocker, other), (other, blocker)):
            if player not in self._present:
                continue
            self._known.part(player, unseen, version, self._last_line)
            is_here = self.mirror.person(unseen) is not None
            rooms = [seek.room for seek in self.mirror.seeks_of(unseen)]
            gone = LobbyChanges(gone=[unseen] if is_here else [], seeks_gone=rooms)
            self._to_player(player, frames.changes(gone))
        self._to_player(blocker, frames.erased(self.mirror.lines_of(other)))
        for connection in self._present.connections(blocker):
            self._chats.stale(connection)

    def _bring_together(self, player: PlayerId, other: PlayerId, version: int) -> None:
        """They see each other. To the other it looks as if somebody came: nothing past is shown."""
        for one, seen in ((player, other), (other, player)):
            if one in self._present:
                self._known.bring_together(one, seen, version)
        self._show_anew(player)
        person, seeks = self.mirror.person(player), self.mirror.seeks_of(player)
        come = LobbyChanges(people=[] if person is None else [person], seeks=seeks)
        self._to_player(other, frames.changes(come))

    def _to_player(self, player: PlayerId, frame: bytes | None) -> None:
        for connection in self._present.connections(player) if frame is not None else ():
            if connection in self._shown and frame is not None:
                self._offer(connection, frame)
