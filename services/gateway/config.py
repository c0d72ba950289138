"""The gateway's settings; each is an environment variable of that name in capitals."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from libs.runtime import Settings, SettingsError, read_settings
from libs.runtime.settings import Count, Port, Seconds
from services.gateway.decider.limits import Limits
from services.gateway.decider.origin import Network, networks

CLIENT: Final = str(Path(__file__).resolve().parents[1] / "web" / "dist")


class GatewaySettings(Settings, frozen=True, kw_only=True):
    """`port` is the public one; health and metrics have one of their own."""

    web_folder: str = CLIENT
    trusted_proxies: str = ""
    """Networks whose X-Forwarded headers count, separated by commas."""
    metrics_host: str = "127.0.0.1"
    metrics_port: Port = 0
    messages_a_second: Count = 20
    messages_burst: Count = 40
    strikes: Count = 200
    commands_in_flight: Count = 16
    watched_games: Count = 20
    sockets_an_address: Count = 100
    sockets_a_session: Count = 20
    requests_a_second: Count = 20
    requests_burst: Count = 100
    guests_a_minute: Count = 10
    guests_burst: Count = 20
    sign_ups_a_minute: Count = 5
    sign_ups_burst: Count = 10
    passwords_a_minute: Count = 30
    passwords_burst: Count = 30
    practices_a_minute: Count = 60
    practices_burst: Count = 30
    practice_games: Count = 20
    hotseats_a_minute: Count = 60
    hotseats_burst: Count = 30
    hotseat_games: Count = 20
    offers_a_minute: Count = 30
    offers_burst: Count = 20
    lines_a_minute: Count = 120
    lines_burst: Count = 60
    reports_burst: Count = 40
    helps_a_minute: Count = 300
    helps_burst: Count = 100
    exports_a_minute: Count = 6
    exports_burst: Count = 3
    body_within_s: Seconds = 10.0
    ping_every_s: Seconds = 4.0
    silent_after_s: Seconds = 20.0

    def limits(self) -> Limits:
        """The limits among the settings."""
        own = {field.name for field in msgspec.structs.fields(type(self))}
        named = [field.name for field in msgspec.structs.fields(Limits) if field.name in own]
        return Limits(**{name: getattr(self, name) for name in named})

    def trusted(self) -> tuple[Network, ...]:
        """The proxies' networks."""
        return networks(self.trusted_proxies)


def read(environment: Mapping[str, str]) -> GatewaySettings:
    """The settings of this process. Raises SettingsError with a sentence for each wrong one."""
    settings = read_settings(GatewaySettings, environment)
    try:
        settings.trusted()
    except ValueError as error:
        raise SettingsError(f"TRUSTED_PROXIES has a wrong value: {error}.") from error
    return settings
