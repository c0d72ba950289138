"""Who may register whom, and what stays out of the log."""

import msgspec

from libs.contracts.accounts import (
    AccountDeleted,
    DeleteAccount,
    GiveRole,
    GuestRegistered,
    RegisterGuest,
    RoleGiven,
    SignedUp,
    SignUp,
)
from libs.eventstore.records import Recorded, StreamId
from libs.testkit.deciding import ENTROPY, given
from services.accounts.decider import Fact, NewGuest, guest_name
from services.accounts.handlers import AccountDecider, make_codec

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
    codec = make_codec()
    stored = codec.encode(Fact(GuestRegistered(), NewGuest("Flinker Dachs", "0123abcd"), 7))
    assert msgspec.json.decode(stored.public) == {"type": "accounts.guest_registered"}
    assert stored.secret is None
    row = Recorded(
        0, 1, StreamId("00-x"), 1, stored.type, stored.schema, 7, "a", None, None, "c",
        stored.public, None,
    )  # fmt: skip
    assert codec.decode(row) == Fact(GuestRegistered())


SERVICE = "service:accounts"
ACCOUNT = SignUp("Anna", "anna", "$argon2id$…", ("one", "two"), "token", "former")
REGISTERED, SIGNED_UP = Fact(GuestRegistered()), Fact(SignedUp())
DELETED = Fact(AccountDeleted())


def test_somebody_new_or_a_guest_signs_up() -> None:
    fact = Fact(SignedUp(), ACCOUNT, 9)
    given(AccountDecider()).when(ACCOUNT, actor=SERVICE, at_ms=9).then(fact)
    given(AccountDecider(), REGISTERED).when(ACCOUNT, actor=SERVICE, at_ms=9).then(fact)


def test_an_account_signs_up_no_second_time_nor_after_its_end() -> None:
    for before in ([SIGNED_UP], [REGISTERED, SIGNED_UP], [SIGNED_UP, DELETED]):
        there = given(AccountDecider(), *before)
        there.when(ACCOUNT, actor=SERVICE).refused("already_signed_up")


def test_only_an_account_is_deleted_and_once() -> None:
    there = given(AccountDecider(), REGISTERED, SIGNED_UP)
    gone = there.when(DeleteAccount(), actor=SERVICE, at_ms=3).then(Fact(AccountDeleted(), None, 3))
    gone.when(DeleteAccount(), actor=SERVICE).refused("account_needed")
    for before in ([], [REGISTERED]):
        nobody = given(AccountDecider(), *before)
        nobody.when(DeleteAccount(), actor=SERVICE).refused("account_needed")


def test_a_role_is_given_once_and_taken_back() -> None:
    there = given(AccountDecider(), SIGNED_UP)
    given_role = there.when(GiveRole("moderator"), actor=SERVICE, at_ms=4).then(
        Fact(RoleGiven("moderator"), None, 4)
    )
    given_role.when(GiveRole("moderator"), actor=SERVICE).then()
    given_role.when(GiveRole("player"), actor=SERVICE, at_ms=5).then(
        Fact(RoleGiven("player"), None, 5)
    )
    for before in ([], [REGISTERED], [SIGNED_UP, DELETED]):
        nobody = given(AccountDecider(), *before)
        nobody.when(GiveRole("moderator"), actor=SERVICE).refused("account_needed")


def test_only_the_house_signs_up_deletes_and_gives_roles() -> None:
    for command in (ACCOUNT, DeleteAccount(), GiveRole("moderator")):
        given(AccountDecider(), SIGNED_UP).when(command, actor="00-me").refused("service_only")


def test_nothing_personal_of_an_account_gets_into_the_log() -> None:
    stored = make_codec().encode(Fact(SignedUp(), ACCOUNT, 9))
    assert msgspec.json.decode(stored.public) == {"type": "accounts.signed_up"}
    assert stored.secret is None
