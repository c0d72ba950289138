"""Battlehanse's computer opponents. Importing this package loads numba."""

from libs.engines.hanse.engine import HanseEngine

__all__ = ["HanseEngine"]
