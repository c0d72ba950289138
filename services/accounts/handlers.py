"""What the keeper of streams needs of this service: decider, codec, commands."""

from typing import Final

import msgspec

from libs.contracts.accounts import AccountCommand, AccountEvent
from libs.contracts.envelope import CommandEnvelope
from libs.eventstore.public_codec import PublicCodec
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


def make_codec() -> PublicCodec[Fact, AccountEvent]:
    """Facts to rows and back. Name and session stay outside."""
    return PublicCodec(SCHEMA, _event, lambda fact: fact.event, lambda event, _row: Fact(event))


def read_command(envelope: CommandEnvelope) -> AccountCommand:
    """The command in an envelope. Raises msgspec.ValidationError for anything else."""
    return _command(envelope.command)


def kind_of(command: AccountCommand) -> str:
    """The command's name, for metrics."""
    return str(command.__struct_config__.tag)
