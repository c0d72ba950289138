"""Battlehanse: a match of rounds with dealt cards, hidden hands and council tokens."""

from libs.rules.hanse.rules import Hanse
from libs.rules.hanse.state import MatchState

__all__ = ["Hanse", "MatchState"]
