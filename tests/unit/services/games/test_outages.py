"""Outages of ours until they are credited: the bus gone, the process standing still."""

from services.games.handlers.outages import STILL_MS, Outage, Outages


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now_ms = 10_000

    def __call__(self) -> int:
        return self.now_ms


def test_a_process_that_is_at_work_all_the_time_has_no_outage() -> None:
    time = Time()
    outages = Outages(time)
    for _ in range(5):
        outages.pulse()
        time.now_ms += STILL_MS
    assert not outages


def test_a_standstill_is_noticed_by_the_first_who_looks_and_counts_until_it_is_credited() -> None:
    time = Time()
    outages = Outages(time)
    told: list[Outage] = []
    outages.on_still = told.append
    outages.pulse()
    time.now_ms += 4_000
    outages.pulse()
    time.now_ms += 100
    outages.pulse()
    assert outages.to_credit() == [(10_000, 14_000, "standstill")]
    (outage,) = told
    outages.over(outage)
    assert outages.to_credit() == []


def test_a_lost_bus_counts_up_to_now_until_it_is_back_and_then_until_it_is_credited() -> None:
    time = Time()
    outages = Outages(time)
    outages.bus_lost(9_500)
    time.now_ms = 13_000
    assert outages.to_credit() == [(9_500, 13_000, "bus")]
    outage = outages.bus_back(9_500, 13_000)
    time.now_ms = 15_000
    assert outages.to_credit() == [(9_500, 13_000, "bus")]
    outages.over(outage)
    assert not outages


def test_a_bus_lost_before_the_first_heartbeat_is_nobody_s_outage() -> None:
    outages = Outages(Time())
    outages.bus_lost(0)
    assert not outages


def test_a_bus_that_is_lost_again_before_the_credit_is_a_second_outage() -> None:
    time = Time()
    outages = Outages(time)
    outages.bus_lost(9_500)
    first = outages.bus_back(9_500, 11_000)
    outages.bus_lost(9_500)
    outages.over(first)
    time.now_ms = 14_000
    assert outages.to_credit() == [(9_500, 14_000, "bus")]
