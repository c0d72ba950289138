"""Showing games and rooms on a socket: register first, then ask the owner, then show."""

from libs.contracts.ids import GameId, PlayerId, RoomId
from services.gateway.decider.connection import Connection
from services.gateway.decider.ids import is_version, shard_of_game, shard_of_room
from services.gateway.decider.refusals import RefusedError, game_gone, refused, room_gone
from services.gateway.decider.watching import Place
from services.gateway.http.parts import Parts
from services.gateway.tasks import Renewal

RUNNING_WITHIN_S = 0.5


class Watching:
    """What is shown on whose socket."""

    def __init__(self, parts: Parts, renewal: Renewal) -> None:
        self._parts = parts
        self._renewal = renewal

    def watch(self, connection: Connection, game: GameId, since: int | None) -> None:
        """Show a game; one that is shown already is asked for anew."""
        if shard_of_game(game) is None:
            connection.outbox.send(game_gone(game, "game_not_found"))
            return
        if not is_version(since):
            connection.outbox.send(refused("bad_message"))
            return
        place = connection.games.get(game)
        if place is None:
            if len(connection.games) >= self._parts.limits.watched_games:
                connection.outbox.send(game_gone(game, "too_many_watched"))
                return
            place = self._parts.shown.games.enter(connection, game)
        self._parts.errands.run(self._ask(connection, place, since))

    def missing(self, place: Place) -> None:
        """A place has a gap: ask for what comes after its version."""
        if not place.is_waiting:
            self._parts.errands.run(self._ask_again(place, is_whole=False))

    def refresh(self, place: Place) -> None:
        """A place was left behind: ask for a snapshot."""
        self._parts.errands.run(self._ask_again(place, is_whole=True))

    async def _ask(self, connection: Connection, place: Place, since: int | None) -> None:
        """The answer to a client's wish; if the game can't be shown the socket is told."""
        was_shown = place.is_confirmed
        try:
            await self._show(place, since)
        except RefusedError as refusal:
            if connection.games.get(place.game) is not place:
                return
            connection.outbox.send(game_gone(place.game, refusal.code))
            if not was_shown or refusal.code != "unavailable":
                self._parts.shown.games.leave(connection, place.game)
        else:
            if was_shown:  # the owner has counted this socket twice
                self._renewal.soon(int(place.game[:2], 16))

    async def _ask_again(self, place: Place, *, is_whole: bool) -> None:
        """A question of our own; without an answer the next event or renewal asks again.

        What the place has is read only now: it may have got on since the question arose.
        """
        since = None if is_whole else place.version
        try:
            await self._show(place, since)
        except RefusedError:
            return
        self._renewal.soon(int(place.game[:2], 16))

    async def _show(self, place: Place, since: int | None) -> None:
        number = place.wait()
        try:
            seen = await self._parts.questions.games.watch(place.game, place.player, since)
        except RefusedError:
            if place.round == number:
                place.give_up_waiting()
            raise
        if place.round == number:
            self._parts.shown.games.answered(place, seen.seat, seen.version, seen.frames)

    def watch_room(self, connection: Connection, room: RoomId) -> None:
        """Show a room; one that is shown already is asked for anew."""
        if shard_of_room(room) is None:
            connection.outbox.send(room_gone(room, "room_not_found"))
            return
        if room not in connection.rooms and (
            len(connection.rooms) >= self._parts.limits.watched_rooms
        ):
            connection.outbox.send(room_gone(room, "too_many_watched"))
            return
        self._parts.shown.rooms.enter(connection, room)
        self._parts.errands.run(self._show_room(connection, room))

    async def _show_room(self, connection: Connection, room: RoomId) -> None:
        try:
            view = await self._parts.questions.rooms.as_seen(room)
        except RefusedError as refusal:
            if room in connection.rooms:
                connection.outbox.send(room_gone(room, refusal.code))
                self._parts.shown.rooms.leave(connection, room)
            return
        self._parts.shown.rooms.apply(view)

    async def refresh_room(self, room: RoomId) -> None:
        """Something may have been missed: ask again; silence means later."""
        try:
            self._parts.shown.rooms.apply(await self._parts.questions.rooms.as_seen(room))
        except RefusedError:
            return

    async def learn_running(self, player: PlayerId) -> None:
        """Ask for a player's running games; silence means later."""
        try:
            running = await self._parts.questions.archive.running(player, RUNNING_WITHIN_S)
        except RefusedError:
            return
        self._parts.shown.running.answered(player, running)

    def leave_all(self, connection: Connection) -> None:
        """A socket has gone."""
        for game in list(connection.games):
            self._parts.shown.games.leave(connection, game)
        for room in list(connection.rooms):
            self._parts.shown.rooms.leave(connection, room)
        self._parts.shown.running.leave(connection)
        self._parts.shown.personal.leave(connection)
        self._parts.shown.live.forget(connection)
