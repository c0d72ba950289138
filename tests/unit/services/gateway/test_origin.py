"""Whose page sent it, and who a trusted proxy speaks for."""

import pytest

from services.gateway.decider.origin import Caller, caller, is_own_origin, networks

HOME = Caller("203.0.113.7", "play.example", "https")


@pytest.mark.parametrize(
    ("host", "origin", "is_own"),
    [
        ("play.example", "https://play.example", True),
        ("play.example", "https://PLAY.example", True),
        ("play.example:443", "https://play.example", True),
        ("play.example", "https://play.example:443", True),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", True),
        ("[::1]:8000", "http://[::1]:8000", True),
        ("[::1]", "http://[::1]", True),
        ("play.example", "https://play.example:8443", False),
        ("play.example", "https://play.example.evil.example", False),
        ("play.example", "https://evil.example", False),
        ("play.example", "https://evil.example/play.example", False),
        ("play.example", "https://play.example@evil.example", False),
        ("play.example", "null", False),
        ("play.example", "", False),
        ("play.example", "file://play.example", False),
        ("play.example", "https://play.example:99999", False),
        ("play.example", "https://[", False),
    ],
)
def test_an_origin_is_ours_if_its_host_is(host: str, origin: str, is_own: bool) -> None:  # noqa: FBT001
    who = Caller("203.0.113.7", host, "https")
    assert is_own_origin({"Origin": origin}, who) is is_own


def test_apps_send_no_origin() -> None:
    assert is_own_origin({}, HOME)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_browser_that_says_it_comes_from_elsewhere_is_believed(site: str) -> None:
    assert not is_own_origin({"Sec-Fetch-Site": site}, HOME)


FORWARDED = {
    "X-Forwarded-For": "198.51.100.1, 203.0.113.9, 10.0.0.3",
    "X-Forwarded-Host": "play.example",
    "X-Forwarded-Proto": "https",
}


def test_forwarded_headers_of_strangers_count_for_nothing() -> None:
    stranger = Caller("203.0.113.7", "gateway:8000", "http")
    assert caller(stranger, FORWARDED, networks("10.0.0.0/8")) == stranger
    assert caller(stranger, FORWARDED, ()) == stranger


def test_a_trusted_proxy_names_the_last_address_that_is_not_its_own() -> None:
    proxy = Caller("10.0.0.2", "gateway:8000", "http")
    who = caller(proxy, FORWARDED, networks("10.0.0.0/8, fd00::/8"))
    assert who == Caller("203.0.113.9", "play.example", "https")
    assert who.is_secure


def test_a_proxy_that_says_nothing_is_the_caller_itself() -> None:
    proxy = Caller("10.0.0.2", "gateway:8000", "http")
    assert caller(proxy, {"X-Forwarded-Proto": "gopher"}, networks("10.0.0.0/8")) == proxy


@pytest.mark.parametrize(
    ("address", "household"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("", ""),
    ],
)
def test_a_household_is_counted_as_one(address: str, household: str) -> None:
    assert Caller(address, "play.example", "https").household == household
