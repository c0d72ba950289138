"""The search for Mühle. Importing it compiles its kernels, or loads them from numba's cache."""

from libs.engines.mills.engine import MillsEngine

__all__ = ["MillsEngine"]
