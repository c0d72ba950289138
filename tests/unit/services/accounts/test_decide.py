"""Who may register whom, and what stays out of the log."""

import msgspec

from libs.contracts.accounts import GuestRegistered, RegisterGuest
from libs.eventstore.records import Recorded, StreamId
from libs.testkit.deciding import ENTROPY, given
from services.accounts.decider import Fact, NewGuest, guest_name
from services.accounts.handlers import AccountCodec, AccountDecider

COMMAND = RegisterGuest("de", "0123abcd")


def test_a_guest_gets_a_name_and_a_session_beside_the_event() -> None:
    fact = Fact(GuestRegistered(), NewGuest(guest_name("de", ENTROPY), "0123abcd"), 7)
    given(AccountDecider()).when(COMMAND, actor="service:accounts", at_ms=7).then(fact)


def test_nobody_is_registered_twice() -> None:
    there = given(AccountDecider(), Fact(GuestRegistered()))
    there.when(COMMAND, actor="service:accounts").refused("player_exists")


def test_only_the_house_registers() -> None:
    given(AccountDecider()).when(COMMAND, actor="00-somebody").refused("service_only")


def test_neither_name_nor_session_gets_into_the_log() -> None:
    codec = AccountCodec()
    stored = codec.encode(Fact(GuestRegistered(), NewGuest("Flinker Dachs", "0123abcd"), 7))
    assert msgspec.json.decode(stored.public) == {"type": "accounts.guest_registered"}
    assert stored.secret is None
    row = Recorded(
        0, 1, StreamId("00-x"), 1, stored.type, stored.schema, 7, "a", None, None, "c",
        stored.public, None,
    )  # fmt: skip
    assert codec.decode(row) == Fact(GuestRegistered())
