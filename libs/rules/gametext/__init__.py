"""Finished games as text files in the manner of PGN, written and read back."""

from libs.rules.gametext.read import parse_game
from libs.rules.gametext.record import Dealt, GameRecord, GameTextError, Played
from libs.rules.gametext.write import format_game

__all__ = ["Dealt", "GameRecord", "GameTextError", "Played", "format_game", "parse_game"]
