"""What the keeper of streams needs of this service: decider, codec, commands."""

from typing import Final

import msgspec

from libs.contracts.accounts import AccountCommand, AccountEvent
from libs.contracts.envelope import CommandEnvelope
from libs.eventstore.errors import UnknownEventError
from libs.eventstore.records import NewEvent, Recorded
from services.accounts import decider
from services.accounts.decider import Fact

SCHEMA: Final = 1

_json = msgspec.json.Encoder().encode
_command = msgspec.msgpack.Decoder(AccountCommand).decode
_event = msgspec.json.Decoder(AccountEvent).decode


class AccountDecider:
    """The pure functions behind the keeper's port."""

    initial_state = staticmethod(decider.initial_state)
    decide = staticmethod(decider.decide)
    evolve = staticmethod(decider.evolve)


class AccountCodec:
    """Facts to rows and back: name and session stay outside."""

    def encode(self, event: Fact) -> NewEvent:
        """The row's payload."""
        kind = str(event.event.__struct_config__.tag)
        return NewEvent(kind, SCHEMA, _json(event.event))

    def decode(self, recorded: Recorded) -> Fact:
        """The fact of a row. Raises UnknownEventError."""
        try:
            return Fact(_event(recorded.public))
        except msgspec.ValidationError as error:
            raise UnknownEventError(f"{recorded.type} {recorded.schema}") from error


def read_command(envelope: CommandEnvelope) -> AccountCommand:
    """The command in an envelope. Raises msgspec.ValidationError for anything else."""
    return _command(envelope.command)


def kind_of(command: AccountCommand) -> str:
    """The command's name, for metrics."""
    return str(command.__struct_config__.tag)
