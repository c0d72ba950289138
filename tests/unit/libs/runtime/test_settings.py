"""Settings out of the environment."""

import pytest

from libs.runtime import Settings, SettingsError, read_settings

pytestmark = pytest.mark.unit


class OwnSettings(Settings, frozen=True, kw_only=True):
    cookie_secret: str
    is_behind_tls: bool = False


def test_defaults_hold_where_nothing_is_said() -> None:
    settings = read_settings(Settings, {"PORT": "", "LOG_LEVEL": "  "})
    assert settings == Settings()


def test_values_are_converted_and_a_subclass_adds_its_own() -> None:
    environment = {"PORT": "8000", "COOKIE_SECRET": "s3cret", "IS_BEHIND_TLS": "true"}
    settings = read_settings(OwnSettings, environment)
    assert (settings.port, settings.cookie_secret, settings.is_behind_tls) == (8000, "s3cret", True)


def test_every_mistake_is_named_in_a_sentence() -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings(OwnSettings, {"PORT": "99999", "LOG_LEVEL": "loud"})
    lines = str(caught.value).splitlines()
    assert [line.split()[0] for line in lines] == ["PORT", "LOG_LEVEL", "COOKIE_SECRET"]
    assert "'99999'" in lines[0]


def test_no_secret_is_quoted_or_shown() -> None:
    class WithPin(Settings, frozen=True, kw_only=True):
        secret_pin: int

    with pytest.raises(SettingsError) as caught:
        read_settings(WithPin, {"SECRET_PIN": "hunter2"})
    assert "hunter2" not in str(caught.value)
    assert "hunter2" not in repr(Settings(database_url="postgresql://u:hunter2@h/d"))
