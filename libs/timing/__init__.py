"""Time controls, game clocks and lag credit, as values."""

from libs.timing.clock import Clock, TimeControl
from libs.timing.lag import LagQuota

__all__ = ["Clock", "LagQuota", "TimeControl"]
