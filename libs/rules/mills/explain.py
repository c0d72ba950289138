"""Why a turn of Mühle is refused, and why a game of it ended, for people."""

from typing import Final

from libs.rules.stones.explain import PLACING_AND_MOVING, REPETITION, TAKING

REFUSALS: Final = {
    **PLACING_AND_MOVING,
    **TAKING,
    "malformed": {
        "de": "Das ist kein Zug: geschrieben wird d7, a7-d7, d7xa1 oder a7-d7xa1.",
        "en": "That is no turn: write d7, a7-d7, d7xa1 or a7-d7xa1.",
    },
    "not_adjacent": {
        "de": "Kein Nachbarpunkt: Ein Stein rückt entlang einer Linie nur bis zum nächsten Punkt.",
        "en": "That point is no neighbour: a stone moves along a line to the next point only.",
    },
    "capture_missing": {
        "de": "Du hast eine Mühle geschlossen; nimm noch einen Stein weg, dann ist der Zug fertig.",
        "en": "You have closed a mill; the turn is complete only once you take a stone.",
    },
    "no_mill_closed": {
        "de": "Dieser Zug schließt keine Mühle, also darfst du keinen Stein wegnehmen.",
        "en": "That turn closes no mill, so you may not take a stone.",
    },
    "protected_stone": {
        "de": "Dieser Stein steht in einer Mühle und ist geschützt, solange andere frei stehen.",
        "en": "That stone stands in a mill and is protected while others stand free.",
    },
}

ENDINGS: Final = {
    **REPETITION,
    "stones": {
        "de": "Der Verlierer hat weniger als drei Steine übrig.",
        "en": "The loser has fewer than three stones left.",
    },
    "blocked": {
        "de": "Der Verlierer ist eingeschlossen und kann keinen Stein mehr ziehen.",
        "en": "The loser is shut in and can't move a stone any more.",
    },
    "full_board": {
        "de": "Alle Punkte sind besetzt, niemand kann mehr ziehen: unentschieden.",
        "en": "Every point is taken and nobody can move: a draw.",
    },
    "no_mill": {
        "de": "Zu lange hat niemand eine Mühle geschlossen: unentschieden.",
        "en": "For too long nobody has closed a mill: a draw.",
    },
    "no_capture": {
        "de": "Zu lange wurde gezogen, ohne dass ein Stein geschlagen wurde: unentschieden.",
        "en": "Stones have moved for too long without a capture: a draw.",
    },
}
