"""Why a turn of tic-tac-toe is refused, and why a game of it ended, for people."""

from typing import Final

from libs.rules.stones.explain import READING

REFUSALS: Final = {
    **READING,
    "malformed": {
        "de": "Das ist kein Zug: geschrieben wird nur der Name des Feldes, zum Beispiel b2.",
        "en": "That is no turn: write just the name of the square, for example b2.",
    },
    "point_occupied": {
        "de": "Auf diesem Feld steht bereits ein Zeichen.",
        "en": "There is already a mark on that square.",
    },
}

ENDINGS: Final = {
    "line": {
        "de": "Der Sieger hat drei Zeichen in einer Linie.",
        "en": "The winner has three marks in a line.",
    },
    "full_board": {
        "de": "Alle neun Felder sind besetzt, und niemand hat eine Linie: unentschieden.",
        "en": "All nine squares are taken and nobody has a line: a draw.",
    },
}
