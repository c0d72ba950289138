"""Logs: one JSON object a line on standard output, with service and correlation; no secrets.

A correlation id is made where something comes in from outside, travels in the envelopes, is stored
with the events and stands in every line that is written meanwhile.
"""

import logging
import secrets
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec
import structlog

from libs.runtime.settings import SECRET_WORDS

EventDict = MutableMapping[str, Any]

_correlation: ContextVar[str] = ContextVar("correlation", default="")
_service: ContextVar[str] = ContextVar("service", default="")
_encode = msgspec.json.Encoder(enc_hook=repr).encode

HIDDEN: Final = "•••"
_SECRET_KEYS: Final = (*SECRET_WORDS, "cookie", "session", "authorization")
_CONTAINING_URLS: Final = "://"


def new_correlation() -> str:
    """A new id for what begins now."""
    return secrets.token_hex(8)


def current_correlation() -> str:
    """The id of what is going on, "" if nothing is."""
    return _correlation.get()


@contextmanager
def correlation(value: str) -> Iterator[None]:
    """Everything inside (tasks begun there, too) belongs to that id."""
    token = _correlation.set(value)
    try:
        yield
    finally:
        _correlation.reset(token)


def enter_correlation(value: str) -> None:
    """From here on this task belongs to that id: cheaper, for a task that does nothing else."""
    _correlation.set(value)


def enter_service(name: str) -> None:
    """From here on, in this context, lines are that service's."""
    _service.set(name)


def get_logger(**bound: object) -> structlog.typing.FilteringBoundLogger:
    """A logger; what is bound stands in each of its lines.

    Take it in a constructor, not at import: it keeps the level that is configured by then, and a
    line below that level costs a tenth of a microsecond.
    """
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger().bind(**bound)
    return logger


def configure_logs(level: str, stream: TextIO | None = None) -> None:
    """Send all logs, those of libraries as well, to `stream` (standard output) from `level` on."""
    number = logging.getLevelNamesMapping()[level.upper()]
    out = stream or sys.stdout
    structlog.configure(
        processors=[_add_context, structlog.processors.format_exc_info, _hide_secrets, _render],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers[:] = [_LibraryHandler()]
    root.setLevel(max(number, logging.INFO))
    logging.getLogger("aiohttp.access").setLevel(logging.WARNING)
    logging.getLogger("nats").setLevel(logging.ERROR)


class _LibraryHandler(logging.Handler):
    """Brings the lines of libraries into the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        bound = structlog.get_logger().bind(logger=record.name)
        bound.log(max(record.levelno, logging.DEBUG), record.getMessage(), exc_info=record.exc_info)


def _add_context(_logger: object, method: str, event: EventDict) -> EventDict:
    event["level"] = "error" if method == "exception" else method
    event["at"] = datetime.now(UTC).isoformat(timespec="milliseconds")
    if service := _service.get():
        event.setdefault("service", service)
    if current := _correlation.get():
        event.setdefault("correlation", current)
    return event


def _hide_secrets(_logger: object, _method: str, event: EventDict) -> EventDict:
    for key, value in event.items():
        if any(word in key.lower() for word in _SECRET_KEYS):
            event[key] = HIDDEN
        elif isinstance(value, str) and _CONTAINING_URLS in value:
            event[key] = hide_credentials(value)
    return event


def hide_credentials(text: str) -> str:
    """The text with `user:password@` of every address in it replaced."""
    pieces = text.split(_CONTAINING_URLS)
    for place in range(1, len(pieces)):
        host = pieces[place].split("/", 1)[0].split(" ", 1)[0]
        if "@" in host:
            _, _, rest = pieces[place].partition("@")
            pieces[place] = f"{HIDDEN}@{rest}"
    return _CONTAINING_URLS.join(pieces)


def _render(_logger: object, _method: str, event: EventDict) -> str:
    line = {
        "at": event.pop("at"),
        "level": event.pop("level"),
        "event": event.pop("event"),
        **event,
    }
    return _encode(line).decode()
