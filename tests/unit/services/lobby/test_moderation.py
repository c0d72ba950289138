"""What is decided about a person, and what follows from it."""

import msgspec
import pytest

from libs.contracts.envelope import CommandEnvelope
from libs.contracts.ids import CommandId, PlayerId
from libs.contracts.lobby import (
    LONGEST_BAN_DAYS,
    LONGEST_MUTE_MINUTES,
    ChatLine,
    ModerationEvent,
    PersonBanned,
    PersonMuted,
    PersonUnbanned,
    PersonUnmuted,
    ReportClosed,
    ReportFiled,
    Standing,
)
from libs.contracts.lobby_messages import (
    BanPerson,
    CloseReport,
    FileReport,
    MutePerson,
    UnbanPerson,
    UnmutePerson,
    stream_of,
)
from libs.testkit.deciding import Given, given
from services.lobby.decider import DAY_MS, Deed, Fact, FileNumbered, Record, Standings, Words
from services.lobby.handlers import LobbyDecider, make_codec, read_command

ANN, BEN, MOD = PlayerId("00-ann"), PlayerId("01-ben"), PlayerId("02-mod")
NOW = 1_000_000
WORDS = Words("rude", ChatLine(5, 900_000, BEN, "", "boo"))


def after(*events: ModerationEvent) -> Given[Record, Deed, Fact]:
    return given(LobbyDecider(), *(Fact(event) for event in events))


def fact(event: ModerationEvent, words: Words | None = None) -> Fact:
    return Fact(event, NOW, words)


def test_a_report_is_filed_with_its_words_beside_it() -> None:
    filed = FileNumbered(7, BEN, "insult", WORDS)
    after().when(filed, actor=ANN, at_ms=NOW).then(fact(ReportFiled(7, ANN, BEN, "insult"), WORDS))
    after().when(filed, actor=BEN, at_ms=NOW).refused("not_yourself")


def test_a_report_is_closed_once() -> None:
    filed = ReportFiled(7, ANN, BEN, "insult")
    closed = (
        after(filed).when(CloseReport(7), actor=MOD, at_ms=NOW).then(fact(ReportClosed(7, MOD)))
    )
    closed.when(CloseReport(7), actor=MOD, at_ms=NOW).then()
    after(filed).when(CloseReport(8), actor=MOD, at_ms=NOW).then()


def test_who_is_silenced_may_speak_again_before_the_time() -> None:
    muted = PersonMuted(BEN, MOD, NOW + 600_000, "insult", has_erased=True)
    silenced = (
        after()
        .when(MutePerson(BEN, 10, "insult", erase=True), actor=MOD, at_ms=NOW)
        .then(fact(muted))
    )
    silenced.when(UnmutePerson(BEN), actor=MOD, at_ms=NOW).then(fact(PersonUnmuted(BEN, MOD)))
    silenced.when(UnmutePerson(BEN), actor=MOD, at_ms=NOW + 600_000).then()
    after().when(UnmutePerson(BEN), actor=MOD, at_ms=NOW).then()


def test_who_is_shut_out_may_come_back_before_the_time() -> None:
    banned = PersonBanned(BEN, MOD, NOW + 2 * DAY_MS, "spam")
    out = after().when(BanPerson(BEN, 2, "spam"), actor=MOD, at_ms=NOW).then(fact(banned))
    out.when(UnbanPerson(BEN), actor=MOD, at_ms=NOW).then(fact(PersonUnbanned(BEN, MOD)))
    after().when(UnbanPerson(BEN), actor=MOD, at_ms=NOW).then()


@pytest.mark.parametrize("minutes", [-1, 0, LONGEST_MUTE_MINUTES + 1, 2**62])
def test_nobody_is_silenced_for_a_time_that_is_none(minutes: int) -> None:
    after().when(MutePerson(BEN, minutes, "spam"), actor=MOD, at_ms=NOW).refused("bad_message")


@pytest.mark.parametrize("days", [-1, 0, LONGEST_BAN_DAYS + 1, 2**62])
def test_nobody_is_shut_out_for_a_time_that_is_none(days: int) -> None:
    after().when(BanPerson(BEN, days, "spam"), actor=MOD, at_ms=NOW).refused("bad_message")


def test_a_moderator_does_it_to_nobody_s_self() -> None:
    for command in (MutePerson(MOD, 1, "spam"), BanPerson(MOD, 1, "spam")):
        after().when(command, actor=MOD, at_ms=NOW).refused("not_yourself")


def test_events_hold_no_words_and_are_read_again_as_they_were() -> None:
    codec, filed = make_codec(), fact(ReportFiled(7, ANN, BEN, "insult"), WORDS)
    row = codec.encode(filed)
    assert (row.type, row.secret) == ("lobby.report_filed", None)
    assert b"rude" not in row.public
    assert b"boo" not in row.public


def envelope(stream: str, command: object) -> CommandEnvelope:
    raw = msgspec.Raw(msgspec.msgpack.encode(command))
    return CommandEnvelope(stream, MOD, CommandId("c"), NOW, 0, "test", raw)


def test_a_command_goes_to_the_stream_of_whom_it_is_about() -> None:
    good = MutePerson(BEN, 1, "spam")
    assert read_command(envelope(stream_of(BEN), good)) == good
    assert read_command(envelope("00-reports", CloseReport(1))) == CloseReport(1)
    for stream, command in (
        (stream_of(ANN), good),
        ("00-reports", good),
        (stream_of(BEN), CloseReport(1)),
        (stream_of(ANN), FileReport(BEN, "spam", "")),
        (stream_of(BEN), FileNumbered(1, BEN, "spam", WORDS)),
    ):
        with pytest.raises(msgspec.ValidationError):
            read_command(envelope(stream, command))


# ---- in the hall's memory --------------------------------------------------------------------


def test_the_log_says_who_is_silenced_and_shut_out_now() -> None:
    standings = Standings()
    log: list[ModerationEvent] = [
        PersonMuted(ANN, MOD, NOW + 10, "spam"),
        PersonBanned(BEN, MOD, NOW + 20, "spam"),
        PersonMuted(BEN, MOD, NOW - 1, "spam"),
        PersonUnmuted(ANN, MOD),
        PersonMuted(MOD, BEN, NOW - 5, "spam"),
    ]
    standings.fold(log, NOW)
    assert standings.of(ANN, NOW) == Standing()
    assert standings.of(BEN, NOW) == Standing(None, NOW + 20)
    assert standings.bans() == {BEN: NOW + 20}
    assert standings.is_banned(BEN, NOW + 19)
    assert not standings.is_banned(BEN, NOW + 20)
    standings.apply(PersonMuted(ANN, MOD, NOW + 30, "spam"))
    assert standings.is_muted(ANN, NOW + 29)
    assert not standings.is_muted(ANN, NOW + 30)


def test_a_block_hides_both_and_is_known_to_one() -> None:
    standings = Standings()
    standings.block(ANN, BEN)
    assert standings.hidden_from(ANN) == {BEN}
    assert standings.hidden_from(BEN) == {ANN}
    assert standings.are_apart(BEN, ANN)
    assert standings.of(ANN, NOW).blocked == [BEN]
    assert standings.of(BEN, NOW) == Standing()


def test_whoever_blocks_back_stays_hidden_when_one_of_the_two_takes_it_back() -> None:
    standings = Standings()
    standings.block(ANN, BEN)
    standings.block(BEN, ANN)
    standings.unblock(ANN, BEN)
    assert standings.are_apart(ANN, BEN)
    standings.unblock(BEN, ANN)
    assert not standings.are_apart(ANN, BEN)
    standings.unblock(BEN, ANN)
    assert standings.hidden_from(ANN) == standings.hidden_from(BEN) == set()


def test_with_somebody_who_goes_all_blocks_go() -> None:
    standings = Standings()
    standings.block(ANN, BEN)
    standings.block(MOD, ANN)
    assert standings.forget(ANN) == {BEN, MOD}
    assert standings.of(MOD, NOW) == Standing()
    assert standings.hidden_from(BEN) == set()
