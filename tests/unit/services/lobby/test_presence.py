"""Who is in the waiting room, from what gateways report: one entry a person."""

from collections.abc import Sequence
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from libs.contracts.ids import PlayerId
from libs.contracts.lobby import PersonHere
from libs.contracts.lobby_messages import Sighting, WhoIsHere
from services.lobby.decider import News, Presence

ANN, BEN = PlayerId("00-ann"), PlayerId("01-ben")
GRACE, SILENCE = 10_000, 3_500


class House:
    """Gateways that report, and the presence that hears them."""

    def __init__(self) -> None:
        self.presence = Presence(GRACE, SILENCE)
        self.now = 1_000_000
        self._n: dict[str, int] = {}

    def report(
        self, gateway: str, *here: Sighting, gone: Sequence[PlayerId] = (),
        left: Sequence[PlayerId] = (), is_whole: bool = False,
    ) -> bool:  # fmt: skip
        """A gateway's next report."""
        n = self._n[gateway] = self._n.get(gateway, 0) + 1
        is_whole = is_whole or n == 1
        message = WhoIsHere(gateway, n, is_whole, [*here], [*gone], [*left])
        return self.presence.report(message, self.now)

    def leave(self, gateway: str) -> None:
        """A gateway says goodbye."""
        message = WhoIsHere(
            gateway, self._n.pop(gateway) + 1, is_whole=False, here=[], is_leaving=True
        )
        self.presence.report(message, self.now)

    def later(self, ms: int, *alive: str) -> News:
        """What is news after that time, in which these gateways gave signs of life."""
        until = self.now + ms
        while self.now < until:
            self.now = min(until, self.now + 1_000)
            for gateway in alive:
                self.report(gateway)
            self.presence.pass_time(self.now)
        return self.presence.take_news()

    @property
    def news(self) -> News:
        """What is news now."""
        return self.presence.take_news()


def at(player: PlayerId, *, is_in: bool = False, **more: Any) -> Sighting:
    fields = {"has_come": is_in, "is_playing": False, "is_guest": False, **more}
    return Sighting(player, "", fields["is_guest"], is_in, fields["has_come"], fields["is_playing"])


def inside(player: PlayerId, **more: Any) -> Sighting:
    return at(player, is_in=True, **more)


def free(player: PlayerId, **more: Any) -> PersonHere:
    return PersonHere(player, "", **more)


def test_who_enters_on_two_devices_is_one_entry_and_stays_until_the_last_is_gone() -> None:
    house = House()
    house.report("a", inside(ANN))
    house.report("b", inside(ANN))
    assert house.news == News([free(ANN)], [], [])
    house.report("a", gone=[ANN])
    assert house.later(60_000, "a", "b") == News([], [], [])
    house.report("b", gone=[ANN])
    assert house.later(9_999, "a", "b") == News([], [], [])
    assert house.later(1, "a", "b") == News([], [ANN], [ANN])


def test_a_page_that_loads_again_is_not_noticed() -> None:
    house = House()
    house.report("a", inside(ANN))
    assert house.news.people == [free(ANN)]
    house.report("a", gone=[ANN])
    house.later(5_000, "a")
    house.report("b", at(ANN))
    assert house.later(1_000, "a", "b") == News([], [], [])
    house.report("b", inside(ANN))
    assert house.later(60_000, "a", "b") == News([], [], [])


def test_who_says_goodbye_goes_at_once_and_is_waited_for_while_connected() -> None:
    house = House()
    house.report("a", inside(ANN))
    house.later(0)
    house.report("a", at(ANN, has_come=True), left=[ANN])
    assert house.news == News([], [ANN], [])
    assert house.later(60_000, "a") == News([], [], [])
    house.report("a", gone=[ANN])
    assert house.later(9_000, "a") == News([], [], [])
    assert house.later(1_000, "a").gone_for_good == [ANN]


def test_who_was_never_here_is_never_gone() -> None:
    house = House()
    house.report("a", at(ANN, is_playing=True))
    house.report("a", gone=[ANN])
    assert house.later(60_000, "a") == News([], [], [])


def test_who_plays_is_listed_as_playing_also_away_from_the_room() -> None:
    house = House()
    house.report("a", inside(ANN), inside(BEN))
    house.later(0)
    house.report("a", inside(ANN, is_playing=True), at(BEN, has_come=True), left=[BEN])
    news = house.news
    assert (news.people, news.gone) == ([free(ANN, state="playing")], [BEN])
    house.report("a", at(BEN, has_come=True, is_playing=True))
    assert house.news.people == [free(BEN, state="playing")]
    house.report("a", at(BEN, has_come=True))
    assert house.news.gone == [BEN]
    house.report("a", inside(ANN))
    assert house.news.people == [free(ANN)]


def test_a_silent_gateway_loses_its_people_after_the_usual_time() -> None:
    house = House()
    house.report("a", inside(ANN))
    house.report("b", inside(BEN))
    house.later(0)
    assert house.later(SILENCE + GRACE - 1_000, "b") == News([], [], [])
    assert house.later(2_000, "b") == News([], [ANN], [ANN])
    assert not house.report("a"), "what came before is not known any more"


def test_a_gateway_that_ends_in_good_order_has_no_people_at_once() -> None:
    house = House()
    house.report("a", inside(ANN))
    house.later(0)
    house.leave("a")
    assert house.later(GRACE - 1) == News([], [], [])
    assert house.later(1) == News([], [ANN], [ANN])


def test_a_report_that_got_lost_is_made_good_by_a_whole_one() -> None:
    house = House()
    house.report("a", inside(ANN))
    house.later(0)
    lost = WhoIsHere("a", 3, is_whole=False, here=[inside(BEN)])
    assert not house.presence.report(lost, house.now)
    whole = WhoIsHere("a", 4, is_whole=True, here=[inside(BEN)])
    assert house.presence.report(whole, house.now)
    assert house.news == News([free(BEN)], [], [])
    assert house.presence.report(WhoIsHere("a", 5, is_whole=False, here=[]), house.now)
    assert not house.presence.report(whole, house.now), "an old one must not overrule a newer one"


def test_who_is_barred_is_not_here_until_the_time_is_over() -> None:
    house = House()
    house.report("a", inside(ANN))
    house.later(0)
    house.presence.bar(ANN, house.now + 5_000)
    assert house.news == News([], [ANN], [ANN])
    house.report("a", inside(ANN))
    assert house.later(4_000, "a") == News([], [], [])
    assert house.later(2_000, "a").people == [free(ANN)]


def test_elo_is_beside_the_name_of_accounts_alone() -> None:
    house = House()
    house.report("a", inside(ANN), inside(BEN, is_guest=True))
    assert house.presence.unrated([ANN, BEN]) == [ANN]
    assert house.presence.accounts() == [ANN]
    house.presence.rate(ANN, {"mills": 1_300})
    house.presence.rate(BEN, {"mills": 1_300})
    people = {person.player: person.elo for person in house.news.people}
    assert people == {ANN: {"mills": 1_300}, BEN: {}}
    house.presence.rerate(ANN, "hanse", 1_190)
    assert house.news.people == [free(ANN, elo={"mills": 1_300, "hanse": 1_190})]
    assert house.presence.unrated([ANN]) == []


def test_whoever_a_new_owner_waits_for_is_gone_if_nobody_reports_them() -> None:
    house = House()
    house.presence.expect([ANN, BEN], house.now)
    house.report("a", at(ANN))
    assert house.later(GRACE, "a") == News([], [], [BEN])


def test_who_is_free_can_be_challenged() -> None:
    house = House()
    house.report("a", inside(ANN), inside(BEN, is_playing=True))
    assert house.presence.is_free(ANN)
    house.later(0)
    assert [person.player for person in house.presence.free()] == [ANN]
    house.report("a", at(ANN, has_come=True), left=[ANN])
    assert not house.presence.is_free(ANN)


def test_whoever_has_lost_the_last_connection_is_listed_but_not_chosen() -> None:
    house = House()
    house.report("a", inside(ANN), inside(BEN))
    house.later(0)
    house.report("a", at(BEN, has_come=True), gone=[ANN])
    assert house.later(1_000, "a") == News([], [], []), "both may be loading the page again"
    assert [person.player for person in house.presence.free()] == [BEN], "sees what comes anywhere"
    assert house.presence.is_free(ANN), "a person may still ask for them by name"
    house.report("a", inside(ANN))
    assert {person.player for person in house.presence.free()} == {ANN, BEN}


class Gateways(RuleBasedStateMachine):
    """Random comings and goings over two gateways, deltas and whole reports, lost ones, silence."""

    def __init__(self) -> None:
        super().__init__()
        self.house = House()
        self.real: dict[str, dict[PlayerId, Sighting]] = {"a": {}, "b": {}}
        self.seen: dict[PlayerId, PersonHere] = {}
        self.reset = {"a", "b"}

    gateways = st.sampled_from("ab")
    players = st.sampled_from([ANN, BEN])

    @rule(gateway=gateways, player=players, is_in=st.booleans(), is_playing=st.booleans())
    def come(self, gateway: str, player: PlayerId, is_in: bool, is_playing: bool) -> None:  # noqa: FBT001  drawn
        before = self.real[gateway].get(player)
        has_come = is_in or (before is not None and before.has_come)
        sighting = at(player, is_in=is_in, has_come=has_come, is_playing=is_playing)
        self.real[gateway][player] = sighting
        self._report(gateway, sighting)

    @rule(gateway=gateways, player=players, says_so=st.booleans())
    def go(self, gateway: str, player: PlayerId, says_so: bool) -> None:  # noqa: FBT001  drawn
        if self.real[gateway].pop(player, None) is not None:
            self._report(gateway, gone=[player], left=[player] if says_so else [])

    @rule(ms=st.integers(1, 30_000))
    def wait(self, ms: int) -> None:
        """Both give signs of life."""
        for gateway in "ab":
            self._report(gateway)
        self._fold(self.house.later(ms, "a", "b"))
        if ms >= GRACE:
            present = [each for people in self.real.values() for each in people.values()]
            assert self.seen.keys() <= {each.player for each in present if each.is_in} | {
                each.player for each in present if each.is_playing
            }, "nobody is waited for for ever"

    @rule(gateway=gateways)
    def fall_silent(self, gateway: str) -> None:
        self._fold(self.house.later(SILENCE + 1_000, "ab".replace(gateway, "")))
        self.reset.add(gateway)

    def _report(self, gateway: str, *here: Sighting, **more: Any) -> None:
        is_whole = gateway in self.reset
        self.reset.discard(gateway)
        if is_whole:
            here = (*self.real[gateway].values(),)
        if not self.house.report(gateway, *here, is_whole=is_whole, **more):
            assert self.house.report(gateway, *self.real[gateway].values(), is_whole=True)
        self._fold(self.house.news)

    def _fold(self, news: News) -> None:
        for person in news.people:
            self.seen[person.player] = person
        for player in news.gone:
            del self.seen[player]

    @invariant()
    def everybody_inside_is_listed_and_what_was_told_is_what_is(self) -> None:
        assert self.seen == self.house.presence.listed
        for gateway, people in self.real.items():
            if gateway not in self.reset:
                inside = {player for player, sighting in people.items() if sighting.is_in}
                assert inside <= self.seen.keys()


TestGateways = Gateways.TestCase
TestGateways.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
