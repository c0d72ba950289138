"""A browser and its system in a few words, for the list of one's own sessions."""

from typing import Final

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""The first that is named counts: most browsers also name others, whom they resemble."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """Such as "Firefox, Linux"; "" for what we don't know. Nothing of the header itself is kept."""
    names = (_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))
    return ", ".join(name for name in names if name)


def _first(known: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in known if mark in user_agent), "")
