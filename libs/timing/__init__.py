"""Time controls, game clocks and lag credit, as values."""

from libs.timing.clock import BRAKE_MS, REST_MS, Clock, TimeControl
from libs.timing.lag import LagQuota

__all__ = ["BRAKE_MS", "REST_MS", "Clock", "LagQuota", "TimeControl"]
