"""Why a turn of Mühle is refused, and why a game of it ended, for people."""

from typing import Final

REFUSALS: Final = {
    "game_over": {
        "de": "Die Partie ist schon zu Ende.",
        "en": "The game has already ended.",
    },
    "malformed": {
        "de": "Das ist kein Zug: geschrieben wird d7, a7-d7, d7xa1 oder a7-d7xa1.",
        "en": "That is no turn: write d7, a7-d7, d7xa1 or a7-d7xa1.",
    },
    "unknown_point": {
        "de": "Einen Punkt mit diesem Namen gibt es auf dem Brett nicht.",
        "en": "The board has no point of that name.",
    },
    "hand_empty": {
        "de": "Du hast keinen Stein mehr in der Hand, den du setzen könntest.",
        "en": "You have no stone left in hand to place.",
    },
    "hand_not_empty": {
        "de": "Setze zuerst alle Steine aus deiner Hand, danach wird gezogen.",
        "en": "Place all stones from your hand first; moving comes after that.",
    },
    "still_placing": {
        "de": "Gezogen wird erst, wenn auch dein Gegner alle Steine gesetzt hat.",
        "en": "Nobody moves until your opponent has placed every stone, too.",
    },
    "no_stone_there": {
        "de": "Auf diesem Punkt steht kein Stein, den du ziehen könntest.",
        "en": "There is no stone on that point for you to move.",
    },
    "not_your_stone": {
        "de": "Dieser Stein gehört deinem Gegner; ziehen darfst du nur eigene.",
        "en": "That stone is your opponent's; you may move only your own.",
    },
    "point_occupied": {
        "de": "Auf diesem Punkt steht bereits ein Stein.",
        "en": "There is already a stone on that point.",
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
    "own_stone_taken": {
        "de": "Das ist dein eigener Stein; wegnehmen darfst du nur gegnerische.",
        "en": "That is your own stone; you may take only your opponent's.",
    },
    "nothing_to_take": {
        "de": "Auf diesem Punkt steht kein gegnerischer Stein, den du wegnehmen könntest.",
        "en": "No stone of your opponent's stands on that point.",
    },
    "protected_stone": {
        "de": "Dieser Stein steht in einer Mühle und ist geschützt, solange andere frei stehen.",
        "en": "That stone stands in a mill and is protected while others stand free.",
    },
}

ENDINGS: Final = {
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
    "repetition": {
        "de": "Dieselbe Stellung stand zu oft auf dem Brett: unentschieden.",
        "en": "The same position has stood on the board too often: a draw.",
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
