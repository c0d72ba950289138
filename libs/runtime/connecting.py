"""A service's connection to the bus: waited for, watched, its errors in the log."""

from libs.bus import Bus, BusUnreachableError, NatsBus, NatsOptions
from libs.runtime.logs import get_logger
from libs.runtime.service import Runtime, StartError


async def connect_bus(runtime: Runtime, service: str) -> Bus:
    """Connect as the settings say, show the bus's counters. Raises StartError."""
    settings = runtime.settings
    log = get_logger(service=service)

    def report(where: str, error: Exception) -> None:
        log.warning("bus error", where=where, error=repr(error))

    options = NatsOptions(settings.nats_url, service, connect_within_s=settings.connect_within_s)
    try:
        bus = await NatsBus.connect(options, report)
    except BusUnreachableError as error:
        raise StartError(str(error)) from error
    runtime.metrics.watch_bus(service, bus)
    bus.on_disconnected(lambda: log.warning("bus lost"))
    bus.on_reconnected(lambda: log.info("bus back"))
    return bus
