"""Dara: six by five squares, twelve stones each, rows of exactly three."""

from libs.rules.dara.rules import Dara

__all__ = ["Dara"]
