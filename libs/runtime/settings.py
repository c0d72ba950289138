"""Settings: a frozen struct, read once from the environment. A field is its name in capitals."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

SECRET_WORDS: Final = ("url", "password", "secret", "token", "key")

Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3_600)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class SettingsError(Exception):
    """What is wrong with the environment, one sentence a line. Quotes no secrets."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What every process needs to know; services add their own fields in a subclass."""

    database_url: str = ""
    nats_url: str = "nats://127.0.0.1:4222"
    host: str = "127.0.0.1"
    port: Port = 0
    """Of the process's own site: the gateway, or else health and metrics. 0: any free one."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    connect_within_s: Seconds = 30.0
    stop_within_s: Seconds = 10.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"  # a log line or a traceback must not show passwords


SettingsT = TypeVar("SettingsT", bound=Settings)


def read_settings(kind: type[SettingsT], environment: Mapping[str, str]) -> SettingsT:
    """The settings of that kind; an empty or missing variable means the default.

    Raises SettingsError with a sentence for every variable that is wrong.
    """
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for field in msgspec.structs.fields(kind):
        name = field.name.upper()
        text = environment.get(name, "").strip()
        if not text:
            if field.required:
                wrong.append(f"{name} must be set.")
            continue
        try:
            values[field.name] = msgspec.convert(text, field.type, strict=False)
        except msgspec.ValidationError as error:
            shown = "has" if _is_secret(field.name) else f"is {text!r} and has"
            wrong.append(f"{name} {shown} a wrong value: {error}.")
    if wrong:
        raise SettingsError("\n".join(wrong))
    return kind(**values)


def _is_secret(name: str) -> bool:
    return any(word in name.lower() for word in SECRET_WORDS)
