"""Dara: alpha-beta in numba."""

from libs.engines.dara.engine import DaraEngine

__all__ = ["DaraEngine"]
