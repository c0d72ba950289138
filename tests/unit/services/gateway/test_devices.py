"""Browsers and systems by what they say of themselves."""

import pytest

from services.gateway.decider.devices import device_of

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
CHROME = f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0.0.0 Safari/537.36"
EDGE = CHROME + " Edg/126.0.0.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)"
SAFARI = f"{IPHONE} {WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1"
SAMSUNG = (
    f"Mozilla/5.0 (Linux; Android 14) {WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Safari/537"
)


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        (CHROME, "Chrome, Windows"),
        (EDGE, "Edge, Windows"),
        (SAFARI, "Safari, iPhone"),
        (SAMSUNG, "Samsung Internet, Android"),
        ("", ""),
        ("<script>alert(1)</script>", ""),
        ("curl/8.5.0", ""),
    ],
)
def test_a_device_in_a_few_words(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
