"""Why a turn of Dara is refused, and why a game of it ended, for people."""

from typing import Final

from libs.rules.stones.explain import PLACING_AND_MOVING, REPETITION, TAKING

REFUSALS: Final = {
    **PLACING_AND_MOVING,
    **TAKING,
    "malformed": {
        "de": "Das ist kein Zug: geschrieben wird c3, c3-c4 oder c3-c4xa1.",
        "en": "That is no turn: write c3, c3-c4 or c3-c4xa1.",
    },
    "not_adjacent": {
        "de": "Ein Stein rückt nur ein Feld weit, waagerecht oder senkrecht.",
        "en": "A stone moves one square only, across or up and down.",
    },
    "row_while_placing": {
        "de": "Beim Setzen darf keine eigene Reihe aus drei oder mehr Steinen entstehen.",
        "en": "While placing you may not make a row of three or more of your own.",
    },
    "row_too_long": {
        "de": "Eine eigene Reihe aus vier oder mehr Steinen ist nie erlaubt.",
        "en": "A row of four or more of your own is never allowed.",
    },
    "capture_missing": {
        "de": "Du hast eine Dreierreihe gebildet; zum Zug gehört noch ein Stein, den du wegnimmst.",
        "en": "You have made a row of three; the turn is complete only once you take a stone.",
    },
    "no_row_closed": {
        "de": "Dieser Zug bildet keine neue Dreierreihe, also darfst du keinen Stein wegnehmen.",
        "en": "That turn makes no new row of three, so you may not take a stone.",
    },
}

ENDINGS: Final = {
    **REPETITION,
    "stones": {
        "de": "Der Verlierer hat weniger als drei Steine übrig.",
        "en": "The loser has fewer than three stones left.",
    },
    "blocked": {
        "de": "Der Verlierer hat keinen erlaubten Zug mehr.",
        "en": "The loser has no legal turn left.",
    },
    "no_progress": {
        "de": "Zu lange wurde weder gesetzt noch geschlagen: unentschieden.",
        "en": "For too long nothing has been placed or taken: a draw.",
    },
}
