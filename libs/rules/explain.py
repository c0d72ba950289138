"""Every game's refusals and ends as sentences for people, in German and English."""

from collections.abc import Mapping
from typing import Final

from libs.rules.dara import explain as dara
from libs.rules.hanse import explain as hanse
from libs.rules.mills import explain as mills
from libs.rules.three import explain as three
from libs.rules.tictactoe import explain as tictactoe

Sentence = Mapping[str, str]
"""The same sentence by language: `de` and `en`."""

REFUSALS: Final[Mapping[str, Mapping[str, Sentence]]] = {
    "mills": mills.REFUSALS,
    "three": three.REFUSALS,
    "dara": dara.REFUSALS,
    "tictactoe": tictactoe.REFUSALS,
    "hanse": hanse.REFUSALS,
}

ENDINGS: Final[Mapping[str, Mapping[str, Sentence]]] = {
    "mills": mills.ENDINGS,
    "three": three.ENDINGS,
    "dara": dara.ENDINGS,
    "tictactoe": tictactoe.ENDINGS,
    "hanse": hanse.ENDINGS,
}

OUTSIDE_THE_RULES: Final[Mapping[str, Sentence]] = {
    "resigned": {
        "de": "Der Verlierer hat aufgegeben.",
        "en": "The loser resigned.",
    },
    "left": {
        "de": "Der Verlierer hat die laufende Partie verlassen.",
        "en": "The loser left the running game.",
    },
    "claimed": {
        "de": "Der Verlierer war nicht mehr verbunden; der Sieg wurde beansprucht.",
        "en": "The loser was no longer connected, and the win was claimed.",
    },
    "time": {
        "de": "Die Bedenkzeit des Verlierers ist abgelaufen.",
        "en": "The loser ran out of time.",
    },
    "brake": {
        "de": "Der Verlierer hat zehn Minuten lang nicht gezogen.",
        "en": "The loser took ten minutes for one turn.",
    },
    "agreement": {
        "de": "Beide haben sich auf Remis geeinigt.",
        "en": "Both agreed to a draw.",
    },
}


def refusal(key: str, code: str) -> Sentence:
    """Why the game `key` refuses a turn. Raises KeyError for a code that the game doesn't use."""
    return REFUSALS[key][code]


def ending(key: str, reason: str) -> Sentence:
    """Why a game of `key` ended, by its rules or not. Raises KeyError for a strange reason."""
    return OUTSIDE_THE_RULES.get(reason) or ENDINGS[key][reason]
