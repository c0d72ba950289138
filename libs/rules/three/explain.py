"""Why a turn of Three Men's Morris is refused, and why a game of it ended, for people."""

from typing import Final

from libs.rules.stones.explain import PLACING_AND_MOVING, REPETITION

REFUSALS: Final = {
    **PLACING_AND_MOVING,
    "malformed": {
        "de": "Das ist kein Zug: geschrieben wird b2 (setzen) oder b2-c3 (ziehen).",
        "en": "That is no turn: write b2 (placing) or b2-c3 (moving).",
    },
    "not_adjacent": {
        "de": "Kein Nachbarpunkt: Schräg geht es nur aus der Mitte heraus oder in sie hinein.",
        "en": "No step leads there: slanting steps only leave or enter the middle.",
    },
}

ENDINGS: Final = {
    **REPETITION,
    "line": {
        "de": "Der Sieger hat seine drei Steine in eine Linie gebracht.",
        "en": "The winner has brought three stones into a line.",
    },
    "blocked": {
        "de": "Der Verlierer kann keinen Stein mehr ziehen.",
        "en": "The loser can't move a stone any more.",
    },
    "no_progress": {
        "de": "Zu lange wurde nur gezogen, ohne dass jemand gewann: unentschieden.",
        "en": "Stones have moved for too long without anybody winning: a draw.",
    },
}
