"""Lag is what our own pings measured."""

from services.gateway.decider.roundtrip import RoundTrips


def test_the_least_of_the_last_round_trips_counts() -> None:
    trips = RoundTrips(0.0)
    for now_s, took_s in ((1.0, 0.080), (2.0, 0.030), (3.0, 2.5), (6.0, 0.090)):
        trips.pong(trips.ping(now_s), now_s + took_s)
    assert trips.lag_ms in (29, 30)


def test_a_better_past_is_forgotten() -> None:
    trips = RoundTrips(0.0)
    trips.pong(trips.ping(0.0), 0.010)
    for second in range(1, 6):
        trips.pong(trips.ping(float(second)), second + 0.2)
    assert trips.lag_ms in (199, 200)


def test_made_up_and_repeated_answers_count_for_nothing() -> None:
    trips = RoundTrips(0.0)
    number = trips.ping(1.0)
    trips.pong(number + 1, 1.001)
    trips.pong(-5, 1.001)
    assert trips.silent_since_s == 0.0
    trips.pong(number, 1.1)
    trips.pong(number, 9.0)
    assert trips.silent_since_s == 1.1
    assert trips.lag_ms in (99, 100)


def test_a_late_answer_is_a_sign_of_life_and_no_measurement() -> None:
    trips = RoundTrips(0.0)
    trips.pong(trips.ping(0.0), 0.040)
    late = trips.ping(4.0)
    trips.ping(8.0)
    trips.pong(late, 8.001)
    assert trips.silent_since_s == 8.001
    assert trips.lag_ms in (39, 40)
