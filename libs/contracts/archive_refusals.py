"""Refusals about lists of games: stable codes, each with a sentence for people."""

from typing import Final

ARCHIVE_TEXTS: Final[dict[str, dict[str, str]]] = {
    "bad_filter": {
        "de": "Nach diesem Spiel, Ergebnis oder dieser Art von Partie lässt sich nicht suchen.",
        "en": "There is no such game, result or kind of game to look for.",
    },
    "bad_opponent": {
        "de": "Diesen Gegner kann es nicht geben.",
        "en": "There can be no such opponent.",
    },
    "bad_dates": {
        "de": "Ein Datum sieht so aus: 2026-11-30. Der erste Tag liegt nicht nach dem letzten.",
        "en": "A date looks like 2026-11-30. The first day is not after the last one.",
    },
    "bad_page": {
        "de": "Diese Seite der Liste gibt es nicht.",
        "en": "There is no such page of the list.",
    },
}
