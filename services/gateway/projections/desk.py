"""How many reports are open, on the sockets of moderators."""

from libs.contracts.client_out import DeskChanged
from services.gateway.decider.connection import Connection
from services.gateway.decider.refusals import encode
from services.gateway.projections.present import Present


class ModeratorsDesk:
    """The number alone: who asks for the reports themselves is looked at by accounts."""

    def __init__(self, present: Present) -> None:
        self._present = present
        self._frame: bytes | None = None

    def learn(self, open_reports: int) -> None:
        """What the waiting room's owner has told, also if it is the same number as before."""
        self._frame = encode(DeskChanged(open_reports))
        for connection in self._present.moderators():
            self.greet(connection)

    def greet(self, connection: Connection) -> None:
        """A socket is welcome, or its owner has another role: tells a moderator."""
        player, session = connection.player, connection.session
        is_meant = player is not None and player.role == "moderator" and connection.is_welcome
        if self._frame is not None and is_meant and session is not None and not session.is_api:
            connection.outbox.send(self._frame)
